import { type PlainDate, parsePlainDate } from '../../domain/calendar.ts';
import { type Kobo, koboFromAnswer, koboOf } from '../../domain/money.ts';
import { day } from '../../domain/values.ts';
import { requireInput } from '../../errors.ts';
import { anyText, check, list, nullable, number, optional, text, wholeNumber } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import { currencyNamed } from '../text/currency.ts';
import { type CategoryRule, categoryRule } from './categories/category-rule.ts';
import { categoryRules } from './categories/category-rules.ts';
import { wordsOf } from './entries/narration.ts';

/** Data of a credit bureau about the borrower, in naira. Spec §6.4, `totalBorrowed` to `creditInsight`. */
export interface BureauFigures {
  /** Sum of all loans paid out. */
  readonly totalBorrowed: number;
  /** Amount still owed on these loans. */
  readonly totalOutstanding: number;
  /** Overdue part of the amount owed. */
  readonly totalOverdue: number;
  /** A one-sentence summary. */
  readonly creditInsight: string;
}

/** Options of an insight. You can pass `period`, `openingBalance` and `closingBalance` of a `Statement` as they are. */
export interface InsightOptions {
  /** Appears in the insight; `''` if left out. */
  readonly businessId?: string | undefined;
  /** Appears in the insight; `''` if left out. */
  readonly borrowerId?: string | undefined;
  /** The account holder's name. Credits from an account of this name are own transfers, not income. */
  readonly accountName?: string | undefined;
  /** The days that the statement covers. Default: from the first entry to the last. */
  readonly period?: { readonly from: PlainDate | string; readonly to: PlainDate | string } | null | undefined;
  /** In naira. Default: computed from the first balance. */
  readonly openingBalance?: number | null | undefined;
  /** In naira. Used only without an opening balance and without a balance in any entry. */
  readonly closingBalance?: number | null | undefined;
  /** The currency of the amounts. Default naira. The `account.currency` of a `Statement` fits. */
  readonly currency?: string | null | undefined;
  /** Naira for one unit of `currency`, which must be given with another currency. The insight is in naira. */
  readonly nairaPerUnit?: number | undefined;
  /** Months over which the recommended loan is repaid, 1 to 360. Default 3. */
  readonly tenureMonths?: number | undefined;
  /** The maximum share of income for debt service, above 0 and up to 1. Default one third. */
  readonly capRatio?: number | undefined;
  /** Default: unknown, and the insight says `null`. */
  readonly bureau?: BureauFigures | undefined;
  /** All category rules, in order. Default `categoryRules`. To extend them, put your own rules first. */
  readonly rules?: readonly CategoryRule[] | undefined;
  /** Names of employers. Their payments count as salary, whatever the narration says. */
  readonly salaryPayers?: readonly string[] | undefined;
}

type Period = NonNullable<InsightOptions['period']>;

// May be negative. Rounded to the kobo.
const naira = check({
  type: 'number',
  takes: 'an amount in naira',
  kind: 'a number',
  test: (value) => typeof value === 'number' && koboFromAnswer(value) !== undefined,
});

const name = text('a name', (name) => wordsOf(name).length > 0);
const period = record<Period>(
  { from: day, to: day },
  {
    rules: ({ from, to }) =>
      from && to && to < from ? [{ path: 'to', message: 'must not be before period.from' }] : [],
  },
);
const bureau = record<BureauFigures>({
  totalBorrowed: naira,
  totalOutstanding: naira,
  totalOverdue: naira,
  creditInsight: anyText,
});

const insightOptions = record<InsightOptions>(
  {
    businessId: optional(nullable(anyText)),
    borrowerId: optional(nullable(anyText)),
    accountName: optional(nullable(anyText)),
    period: optional(nullable(period)),
    openingBalance: optional(nullable(naira)),
    closingBalance: optional(nullable(naira)),
    tenureMonths: optional(wholeNumber({ min: 1, max: 360 })),
    capRatio: optional(number({ above: 0, max: 1 })),
    bureau: optional(bureau),
    rules: optional(list(categoryRule, { takes: 'a list of category rules' })),
    salaryPayers: optional(list(name, { takes: 'a list of names' })),
    currency: optional(nullable(anyText)),
    nairaPerUnit: optional(number({ above: 0, max: 1_000_000 })),
  },
  { rules: currencyProblems },
);

/** Whether amounts are in naira: so also if a statement names no currency. */
export function isNaira(currency: string | null | undefined): boolean {
  return (currency?.trim() || 'NGN') === 'NGN' || currencyNamed(currency ?? '') === 'NGN';
}

function currencyProblems({ currency, nairaPerUnit }: Partial<InsightOptions>) {
  if (isNaira(currency)) {
    if (nairaPerUnit === undefined || nairaPerUnit === 1) return [];
    return [
      { path: 'nairaPerUnit', message: 'is only for amounts in another currency: leave it out, or give currency' },
    ];
  }
  if (nairaPerUnit !== undefined) return [];
  // A statement may print any text as its currency.
  const named = /^[A-Z]{3}$/.test(currency ?? '') ? currency : 'not naira';
  const message = `is ${named}, but an insight is in naira: give nairaPerUnit, the naira for one unit of that currency`;
  return [{ path: 'currency', message }];
}

/** Checked options with defaults. Amounts are in kobo, names are lists of words. */
export type InsightSettings = ReturnType<typeof readInsightOptions>;

/** Checks options and fills in defaults. @throws InputError with every invalid or unknown option */
export function readInsightOptions(options: unknown, subject: string) {
  const given = requireInput(subject, insightOptions, options);
  const { rules = categoryRules, tenureMonths = 3, capRatio = 1 / 3, salaryPayers = [], nairaPerUnit = 1 } = given;
  const inNaira = (amount: number | null | undefined) => {
    const kobo = koboFromAnswer(amount);
    return kobo === undefined ? undefined : toNaira(kobo, nairaPerUnit);
  };
  return {
    businessId: given.businessId ?? '',
    borrowerId: given.borrowerId ?? '',
    holder: wordsOf(given.accountName ?? ''),
    period: given.period ? readPeriod(given.period) : undefined,
    openingBalance: inNaira(given.openingBalance),
    closingBalance: inNaira(given.closingBalance),
    nairaPerUnit,
    tenureMonths,
    capRatio,
    bureau: given.bureau,
    rules,
    salaryPayers: salaryPayers.map(wordsOf),
  };
}

/** An amount of another currency in kobo, rounded half away from zero. */
export function toNaira(amount: Kobo, nairaPerUnit: number): Kobo {
  return koboOf(Math.sign(amount) * Math.round(Math.abs(amount) * nairaPerUnit));
}

function readPeriod({ from, to }: Period): { readonly from: PlainDate; readonly to: PlainDate } | undefined {
  const [first, last] = [parsePlainDate(from), parsePlainDate(to)];
  return first && last && { from: first, to: last };
}
