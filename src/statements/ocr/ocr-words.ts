import type { TextPiece } from '../pdf/piece-places.ts';
import { dateOf } from '../text/dates.ts';
import type { Word } from '../text/lines.ts';
import { hasKobo, moneyOf } from '../text/money.ts';
import type { OcrWord } from './ocr-reader.ts';

const POINTS_PER_INCH = 72;
const FONT = 'recognised';

/** Recognised words as text of the page, in points. */
export function piecesOf(words: readonly OcrWord[], dpi: number): readonly TextPiece[] {
  const points = POINTS_PER_INCH / dpi;
  return words.flatMap((word): TextPiece[] => {
    const text = withDigits(word.text.trim());
    const { left, right, bottom, top, baseline = bottom, size = bottom - top } = word;
    if (text === '') return [];
    return [
      {
        text,
        left: left * points,
        right: right * points,
        baseline: baseline * points,
        size: size * points,
        font: FONT,
      },
    ];
  });
}

/** A figure or date in which letters that look like digits are digits: `©` is a zero with a dot or stroke. */
function withDigits(text: string): string {
  if (!/\d/.test(text) || isFigure({ text }) || isDate({ text })) return text;
  const digits = text.replace(/[©OoQ](?=[\d.,/-])|(?<=[\d.,/-])[©OoQ]/g, '0').replace(/[Il](?=[\d.,/-])/g, '1');
  return isFigure({ text: digits }) || isDate({ text: digits }) ? digits : text;
}

/** Whether a word is an amount of money with kobo. */
export function isFigure({ text }: Pick<Word, 'text'>): boolean {
  return hasKobo(text) && moneyOf(text) !== undefined;
}

const SHORTEST_DATE = 6;

/** Whether a word is a whole date. */
export function isDate({ text }: Pick<Word, 'text'>): boolean {
  return text.length >= SHORTEST_DATE && dateOf(text) !== undefined;
}
