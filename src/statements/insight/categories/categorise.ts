import type { InsightTransaction } from '../entries/entry.ts';
import { type Narration, readNarration } from '../entries/narration.ts';
import type { CategoryRule, EntryCategory } from './category-rule.ts';
import { categoryRules } from './category-rules.ts';
import { looksLikePersonPaid } from './person-paid.ts';
import { compileRules, findRule, type RuleTable } from './rule-table.ts';

/** Says what an entry is, by its words alone. Unlike the insight it knows no neighbours, so it finds only salaries that say so. Ours; spec §6.4 names 14 categories. */
export function categorise(
  transaction: Pick<InsightTransaction, 'type' | 'narration'>,
  rules: readonly CategoryRule[] = categoryRules,
): EntryCategory {
  const side = transaction.type === 'credit' ? 'credit' : 'debit';
  return categoriser(rules)(transaction.narration, readNarration(transaction.narration, side), side);
}

/** Gives the category of a text of one side. */
export type Categoriser = (text: string, narration: Narration, side: 'debit' | 'credit') => EntryCategory;

const compiled = new WeakMap<readonly CategoryRule[], Categoriser>();

/** A categoriser by a table of rules; made once for each table. */
export function categoriser(rules: readonly CategoryRule[]): Categoriser {
  const known = compiled.get(rules);
  if (known) return known;
  const tables = { debit: compileRules(ofSide(rules, 'debit')), credit: compileRules(ofSide(rules, 'credit')) };
  const made: Categoriser = (text, narration, side) =>
    byRules(tables[side], text, narration)?.category ?? leftOver(narration, side);
  compiled.set(rules, made);
  return made;
}

function ofSide(rules: readonly CategoryRule[], side: 'debit' | 'credit'): readonly CategoryRule[] {
  return rules.filter((rule) => rule.side === side);
}

function byRules(table: RuleTable, text: string, narration: Narration): CategoryRule | undefined {
  // A line of the bank repeats the remark of what it charges for, and a payer may write of charges: so each is looked for where its author writes.
  const banks = findRule(table, { words: bankPart(narration), narration, text, takes: (rule) => rule.by === 'bank' });
  if (banks) return banks;
  const payers = findRule(table, { words: narration.remark, narration, text, takes: (rule) => rule.by === undefined });
  return payers ?? findRule(table, { words: narration.words, narration, text, takes: (rule) => rule.by !== 'bank' });
}

// Only where somebody is named before it is the last part a payer's remark; `NIP/REVERSAL` is all the bank's.
function bankPart(narration: Narration): readonly string[] {
  return narration.namesBeforeRemark ? narration.bank : narration.words;
}

function leftOver(narration: Narration, side: 'debit' | 'credit'): EntryCategory {
  if (side === 'credit') return 'inflow';
  return looksLikePersonPaid(narration) ? 'transfers' : 'other';
}
