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

/** The terms that count. Undefined before the loan is in the book. */
export function scheduleAt({ schedules }: LoanHistory, { day, known }: Moment): Schedule | undefined {
  return schedules.findLast((schedule) => schedule.from <= day && schedule.known <= known);
}

/** An instalment, and what was due before it in total. */
export interface DueInstalment {
  readonly day: number;
  readonly kobo: number;
  readonly before: number;
}

/** All instalments, each of the terms that counted on its due day. After the moment's day, those that count on it. */
export function instalmentsAt({ schedules }: LoanHistory, { day, known }: Moment): readonly DueInstalment[] {
  const counting = schedules.filter((schedule) => schedule.from <= day && schedule.known <= known);
  return counting.flatMap(({ from, settled, due }, index) => {
    const until = Math.min(...counting.slice(index + 1).map((later) => later.from));
    let before = settled;
    return due.flatMap(([dueDay, kobo]) => {
      const item = { day: dueDay, kobo, before };
      before += kobo;
      return dueDay >= from && dueDay < until ? [item] : [];
    });
  });
}

/** What came in by the end of the day, less what went back. */
export function paidBy({ money }: Pick<LoanHistory, 'money'>, { day, known }: Moment): number {
  let sum = 0;
  for (const [on, knownAt, kobo] of money) if (on <= day && knownAt <= known) sum += kobo;
  return sum;
}

export function standingAt(history: LoanHistory, moment: Moment): Standing {
  const schedule = scheduleAt(history, moment);
  const { disbursed, closed } = history;
  const hasBegun = disbursed !== undefined && disbursed.on <= moment.day && disbursed.known <= moment.known;
  if (!schedule || !hasBegun) return WAITING;
  const paid = paidBy(history, moment);
  const due = schedule.due.reduce((sum, [, kobo]) => sum + kobo, schedule.settled);
  const { arrears, since } = arrearsOf(schedule, paid, moment.day);
  const hasEnded = closed !== undefined && closed.on <= moment.day && closed.known <= moment.known;
  const outstanding = Math.max(0, due - paid);
  const ended = closed?.isWrittenOff ? 'written-off' : 'repaid';
  return {
    status: hasEnded ? ended : 'running',
    due,
    paid,
    outstanding,
    overpaid: Math.max(0, paid - due),
    arrears: hasEnded ? 0 : arrears,
    daysPastDue: hasEnded || since === undefined ? 0 : moment.day - since,
  };
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
  for (const [dueDay, kobo] of due) {
    if (dueDay > day) break;
    const unpaid = Math.max(0, kobo - left);
    left = Math.max(0, left - kobo);
    if (unpaid > 0) since ??= dueDay;
    arrears += unpaid;
  }
  return { arrears, since };
}
