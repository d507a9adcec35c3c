/** Balances, arrears and how they moved since the last month end. Amounts are in naira. */
import { naira, share } from '../amounts.ts';
import { type LoanHistory, movements } from '../history.ts';
import type { Moment, Standing } from '../standing.ts';
import type { FiguredLoan } from './days.ts';

/** A number of loans and what they owe, in naira. */
export interface Holding {
  /** Number of loans. */
  readonly loans: number;
  /** What they owe, in naira. */
  readonly balance: number;
}

/** The sums of the book. collected + repaidElsewhere - reversed + outstanding = due + overpaid. */
export interface BookSummary {
  /** Disbursed loans by their state. `repaid` and `writtenOff` are closed. */
  readonly loans: { readonly running: number; readonly repaid: number; readonly writtenOff: number };
  /** What was disbursed. */
  readonly disbursed: number;
  /** What all disbursed loans ask for in total, also later. */
  readonly due: number;
  /** What the platform collected. */
  readonly collected: number;
  /** What came in outside the platform. */
  readonly repaidElsewhere: number;
  /** What went back to payers, and repayments elsewhere that did not hold. */
  readonly reversed: number;
  /** What is still owed. */
  readonly outstanding: number;
  /** What came in beyond the terms. */
  readonly overpaid: number;
  /** The part of the outstanding amount that is on running loans. The figures of risk are about it. */
  readonly balance: number;
  /** The part of the balance that is past due. */
  readonly arrears: number;
  /** The outstanding amount of loans that were written off. */
  readonly writtenOff: number;
}

/** The balance of running loans that are at least so many days past due. */
export interface PortfolioAtRisk extends Holding {
  /** The least number of days. */
  readonly daysPastDue: number;
  /** Of the balance of all running loans. 0 if there is none. */
  readonly shareOfBalance: number;
  /** Of all running loans, from 0 to 1. */
  readonly shareOfLoans: number;
}

export const bucketNames = ['0', '1-29', '30-59', '60-89', '90+'] as const;

/** Days past due, grouped. */
export type Bucket = (typeof bucketNames)[number];

export interface BucketHolding extends Holding {
  /** The days past due. */
  readonly bucket: Bucket;
  /** The part of the balance that is past due, in naira. */
  readonly arrears: number;
}

/** Stage 1: below 30 days past due. Stage 2: from 30. Stage 3: from 90. */
export interface StageHolding extends Holding {
  /** The stage. */
  readonly stage: 1 | 2 | 3;
}

/** Where the loans of a bucket went since the last month end, by their balance on that day. */
export interface RollRow extends Holding {
  /** The bucket at the last month end. */
  readonly from: Bucket;
  /** Where its loans are now. The cells add up to the row. */
  readonly to: Readonly<Record<Bucket | 'repaid' | 'writtenOff', Holding>>;
}

export interface RollMatrix {
  /** The day that it begins with: the last day of the month before. */
  readonly from: string;
  /** One for each bucket on that day. */
  readonly rows: readonly RollRow[];
}

/** Loans at least 30 days past due at the last month end, and how many of them owe nothing past due now. */
export interface CureRate {
  /** Those loans, by their balance on that day. */
  readonly atRisk: Holding;
  /** Of these, loans without arrears now. */
  readonly cured: Holding;
  /** Cured loans, from 0 to 1. */
  readonly shareOfLoans: number;
  /** The share of their balance, from 0 to 1. */
  readonly shareOfBalance: number;
}

const limits = [1, 7, 30, 60, 90] as const;

export class RiskFigures {
  readonly #at: Moment;
  readonly #monthStart: number;
  readonly #counts = { running: 0, repaid: 0, writtenOff: 0 };
  readonly #sums = { disbursed: 0, due: 0, outstanding: 0, overpaid: 0, balance: 0, arrears: 0, writtenOff: 0 };
  readonly #money = movements.map(() => 0);
  readonly #atRisk = limits.map(() => new Tally());
  readonly #buckets = bucketNames.map(() => ({ held: new Tally(), arrears: 0 }));
  readonly #rolls = bucketNames.map(() => new Map<string, Tally>());

  /** @param monthStart the last day of the month before */
  constructor(at: Moment, monthStart: number) {
    this.#at = at;
    this.#monthStart = monthStart;
  }

  add({ history, loan, standing }: FiguredLoan): void {
    if (standing.status === 'waiting') return;
    const { outstanding, daysPastDue } = standing;
    const state = standing.status === 'written-off' ? 'writtenOff' : standing.status;
    this.#counts[state] += 1;
    this.#sums.disbursed += history.disbursed?.kobo ?? 0;
    this.#sums.due += standing.due;
    this.#sums.outstanding += outstanding;
    this.#sums.overpaid += standing.overpaid;
    if (state === 'writtenOff') this.#sums.writtenOff += outstanding;
    this.#addMoney(history);
    this.#addRoll(loan.standingOn(this.#monthStart), standing);
    if (state !== 'running') return;
    this.#sums.balance += outstanding;
    this.#sums.arrears += standing.arrears;
    for (let index = 0; index < limits.length; index += 1)
      if (daysPastDue >= (limits[index] ?? 0)) this.#atRisk[index]?.add(outstanding);
    const bucket = this.#buckets[bucketOf(daysPastDue)];
    if (bucket) {
      bucket.held.add(outstanding);
      bucket.arrears += standing.arrears;
    }
  }

  #addMoney({ money }: LoanHistory): void {
    for (const movement of money) {
      if (movement[0] > this.#at.day || movement[1] > this.#at.known) continue;
      this.#money[movement[3]] = (this.#money[movement[3]] ?? 0) + movement[2];
    }
  }

  #addRoll(then: Standing, now: Standing): void {
    if (then.status !== 'running') return;
    const { status } = now;
    const to =
      status === 'repaid' || (status === 'running' && now.outstanding === 0)
        ? 'repaid'
        : status === 'written-off'
          ? 'writtenOff'
          : (bucketNames[bucketOf(now.daysPastDue)] ?? '0');
    const row = this.#rolls[bucketOf(then.daysPastDue)];
    const cell = row?.get(to) ?? new Tally();
    cell.add(then.outstanding);
    row?.set(to, cell);
  }

  summary(): BookSummary {
    const [collected = 0, found = 0, unexplained = 0, elsewhere = 0, refunded = 0, bounced = 0] = this.#money;
    const { disbursed, due, outstanding, overpaid, balance, arrears, writtenOff } = this.#sums;
    return {
      loans: { ...this.#counts },
      disbursed: naira(disbursed),
      due: naira(due),
      collected: naira(collected + found + unexplained),
      repaidElsewhere: naira(elsewhere),
      reversed: naira(0 - refunded - bounced),
      outstanding: naira(outstanding),
      overpaid: naira(overpaid),
      balance: naira(balance),
      arrears: naira(arrears),
      writtenOff: naira(writtenOff),
    };
  }

  portfolioAtRisk(): readonly PortfolioAtRisk[] {
    const { running } = this.#counts;
    return limits.map((daysPastDue, index) => {
      const { loans, kobo } = this.#atRisk[index] ?? new Tally();
      const shareOfBalance = share(kobo, this.#sums.balance);
      return { daysPastDue, loans, balance: naira(kobo), shareOfBalance, shareOfLoans: share(loans, running) };
    });
  }

  buckets(): readonly BucketHolding[] {
    return bucketNames.map((bucket, index) => {
      const { held, arrears } = this.#buckets[index] ?? { held: new Tally(), arrears: 0 };
      return { bucket, ...held.holding(), arrears: naira(arrears) };
    });
  }

  staging(): readonly StageHolding[] {
    return ([1, 2, 3] as const).map((stage) => {
      const sum = new Tally();
      for (const [place, { held }] of this.#buckets.entries()) if (stageOfBucket[place] === stage) sum.take(held);
      return { stage, ...sum.holding() };
    });
  }

  rolls(from: string): RollMatrix {
    const ends = [...bucketNames, 'repaid', 'writtenOff'] as const;
    const rows = bucketNames.map((bucket, index) => {
      const start = new Tally();
      for (const cell of this.#rolls[index]?.values() ?? []) start.take(cell);
      const to = Object.fromEntries(
        ends.map((end) => [end, (this.#rolls[index]?.get(end) ?? new Tally()).holding()]),
      ) as RollRow['to'];
      return { from: bucket, ...start.holding(), to };
    });
    return { from, rows };
  }

  cureRate(): CureRate {
    const [atRisk, cured] = [new Tally(), new Tally()];
    for (const row of this.#rolls.slice(2))
      for (const [end, cell] of row) {
        atRisk.take(cell);
        if (end === '0' || end === 'repaid') cured.take(cell);
      }
    return {
      atRisk: atRisk.holding(),
      cured: cured.holding(),
      shareOfLoans: share(cured.loans, atRisk.loans),
      shareOfBalance: share(cured.kobo, atRisk.kobo),
    };
  }
}

const stageOfBucket = [1, 1, 2, 2, 3] as const;

/** The stage of a running loan. */
export function stageOf(daysPastDue: number): StageHolding['stage'] {
  return stageOfBucket[bucketOf(daysPastDue)] ?? 3;
}

function bucketOf(daysPastDue: number): number {
  return daysPastDue === 0 ? 0 : Math.min(4, 1 + Math.floor(daysPastDue / 30));
}

/** Counts loans and adds their balances. */
class Tally {
  loans = 0;
  kobo = 0;

  add(kobo: number): void {
    this.loans += 1;
    this.kobo += kobo;
  }

  take(other: Tally | undefined): void {
    this.loans += other?.loans ?? 0;
    this.kobo += other?.kobo ?? 0;
  }

  holding(): Holding {
    return { loans: this.loans, balance: naira(this.kobo) };
  }
}
