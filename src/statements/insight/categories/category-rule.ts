import type { SpendingAnalysis } from '../../../domain/income-insight.ts';
import { check, flag, list, oneOf, optional, text } from '../../../validation/checks.ts';
import { record } from '../../../validation/record.ts';
import type { EntrySide } from '../entries/entry.ts';

/** The 14 categories that an insight shows. Spec §6.4, `spendingAnalysis`. */
export type SpendingCategory = keyof SpendingAnalysis;

/**
 * What an entry is. Debits: the 14 of the specification, `charges` (fees and levies of the bank), `reversal` (of a
 * credit), `sweep` (between the holder's own wallets) and `other`. Credits: `reversal`, `refund`, `balance_forward`,
 * `sweep`, `loan_in` (a loan paid out), `interest`, `bonus`, `pension`, `salary` and `inflow` for all others.
 */
export type EntryCategory =
  | SpendingCategory
  | 'charges'
  | 'reversal'
  | 'sweep'
  | 'other'
  | 'refund'
  | 'balance_forward'
  | 'loan_in'
  | 'interest'
  | 'bonus'
  | 'pension'
  | 'salary'
  | 'inflow';

/**
 * A row of the table of rules: an entry with one of these words is of this category. The first rule that fits decides.
 */
export interface CategoryRule {
  /** What the entry counts as. */
  readonly category: EntryCategory;
  /** Which entries it is for. */
  readonly side: EntrySide;
  /**
   * Whole words or phrases, in either case; signs between words do not matter, `T-BILL` is `T BILL`. Never a part of a
   * word: BET is not in ELIZABETH.
   */
  readonly words?: readonly string[];
  /** For what whole words cannot say: must fit the narration in upper case, besides the words if there are any. */
  readonly pattern?: RegExp;
  /** Counts only if one of these is there, too. */
  readonly with?: readonly string[];
  /** Does not count if one of these is there. */
  readonly unless?: readonly string[];
  /** Counts only if the entry names no one besides these words: a lender that is the bank of a payee is no lender. */
  readonly alone?: boolean;
  /**
   * Who writes these words. `bank`: looked for in what stands before the payer's remark, and first of all. `channel`:
   * anywhere, but never preferred as a remark. Left out: in the payer's remark first, then in the whole narration.
   */
  readonly by?: 'bank' | 'channel';
}

const spending: Readonly<Record<SpendingCategory, 'debit'>> = {
  atm: 'debit',
  airtime: 'debit',
  transfers: 'debit',
  party: 'debit',
  gambling: 'debit',
  titheOffering: 'debit',
  rent: 'debit',
  tv: 'debit',
  investment: 'debit',
  loans: 'debit',
  education: 'debit',
  transport: 'debit',
  electricity: 'debit',
  tax: 'debit',
};

const sides: Readonly<Record<EntryCategory, 'debit' | 'credit' | 'either'>> = {
  ...spending,
  charges: 'debit',
  other: 'debit',
  reversal: 'either',
  sweep: 'either',
  refund: 'credit',
  balance_forward: 'credit',
  loan_in: 'credit',
  interest: 'credit',
  bonus: 'credit',
  pension: 'credit',
  salary: 'credit',
  inflow: 'credit',
};

/** The 14 categories of an insight. Spec §6.4. */
export const spendingCategories = Object.keys(spending) as readonly SpendingCategory[];

const words = list(
  text('a word with a letter or a digit', (word) => /[a-z0-9]/i.test(word)),
  { takes: 'a list of words' },
);

/** The check of a rule that a lender wrote. */
export const categoryRule = record<CategoryRule>(
  {
    category: oneOf(Object.keys(sides)),
    side: oneOf(['debit', 'credit']),
    words: optional(words),
    pattern: optional(
      check({
        type: 'RegExp',
        takes: 'a regular expression without the flags g and y',
        kind: 'an object',
        // A global or sticky expression remembers where it stopped and would find every second entry.
        test: (value) => value instanceof RegExp && !value.global && !value.sticky,
      }),
    ),
    with: optional(words),
    unless: optional(words),
    alone: optional(flag),
    by: optional(oneOf(['bank', 'channel'])),
  },
  {
    takes: 'a rule: an object with category, side and words',
    rules: ({ category, side }, given) => {
      const only = category && sides[category];
      const misplaced = side && only && only !== 'either' && only !== side;
      return [
        ...(misplaced ? [{ path: 'side', message: `must be '${only}' for ${category}` }] : []),
        ...(given.words === undefined && given.pattern === undefined
          ? [{ path: 'words', message: 'are missing: give words or a pattern' }]
          : []),
      ];
    },
  },
);

interface RuleConditions extends Pick<CategoryRule, 'by' | 'pattern' | 'alone'> {
  readonly with?: string;
  readonly unless?: string;
}

/** Makes rules of one side, whose words and phrases are written with commas between them. */
export function rulesFor(side: EntrySide) {
  return (category: EntryCategory, { with: beside, unless, ...more }: RuleConditions = {}) =>
    ([words = '']: readonly string[]): CategoryRule => ({
      category,
      side,
      words: phrases(words),
      ...more,
      ...(beside !== undefined && { with: phrases(beside) }),
      ...(unless !== undefined && { unless: phrases(unless) }),
    });
}

function phrases(text: string): readonly string[] {
  return text.split(',').map((phrase) => phrase.trim().replace(/\s+/g, ' '));
}
