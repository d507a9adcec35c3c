import { type SpendingAnalysis, spendingCategories } from '../../../domain/income-insight.ts';
import { check, flag, list, oneOf, optional, text } from '../../../validation/checks.ts';
import { record } from '../../../validation/record.ts';
import type { EntrySide } from '../entries/entry.ts';

/** The 14 spending categories of an insight. Spec §6.4, `spendingAnalysis`. */
export type SpendingCategory = keyof SpendingAnalysis;

/**
 * The category of an entry. Debits: the 14 of the specification, `charges` (bank fees and levies) and `other`. Both
 * sides: `reversal`, `sweep` (between the holder's own wallets), `own_transfer` (between the holder's own accounts),
 * `gambling` (a credit is a payout) and `investment` (a credit is money taken out again). Credits: `refund`,
 * `balance_forward`, `loan_in` (a loan paid out), `cash_deposit`, `interest`, `other_income` (sales, payouts, rent,
 * remittances: never salary), `bonus`, `pension`, `salary`, and `inflow` for all others.
 */
export type EntryCategory =
  | SpendingCategory
  | (typeof debits)[number]
  | (typeof either)[number]
  | (typeof credits)[number];

const debits = ['charges', 'other'] as const;
const either = ['reversal', 'sweep', 'own_transfer', 'gambling', 'investment'] as const;
const credits = [
  ...(['refund', 'balance_forward', 'loan_in', 'cash_deposit'] as const),
  ...(['interest', 'other_income', 'bonus', 'pension', 'salary', 'inflow'] as const),
] as const;

/** Gives a category to entries with one of these words. The first matching rule of a table decides. */
export interface CategoryRule {
  /** The category of matching entries. */
  readonly category: EntryCategory;
  /** The side that the rule applies to. */
  readonly side: EntrySide;
  /** Whole words or phrases in any case: BET does not match ELIZABETH. Punctuation is ignored: `T-BILL` is `T BILL`. */
  readonly words?: readonly string[];
  /** A pattern for the narration in upper case. If `words` is given, both must match. */
  readonly pattern?: RegExp;
  /** Applies only if one of these is present, too. */
  readonly with?: readonly string[];
  /** Does not apply if one of these is present. */
  readonly unless?: readonly string[];
  /** Applies only if the narration names no other party. A lender that is only the payee's bank does not count. */
  readonly alone?: boolean;
  /**
   * The author of these words. `bank`: searched first, in the text before the payer's remark. `channel`: searched in
   * the whole narration. `party`: searched in the other party's name. `remark`: searched beside that name. Default:
   * searched in the payer's remark first, then in the whole narration.
   */
  readonly by?: 'bank' | 'channel' | 'party' | 'remark';
}

const words = list(
  text('a word with a letter or a digit', (word) => /[a-z0-9]/i.test(word)),
  { takes: 'a list of words' },
);

export const categoryRule = record<CategoryRule>(
  {
    category: oneOf([...new Set([...spendingCategories, ...debits, ...either, ...credits])]),
    side: oneOf(['debit', 'credit']),
    words: optional(words),
    pattern: optional(
      check({
        type: 'RegExp',
        takes: 'a regular expression without the flags g and y',
        kind: 'an object',
        // A global or sticky expression keeps its last position, so it would match only every second entry.
        test: (value) => value instanceof RegExp && !value.global && !value.sticky,
      }),
    ),
    with: optional(words),
    unless: optional(words),
    alone: optional(flag),
    by: optional(oneOf(['bank', 'channel', 'party', 'remark'])),
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

/** Makes rules of one side from words and phrases separated by commas. */
export function rulesFor(side: EntrySide) {
  return (category: EntryCategory, { with: beside, unless, ...more }: RuleConditions = {}) =>
    (texts: readonly string[], ...lists: readonly string[]): CategoryRule => {
      const words = phrases(texts.map((text, place) => text + (lists[place] ?? '')).join(''));
      return {
        category,
        side,
        ...(words.length > 0 && { words }),
        ...more,
        ...(beside !== undefined && { with: phrases(beside) }),
        ...(unless !== undefined && { unless: phrases(unless) }),
      };
    };
}

function phrases(text: string): readonly string[] {
  const found = text.split(',').map((phrase) => phrase.trim().replace(/\s+/g, ' '));
  return found.filter((phrase) => phrase !== '');
}
