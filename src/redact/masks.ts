/** The masks that replace sensitive text, and the text that is being masked. */
import { changeInReadings, type Reading } from './readings.ts';

export const SECRET = '[secret]';
/** Replaces a name, an address and whatever else identifies a person. */
export const PERSONAL = '[personal]';
/** Replaces a signature, a statement or an image. */
export const DOCUMENT = '[document]';

/** Masks an account number except its last four digits, the most a payer needs to recognise it. */
export function maskAccountNumber(accountNumber: string): string {
  return maskAllBut(accountNumber, 4);
}

export function maskBvn(bvn: string): string {
  return maskAllBut(bvn, 2);
}

/** Masks the digits of a number of unknown kind: 11 are a BVN or a phone number, all others an account number. */
export function maskDigits(digits: string): string {
  return digits.length === 11 ? maskBvn(digits) : maskAccountNumber(digits);
}

function maskAllBut(text: string, kept: number): string {
  if (text.length <= kept) return '*'.repeat(text.length);
  return '*'.repeat(text.length - kept) + text.slice(-kept);
}

// No one reads longer texts. With runs of about six million letters the patterns exhaust the stack.
const LONGEST_READ = 1_000_000;

/** The length of a text that is too long to mask. It replaces the text. */
export function lengthIfTooLong(text: string): string | undefined {
  return text.length > LONGEST_READ ? `[${text.length} characters]` : undefined;
}

export function maskReadings(text: string, mask: (text: TextMask) => void): string {
  return changeInReadings(text, (written, reading) => {
    const found = new TextMask(reading);
    mask(found);
    return found.masked(written);
  });
}

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

// Covers each match with a character that no pattern contains, so that nothing is found twice.
const COVER = '\u{e000}';

/** The matches so far in one reading of a text. */
export class TextMask {
  /** The text to search. Earlier matches are covered. */
  plain: string;
  readonly #reading: Reading;
  readonly #edits: (readonly Edit[])[] = [];

  constructor(reading: Reading) {
    this.#reading = reading;
    this.plain = reading.plain;
  }

  /** Masks all matches with the text that `mask` returns. If it returns none, the match stays. */
  maskAll(pattern: RegExp, mask: (match: RegExpExecArray) => string | undefined): void {
    const edits: Edit[] = [];
    for (const match of this.plain.matchAll(pattern)) {
      const by = mask(match);
      if (by !== undefined) edits.push({ start: match.index, end: match.index + match[0].length, by });
    }
    this.maskPlaces(edits);
  }

  /** Masks these places. They must be in order and must not overlap. */
  maskPlaces(edits: readonly Edit[]): void {
    this.#edits.push(edits);
    this.#cover(edits);
  }

  /** Covers what must stay readable. */
  keepAll(pattern: RegExp): void {
    const matches = Array.from(this.plain.matchAll(pattern));
    this.#cover(matches.map(({ 0: kept, index }) => ({ start: index, end: index + kept.length })));
  }

  #cover(places: readonly { readonly start: number; readonly end: number }[]): void {
    if (places.length === 0) return;
    const parts: string[] = [];
    let from = 0;
    for (const { start, end } of places) {
      parts.push(this.plain.slice(from, start), COVER.repeat(end - start));
      from = end;
    }
    this.plain = parts.join('') + this.plain.slice(from);
  }

  masked(written: string): string {
    const edits = this.#edits.flat().sort((a, b) => a.start - b.start);
    if (edits.length === 0) return written;
    const { placeOf } = this.#reading;
    const parts: string[] = [];
    let from = 0;
    for (const { start, end, by } of edits) {
      parts.push(written.slice(from, placeOf(start)), by);
      from = placeOf(end);
    }
    return parts.join('') + written.slice(from);
  }
}
