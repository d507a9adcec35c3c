/** How loans do by the month of their disbursement, and instalments by the month of their due date. */
import { dateFromDayNumber, dayNumber, type PlainDate, partsOf } from '../../domain/calendar.ts';
import { naira, share } from '../amounts.ts';
import type { Moment } from '../standing.ts';
import type { FiguredLoan } from './days.ts';

/** What was collected of the instalments that fell due in a month. Amounts in naira, shares from 0 to 1. */
export interface MonthlyCollection {
  /** `YYYY-MM`. */
  readonly month: string;
  /** What fell due. */
  readonly due: number;
  /** Paid by the end of the due date. Money counts for the oldest instalments first. */
  readonly onDueDate: number;
  /** Paid within 7 days after it, of the instalments for which these days are over. */
  readonly within7: { readonly due: number; readonly paid: number; readonly share: number };
  /** Paid within 30 days after it, of the instalments for which these days are over. */
  readonly within30: { readonly due: number; readonly paid: number; readonly share: number };
  /** Of what fell due, from 0 to 1. */
  readonly shareOnDueDate: number;
}

/** Loans of which the first instalment was not fully paid 30 days after its due date. */
export interface FirstPaymentDefault {
  /** Loans for which these days are over. */
  readonly loans: number;
  /** Of these, loans of which the first instalment was not paid in time. */
  readonly defaulted: number;
  /** Defaulted loans of those, from 0 to 1. */
  readonly share: number;
}

/** The loans that were disbursed in a month, at the ends of the months since. */
export interface Vintage extends FirstPaymentDefault {
  /** `YYYY-MM`. */
  readonly month: string;
  /** Number of loans of the month. */
  readonly disbursedLoans: number;
  /** Their amount in naira. */
  readonly disbursed: number;
  /** One for each month since. */
  readonly points: readonly VintagePoint[];
}

export interface VintagePoint {
  /** 0: the end of the month of the disbursement. The last point may be of a month that is not over. */
  readonly monthsOnBook: number;
  /** The day of the point. */
  readonly on: string;
  /** What came in, as a share of what is due in total. */
  readonly paidShare: number;
  /** The balance that is at least 30 days past due, or was written off, as a share of what is due in total. */
  readonly share30: number;
}

interface Cohort {
  loans: number;
  disbursed: number;
  ripe: number;
  defaulted: number;
  readonly points: { paid: number; late: number; due: number }[];
}

interface MonthOfDue {
  due: number;
  onDueDate: number;
  readonly within: { readonly days: number; due: number; paid: number }[];
}

const GRACE_DAYS = 30;

export class CohortFigures {
  readonly #at: Moment;
  readonly #cohorts = new Map<number, Cohort>();
  readonly #months = new Map<number, MonthOfDue>();
  /** The months of days, and the last days of months, as far as they were needed. */
  readonly #monthOf = remembered(monthOf);
  readonly #lastDayOf = remembered(lastDayOf);

  constructor(at: Moment) {
    this.#at = at;
  }

  add(figured: FiguredLoan): void {
    const { history, loan } = figured;
    const { disbursed } = history;
    const { day } = this.#at;
    if (!disbursed) return;
    this.#addInstalments(figured);
    const first = this.#monthOf(disbursed.on);
    const cohort = this.#cohorts.get(first) ?? { loans: 0, disbursed: 0, ripe: 0, defaulted: 0, points: [] };
    this.#cohorts.set(first, cohort);
    cohort.loans += 1;
    cohort.disbursed += disbursed.kobo;
    this.#addFirstPayment(figured, cohort);
    const last = this.#monthOf(day);
    for (let month = first; month <= last; month += 1) {
      const standing = month === last ? figured.standing : loan.standingOn(this.#lastDayOf(month));
      const point = cohort.points[month - first] ?? { paid: 0, late: 0, due: 0 };
      cohort.points[month - first] = point;
      if (standing.status === 'waiting') continue;
      point.due += standing.due;
      point.paid += Math.min(standing.paid, standing.due);
      const isLate = standing.status === 'written-off' || standing.daysPastDue >= GRACE_DAYS;
      if (isLate) point.late += standing.outstanding;
    }
  }

  // Of a loan that was adopted after its first due date, no one knows when it was paid.
  #addFirstPayment({ history, loan, instalments }: FiguredLoan, cohort: Cohort): void {
    const [terms] = history.schedules;
    let [first] = instalments;
    for (const each of instalments) if (first && each.day < first.day) first = each;
    if (!terms || !first || first.day + GRACE_DAYS > this.#at.day) return;
    if (terms.due.some(([day]) => day < terms.from)) return;
    cohort.ripe += 1;
    if (loan.paidBy(first.day + GRACE_DAYS) < first.before + first.kobo) cohort.defaulted += 1;
  }

  #addInstalments({ loan, instalments }: FiguredLoan): void {
    const { day } = this.#at;
    for (const { day: due, kobo, before } of instalments) {
      if (due > day) continue;
      const of = this.#monthOf(due);
      const month = this.#months.get(of) ?? newMonth();
      this.#months.set(of, month);
      const paidWithin = (days: number) => Math.max(0, Math.min(kobo, loan.paidBy(due + days) - before));
      month.due += kobo;
      month.onDueDate += paidWithin(0);
      for (const window of month.within) {
        if (due + window.days > day) continue;
        window.due += kobo;
        window.paid += paidWithin(window.days);
      }
    }
  }

  collection(): readonly MonthlyCollection[] {
    return [...this.#months].sort(byMonth).map(([month, { due, onDueDate, within }]) => {
      const [within7, within30] = within.map((window) => {
        return { due: naira(window.due), paid: naira(window.paid), share: share(window.paid, window.due) };
      });
      const none = { due: 0, paid: 0, share: 0 };
      return {
        month: monthText(month),
        due: naira(due),
        onDueDate: naira(onDueDate),
        shareOnDueDate: share(onDueDate, due),
        within7: within7 ?? none,
        within30: within30 ?? none,
      };
    });
  }

  firstPaymentDefault(): FirstPaymentDefault {
    let [loans, defaulted] = [0, 0];
    for (const cohort of this.#cohorts.values()) {
      loans += cohort.ripe;
      defaulted += cohort.defaulted;
    }
    return { loans, defaulted, share: share(defaulted, loans) };
  }

  vintages(): readonly Vintage[] {
    return [...this.#cohorts].sort(byMonth).map(([month, { loans, disbursed, ripe, defaulted, points }]) => ({
      month: monthText(month),
      disbursedLoans: loans,
      disbursed: naira(disbursed),
      loans: ripe,
      defaulted,
      share: share(defaulted, ripe),
      points: points.map(({ paid, late, due }, monthsOnBook) => ({
        monthsOnBook,
        on: dateFromDayNumber(Math.min(this.#at.day, lastDayOf(month + monthsOnBook))),
        paidShare: share(paid, due),
        share30: share(late, due),
      })),
    }));
  }
}

function newMonth(): MonthOfDue {
  return {
    due: 0,
    onDueDate: 0,
    within: [
      { days: 7, due: 0, paid: 0 },
      { days: 30, due: 0, paid: 0 },
    ],
  };
}

function byMonth([one]: readonly [number, unknown], [other]: readonly [number, unknown]): number {
  return one - other;
}

function remembered(work: (of: number) => number): (of: number) => number {
  const known = new Map<number, number>();
  return (of) => {
    const found = known.get(of);
    if (found !== undefined) return found;
    const worked = work(of);
    known.set(of, worked);
    return worked;
  };
}

/** Months since the year 0. */
export function monthOf(day: number): number {
  const [year, month] = partsOf(dateFromDayNumber(day));
  return year * 12 + month - 1;
}

export function lastDayOf(month: number): number {
  return dayNumber(`${monthText(month + 1)}-01` as PlainDate) - 1;
}

function monthText(month: number): string {
  const text = String((month % 12) + 1).padStart(2, '0');
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${text}`;
}
