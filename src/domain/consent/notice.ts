/** Describes the arrangement to payers and regulators, and checks what a notice may not claim. Spec §1. */
import { allowed, type Decision, refused } from '../decision.ts';
import type { Payer } from './payer.ts';

/** The disclaimer for notices, receipts, digests, the demo and pages. */
export const DISCLAIMER =
  'This is a private direct debit arrangement based on your consent. It is not a regulated interbank standing-instruction system and is not backed by one.';

// Terms that only a regulated scheme may use. Made on use, because Unicode properties take long to load.
const claims = () => [
  /\bstanding[\s\p{Pd}]+(?:(?:payment|debit)[\s\p{Pd}]+)?(?:instruction|order)s?\b/giu,
  /\bG\.?S\.?I\b/gi,
  /\b(?:backed|guaranteed|mandated|operated|enforced)\s+by\s+(?:the\s+)?(?:CBN|central\s+bank|NIBSS)\b/gi,
  /\b(?:CBN|central[\s\p{Pd}]+bank|NIBSS)[\s\p{Pd}]+(?:backed|guaranteed|mandated|operated|enforced)\b/giu,
  /\bregulated\s+(?:interbank|recovery|(?:direct[\s\p{Pd}]+)?debit)\b/giu,
];

// A denial covers its clause. A line break ends a clause only if a sentence or a list item follows.
const clauseEnd =
  /[.!?;:](?=\s|$)|,(?!\s*(?:an?|any|or|nor)\b)|[\u2013\u2014()]|\n\s*\n|\n(?=\s*(?:[-*\u2022]|\d|[A-Z][a-z]))|\b(?:but|because|since)\b|\band\s+(?=(?:it|this|is|are|was|has|works|acts|serves|operates)\b)/g;
const denial =
  /\b(?:not(?!\s+(?:only|just|merely|simply)\b)|never|no(?!\s+(?:doubt|question)\b)|nor|neither|cannot|unlike|without(?!\s+doubt\b)|rather\s+than)\b|n['\u2019]t\b/gi;
const LONGEST_CLAUSE = 400;
// `You cannot cancel this standing instruction` denies only the cancelling.
const takenForGranted = /\b(?:this|these|your|our|cancel|revoke|withdraw|stop|end|refuse)\b/i;

/** A notice must not claim a regulated standing-instruction system or its backing. A denial is allowed. Spec §1. */
export function noticeIsHonest(text: string): Decision {
  const plain = text.normalize('NFKC').replace(/\u00AD|\u200B/g, '');
  const isClaimed = claims().some((claim) =>
    [...plain.matchAll(claim)].some(
      (match) => !isDenied(plain.slice(Math.max(0, match.index - LONGEST_CLAUSE), match.index)),
    ),
  );
  if (!isClaimed) return allowed;
  const why =
    'The notice presents the arrangement as a regulated standing instruction: take the claim out; the exported DISCLAIMER says what it is';
  return refused('notice-is-honest', 'Spec §1', why);
}

// Whether the clause that ends with this text denies what follows.
function isDenied(before: string): boolean {
  const clause = before.slice(endOfLast(clauseEnd, before));
  const reach = endOfLast(denial, clause);
  return reach > 0 && !takenForGranted.test(clause.slice(reach));
}

function endOfLast(pattern: RegExp, text: string): number {
  const last = [...text.matchAll(pattern)].at(-1);
  return last ? last.index + last[0].length : 0;
}

/** Values that identify a payer. */
export interface PayerNames extends Pick<Payer, 'bvn' | 'name' | 'email' | 'mobileNumber' | 'address'> {
  readonly accountNumbers?: readonly string[];
}

/**
 * Whether the text shows the payer's BVN, an account number, the phone number in a usual spelling, the e-mail address,
 * the residential address, or the name. A name is two of its words in any order with at most one other word between
 * them, or one of its words after a form of address. Case, accents, punctuation and white space do not matter.
 */
export function namesPayer(text: string, payer: PayerNames): boolean {
  const plain = foldText(text);
  const words = wordsOf(plain);
  return (
    showsNumber(plain, payer) ||
    plain.replace(/\s/g, '').includes(foldText(payer.email).replace(/\s/g, '')) ||
    showsName(words, payer) ||
    showsAddress(words, payer)
  );
}

// Normalises compatible forms, accents, case and invisible characters.
function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}|\p{Cf}/gu, '')
    .toLowerCase();
}

function wordsOf(folded: string): readonly string[] {
  // "Okafor's" becomes Okafor. "O'Hara" is one word.
  const joined = folded.replace(/['\u2018\u2019]s(?![\p{L}\p{N}])/gu, '').replace(/['\u2018\u2019]/g, '');
  return joined.match(/[\p{L}\p{N}]+/gu) ?? [];
}

// Digits with the usual separators between their groups.
const digitGroups = () => /\d(?:[\s\p{Pd}.()/_]{0,3}\d)*/gu;
// Without the country code or the leading zero: 0803 …, +234 803 … and 803 … are the same number.
const NATIONAL_DIGITS = 10;

function showsNumber(plain: string, { bvn, mobileNumber, accountNumbers = [] }: PayerNames): boolean {
  const shown = (plain.match(digitGroups()) ?? []).map(digitsOf);
  const wanted = [bvn, digitsOf(mobileNumber).slice(-NATIONAL_DIGITS), ...accountNumbers];
  return wanted.some((number) => shown.some((digits) => digits.includes(number)));
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

const greetings = 'dear hello hi mr mrs ms miss mister madam sir';
const titles = 'dr prof chief engr barr pastor rev alhaji alhaja hajia mallam';
const formsOfAddress: ReadonlySet<string> = new Set(`${greetings} ${titles}`.split(' '));

function showsName(words: readonly string[], { name }: PayerNames): boolean {
  const own = wordsOf(foldText(name)).filter((word) => !formsOfAddress.has(word));
  const names = new Set(own.some(isWhole) ? own.filter(isWhole) : own);
  // An initial between two names does not separate them.
  const said = words.filter((word) => isWhole(word) || names.has(word));
  return said.some(
    (word, place) =>
      names.has(word) && (names.size === 1 || isNamed(word, said.slice(Math.max(0, place - 2), place), names)),
  );
}

// A middle name that is not on file may come between.
function isNamed(word: string, before: readonly string[], names: ReadonlySet<string>): boolean {
  return before.some((other) => other !== word && names.has(other)) || formsOfAddress.has(before.at(-1) ?? '');
}

// A single initial identifies no one.
function isWhole(word: string): boolean {
  return word.length > 1;
}

// The full address, or a line with a number and at least two words. A city does not identify the payer.
function showsAddress(words: readonly string[], { address }: PayerNames): boolean {
  const said = ` ${words.join(' ')} `;
  const whole = wordsOf(foldText(address));
  const houseLines = address
    .split(/[,;\n]/)
    .map((line) => wordsOf(foldText(line)))
    .filter((line) => line.length > 2 && line.some((word) => /\d/.test(word)));
  return [...(whole.length > 1 ? [whole] : []), ...houseLines].some((line) => said.includes(` ${line.join(' ')} `));
}
