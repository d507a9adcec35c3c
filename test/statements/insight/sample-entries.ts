import { categoriser } from '../../../src/statements/insight/categories/categorise.ts';
import type { CategoryRule } from '../../../src/statements/insight/categories/category-rule.ts';
import { categoryRules } from '../../../src/statements/insight/categories/category-rules.ts';
import type { InsightTransaction } from '../../../src/statements/insight/entries/entry.ts';
import { readNarration } from '../../../src/statements/insight/entries/narration.ts';

/** An entry in one line: `+2500 2026-01-28 NIP/GTB/ADA OKONKWO/pay`, with the balance behind a `=` where it matters: `-10 =990 2026-01-29 ATM WDL`. */
export function entry(line: string): InsightTransaction {
  const match = /^([+-])([\d.]+)(?: =(-?[\d.]+))? (\S+) (.*)$/.exec(line);
  if (!match) throw new Error(`no entry: ${line}`);
  const [, sign, amount, balance, date = '', narration = ''] = match;
  return {
    type: sign === '+' ? 'credit' : 'debit',
    amount: Number(amount),
    date,
    narration,
    ...(balance && { balance: Number(balance) }),
  };
}

/** Entries, one in each line. */
export function entries(text: string): InsightTransaction[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map(entry);
}

/** What an entry is, by its words alone. */
export function categorise(
  { type, narration }: Pick<InsightTransaction, 'type' | 'narration'>,
  rules: readonly CategoryRule[] = categoryRules,
) {
  const side = type === 'credit' ? 'credit' : 'debit';
  return categoriser(rules)(narration, readNarration(narration, side), side);
}
