/** What the arrangement is for payers and regulators, and what it may never be called. Spec §1. */
import { allowed, type Decision, refused } from './decision.ts';
import type { Payer } from './payer.ts';

/** The one disclaimer: in notices, receipts, digests, the demo and pages. */
export const DISCLAIMER =
  'This is a private direct debit arrangement based on your consent. It is not a regulated interbank standing-instruction system and is not backed by one.';

// What only a regulated scheme may call itself.
const claims = [
  /\bstanding[\s\p{Pd}]+(?:(?:payment|debit)[\s\p{Pd}]+)?(?:instruction|order)s?\b/giu,
  /\bG\.?S\.?I\b/gi,
  /\b(?:backed|guaranteed|mandated|operated|enforced)\s+by\s+(?:the\s+)?(?:CBN|central\s+bank|NIBSS)\b/gi,
  /\b(?:CBN|central[\s\p{Pd}]+bank|NIBSS)[\s\p{Pd}]+(?:backed|guaranteed|mandated|operated|enforced)\b/giu,
  /\bregulated\s+(?:interbank|recovery|(?:direct[\s\p{Pd}]+)?debit)\b/giu,
];

// A denial reaches as far as its clause. A line that begins a sentence or an item ends a clause; one that was only wrapped does not.
const clauseEnd =
  /[.!?;:](?=\s|$)|,(?!\s*(?:an?|any|or|nor)\b)|[\u2013\u2014()]|\n\s*\n|\n(?=\s*(?:[-*\u2022]|\d|[A-Z][a-z]))|\b(?:but|because|since)\b|\band\s+(?=(?:it|this|is|are|was|has|works|acts|serves|operates)\b)/g;
const denial =
  /\b(?:not(?!\s+(?:only|just|merely|simply)\b)|never|no(?!\s+(?:doubt|question)\b)|nor|neither|cannot|unlike|without(?!\s+doubt\b)|rather\s+than)\b|n['\u2019]t\b/gi;
const LONGEST_CLAUSE = 400;
// `You cannot cancel this standing instruction` denies the cancelling.
const takenForGranted = /\b(?:this|these|your|our|cancel|revoke|withdraw|stop|end|refuse)\b/i;

/** The notice must not present the arrangement as a regulated standing-instruction system, or as backed by one. A sentence that denies it is welcome. Spec §1. */
export function noticeIsHonest(text: string): Decision {
  const plain = text.normalize('NFKC').replace(/\u00AD|\u200B/g, '');
  const isClaimed = claims.some((claim) =>
    [...plain.matchAll(claim)].some(
      (match) => !isDenied(plain.slice(Math.max(0, match.index - LONGEST_CLAUSE), match.index)),
    ),
  );
  if (!isClaimed) return allowed;
  const why =
    'The notice presents the arrangement as a regulated standing instruction: take the claim out; the exported DISCLAIMER says what it is';
  return refused('notice-is-honest', 'Spec §1', why);
}

// Is what follows this text denied by the clause that it stands in?
function isDenied(before: string): boolean {
  const clause = before.slice(endOfLast(clauseEnd, before));
  const reach = endOfLast(denial, clause);
  return reach > 0 && !takenForGranted.test(clause.slice(reach));
}

function endOfLast(pattern: RegExp, text: string): number {
  const last = [...text.matchAll(pattern)].at(-1);
  return last ? last.index + last[0].length : 0;
}

/** Does a text that merchants wrote name the payer? Such a text is about a person, and is kept and erased like all that is. Spec §1.1. */

/** By what a payer is known. */
export interface PayerNames extends Pick<Payer, 'bvn' | 'name' | 'email' | 'mobileNumber' | 'address'> {
  readonly accountNumbers?: readonly string[];
}

/**
 * Does the text show the payer's BVN, an account number, the phone number in any of its usual spellings, the e-mail address, the residential address, or the name:
 * two of its words in whatever order with one other between them at most, or one of them after a form of address? Case, accents, punctuation and white space make no difference.
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

// One spelling for what people read as the same: compatible forms, accents, case, and invisible characters.
function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}|\p{Cf}/gu, '')
    .toLowerCase();
}

function wordsOf(folded: string): readonly string[] {
  // "Okafor's" is Okafor, "O'Hara" is one word.
  const joined = folded.replace(/['\u2018\u2019]s(?![\p{L}\p{N}])/gu, '').replace(/['\u2018\u2019]/g, '');
  return joined.match(/[\p{L}\p{N}]+/gu) ?? [];
}

// Digits with what people write between their groups.
const digitGroups = /\d(?:[\s\p{Pd}.()/_]{0,3}\d)*/gu;
// Without the country's code or the zero in its place: 0803 …, +234 803 … and 803 … are one number.
const NATIONAL_DIGITS = 10;

function showsNumber(plain: string, { bvn, mobileNumber, accountNumbers = [] }: PayerNames): boolean {
  const shown = (plain.match(digitGroups) ?? []).map(digitsOf);
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
  // An initial between two names does not part them.
  const said = words.filter((word) => isWhole(word) || names.has(word));
  return said.some(
    (word, place) =>
      names.has(word) && (names.size === 1 || isNamed(word, said.slice(Math.max(0, place - 2), place), names)),
  );
}

// A middle name that the file does not have may stand between.
function isNamed(word: string, before: readonly string[], names: ReadonlySet<string>): boolean {
  return before.some((other) => other !== word && names.has(other)) || formsOfAddress.has(before.at(-1) ?? '');
}

// An initial alone names no one.
function isWhole(word: string): boolean {
  return word.length > 1;
}

// The whole, or a line of it that names a house: a number and at least two words. A city, with its postal code or without, is not the payer's alone.
function showsAddress(words: readonly string[], { address }: PayerNames): boolean {
  const said = ` ${words.join(' ')} `;
  const whole = wordsOf(foldText(address));
  const houseLines = address
    .split(/[,;\n]/)
    .map((line) => wordsOf(foldText(line)))
    .filter((line) => line.length > 2 && line.some((word) => /\d/.test(word)));
  return [...(whole.length > 1 ? [whole] : []), ...houseLines].some((line) => said.includes(` ${line.join(' ')} `));
}
