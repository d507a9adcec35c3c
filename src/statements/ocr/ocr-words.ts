import type { TextPiece } from '../pdf/piece-places.ts';
import type { OcrWord } from './ocr-reader.ts';

const POINTS_PER_INCH = 72;
const FONT = 'recognised';

/** Recognised words as text of the page, in points. */
export function piecesOf(words: readonly OcrWord[], dpi: number): readonly TextPiece[] {
  const points = POINTS_PER_INCH / dpi;
  return words.flatMap((word): TextPiece[] => {
    const text = word.text.trim();
    const { left, right, bottom, top, baseline = bottom, size = bottom - top } = word;
    if (text === '' || !Number.isFinite(left + right + baseline + size)) return [];
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
