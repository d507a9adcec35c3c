import { setMaxListeners } from 'node:events';
import { RepayKitError, StatementError } from '../../errors.ts';
import { looseFields } from '../../validation/checks.ts';
import { limitExceeded, type StatementLimits } from '../read-options.ts';
import type { OcrPicture, OcrReader, OcrWord, PassPicture } from './ocr-reader.ts';

interface Recognition {
  readonly ocr: OcrReader | undefined;
  readonly signal: AbortSignal;
  readonly limits: StatementLimits;
}

/** Reads pictures with the caller's reader, all at once. @throws StatementError, or the reader's own of ours */
export async function recogniseAll(
  pictures: readonly PassPicture[],
  { ocr, signal, limits }: Recognition,
): Promise<readonly (readonly OcrWord[])[]> {
  const read = async ({ picture, pass }: PassPicture) => {
    // The reader may send the picture to another thread.
    const { width, height } = picture;
    return wordsIn(await ocr?.readPage(picture, { signal, pass }), { width, height, limits });
  };
  // Each picture may have its own listeners. Without this, Node.js prints a warning.
  setMaxListeners(0, signal);
  try {
    return await Promise.all(pictures.map(read));
  } catch (error) {
    if (error instanceof RepayKitError) throw error;
    const message = 'The OCR reader failed. Its error is the `cause`. Ask for the PDF that the bank exports.';
    throw new StatementError('ocr_failed', message, { cause: error });
  }
}

interface Within extends Pick<OcrPicture, 'width' | 'height'> {
  readonly limits: StatementLimits;
}

// As in the text of a page.
const LETTERS_OF_PIECE = 12;

// The reader may be the caller's own, in JavaScript. Only what is needed crosses to the thread.
function wordsIn(words: unknown, picture: Within): readonly OcrWord[] {
  const { limits } = picture;
  if (!Array.isArray(words)) throw new TypeError('The OCR reader gave no list of words.');
  if (words.length > limits.items) throw limitExceeded('items', limits);
  let pieces = 0;
  return Array.from(words, (one: unknown, index) => {
    const word = wordIn(one, picture);
    if (!word) throw new TypeError(`Word ${index + 1} of the OCR reader has no text, or no box within the picture.`);
    pieces += Math.ceil(word.text.length / LETTERS_OF_PIECE);
    if (pieces > limits.items) throw limitExceeded('items', limits);
    return word;
  });
}

function wordIn(word: unknown, { width, height }: Within): OcrWord | undefined {
  const { text, confidence, left, top, right, bottom, baseline, size } = looseFields(word);
  const isBox = isNumber(left) && isNumber(top) && isNumber(right) && isNumber(bottom);
  if (typeof text !== 'string' || !isBox || left > right || top > bottom) return undefined;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  if (x < 0 || x > width || y < 0 || y > height) return undefined;
  return {
    text,
    confidence: Number(confidence),
    ...{ left, top, right, bottom },
    baseline: isNumber(baseline) ? baseline : bottom,
    size: isNumber(size) && size > 0 ? size : bottom - top,
  };
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}
