import { bankWords, fillerWords } from './plain-words.ts';

/** The text of an entry in words: upper case, without numbers, and the payer's remark told apart from what the bank writes. */
export interface Narration {
  /** Every word. */
  readonly words: readonly string[];
  /** What stands before the last `/` or `|`, and so was written by the bank; all words where there is no remark. */
  readonly bank: readonly string[];
  /** What stands behind it: the payer's own words. Empty where there is no separator. */
  readonly remark: readonly string[];
  /** Is somebody named before the remark? Only then is it certain that a payer wrote it. */
  readonly namesBeforeRemark: boolean;
  /** Whom the entry names, without channel, bank, month and filler words; empty if nobody. */
  readonly counterparty: readonly string[];
}

// Abbreviations whose slash separates nothing.
const abbreviations = /\b(B|C|F|W|A|M)\/(O|F|D|C|A|B)\b/g;

/** Takes a narration apart. `side` decides whether the counterparty stands behind TO or FROM. */
export function readNarration(text: string, side: 'debit' | 'credit'): Narration {
  const parts = plainCapitals(text)
    .replace(abbreviations, '$1$2')
    .replace(/\d{4,}/g, ' ')
    .split(/[/|]/)
    .map(wordsOf);
  const spoken = parts.filter((part) => part.length > 0);
  const words = spoken.flat();
  const bank = spoken.length > 1 ? spoken.slice(0, -1).flat() : words;
  const remark = spoken.length > 1 ? (spoken.at(-1) as string[]) : [];
  const named = namedIn(bank, side);
  const namesBeforeRemark = remark.length > 0 && named.length > 0;
  return { words, bank, remark, namesBeforeRemark, counterparty: namesBeforeRemark ? named : namedIn(words, side) };
}

/** The words of a text, as rules are written in them: upper case, letters and digits only, no bare numbers. */
export function wordsOf(text: string): string[] {
  return (plainCapitals(text).match(/[A-Z0-9]+/g) ?? []).filter((word) => !/^\d+$/.test(word));
}

// Marks are taken off the letters (Ọ, é) so that a name is one word however it was typed; most texts have none.
function plainCapitals(text: string): string {
  const capitals = text.toUpperCase();
  return /[^\x20-\x7e]/.test(capitals) ? capitals.normalize('NFKD').replace(/\p{M}/gu, '') : capitals;
}

function namedIn(words: readonly string[], side: 'debit' | 'credit'): readonly string[] {
  const [start, end] = side === 'debit' ? [words.lastIndexOf('TO') + 1, words.length] : payerSpan(words);
  const named = namesAmong(words.slice(start, end));
  return named.length > 0 ? named : namesAmong(words);
}

// `TRF FRM payer TO holder`, `NFT B/O payer`, `Salary for May By payer`.
function payerSpan(words: readonly string[]): readonly [number, number] {
  const start = words.findLastIndex((word) => word === 'FROM' || word === 'FRM' || word === 'BO' || word === 'BY') + 1;
  const end = start > 0 ? words.indexOf('TO', start) : -1;
  return [start, end < 0 ? words.length : end];
}

function namesAmong(words: readonly string[]): readonly string[] {
  const names = new Set<string>();
  for (const word of words) {
    const name = word.replace(/\d/g, '');
    if (name.length > 1 && !fillerWords.has(name) && !bankWords.has(name)) names.add(name);
  }
  return [...names];
}
