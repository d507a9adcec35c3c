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
  | (typeof debits)[number]
  | (typeof either)[number]
  | (typeof credits)[number];

/** The 14 categories of an insight. Spec §6.4. */
export const spendingCategories = [
  'atm',
  'airtime',
  'transfers',
  'party',
  'gambling',
  'titheOffering',
  'rent',
  'tv',
  'investment',
  'loans',
  'education',
  'transport',
  'electricity',
  'tax',
] as const satisfies readonly SpendingCategory[];

const debits = ['charges', 'other'] as const;
const either = ['reversal', 'sweep'] as const;
const credits = ['refund', 'balance_forward', 'loan_in', 'interest', 'bonus', 'pension', 'salary', 'inflow'] as const;

/** An entry with one of these words is of this category. The first rule of a table that fits decides. */
export interface CategoryRule {
  /** What the entry counts as. */
  readonly category: EntryCategory;
  /** Which entries it is for. */
  readonly side: EntrySide;
  /** Whole words or phrases, in either case: BET is not in ELIZABETH. Signs do not matter: `T-BILL` is `T BILL`. */
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

const words = list(
  text('a word with a letter or a digit', (word) => /[a-z0-9]/i.test(word)),
  { takes: 'a list of words' },
);

/** The check of a rule that a lender wrote. */
export const categoryRule = record<CategoryRule>(
  {
    category: oneOf([...spendingCategories, ...debits, ...either, ...credits]),
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
      const isOneOf = (names: readonly EntryCategory[]) => category !== undefined && names.includes(category);
      const only = isOneOf(credits) ? 'credit' : 'debit';
      const misplaced = category && side && !isOneOf(either) && only !== side;
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
