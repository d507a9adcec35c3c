/** All figures of a book, of one day, as far as something was known at a time. */
import { dateFromDayNumber } from '../../domain/calendar.ts';
import type { BookUpTo } from '../../loan-file/book-tables.ts';
import type { LoanHistory } from '../history.ts';
import { KnownLoan, type Moment } from '../standing.ts';
import {
  CohortFigures,
  type FirstPaymentDefault,
  lastDayOf,
  type MonthlyCollection,
  monthOf,
  type Vintage,
} from './cohorts.ts';
import { DailyFigures, type DayFigures, type FiguredLoan } from './days.ts';
import {
  type CascadeStepFigures,
  type ConfirmationTime,
  DebitFigures,
  type Declines,
  type FoundMoney,
  type UnknownDebits,
} from './debits.ts';
import {
  type BookSummary,
  type BucketHolding,
  type CureRate,
  type PortfolioAtRisk,
  RiskFigures,
  type RollMatrix,
  type StageHolding,
} from './risk.ts';

/** The figures of a book. `docs/book.md` defines each. */
export interface BookFigures {
  /** The last day that counts, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** The time up to which facts were known, ISO 8601 UTC. */
  readonly knownAt: string;
  /** How far the book is. */
  readonly upTo: BookUpTo;
  /** The sums of the book. */
  readonly summary: BookSummary;
  /** At 1, 7, 30, 60 and 90 days past due. */
  readonly portfolioAtRisk: readonly PortfolioAtRisk[];
  /** Balances by days past due. */
  readonly buckets: readonly BucketHolding[];
  /** Balances at 30 and 90 days past due. */
  readonly staging: readonly StageHolding[];
  /** Where the loans of each bucket went since the last month end. */
  readonly rolls: RollMatrix;
  /** How many late loans owe nothing past due any more. */
  readonly cureRate: CureRate;
  /** By month of the due date. */
  readonly collection: readonly MonthlyCollection[];
  /** Loans whose first instalment was not paid in time. */
  readonly firstPaymentDefault: FirstPaymentDefault;
  /** By month of the disbursement. */
  readonly vintages: readonly Vintage[];
  /** The 90 days up to the day of the figures, and the 90 after it. */
  readonly days: readonly DayFigures[];
  /** What each account of the cascade contributed. */
  readonly cascade: readonly CascadeStepFigures[];
  /** Which attempts failed. */
  readonly declines: Declines;
  /** How long it took until a successful attempt was on file. */
  readonly confirmation: ConfirmationTime;
  /** Manual debits whose outcome no one knows. */
  readonly unknownDebits: UnknownDebits;
  /** What reconciliation found that no webhook had reported. */
  readonly found: FoundMoney;
}

/** Adds up loans, one after the other. */
export class FiguresBuilder {
  readonly #at: Moment;
  readonly #monthStart: number;
  readonly #risk: RiskFigures;
  readonly #cohorts: CohortFigures;
  readonly #daily: DailyFigures;
  readonly #debits: DebitFigures;

  constructor(at: Moment) {
    this.#at = at;
    this.#monthStart = lastDayOf(monthOf(at.day) - 1);
    this.#risk = new RiskFigures(at, this.#monthStart);
    this.#cohorts = new CohortFigures(at);
    this.#daily = new DailyFigures(at);
    this.#debits = new DebitFigures(at);
  }

  add(history: LoanHistory): void {
    this.#debits.add(history);
    const loan = new KnownLoan(history, this.#at.known);
    const standing = loan.standingOn(this.#at.day);
    if (standing.status === 'waiting') return;
    const figured: FiguredLoan = { history, loan, standing, instalments: loan.instalmentsOn(this.#at.day) };
    this.#risk.add(figured);
    this.#cohorts.add(figured);
    this.#daily.add(figured);
  }

  figures(): Omit<BookFigures, 'asOf' | 'knownAt' | 'upTo'> {
    return {
      summary: this.#risk.summary(),
      portfolioAtRisk: this.#risk.portfolioAtRisk(),
      buckets: this.#risk.buckets(),
      staging: this.#risk.staging(),
      rolls: this.#risk.rolls(dateFromDayNumber(this.#monthStart)),
      cureRate: this.#risk.cureRate(),
      collection: this.#cohorts.collection(),
      firstPaymentDefault: this.#cohorts.firstPaymentDefault(),
      vintages: this.#cohorts.vintages(),
      days: this.#daily.days(),
      cascade: this.#debits.cascade(),
      declines: this.#debits.declines(),
      confirmation: this.#debits.confirmation(),
      unknownDebits: this.#debits.unknownDebits(),
      found: this.#debits.found(),
    };
  }
}
