/** How a loan stands on a day, as far as something was known at a time. */
import type { LoanHistory, Schedule } from './history.ts';

/** A point on the two axes: what had happened by the end of a day, and what was known by a time. */
export interface Moment {
  /** Days since 1970-01-01. */
  readonly day: number;
  /** Seconds since 1970-01-01. Facts of this second are known. */
  readonly known: number;
}

/** A loan on a day. Amounts are whole kobo. */
export interface Standing {
  /** `waiting`: not disbursed yet, or not in this book yet. */
  readonly status: 'waiting' | 'running' | 'repaid' | 'written-off';
  readonly due: number;
  readonly paid: number;
  readonly outstanding: number;
  readonly overpaid: number;
  /** What is past due: due by the day, and not paid. */
  readonly arrears: number;
  /** Days since the oldest unpaid due date. 0 on the due date itself and if nothing is past due. */
  readonly daysPastDue: number;
}

/** An instalment, and what was due before it in total. */
export interface DueInstalment {
  readonly day: number;
  readonly kobo: number;
  readonly before: number;
}

/** A loan as far as something was known at a time. Answers for any day. */
export class KnownLoan {
  readonly #history: LoanHistory;
  readonly #known: number;
  readonly #schedules: readonly Schedule[];
  /** Days on which money moved, in order, and the sum up to each. */
  readonly #days: number[] = [];
  readonly #sums: number[] = [];

  constructor(history: LoanHistory, known: number) {
    this.#history = history;
    this.#known = known;
    this.#schedules = history.schedules.filter((schedule) => schedule.known <= known);
    for (const movement of history.money) if (movement[1] <= known) this.#insert(movement[0], movement[2]);
    for (let place = 1; place < this.#sums.length; place += 1)
      this.#sums[place] = (this.#sums[place] ?? 0) + (this.#sums[place - 1] ?? 0);
  }

  // Most movements are in the order of their days already.
  #insert(day: number, kobo: number): void {
    let place = this.#days.length;
    for (; place > 0 && (this.#days[place - 1] ?? 0) > day; place -= 1) {
      this.#days[place] = this.#days[place - 1] ?? 0;
      this.#sums[place] = this.#sums[place - 1] ?? 0;
    }
    this.#days[place] = day;
    this.#sums[place] = kobo;
  }

  /** What came in by the end of the day, less what went back. */
  paidBy(day: number): number {
    let [first, end] = [0, this.#days.length];
    while (first < end) {
      const middle = (first + end) >> 1;
      if ((this.#days[middle] ?? 0) <= day) first = middle + 1;
      else end = middle;
    }
    return this.#sums[first - 1] ?? 0;
  }

  /** The terms that count on a day. Undefined before the loan is in the book. */
  scheduleOn(day: number): Schedule | undefined {
    for (let place = this.#schedules.length - 1; place >= 0; place -= 1) {
      const schedule = this.#schedules[place];
      if (schedule && schedule.from <= day) return schedule;
    }
    return undefined;
  }

  /** All instalments, each of the terms that counted on its due day. After the day, those that count on it. */
  instalmentsOn(day: number): readonly DueInstalment[] {
    const items: DueInstalment[] = [];
    const counting = this.#schedules.filter(({ from }) => from <= day);
    for (const [index, { from, settled, due }] of counting.entries()) {
      let until = Number.POSITIVE_INFINITY;
      for (let later = index + 1; later < counting.length; later += 1)
        until = Math.min(until, counting[later]?.from ?? until);
      let before = settled;
      for (const item of due) {
        const [dueDay, kobo] = [item[0], item[1]];
        if (dueDay >= from && dueDay < until) items.push({ day: dueDay, kobo, before });
        before += kobo;
      }
    }
    return items;
  }

  standingOn(day: number): Standing {
    const { disbursed, closed } = this.#history;
    if (!disbursed || disbursed.on > day || disbursed.known > this.#known) return WAITING;
    const schedule = this.scheduleOn(day);
    if (!schedule) return WAITING;
    const paid = this.paidBy(day);
    let due = schedule.settled;
    for (const item of schedule.due) due += item[1];
    const outstanding = Math.max(0, due - paid);
    const overpaid = Math.max(0, paid - due);
    if (closed && closed.on <= day && closed.known <= this.#known) {
      const status = closed.isWrittenOff ? 'written-off' : 'repaid';
      return { status, due, paid, outstanding, overpaid, arrears: 0, daysPastDue: 0 };
    }
    const { arrears, since } = arrearsOf(schedule, paid, day);
    return { status: 'running', due, paid, outstanding, overpaid, arrears, daysPastDue: day - (since ?? day) };
  }
}

/** The terms that count. Undefined before the loan is in the book. */
export function scheduleAt(history: LoanHistory, { day, known }: Moment): Schedule | undefined {
  return new KnownLoan(history, known).scheduleOn(day);
}

/** What came in by the end of the day, less what went back. */
export function paidBy(history: LoanHistory, { day, known }: Moment): number {
  return new KnownLoan(history, known).paidBy(day);
}

export function standingAt(history: LoanHistory, { day, known }: Moment): Standing {
  return new KnownLoan(history, known).standingOn(day);
}

const WAITING: Standing = {
  status: 'waiting',
  due: 0,
  paid: 0,
  outstanding: 0,
  overpaid: 0,
  arrears: 0,
  daysPastDue: 0,
};

// What came in pays the oldest instalments first, whichever one the platform collected it for.
function arrearsOf({ recorded, settled, due }: Schedule, paid: number, day: number) {
  if (day < recorded) return { arrears: 0, since: undefined };
  // More may have gone back than had come in by that day. Nothing is past due because of that.
  let left = Math.max(0, paid) - settled;
  let arrears = Math.max(0, -left);
  // What was paid before the terms may have gone back since.
  let since = arrears > 0 ? recorded : undefined;
  left = Math.max(0, left);
  for (const item of due) {
    const [dueDay, kobo] = [item[0], item[1]];
    if (dueDay > day) break;
    const unpaid = Math.max(0, kobo - left);
    left = Math.max(0, left - kobo);
    if (unpaid > 0) since ??= dueDay;
    arrears += unpaid;
  }
  return { arrears, since };
}
