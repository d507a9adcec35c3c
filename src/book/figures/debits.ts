/** What attempts took, why they failed, and how long the lender did not know. */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../domain/calendar.ts';
import { given } from '../../validation/record.ts';
import { naira, share } from '../amounts.ts';
import {
  type AttemptOutcome,
  beginOf,
  type LoanAttempts,
  type LoanHistory,
  movements,
  RUN_FIELDS,
} from '../history.ts';
import type { Moment } from '../standing.ts';

/** What the accounts at a position of the cascade contributed. */
export interface CascadeStepFigures {
  /** 0: the primary account. Absent if the account is not known. */
  readonly position?: number;
  /** Whether these are second attempts for what the account had. Spec §6.1. */
  readonly isSweep: boolean;
  /** Number of attempts. */
  readonly attempts: number;
  /** Of these, attempts that took money. */
  readonly successful: number;
  /** In naira. */
  readonly collected: number;
  /** Of what all attempts took, from 0 to 1. */
  readonly shareOfCollected: number;
}

/** Attempts of a group, and how many of them failed. */
export interface DeclineRate<Key> {
  /** The bank, hour or weekday. */
  readonly of: Key;
  /** Number of attempts. */
  readonly attempts: number;
  /** Of these, attempts that failed. */
  readonly declined: number;
  /** Failed attempts of all, from 0 to 1. */
  readonly share: number;
}

export interface Declines {
  /** By the bank's code. `''`: not known. */
  readonly byBank: readonly DeclineRate<string>[];
  /** By the response code, of all attempts. Spec §7. */
  readonly byCode: readonly { readonly code: string; readonly declined: number; readonly share: number }[];
  /** By the hour in Lagos, 0 to 23. */
  readonly byHour: readonly DeclineRate<number>[];
  /** 1: Monday … 7: Sunday. */
  readonly byWeekday: readonly DeclineRate<number>[];
}

/** Minutes from a successful attempt until the loan file had it, by rank. Absent without attempts. */
export interface ConfirmationTime {
  /** Number of successful attempts. */
  readonly attempts: number;
  /** Minutes within which half of them were on file. */
  readonly median?: number;
  /** Minutes for nine of ten. */
  readonly p90?: number;
  /** Minutes for 99 of 100. */
  readonly p99?: number;
}

/** Manual debits of which no one knows whether they took money. */
export interface UnknownDebits {
  /** Number of debits. */
  readonly debits: number;
  /** What they asked for, in naira. */
  readonly amount: number;
  /** Hours since the oldest became unknown. Absent without any. */
  readonly oldestHours?: number;
  /** Number of debits by the time since they became unknown. */
  readonly byAge: {
    readonly below1Day: number;
    readonly below3Days: number;
    readonly below7Days: number;
    readonly older: number;
  };
}

/** Collected money that became known by asking, before any webhook reported it. */
export interface FoundMoney {
  /** Number of amounts. */
  readonly movements: number;
  /** In naira. */
  readonly amount: number;
  /** Of what was collected, from 0 to 1. */
  readonly shareOfCollected: number;
}

const DAY_HOURS = 24;
const DAY_MINUTES = (DAY_HOURS * HOUR_MS) / MINUTE_MS;
const HOUR_SECONDS = HOUR_MS / SECOND_MS;
const WEEK_DAYS = 7;

interface CascadeStep {
  readonly position: number;
  readonly isSweep: boolean;
  attempts: number;
  taken: number;
  kobo: number;
}

export class DebitFigures {
  readonly #at: Moment;
  readonly #cascade = new Map<number, CascadeStep>();
  readonly #banks = new Map<string, Rate>();
  readonly #hours = Array.from({ length: DAY_HOURS }, () => new Rate());
  readonly #weekdays = Array.from({ length: WEEK_DAYS }, () => new Rate());
  readonly #codes = new Map<string, number>();
  readonly #waits = new WholeNumbers();
  readonly #ages: { hours: number; kobo: number }[] = [];
  readonly #found = { movements: 0, kobo: 0 };
  #collected = 0;

  constructor(at: Moment) {
    this.#at = at;
  }

  add({ attempts, money, unknown }: LoanHistory): void {
    const { day, known } = this.#at;
    this.#addAttempts(attempts);
    for (const movement of money) {
      const kind = movements[movement[3]];
      if (movement[0] > day || movement[1] > known || !(kind === 'found' || kind === 'collected')) continue;
      this.#collected += movement[2];
      if (kind === 'collected') continue;
      this.#found.movements += 1;
      this.#found.kobo += movement[2];
    }
    const until = Math.min(known, endOf(day));
    for (const { from, kobo, until: end = Number.POSITIVE_INFINITY } of unknown)
      if (from <= until && end > until)
        this.#ages.push({ hours: Math.floor(((until - from) * SECOND_MS) / HOUR_MS), kobo });
  }

  #addAttempts({ outcomes, runs }: LoanAttempts): void {
    const { day, known } = this.#at;
    const counts = outcomes.map(() => 0);
    const sums = outcomes.map(() => 0);
    for (let at = 0; at < runs.length; at += RUN_FIELDS + (runs[at + 5] ?? 0)) {
      const days = Math.min(runs[at + 4] ?? 0, day - (runs[at + 3] ?? 0) + 1);
      if (days <= 0 || (runs[at] ?? 0) > known) continue;
      const place = runs[at + 1] ?? 0;
      const attempts = days * (runs[at + 5] ?? 0);
      counts[place] = (counts[place] ?? 0) + attempts;
      sums[place] = (sums[place] ?? 0) + attempts * (runs[at + 2] ?? 0);
      this.#addTimes(runs, { at, days, isTaken: outcomes[place]?.isTaken ?? 0 });
    }
    for (let place = 0; place < outcomes.length; place += 1) {
      const outcome = outcomes[place];
      if (outcome && counts[place]) this.#addOutcome(outcome, { attempts: counts[place] ?? 0, kobo: sums[place] ?? 0 });
    }
  }

  /** The times of a run, on its first days. */
  #addTimes(runs: readonly number[], { at, days, isTaken }: { at: number; days: number; isTaken: 0 | 1 }): void {
    const count = runs[at + 5] ?? 0;
    const first = runs[at + 3] ?? 0;
    for (let more = 0; more < days; more += 1) this.#weekdays[weekdayOf(first + more) - 1]?.add(count, isTaken);
    for (let next = at + RUN_FIELDS; next < at + RUN_FIELDS + count; next += 1) {
      const time = runs[next] ?? 0;
      this.#hours[Math.floor(time / HOUR_SECONDS)]?.add(days, isTaken);
      if (isTaken === 0) continue;
      const wait = Math.floor(((runs[at] ?? 0) - beginOf(first) - time) / 60);
      for (let more = 0; more < days; more += 1) this.#waits.add(Math.max(0, wait - more * DAY_MINUTES));
    }
  }

  #addOutcome(
    { isTaken, isSweep, code, bank, position }: AttemptOutcome,
    { attempts, kobo }: { readonly attempts: number; readonly kobo: number },
  ): void {
    const place = 2 * position + isSweep;
    const step = this.#cascade.get(place) ?? { position, isSweep: isSweep === 1, attempts: 0, taken: 0, kobo: 0 };
    this.#cascade.set(place, step);
    step.attempts += attempts;
    step.taken += isTaken * attempts;
    step.kobo += kobo;
    rateOf(this.#banks, bank).add(attempts, isTaken);
    if (isTaken === 0) this.#codes.set(code, (this.#codes.get(code) ?? 0) + attempts);
  }

  cascade(): readonly CascadeStepFigures[] {
    const steps = [...this.#cascade.values()].filter(({ attempts }) => attempts > 0);
    const total = steps.reduce((sum, { kobo }) => sum + kobo, 0);
    return steps
      .sort((one, other) => Number(one.isSweep) - Number(other.isSweep) || one.position - other.position)
      .map(({ position, isSweep, attempts, taken, kobo }) => ({
        ...(position >= 0 && { position }),
        isSweep,
        attempts,
        successful: taken,
        collected: naira(kobo),
        shareOfCollected: share(kobo, total),
      }));
  }

  declines(): Declines {
    const total = [...this.#codes.values()].reduce((sum, count) => sum + count, 0);
    const banks = [...this.#banks];
    const attempts = banks.map(([, rate]) => rate).reduce((sum, rate) => sum + rate.attempts, 0);
    return {
      byBank: ratesOf(banks),
      byCode: [...this.#codes]
        .sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
        .map(([code, declined]) => ({ code, declined, share: share(declined, total === 0 ? 0 : attempts) })),
      byHour: ratesOf(this.#hours.map((rate, hour) => [hour, rate] as const)),
      byWeekday: ratesOf(this.#weekdays.map((rate, index) => [index + 1, rate] as const)),
    };
  }

  confirmation(): ConfirmationTime {
    const { count: attempts } = this.#waits;
    if (attempts === 0) return { attempts };
    const [median, p90, p99] = [0.5, 0.9, 0.99].map((rank) => this.#waits.atRank(Math.ceil(rank * attempts)));
    return { attempts, ...given({ median, p90, p99 }) };
  }

  unknownDebits(): UnknownDebits {
    const older = (days: number) => this.#ages.filter(({ hours }) => hours >= days * DAY_HOURS).length;
    const [all, from1, from3, from7] = [this.#ages.length, older(1), older(3), older(7)];
    const hours = this.#ages.map((age) => age.hours);
    return {
      debits: all,
      amount: naira(this.#ages.reduce((sum, { kobo }) => sum + kobo, 0)),
      ...(all > 0 && { oldestHours: hours.reduce((most, each) => Math.max(most, each), 0) }),
      byAge: { below1Day: all - from1, below3Days: from1 - from3, below7Days: from3 - from7, older: from7 },
    };
  }

  found(): FoundMoney {
    const { movements: count, kobo } = this.#found;
    return { movements: count, amount: naira(kobo), shareOfCollected: share(kobo, this.#collected) };
  }
}

class Rate {
  attempts = 0;
  declined = 0;

  add(attempts: number, isTaken: 0 | 1): void {
    this.attempts += attempts;
    if (isTaken === 0) this.declined += attempts;
  }
}

function rateOf<Key>(rates: Map<Key, Rate>, key: Key): Rate {
  const rate = rates.get(key) ?? new Rate();
  rates.set(key, rate);
  return rate;
}

function ratesOf<Key extends string | number>(rates: readonly (readonly [Key, Rate])[]): readonly DeclineRate<Key>[] {
  return rates
    .filter(([, { attempts }]) => attempts > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([of, { attempts, declined }]) => ({ of, attempts, declined, share: share(declined, attempts) }));
}

/** Whole numbers from 0 on, of which most are small. Keeps how often each occurs, because a book has millions. */
class WholeNumbers {
  count = 0;
  readonly #small = new Uint32Array(10_000);
  readonly #large = new Map<number, number>();

  add(value: number): void {
    this.count += 1;
    if (value < this.#small.length) this.#small[value] = (this.#small[value] ?? 0) + 1;
    else this.#large.set(value, (this.#large.get(value) ?? 0) + 1);
  }

  /** The value at a place, from 1, of all in their order. */
  atRank(rank: number): number {
    let left = rank;
    for (const [value, times] of [...this.#small.entries(), ...[...this.#large].sort(([a], [b]) => a - b)]) {
      left -= times;
      if (left <= 0) return value;
    }
    return 0;
  }
}

/** The last second of a Lagos day. */
export function endOf(day: number): number {
  return beginOf(day + 1) - 1;
}

// 1970-01-01 was a Thursday.
function weekdayOf(day: number): number {
  return ((day + 3) % WEEK_DAYS) + 1;
}
