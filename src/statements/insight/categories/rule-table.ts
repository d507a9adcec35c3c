import { type Narration, wordsOf } from '../entries/narration.ts';
import type { CategoryRule } from './category-rule.ts';

/** A rule taken apart once, for a hundred thousand entries. */
interface CompiledRule {
  readonly rule: CategoryRule;
  readonly place: number;
  readonly with: readonly (readonly string[])[];
  readonly unless: readonly (readonly string[])[];
}

interface Phrase {
  readonly words: readonly string[];
  readonly rule: CompiledRule;
}

/** The rules of one side, found by the first word of their phrases; those without words in a list of their own. */
export interface RuleTable {
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  readonly patterns: readonly CompiledRule[];
}

/** Makes a table that is looked through by words rather than by rules. */
export function compileRules(rules: readonly CategoryRule[]): RuleTable {
  const phrases = new Map<string, Phrase[]>();
  const patterns: CompiledRule[] = [];
  for (const [place, rule] of rules.entries()) {
    const compiled = { rule, place, with: (rule.with ?? []).map(wordsOf), unless: (rule.unless ?? []).map(wordsOf) };
    if (rule.pattern && !rule.words) patterns.push(compiled);
    for (const words of (rule.words ?? []).map(wordsOf)) {
      const [first] = words;
      if (first === undefined) continue;
      const found = phrases.get(first);
      if (found) found.push({ words, rule: compiled });
      else phrases.set(first, [{ words, rule: compiled }]);
    }
  }
  return { phrases, patterns };
}

/** Where rules are looked for. */
export interface Search {
  /** The words to look through. */
  readonly words: readonly string[];
  readonly narration: Narration;
  /** The whole text, for patterns. */
  readonly text: string;
  /** Which rules take part. */
  readonly takes: (rule: CategoryRule) => boolean;
}

const none: readonly Phrase[] = [];

/** The first rule of the table that fits. */
export function findRule(table: RuleTable, search: Search): CategoryRule | undefined {
  let best: CompiledRule | undefined;
  for (let at = 0; at < search.words.length; at += 1) {
    for (const phrase of table.phrases.get(search.words[at] as string) ?? none) {
      if (best && phrase.rule.place >= best.place) continue;
      if (
        search.takes(phrase.rule.rule) &&
        standsAt(search.words, at, phrase.words) &&
        holds(phrase.rule, search, phrase.words)
      )
        best = phrase.rule;
    }
  }
  for (const rule of table.patterns) {
    if (best && rule.place >= best.place) break;
    if (search.takes(rule.rule) && holds(rule, search, [])) best = rule;
  }
  return best?.rule;
}

function standsAt(words: readonly string[], place: number, phrase: readonly string[]): boolean {
  for (let offset = 1; offset < phrase.length; offset += 1) if (words[place + offset] !== phrase[offset]) return false;
  return true;
}

function holds(rule: CompiledRule, { narration, text }: Search, phrase: readonly string[]): boolean {
  if (rule.rule.pattern && !rule.rule.pattern.test(text.toUpperCase())) return false;
  if (rule.unless.some((words) => contains(narration.words, words))) return false;
  if (rule.with.length > 0 && !rule.with.some((words) => contains(narration.words, words))) return false;
  return (
    rule.rule.alone !== true || narration.counterparty.every((name) => phrase.includes(name) || companyWords.has(name))
  );
}

function contains(words: readonly string[], phrase: readonly string[]): boolean {
  const first = phrase[0] as string;
  for (let place = words.indexOf(first); place >= 0; place = words.indexOf(first, place + 1))
    if (standsAt(words, place, phrase)) return true;
  return false;
}

// What stands beside a company's name without naming anybody else.
const companyWords: ReadonlySet<string> = new Set([
  ...[
    'LTD',
    'LIMITED',
    'PLC',
    'NIG',
    'NIGERIA',
    'INC',
    'LLC',
    'CO',
    'COMPANY',
    'SERVICES',
    'SERVICE',
    'TECHNOLOGIES',
    'TECHNOLOGY',
    'TECH',
    'GLOBAL',
    'INTERNATIONAL',
    'FINANCE',
    'FINANCIAL',
    'FINANCIALS',
  ],
  ...[
    'CREDIT',
    'MONEY',
    'APP',
    'COM',
    'AUTO',
    'COLLECTION',
    'COLLECTIONS',
    'RECOVERY',
    'WALLET',
    'FUNDING',
    'FUND',
    'SUBSCRIPTION',
    'PLAN',
    'PRCHS',
    'DISBURSEMENT',
  ],
]);
