import { addTo, type EntrySide } from '../entries/entry.ts';
import { type Narration, wordsOf } from '../entries/narration.ts';
import type { CategoryRule, EntryCategory } from './category-rule.ts';

type Categoriser = (text: string, narration: Narration, side: EntrySide) => EntryCategory;

const compiled = new WeakMap<readonly CategoryRule[], Categoriser>();

/** Makes a categoriser from rules, once for each table. Ours; spec §6.4 names 14 categories and no rules. */
export function categoriser(rules: readonly CategoryRule[]): Categoriser {
  const known = compiled.get(rules);
  if (known) return known;
  const tables = { debit: compileRules(rules, 'debit'), credit: compileRules(rules, 'credit') };
  const made: Categoriser = (text, narration, side) =>
    ruleFor(tables[side], text, narration)?.category ?? categoryWithoutRule(narration, side);
  compiled.set(rules, made);
  return made;
}

function ruleFor(table: RuleTable, text: string, narration: Narration): CategoryRule | undefined {
  // Search a rule's words in the text of their author: a bank's line repeats remarks, and a payer may mention charges.
  // Without a name before the last part, the bank wrote that too: `NIP/REVERSAL`.
  const ofBank = narration.namesBeforeRemark ? narration.bank : narration.words;
  const find = (words: Words, ...by: readonly CategoryRule['by'][]) =>
    findRule(table, { words, narration, text, takes: (rule) => by.includes(rule.by) });
  const besideParty = (words: Words) =>
    narration.isPartyMarked ? words.filter((word) => !narration.party.includes(word)) : words;
  const { words, remark, party } = narration;
  const found =
    find(ofBank, 'bank') ??
    earliest([find(remark, undefined), find(besideParty(remark), 'remark')]) ??
    earliest([find(words, undefined, 'channel'), find(besideParty(words), 'remark'), find(party, 'party')]);
  return found?.rule;
}

function earliest(rules: readonly (CompiledRule | undefined)[]): CompiledRule | undefined {
  return rules.reduce((best, rule) => (best && (!rule || best.place <= rule.place) ? best : rule), undefined);
}

function categoryWithoutRule(narration: Narration, side: EntrySide): EntryCategory {
  if (side === 'credit') return 'inflow';
  return looksLikePersonPaid(narration) ? 'transfers' : 'other';
}

type Words = readonly string[];

/** A rule with its words split once, for a hundred thousand entries. */
interface CompiledRule {
  readonly rule: CategoryRule;
  readonly place: number;
  readonly with: readonly Words[];
  readonly unless: readonly Words[];
}

interface Phrase {
  readonly words: Words;
  readonly rule: CompiledRule;
}

/** The rules of one side, indexed by the first word of each phrase. Rules without words are in their own list. */
interface RuleTable {
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  readonly patterns: readonly CompiledRule[];
}

function compileRules(all: readonly CategoryRule[], side: EntrySide): RuleTable {
  const phrases = new Map<string, Phrase[]>();
  const patterns: CompiledRule[] = [];
  for (const [place, rule] of all.filter((one) => one.side === side).entries()) {
    const compiled = { rule, place, with: (rule.with ?? []).map(wordsOf), unless: (rule.unless ?? []).map(wordsOf) };
    if (rule.pattern && !rule.words) patterns.push(compiled);
    for (const words of (rule.words ?? []).map(wordsOf))
      if (words[0] !== undefined) addTo(phrases, words[0], { words, rule: compiled });
  }
  return { phrases, patterns };
}

interface Search {
  readonly words: Words;
  readonly narration: Narration;
  /** The whole text, to match patterns. */
  readonly text: string;
  readonly takes: (rule: CategoryRule) => boolean;
}

const none: readonly Phrase[] = [];

function findRule(table: RuleTable, search: Search): CompiledRule | undefined {
  let best: CompiledRule | undefined;
  if (search.words.length === 0) return best;
  for (let at = 0; at < search.words.length; at += 1) {
    for (const { words, rule } of table.phrases.get(search.words[at] ?? '') ?? none) {
      if (best && rule.place >= best.place) continue;
      if (search.takes(rule.rule) && standsAt(search.words, at, words) && holds(rule, search, words)) best = rule;
    }
  }
  for (const rule of table.patterns) {
    if (best && rule.place >= best.place) break;
    if (search.takes(rule.rule) && holds(rule, search, [])) best = rule;
  }
  return best;
}

function standsAt(words: Words, place: number, phrase: Words): boolean {
  for (let offset = 1; offset < phrase.length; offset += 1) if (words[place + offset] !== phrase[offset]) return false;
  return true;
}

function holds({ rule, unless, with: beside }: CompiledRule, { narration, text }: Search, phrase: Words): boolean {
  if (rule.pattern && !rule.pattern.test(text.toUpperCase())) return false;
  if (unless.some((words) => contains(narration.words, words))) return false;
  if (beside.length > 0 && !beside.some((words) => contains(narration.words, words))) return false;
  return rule.alone !== true || narration.counterparty.every((name) => phrase.includes(name) || companyWords.has(name));
}

function contains(words: Words, phrase: Words): boolean {
  const first = phrase[0] ?? '';
  for (let place = words.indexOf(first); place >= 0; place = words.indexOf(first, place + 1))
    if (standsAt(words, place, phrase)) return true;
  return false;
}

// Words beside a company's name that do not name anyone else.
const companyWords: ReadonlySet<string> = new Set(
  wordsOf(`
    LTD LIMITED PLC NIG NIGERIA INC LLC CO COMPANY SERVICES SERVICE TECHNOLOGIES TECHNOLOGY TECH GLOBAL INTERNATIONAL
    FINANCE FINANCIAL FINANCIALS CREDIT MONEY APP COM AUTO COLLECTION COLLECTIONS RECOVERY WALLET FUNDING FUND
    SUBSCRIPTION PLAN PRCHS DISBURSEMENT
  `),
);

// Words of shops and services. A name with one of them is not a person's name.
const shopWords: ReadonlySet<string> = new Set(
  wordsOf(`
    LTD LIMITED PLC NIG NIGERIA ENTERPRISE ENTERPRISES VENTURES STORE STORES SHOP SHOPPING SUPERMARKET SUPERMARKETS
    SUPERMKT SUPERSTORE SUPERSTORES MART MARKET MALL PHARMACY HOSPITAL CLINIC EATERY RESTAURANT KITCHEN FOODS BAKERY
    BUTCHERY BOUTIQUE FASHION HOTEL HOTELS SUITES CAFE GRILL FITNESS GYM SALON SPA LAUNDRY ELECTRONICS ELECTRICALS AUTOS
    MOTORS SERVICES INSURANCE ASSURANCE HMO COM BILL BILLS SUBSCRIPTION PREMIUM ORDER ORDERS BOOKING ONLINE POS PRCH
    PRCHS PURCHASE PUR WEB CARD CHEQUE CHQ DRAFT BUY AUTO DEBIT JUMIA KONGA CHOWDECK GLOVO SPOTIFY APPLE ITUNES GOOGLE
    PLAY AMAZON AWS MICROSOFT FACEBOOK FACEBK META ADS ALIEXPRESS PAYPAL OPENAI CANVA ZOOM ADOBE SHOPRITE SPAR EBEANO
    JUSTRITE DOMINOS KFC REPUBLIC COLDSTONE KILIMANJARO HUBMART PRINCE ADDIDE TERMINAL MERCHANT QTELLERBIL BILLPAYMENT
    UTILITY COLLECTION COLLECTIONS
  `),
);

// Some wallets print only a remark and the name of the person who was paid.
function looksLikePersonPaid({ counterparty, words }: Narration): boolean {
  const isName = counterparty.length >= 2 && counterparty.length <= 4 && counterparty.every((name) => name.length >= 2);
  return isName && words.length <= 7 && !words.some((word) => shopWords.has(word) || /\d/.test(word));
}
