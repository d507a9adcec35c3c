import type { TextPiece } from '../pdf/text-page.ts';
import type { Word } from './text-line.ts';

// A blank is at least a quarter of the letters' size; what lies closer together is one word that the file draws in parts.
const TORN = 0.12;

/** The words of one line, from left to right: pieces are split at blanks, and parts of one word that were drawn apart are joined. */
export function wordsOf(pieces: readonly TextPiece[], isMonospaced = false): readonly Word[] {
  const parts = pieces.flatMap((piece) => splitAtBlanks(piece, isMonospaced ? widthInCells : widthOf)).sort((a, b) => a.left - b.left);
  const words: Word[] = [];
  for (const part of parts) {
    const last = words.at(-1);
    if (last && isTorn(last, part))
      words[words.length - 1] = { text: last.text + part.text, left: last.left, right: Math.max(last.right, part.right), size: last.size };
    else words.push(part);
  }
  return words;
}

function isTorn(before: Word, after: Word): boolean {
  const gap = after.left - before.right;
  return gap < TORN * Math.min(before.size, after.size) && gap > -0.5 * before.size;
}

function splitAtBlanks(piece: TextPiece, widthOf: (text: string) => number): readonly Word[] {
  const { text, left, right, size } = piece;
  if (!/\s/.test(text)) return [{ text, left, right, size }];
  const scale = (right - left) / Math.max(widthOf(text), Number.EPSILON);
  const words: Word[] = [];
  for (const match of text.matchAll(/\S+/g)) {
    const start = left + scale * widthOf(text.slice(0, match.index));
    words.push({ text: match[0], left: start, right: start + scale * widthOf(match[0]), size });
  }
  return words;
}

// Only the width of a whole piece is known. Within it letters share the room as they do in the common sans-serif faces.
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += widthOfLetter(letter);
  return width;
}

function widthOfLetter(letter: string): number {
  if (/\d/.test(letter)) return 0.556;
  if (/[\s.,:;'|!/\\iljItf()[\]-]/.test(letter)) return 0.29;
  if (/[mwMW@%]/.test(letter)) return 0.85;
  if (/[A-Z&₦]/.test(letter)) return 0.68;
  return 0.54;
}

function widthInCells(text: string): number {
  return text.length;
}

/** Do all letters of a page take the same room, as on a line printer? */
export function isMonospaced(pieces: readonly TextPiece[]): boolean {
  let [narrowest, widest] = [Number.POSITIVE_INFINITY, 0];
  for (const { text, left, right, size } of pieces) {
    if (text.length < 4) continue;
    const width = (right - left) / (text.length * size);
    narrowest = Math.min(narrowest, width);
    widest = Math.max(widest, width);
  }
  return widest > 0 && widest < 1.03 * narrowest;
}
