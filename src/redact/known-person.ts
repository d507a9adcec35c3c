/**
 * Removes what is known about one person from a text. Patterns find numbers and mail addresses anywhere, but a name or
 * a postal address is found only if it is known. Case, accents, order and separators of the words do not matter.
 */
import { fieldKind, wordsOf } from './field-names.ts';
import { type Edit, lengthIfTooLong, maskDigits, maskReadings, PERSONAL, type TextMask } from './masks.ts';

/** Something known about a person. `name`: each word identifies the person. `whole`: a password, a document. */
export interface KnownValue {
  readonly kind: 'name' | 'text' | 'whole';
  readonly value: string;
}

const FEWEST_DIGITS = 6;
// Shorter words occur in any sentence.
const SHORTEST_WORD = { name: 3, text: 4 } as const;
// From this length on, a known word also identifies the person inside a longer word, such as an id.
const SHORTEST_WITHIN = 5;

/** Words of many addresses and messages, which identify no one alone. */
const commonWords = new Set(
  `avenue area block close court crescent drive estate flat house junction lane layout local government island mainland near nigeria lagos abuja state north south east
   west opposite phase plot road street behind beside number bank account payment mandate service first federal capital territory city town village company limited
   mail gmail yahoo hotmail outlook icloud example with that from this have been does must were will your`.split(/\s+/),
);

type Mask = (text: string) => string;

// Many texts are about the same person, and patterns take longer to make than to use.
const masks = new WeakMap<readonly KnownValue[], Mask>();

/** Creates a function that removes these values from texts. The same list gets the same function. */
export function personMask(known: readonly KnownValue[]): Mask {
  const mask = masks.get(known) ?? createMask(known);
  masks.set(known, mask);
  return mask;
}

function createMask(known: readonly KnownValue[]): Mask {
  if (known.length === 0) return (text) => text;
  let numbers: readonly KnownNumber[] | undefined;
  const words = knownWords(known);
  const within = [...words].flatMap(([word, worth]) =>
    worth === 'identifying' && word.length >= SHORTEST_WITHIN ? [word] : [],
  );
  const wholes = spellingsOf(known);
  const maskPerson = (text: TextMask) => {
    const inText = text.plain.replace(/\D/g, '');
    if (inText.length >= FEWEST_DIGITS) numbers ??= knownNumbers(known);
    // The first use of a pattern takes milliseconds, and most texts hold none of the numbers.
    for (const { digits, pattern } of numbers ?? [])
      if (inText.includes(digits)) text.maskAll(pattern, ([found]) => maskDigits(found.replace(/\D/g, '')));
    if (words.size > 0) text.maskPlaces(findWords(text.plain, words, within));
  };
  const withoutWholes = (text: string) => wholes.reduce((left, spelling) => left.replaceAll(spelling, PERSONAL), text);
  return (text) => lengthIfTooLong(text) ?? maskReadings(withoutWholes(text), maskPerson);
}

function isMailAddress(value: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(value);
}

// As JSON, URLs and banks spell it. Longest first, so that no part of a longer spelling remains.
function spellingsOf(known: readonly KnownValue[]): readonly string[] {
  const spellings = known.flatMap(({ kind, value }) =>
    (kind === 'whole' || isMailAddress(value)) && value.length >= SHORTEST_WORD.text
      ? [
          value,
          JSON.stringify(value).slice(1, -1),
          encodeURIComponent(value.replace(/\p{Cs}/gu, '')),
          value.toUpperCase(),
          value.toLowerCase(),
        ]
      : [],
  );
  return [...new Set(spellings)].sort((a, b) => b.length - a.length);
}

// Signs that may separate the digits of a number. No Unicode classes here: compiled once for each digit, they take a
// second.
const BETWEEN = '[^\\dA-Za-z]{0,3}';

interface KnownNumber {
  /** A phone number without its country code. */
  readonly digits: string;
  readonly pattern: RegExp;
}

// A phone number may come with or without its country code.
function knownNumbers(known: readonly KnownValue[]): readonly KnownNumber[] {
  const numbers = known.flatMap(({ value }) => (/^\+?[\d\s().-]+$/.test(value) ? [value.replace(/\D/g, '')] : []));
  return [...new Set(numbers)].flatMap((number) => {
    if (number.length < FEWEST_DIGITS) return [];
    const national = /^(?:(?:00)?2340?|0)([789]\d{9})$/.exec(number)?.[1];
    const digits = national ?? number;
    const pattern = [...digits].join(BETWEEN);
    // Ten digits and more rarely match by chance, so they are also found inside longer numbers.
    const isLong = number.length >= 10;
    const country = national ? `(?:(?:\\+|00)?${[...'234'].join(BETWEEN)}${BETWEEN})?(?:0${BETWEEN})?` : '';
    return [{ digits, pattern: new RegExp(isLong ? country + pattern : `(?<!\\d)${pattern}(?!\\d)`, 'g') }];
  });
}

/** Whether a known word identifies the person alone (`identifying`) or only next to others. */
type Worth = 'identifying' | 'name' | 'weak';

function knownWords(known: readonly KnownValue[]): ReadonlyMap<string, Worth> {
  const words = new Map<string, Worth>();
  for (const value of known)
    for (const [word, worth] of wordsOfValue(value))
      if (worth === 'identifying' || words.get(word) !== 'identifying') words.set(word, worth);
  return words;
}

type WordWorth = readonly [word: string, worth: Worth];

// Many calls are about the same person.
const wordsBefore = new WeakMap<KnownValue, readonly WordWorth[]>();

function wordsOfValue(known: KnownValue): readonly WordWorth[] {
  const before = wordsBefore.get(known);
  if (before) return before;
  const words = readWords(known);
  wordsBefore.set(known, words);
  return words;
}

function readWords({ kind, value }: KnownValue): readonly WordWorth[] {
  if (kind === 'whole') return [];
  // The local part of a mail address. The domain belongs to a company.
  const text = isMailAddress(value) ? value.slice(0, value.lastIndexOf('@')) : value;
  const hex = hexadecimal(value);
  const words = wordsIn(text).map(({ word }) => [word, worthOf(word, kind)] as const);
  return hex === undefined ? words : [[hex, 'identifying'], ...words];
}

// A long number in hexadecimal, as some programs print it. Fewer hexadecimal digits could be part of an id by chance.
function hexadecimal(value: string): string | undefined {
  const digits = /^\+?[\d\s().-]+$/.test(value) ? value.replace(/\D/g, '') : '';
  const hex = digits.length >= 10 ? BigInt(digits).toString(16) : '';
  return hex.length >= 8 ? hex : undefined;
}

function worthOf(word: string, kind: 'name' | 'text'): Worth {
  if (/^\d+$/.test(word)) return word.length >= FEWEST_DIGITS ? 'identifying' : 'weak';
  const isIdentifying = word.length >= SHORTEST_WORD[kind] && (kind === 'name' || !commonWords.has(word));
  return isIdentifying ? 'identifying' : kind === 'name' ? 'name' : 'weak';
}

interface FoundWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

function wordsIn(text: string): readonly FoundWord[] {
  return Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]+/gu), ({ 0: written, index }) => ({
    word: ascii.test(written) ? written.toLowerCase() : latinOf(written),
    start: index,
    end: index + written.length,
  }));
}

const ascii = /^[A-Za-z\d]+$/;

function latinOf(written: string): string {
  return asLatin(written.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase();
}

// Letters that look like Latin ones, or that Unicode does not decompose, each above its Latin reading.
const LOOK_ALIKES = [
  ['АВЕЅІЈКМНОРСТУХаеѕіјкоԛрсԁһтухԝѵӏвмн', 'ABESIJKMHOPCTYXaesijkoqpcdhtyxwvlbmh'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγεικνορτυχω', 'ABEZHIKMNOPTYXayeikvoptuxw'],
  ['ƁƊƘƳŁØĐĦŊƎƏƐƆɓɗƙƴłøđħŋǝəɛɔıɡɑðƒ', 'BDKYLODHNEEEObdkylodhneeeoigadf'],
] as const;
const ligatures: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE' };
const beyondAscii = /[^\0-\x7f]/g;
let readAs: ReadonlyMap<string, string> | undefined;

function asLatin(word: string): string {
  readAs ??= new Map(
    LOOK_ALIKES.flatMap(([letters, latin]) => [...letters].map((letter, at) => [letter, latin.charAt(at)] as const)),
  );
  return word.replace(beyondAscii, (letter) => readAs?.get(letter) ?? ligatures[letter] ?? letter);
}

const MOST_BETWEEN = 4;

// Consecutive words are masked together: half an address says as much as all of it.
function findWords(text: string, known: ReadonlyMap<string, Worth>, within: readonly string[]): readonly Edit[] {
  const edits: Edit[] = [];
  let run: { readonly worth: Worth; readonly start: number; readonly end: number }[] = [];
  const endRun = () => {
    if (isIdentifying(run)) edits.push({ start: run[0]?.start ?? 0, end: run.at(-1)?.end ?? 0, by: PERSONAL });
    run = [];
  };
  for (const { word, start, end } of wordsIn(text)) {
    const worth = known.get(word) ?? (isMadeOf(word, known, within) ? 'identifying' : undefined);
    const last = run.at(-1);
    if (last && start - last.end > MOST_BETWEEN) endRun();
    if (worth) run.push({ worth, start, end });
    else endRun();
  }
  endRun();
  return edits;
}

function isIdentifying(run: readonly { readonly worth: Worth }[]): boolean {
  if (run.some(({ worth }) => worth === 'identifying')) return true;
  return run.length >= 3 || (run.length === 2 && run.every(({ worth }) => worth === 'name'));
}

// `adamusa` consists of two names, `musa17` of a name and a number.
function isMadeOf(word: string, known: ReadonlyMap<string, Worth>, within: readonly string[]): boolean {
  if (within.some((part) => word.includes(part))) return true;
  if (word.length > 60) return false;
  const rest = /^\d*(\p{L}+)\d*$/u.exec(word)?.[1];
  if (rest === undefined) return false;
  if (rest !== word && known.get(rest) === 'identifying') return true;
  // The positions up to which the word consists of known parts of three letters and more.
  const reached = new Set([0]);
  for (let at = 0; at < rest.length; at += 1) {
    if (!reached.has(at)) continue;
    for (const [part, worth] of known)
      if (worth === 'identifying' && rest.startsWith(part, at)) reached.add(at + part.length);
  }
  return reached.has(rest.length);
}

const personalKinds = new Set<string | undefined>(['personal', 'bvn', 'account']);
// The look-behind makes the pattern try a word once, not once per letter.
// Functions, so that no Unicode property is loaded before its first use (readings.ts).
const twoWords = () => /(?<![\p{L}\p{M}])\p{L}[\p{L}\p{M}]+[^\p{L}]{1,3}\p{L}/u;
const companyWord = () =>
  /(?:^|[^\p{L}])(?:assurance|bank|bureau|inc|insurance|limited|llc|ltd|mfb|microfinance|plc|psb)(?:$|[^\p{L}])/iu;

/** Whether a field is called exactly `name` or `names`. */
export function isNameKey(key: string): boolean {
  const words = wordsOf(key);
  return words.length === 1 && (words[0] === 'name' || words[0] === 'names');
}

/**
 * Whether a `name` next to these fields is a person's, because one of them is personal (bvn, email, phone …). Banks,
 * hooks, products and errors have a `name` too.
 */
export function isPersonBeside(siblings: readonly string[]): boolean {
  return siblings.some((key) => personalKinds.has(fieldKind(key)));
}

/** Whether a `name` next to these fields belongs to something with a code. */
export function isCodedThing(siblings: readonly string[]): boolean {
  return siblings.some((key) => /^(?:\w*code|slug)$/.test(wordsOf(key).at(-1) ?? ''));
}

export function readsLikePerson(text: string): boolean {
  return twoWords().test(text) && !companyWord().test(text);
}
