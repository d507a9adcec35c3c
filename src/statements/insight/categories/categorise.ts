import type { InsightTransaction } from '../entries/entry.ts';
import { type Narration, readNarration, wordsOf } from '../entries/narration.ts';
import type { CategoryRule, EntryCategory } from './category-rule.ts';
import { categoryRules } from './category-rules.ts';

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

// Words of shops and of services: who carries one is no person.
const shopWords: ReadonlySet<string> = new Set(
  `LTD LIMITED PLC NIG NIGERIA ENTERPRISE ENTERPRISES VENTURES STORE STORES SHOP SHOPPING SUPERMARKET SUPERMARKETS SUPERMKT SUPERSTORE SUPERSTORES MART MARKET MALL PHARMACY HOSPITAL CLINIC
  EATERY RESTAURANT KITCHEN FOODS BAKERY BUTCHERY BOUTIQUE FASHION HOTEL HOTELS SUITES CAFE GRILL FITNESS GYM SALON SPA LAUNDRY ELECTRONICS ELECTRICALS AUTOS MOTORS SERVICES
  INSURANCE ASSURANCE HMO COM BILL BILLS PAYMENT SUBSCRIPTION PREMIUM ORDER ORDERS BOOKING ONLINE POS PRCH PRCHS PURCHASE PUR WEB CARD CHEQUE CHQ DRAFT BUY AUTO DEBIT
  JUMIA KONGA CHOWDECK GLOVO SPOTIFY APPLE ITUNES GOOGLE PLAY AMAZON AWS MICROSOFT FACEBOOK FACEBK META ADS ALIEXPRESS PAYPAL OPENAI CANVA ZOOM ADOBE SHOPRITE SPAR EBEANO JUSTRITE
  DOMINOS KFC REPUBLIC COLDSTONE KILIMANJARO HUBMART PRINCE ADDIDE TERMINAL MERCHANT QTELLERBIL BILLPAYMENT UTILITY COLLECTION COLLECTIONS`
    .trim()
    .split(/\s+/),
);

/**
 * A debit without any word of a channel that names two to four words and no shop: some wallets print nothing but a remark and the name of whom money was sent to.
 */
function looksLikePersonPaid(narration: Narration): boolean {
  const { counterparty, words } = narration;
  const isName = counterparty.length >= 2 && counterparty.length <= 4 && counterparty.every((name) => name.length >= 2);
  return (
    isName &&
    words.length <= 7 &&
    !words.some((word) => shopWords.has(word) && word !== 'PAYMENT') &&
    !words.some((word) => /\d/.test(word))
  );
}

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
interface RuleTable {
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  readonly patterns: readonly CompiledRule[];
}

/** Makes a table that is looked through by words rather than by rules. */
function compileRules(rules: readonly CategoryRule[]): RuleTable {
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
interface Search {
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
function findRule(table: RuleTable, search: Search): CategoryRule | undefined {
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
