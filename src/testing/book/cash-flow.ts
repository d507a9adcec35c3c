/** How money comes to a payer's accounts and leaves them. The service's banks hold the balances. */
import { addDays, dayNumber, type PlainDate, partsOf } from '../../domain/calendar.ts';
import type { Chance } from '../statements/chance.ts';

type Range = readonly [from: number, to: number];

/** The money of a type of payer, and the loans that they take. Amounts in naira, shares from 0 to 1. */
export interface PayerMoney {
  /** How many of a book's payers are of this type, as a weight. */
  readonly weight: number;
  /** Income in a month. */
  readonly income: Range;
  /** Once a month on the payday, or on any day with this chance. */
  readonly earns:
    | { readonly payday: Range; readonly late: number; readonly daysLate: Range }
    | { readonly aDay: number };
  /** The part of the income that goes to the primary account. Backups share the rest. */
  readonly toPrimary: Range;
  /** The part of each balance that is spent in a day. */
  readonly spends: Range;
  readonly frequency: 'weekly' | 'monthly';
  readonly instalments: Range;
  /** The part of the month's income that the month's instalments take. */
  readonly burden: Range;
  /** The first due date: days after the payday, or after a period. */
  readonly dueAfter: Range;
}

/**
 * The payers of a book. Calibrated with the attempts that `test/testing/book.test.ts` counts: 29 to 45 % of the first
 * attempts on a due date find too little money.
 */
export const payerTypes = {
  salary: {
    weight: 45,
    income: [110_000, 420_000],
    earns: { payday: [20, 26], late: 0.3, daysLate: [1, 6] },
    toPrimary: [0.6, 0.95],
    spends: [0.1, 0.28],
    frequency: 'monthly',
    instalments: [3, 9],
    burden: [0.15, 0.35],
    dueAfter: [0, 5],
  },
  trader: {
    weight: 35,
    income: [90_000, 360_000],
    earns: { aDay: 0.75 },
    toPrimary: [0.5, 0.9],
    spends: [0.2, 0.45],
    frequency: 'weekly',
    instalments: [6, 16],
    burden: [0.12, 0.32],
    dueAfter: [0, 3],
  },
  gig: {
    weight: 20,
    income: [60_000, 240_000],
    earns: { aDay: 0.2 },
    toPrimary: [0.6, 1],
    spends: [0.1, 0.22],
    frequency: 'monthly',
    instalments: [3, 6],
    burden: [0.05, 0.15],
    dueAfter: [0, 10],
  },
} as const satisfies Readonly<Record<string, PayerMoney>>;

/** A type of payer. */
export type PayerType = keyof typeof payerTypes;

/** The money of one payer. */
export interface Purse {
  readonly type: PayerType;
  /** In a month. */
  readonly income: number;
  /** The day of the month of a salary. */
  readonly payday: number;
  readonly toPrimary: number;
  readonly spends: number;
  /** From this day on there is no income. */
  readonly endsOn?: PlainDate | undefined;
}

const MONTH_DAYS = 30;

/** The flow of one payer's money, day by day. */
export class CashFlow {
  readonly #purse: Purse;
  readonly #chance: Chance;
  #day: PlainDate;
  #daysToSalary = -1;

  constructor(purse: Purse, chance: Chance, from: PlainDate) {
    this.#purse = purse;
    this.#chance = chance;
    this.#day = from;
  }

  /** The balances on the morning of `today`, from those after the last call. The first is the primary's. */
  until(today: PlainDate, balances: readonly number[]): readonly number[] {
    const { toPrimary, spends } = this.#purse;
    let now = balances;
    for (let left = dayNumber(today) - dayNumber(this.#day); left > 0; left -= 1) {
      this.#day = addDays(this.#day, 1);
      const earned = this.#earned();
      const toEach = (index: number) => (index === 0 ? toPrimary : (1 - toPrimary) / (now.length - 1));
      // Spending varies: on some days nothing, on others twice as much.
      const kept = 1 - spends * 2 * this.#chance.next();
      now = now.map((balance, index) => Math.round(balance * kept + earned * toEach(index)));
    }
    return now;
  }

  #earned(): number {
    const { type, income, payday, endsOn } = this.#purse;
    const { earns } = payerTypes[type];
    if (endsOn !== undefined && this.#day >= endsOn) return 0;
    if ('aDay' in earns) {
      const share = this.#chance.next() * 2;
      return this.#chance.happens(earns.aDay) ? (income / MONTH_DAYS / earns.aDay) * share : 0;
    }
    if (partsOf(this.#day)[2] === payday)
      this.#daysToSalary = this.#chance.happens(earns.late) ? this.#chance.between(...earns.daysLate) : 0;
    else this.#daysToSalary -= 1;
    return this.#daysToSalary === 0 ? income : 0;
  }
}
