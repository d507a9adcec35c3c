import { type PlainDate, parsePlainDate } from '../../domain/calendar.ts';
import { koboFromAnswer } from '../../domain/money.ts';
import { day } from '../../domain/values.ts';
import { requireInput } from '../../errors.ts';
import { anyText, check, list, nullable, number, optional, text, wholeNumber } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import { type CategoryRule, categoryRule } from './categories/category-rule.ts';
import { categoryRules } from './categories/category-rules.ts';
import { wordsOf } from './entries/narration.ts';

/** What a credit bureau knows of the borrower, in naira. Spec §6.4, `totalBorrowed` to `creditInsight`. */
export interface BureauFigures {
  /** All loans that were paid out. */
  readonly totalBorrowed: number;
  /** What is still owed on them. */
  readonly totalOutstanding: number;
  /** What of it should have been paid. */
  readonly totalOverdue: number;
  /** A short sentence. */
  readonly creditInsight: string;
}

/** What an insight takes besides the entries. The `period`, `openingBalance` and `closingBalance` of a `Statement` fit. */
export interface InsightOptions {
  /** Appears in the insight; `''` if left out. */
  readonly businessId?: string | undefined;
  /** Appears in the insight; `''` if left out. */
  readonly borrowerId?: string | undefined;
  /** The account's name: credits from an account of the same name are the holder's own money, no income. */
  readonly accountName?: string | undefined;
  /** The days that the statement covers; from the first entry to the last if left out. */
  readonly period?: { readonly from: PlainDate | string; readonly to: PlainDate | string } | null | undefined;
  /** In naira; worked out from the first balance if left out. */
  readonly openingBalance?: number | null | undefined;
  /** In naira; used only where neither an opening balance nor any entry's is given. */
  readonly closingBalance?: number | null | undefined;
  /** Months over which the recommended loan is repaid, 1 to 360. Default 3. */
  readonly tenureMonths?: number | undefined;
  /** The share of income that debt service may take, above 0 and up to 1. Default one third. */
  readonly capRatio?: number | undefined;
  /** Default: nothing is known, and the insight says `null`. */
  readonly bureau?: BureauFigures | undefined;
  /** The whole table of categories, in order. Default `categoryRules`; put your own before them to extend it. */
  readonly rules?: readonly CategoryRule[] | undefined;
  /** Names of employers: what they pay is salary, whatever the narration says. */
  readonly salaryPayers?: readonly string[] | undefined;
}

type Period = NonNullable<InsightOptions['period']>;

// Also below zero, and rounded to the kobo.
const naira = check({
  type: 'number',
  takes: 'an amount in naira',
  kind: 'a number',
  test: (value) => typeof value === 'number' && koboFromAnswer(value) !== undefined,
});

const insightOptions = record<InsightOptions>({
  businessId: optional(nullable(anyText)),
  borrowerId: optional(nullable(anyText)),
  accountName: optional(nullable(anyText)),
  period: optional(
    nullable(
      record<Period>(
        { from: day, to: day },
        {
          rules: ({ from, to }) =>
            from && to && to < from ? [{ path: 'to', message: 'must not be before period.from' }] : [],
        },
      ),
    ),
  ),
  openingBalance: optional(nullable(naira)),
  closingBalance: optional(nullable(naira)),
  tenureMonths: optional(wholeNumber({ min: 1, max: 360 })),
  capRatio: optional(number({ above: 0, max: 1 })),
  bureau: optional(
    record<BureauFigures>({
      totalBorrowed: naira,
      totalOutstanding: naira,
      totalOverdue: naira,
      creditInsight: anyText,
    }),
  ),
  rules: optional(list(categoryRule, { takes: 'a list of category rules' })),
  salaryPayers: optional(
    list(
      text('a name', (name) => wordsOf(name).length > 0),
      { takes: 'a list of names' },
    ),
  ),
});

/** The options as the computation takes them: checked, in kobo, with defaults; names in words. */
export type InsightSettings = ReturnType<typeof readInsightOptions>;

/** Checks options and fills in defaults. @throws InputError naming every option that is invalid or unknown. */
export function readInsightOptions(options: unknown, subject: string) {
  const given = requireInput(subject, insightOptions, options);
  const { rules = categoryRules, tenureMonths = 3, capRatio = 1 / 3, salaryPayers = [] } = given;
  return {
    businessId: given.businessId ?? '',
    borrowerId: given.borrowerId ?? '',
    holder: wordsOf(given.accountName ?? ''),
    period: given.period ? readPeriod(given.period) : undefined,
    openingBalance: koboFromAnswer(given.openingBalance),
    closingBalance: koboFromAnswer(given.closingBalance),
    tenureMonths,
    capRatio,
    bureau: given.bureau,
    rules,
    salaryPayers: salaryPayers.map(wordsOf),
  };
}

function readPeriod({ from, to }: Period): { readonly from: PlainDate; readonly to: PlainDate } | undefined {
  const [first, last] = [parsePlainDate(from), parsePlainDate(to)];
  return first && last && { from: first, to: last };
}
