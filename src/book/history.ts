/**
 * What happened on a loan, each fact with its own day and the time at which the file knew it. All figures come from
 * here. Days are numbers since 1970-01-01, times are seconds since then, amounts are whole kobo.
 */
import {
  DAY_MS,
  dayNumber,
  daysBetween,
  lagosInstant,
  type PlainDate,
  parseInstant,
  parsePlainDate,
  SECOND_MS,
} from '../domain/calendar.ts';
import { timesOf } from '../domain/loan/attempts.ts';
import { collectedByInstalment, loanBalances, takenByPlatform } from '../domain/loan/balances.ts';
import type { AttemptFacts, EventOf, LoanEvent } from '../domain/loan/events/events.ts';
import type { LoanState } from '../domain/loan/state.ts';
import { koboFromNaira, NO_MONEY } from '../domain/money.ts';
import { scheduleOf } from '../domain/terms.ts';

/** A due day and its amount. */
export type DueItem = readonly [day: number, kobo: number];

/** Terms that count from a day on. */
export interface Schedule {
  readonly from: number;
  /** The day on which they were recorded. Nothing is past due by them before it. */
  readonly recorded: number;
  readonly known: number;
  /** What was due before and is paid: the first terms begin with 0. */
  readonly settled: number;
  readonly due: readonly DueItem[];
}

/**
 * How money moved. `found`: collected, and known by asking before a webhook reported it. `unexplained`: the mandate
 * shows it, and no instalment yet. `refunded` and `bounced`: a collection or a repayment elsewhere went back.
 */
export const movements = ['collected', 'found', 'unexplained', 'elsewhere', 'refunded', 'bounced'] as const;

/** Money that came in (above 0) or went back (below 0). `kind` is a place in {@link movements}. */
export type Movement = readonly [on: number, known: number, kobo: number, kind: number];

/** How attempts ended. Position -1: not known. */
export interface AttemptOutcome {
  readonly isTaken: 0 | 1;
  /** 1: a second attempt within the cascade, for what the account has. Spec §6.1. */
  readonly isSweep: 0 | 1;
  readonly code: string;
  readonly bank: string;
  readonly position: number;
}

/**
 * A loan has hundreds of attempts, so they are numbers in a row. Each run begins with {@link RUN_FIELDS} numbers: when
 * the file knew it, the place of its outcome, the amount if it was taken, the first Lagos day, on how many days in a
 * row, and the number of times. The times of the day follow, in seconds.
 */
export interface LoanAttempts {
  readonly outcomes: readonly AttemptOutcome[];
  readonly runs: readonly number[];
}

export const RUN_FIELDS = 6;

/** A manual debit while no one knows its outcome. It lasts if there is no `until`. */
export interface UnknownDebit {
  readonly from: number;
  readonly until?: number;
  readonly kobo: number;
}

export interface LoanHistory {
  readonly disbursed?: { readonly on: number; readonly known: number; readonly kobo: number };
  readonly closed?: { readonly on: number; readonly known: number; readonly isWrittenOff: boolean };
  readonly schedules: readonly Schedule[];
  readonly money: readonly Movement[];
  readonly attempts: LoanAttempts;
  readonly unknown: readonly UnknownDebit[];
}

type Building = {
  -readonly [Field in keyof LoanHistory]: LoanHistory[Field] extends readonly (infer Item)[]
    ? Item[]
    : LoanHistory[Field];
} & { readonly attempts: { readonly outcomes: AttemptOutcome[]; readonly runs: number[] } };

/** Follows a loan's events. */
export class HistoryBuilder {
  readonly #history: Building = { schedules: [], money: [], attempts: { outcomes: [], runs: [] }, unknown: [] };
  #known = 0;
  /** Unexplained money that is on the list, the latest last. */
  readonly #unexplained: { readonly on: number; kobo: number }[] = [];

  /** The places of the debits that are still unknown. */
  readonly #unknown = new Map<string, number>();

  get history(): LoanHistory {
    return this.#history;
  }

  /** Adds what an event says, given the states before and after it. */
  add(event: LoanEvent, before: LoanState | undefined, after: LoanState): void {
    // A later event is never known earlier, whatever clock its process had.
    this.#known = Math.max(this.#known, secondsOf(event.at));
    if (before) this.#addFacts(event, before, after);
    else this.#open(after);
    if (before) this.#explain(event, after);
  }

  #open({ terms, adopted }: LoanState): void {
    const due = scheduleOf(terms).map(({ dueDate, amount }): DueItem => [dayNumber(dueDate), amount]);
    this.#history.schedules.push({ from: adopted ? this.#today : 0, recorded: 0, known: this.#known, settled: 0, due });
  }

  #addFacts(event: LoanEvent, before: LoanState, after: LoanState): void {
    switch (event.type) {
      case 'collection.confirmed':
        this.#collect(event, before, after);
        break;
      case 'repayment.recorded':
        this.#move(dayOf(event.date), event.amount, 'elsewhere');
        break;
      case 'repayment.reversed':
        this.#move(dayOf(event.date), -event.amount, event.of === 'collection' ? 'refunded' : 'bounced');
        break;
      case 'report.filed':
        this.#report(event, before);
        break;
      default:
        this.#followDebits(after);
    }
  }

  #collect(event: EventOf<'collection.confirmed'>, before: LoanState, after: LoanState): void {
    const { instalmentReference: name, attempts = [] } = event;
    const [was, is] = [before, after].map((state) =>
      state.collections.find((each) => each.instalmentReference === name),
    );
    let left = (is?.collected ?? 0) - (was?.collected ?? 0);
    const kind = event.isFound ? 'found' : 'collected';
    const taken = attempts.filter(({ status }) => status === 'successful');
    const times = taken.flatMap((attempt) => timesOf(attempt).map((time) => ({ time, amount: attempt.amount })));
    for (const { time, amount } of times.sort((one, other) => (one.time < other.time ? -1 : 1))) {
      const part = Math.min(left, amount);
      if (part > 0) this.#move(lagosDayAt(secondsOf(time)), part, kind);
      left -= part;
    }
    if (left > 0) this.#move(dayOf(event.date), left, kind);
    for (const made of outcomesOf(is?.attempts ?? [], attempts)) this.#attempt(made);
  }

  #attempt({ outcome, kobo, days, times }: MadeAttempts): void {
    const { outcomes, runs } = this.#history.attempts;
    let place = outcomes.findIndex((other) => isSameOutcome(other, outcome));
    if (place < 0) place = outcomes.push(outcome) - 1;
    for (const [day, ofDay] of byLagosDay(times))
      runs.push(this.#known, place, kobo, day, days, ofDay.length, ...ofDay);
  }

  // What the mandate shows beyond its instalments moves to them once they show it.
  #explain(event: LoanEvent, after: LoanState): void {
    const now = takenByPlatform(after) - collectedByInstalment(after);
    let change = now - this.#unexplained.reduce((sum, { kobo }) => sum + kobo, 0);
    if (change > 0) {
      const debit = event.type === 'debit.settled' && after.debits.find(({ debitId }) => debitId === event.debitId);
      const on = debit ? Math.min(dayOf(debit.debitDate), this.#today) : this.#today;
      this.#unexplained.push({ on, kobo: change });
      this.#history.money.push([on, this.#known, change, movements.indexOf('unexplained')]);
    }
    for (let last = this.#unexplained.at(-1); change < 0 && last; last = this.#unexplained.at(-1)) {
      const part = Math.min(last.kobo, -change);
      this.#history.money.push([last.on, this.#known, -part, movements.indexOf('unexplained')]);
      change += part;
      last.kobo -= part;
      if (last.kobo === 0) this.#unexplained.pop();
    }
  }

  #report({ report, effectiveOn }: EventOf<'report.filed'>, before: LoanState): void {
    const known = this.#known;
    if (report.event === 'loan.disbursed') {
      const { amount, date } = report.content;
      this.#history.disbursed = { on: dayOf(date), known, kobo: koboFromNaira(amount) ?? NO_MONEY };
    } else if (report.event === 'loan.closed') {
      const { closeDate, finalStatus } = report.content;
      const isWrittenOff = loanBalances(before).outstanding > 0 || finalStatus === 'written_off';
      this.#history.closed = { on: dayOf(closeDate), known, isWrittenOff };
    } else if (report.event === 'loan.restructured') {
      const { due, outstanding } = loanBalances(before);
      const items = report.content.schedule.map(
        ({ dueDate, amount }): DueItem => [dayOf(dueDate), koboFromNaira(amount) ?? NO_MONEY],
      );
      const from = effectiveOn === undefined ? this.#today : dayOf(effectiveOn);
      this.#history.schedules.push({ from, recorded: this.#today, known, settled: due - outstanding, due: items });
    }
  }

  #followDebits({ debits }: LoanState): void {
    const { unknown } = this.#history;
    for (const { debitId, status, amount } of debits) {
      const isUnknown = status === 'unknown' || status === 'parked';
      const place = this.#unknown.get(debitId);
      if (isUnknown && place === undefined)
        this.#unknown.set(debitId, unknown.push({ from: this.#known, kobo: amount }) - 1);
      const lasted = place === undefined ? undefined : unknown[place];
      if (isUnknown || place === undefined || !lasted) continue;
      unknown[place] = { ...lasted, until: this.#known };
      this.#unknown.delete(debitId);
    }
  }

  #move(on: number, kobo: number, kind: (typeof movements)[number]): void {
    this.#history.money.push([on, this.#known, kobo, movements.indexOf(kind)]);
  }

  get #today(): number {
    return lagosDayAt(this.#known);
  }
}

function dayOf(text: string): number {
  return dayNumber(parsePlainDate(text) ?? ('1970-01-01' as PlainDate));
}

/** Attempts of one entry: the seconds of those of the first day, and on how many days in a row. */
interface MadeAttempts {
  readonly outcome: AttemptOutcome;
  readonly kobo: number;
  readonly days: number;
  readonly times: readonly number[];
}

// A sweep takes less than an attempt of the same day asked of the same account in vain.
function outcomesOf(all: readonly AttemptFacts[], fresh: readonly AttemptFacts[]): readonly MadeAttempts[] {
  return fresh.flatMap((attempt) => {
    const { status, amount: kobo, code = '', bank = '', account, position = -1 } = attempt;
    const outcome: AttemptOutcome = { isTaken: 0, isSweep: 0, code, bank, position };
    if (status === 'failed') return [{ outcome, kobo: 0, days: daysOf(attempt), times: attempt.at.map(secondsOf) }];
    const asked = all
      .filter((other) => other.account === account && other.status === 'failed' && other.amount > kobo)
      .map((other) => ({ days: daysOf(other), from: other.at.map((time) => lagosDayAt(secondsOf(time))) }));
    return timesOf(attempt).map((text): MadeAttempts => {
      const time = secondsOf(text);
      const day = lagosDayAt(time);
      const isSweep = asked.some(({ days, from }) => from.some((first) => first <= day && day < first + days));
      return { outcome: { ...outcome, isTaken: 1, isSweep: isSweep ? 1 : 0 }, kobo, days: 1, times: [time] };
    });
  });
}

function isSameOutcome(one: AttemptOutcome, other: AttemptOutcome): boolean {
  return (
    one.isTaken === other.isTaken &&
    one.isSweep === other.isSweep &&
    one.code === other.code &&
    one.bank === other.bank &&
    one.position === other.position
  );
}

/** The seconds since midnight of times, by their day. */
function byLagosDay(times: readonly number[]): ReadonlyMap<number, readonly number[]> {
  const days = new Map<number, number[]>();
  for (const time of times) {
    const day = lagosDayAt(time);
    const ofDay = days.get(day) ?? [];
    ofDay.push(time - beginOf(day));
    days.set(day, ofDay);
  }
  return days;
}

/** On how many days in a row the attempts of an entry were made. */
function daysOf({ at: [first = ''], dailyUntil }: AttemptFacts): number {
  return dailyUntil === undefined ? 1 : 1 + daysBetween(utcDay(first), utcDay(dailyUntil));
}

function utcDay(time: string): PlainDate {
  return time.slice(0, 'YYYY-MM-DD'.length) as PlainDate;
}

function secondsOf(time: string): number {
  return Math.floor((parseInstant(time) ?? 0) / SECOND_MS);
}

const DAY_SECONDS = DAY_MS / SECOND_MS;
const MIDNIGHT_OF_DAY_0 = lagosInstant('1970-01-01' as PlainDate) / SECOND_MS;

/** The first second of a Lagos day. */
export function beginOf(day: number): number {
  return day * DAY_SECONDS + MIDNIGHT_OF_DAY_0;
}

/** The Lagos day of a time. */
export function lagosDayAt(time: number): number {
  return Math.floor((time - MIDNIGHT_OF_DAY_0) / DAY_SECONDS);
}
