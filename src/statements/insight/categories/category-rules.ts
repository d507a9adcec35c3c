import type { CategoryRule } from './category-rule.ts';
import { creditRules } from './credit-rules.ts';
import { debitRules } from './debit-rules.ts';

/**
 * The table by which entries are sorted into categories; the first rule that fits decides. Ours: the specification names the categories only.
 * To extend it, put rules of your own before these: `computeInsight(entries, { rules: [...mine, ...categoryRules] })`.
 */
export const categoryRules: readonly CategoryRule[] = [...debitRules, ...creditRules];
