import type { TextPiece, UnclearPiece } from '../pdf/piece-places.ts';
import type { DrawnPage } from '../pdf/read-page.ts';
import type { DrawnText, TextPage } from '../pdf/text-page.ts';
import { limitExceeded, type StatementLimits } from '../read-options.ts';
import { cleanPicture } from './clean-picture.ts';
import { otherSize } from './grey-picture.ts';
import type { GreyPicture, OcrWord, PassPicture } from './ocr-reader.ts';
import { piecesOf } from './ocr-words.ts';
import { drawPage, isScan } from './page-picture.ts';

/** Reads the words of several pictures. */
export type Recognise = (pictures: readonly PassPicture[]) => Promise<readonly (readonly OcrWord[])[]>;

interface Scan {
  readonly text: TextPage;
  readonly notes: readonly DrawnText[];
  /** In two sizes. */
  readonly pictures: readonly [GreyPicture, GreyPicture];
}

/** A scan as both passes read it. */
export type ReadScan = readonly [first: TextPage, second: TextPage];

// Four pages of A4 at 200 dots an inch, in two sizes.
const BATCH_BYTES = 40 * 1_048_576;

/** The pages of a file that are scans. They are read several at once, while the engine rests. */
export class ScannedPages {
  readonly #recognise: Recognise;
  readonly #limits: StatementLimits;
  #waiting: Scan[] = [];
  #isUsed = false;

  constructor(recognise: Recognise, limits: StatementLimits) {
    this.#recognise = recognise;
    this.#limits = limits;
  }

  /** Whether any page was a scan. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** Keeps the picture of a page if it is a scan. @throws StatementError */
  readonly note = async (text: TextPage, drawn: DrawnPage): Promise<void> => {
    if (!isScan(text, drawn)) return;
    const picture = drawn.leavesOut ? undefined : await drawPage(drawn);
    if (!picture) throw limitExceeded('pixels', this.#limits);
    this.#isUsed = true;
    const clean = cleanPicture(picture);
    this.#waiting.push({ text, notes: drawn.notes(), pictures: [clean, otherSize(clean)] });
  };

  /** Whether the page waits to be read. */
  holds(page: number): boolean {
    return this.#waiting.some(({ text }) => text.page === page);
  }

  /** Reads the waiting pages if they are enough for once, or the last ones. */
  async read(isLast: boolean): Promise<readonly ReadScan[]> {
    const scans = this.#waiting;
    const sizes = scans.flatMap(({ pictures }) => pictures.map(({ data }) => data.byteLength));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    if (scans.length === 0 || (bytes < BATCH_BYTES && !isLast)) return [];
    this.#waiting = [];
    const dpi = scans.flatMap(({ pictures }) => pictures.map((picture) => picture.dpi));
    const words = await this.#recognise(
      scans.flatMap(({ pictures: [first, second] }) => [
        { pass: 1, picture: first },
        { pass: 2, picture: second },
      ]),
    );
    const pieces = words.map((page, index) => piecesOf(page, dpi[index] ?? 0));
    return scans.map((scan, index) => [
      readScan(scan, pieces[2 * index] ?? []),
      readScan(scan, pieces[2 * index + 1] ?? []),
    ]);
  }
}

/** The text of a scan: what was recognised, and what is written over the picture. Invisible text does not count. */
function readScan({ text, notes }: Scan, pieces: readonly TextPiece[]): TextPage {
  // Over a scan, a figure in the text may hide or complete one in the picture.
  const over = text.pieces.filter((piece) => /\d/.test(piece.text));
  const unclear = [
    ...over.map((piece): UnclearPiece => ({ ...piece, ...writtenOver(piece.text) })),
    ...notes.map(({ text, x, y, length, size, font }): UnclearPiece => {
      return { text, left: x, right: x + length, baseline: y, size, font, ...writtenOver(text) };
    }),
  ];
  return { page: text.page, pieces: [...text.pieces, ...pieces], unclear: pieces.length > 0 ? unclear : [] };
}

function writtenOver(word: string) {
  return { sight: 'annotated', word, isPart: false, isReplaced: false } as const;
}
