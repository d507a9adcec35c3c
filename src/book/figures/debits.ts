/** What attempts took, why they failed, and how long the lender did not know. */
import { dayNumber, HOUR_MS, lagosDay, lagosInstant, type PlainDate, SECOND_MS } from '../../domain/calendar.ts';
import { naira, share } from '../amounts.ts';
import { type AttemptGroup, type LoanHistory, movements } from '../history.ts';
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

export class DebitFigures {
  readonly #at: Moment;
  readonly #cascade = new Map<
    string,
    { position: number; isSweep: boolean; attempts: number; taken: number; kobo: number }
  >();
  readonly #groups = { bank: new Map<string, Rate>(), hour: new Map<number, Rate>(), weekday: new Map<number, Rate>() };
  readonly #codes = new Map<string, number>();
  readonly #waits: number[] = [];
  readonly #ages: { hours: number; kobo: number }[] = [];
  #found = { movements: 0, kobo: 0 };
  #collected = 0;

  constructor(at: Moment) {
    this.#at = at;
  }

  add({ attempts, money, unknown }: LoanHistory): void {
    const { day, known } = this.#at;
    for (const group of attempts) if (group.known <= known) this.#addAttempts(group);
    for (const [on, knownAt, kobo, kind] of money) {
      const isFound = movements[kind] === 'found';
      if (on > day || knownAt > known || !(isFound || movements[kind] === 'collected')) continue;
      this.#collected += kobo;
      if (isFound) this.#found = { movements: this.#found.movements + 1, kobo: this.#found.kobo + kobo };
    }
    const until = Math.min(known, endOf(day));
    for (const { from, kobo, until: end = Number.POSITIVE_INFINITY } of unknown)
      if (from <= until && end > until)
        this.#ages.push({ hours: Math.floor(((until - from) * SECOND_MS) / HOUR_MS), kobo });
  }

  #addAttempts({ known, isTaken, isSweep, kobo, code, bank, position, at, days }: AttemptGroup): void {
    const name = `${position} ${isSweep}`;
    const step = this.#cascade.get(name) ?? { position, isSweep: isSweep === 1, attempts: 0, taken: 0, kobo: 0 };
    this.#cascade.set(name, step);
    const times = Array.from({ length: days }, (_, more) => at.map((time) => time + more * DAY_SECONDS)).flat();
    for (const time of times) {
      const { day, hour } = lagosTime(time);
      if (day > this.#at.day) continue;
      step.attempts += 1;
      step.taken += isTaken;
      step.kobo += isTaken * kobo;
      rateOf(this.#groups.bank, bank).add(isTaken);
      rateOf(this.#groups.hour, hour).add(isTaken);
      rateOf(this.#groups.weekday, weekdayOf(day)).add(isTaken);
      if (isTaken) this.#waits.push(Math.max(0, Math.floor((known - time) / 60)));
      else this.#codes.set(code, (this.#codes.get(code) ?? 0) + 1);
    }
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
    const { bank, hour, weekday } = this.#groups;
    const attempts = [...bank.values()].reduce((sum, rate) => sum + rate.attempts, 0);
    return {
      byBank: ratesOf(bank),
      byCode: [...this.#codes]
        .sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
        .map(([code, declined]) => ({ code, declined, share: share(declined, total === 0 ? 0 : attempts) })),
      byHour: ratesOf(hour),
      byWeekday: ratesOf(weekday),
    };
  }

  confirmation(): ConfirmationTime {
    const waits = Float64Array.from(this.#waits).sort();
    if (waits.length === 0) return { attempts: 0 };
    const at = (rank: number) => waits[Math.min(waits.length - 1, Math.ceil(rank * waits.length) - 1)] ?? 0;
    return { attempts: waits.length, median: at(0.5), p90: at(0.9), p99: at(0.99) };
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

  add(isTaken: 0 | 1): void {
    this.attempts += 1;
    this.declined += 1 - isTaken;
  }
}

function rateOf<Key>(rates: Map<Key, Rate>, key: Key): Rate {
  const rate = rates.get(key) ?? new Rate();
  rates.set(key, rate);
  return rate;
}

function ratesOf<Key extends string | number>(rates: ReadonlyMap<Key, Rate>): readonly DeclineRate<Key>[] {
  return [...rates]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([of, { attempts, declined }]) => ({ of, attempts, declined, share: share(declined, attempts) }));
}

/** The last second of a Lagos day. */
export function endOf(day: number): number {
  return lagosMidnight(day + 1) - 1;
}

const LAGOS_MIDNIGHT_OF_DAY_0 = lagosInstant('1970-01-01' as PlainDate) / SECOND_MS;
const DAY_SECONDS = (DAY_HOURS * HOUR_MS) / SECOND_MS;

function lagosMidnight(day: number): number {
  return day * DAY_SECONDS + LAGOS_MIDNIGHT_OF_DAY_0;
}

function lagosTime(time: number): { readonly day: number; readonly hour: number } {
  const since = time - LAGOS_MIDNIGHT_OF_DAY_0;
  const day = Math.floor(since / DAY_SECONDS);
  return { day, hour: Math.floor(((since - day * DAY_SECONDS) * SECOND_MS) / HOUR_MS) };
}

// 1970-01-01 was a Thursday.
function weekdayOf(day: number): number {
  return ((day + 3) % 7) + 1;
}

/** The number of a Lagos day of an instant in milliseconds. */
export function lagosDayNumber(instant: number): number {
  return dayNumber(lagosDay(instant));
}
