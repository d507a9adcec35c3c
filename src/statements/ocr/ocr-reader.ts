/** A page of a scan as a picture in shades of grey. */
export interface OcrPicture {
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
  /** One byte for each pixel, in rows from the top: 0 is black, 255 is white. */
  readonly data: Uint8Array;
  /** Pixels to an inch of the page. */
  readonly dpi: number;
}

/** A picture that can be sent to another thread. */
export interface GreyPicture extends OcrPicture {
  readonly data: Uint8Array<ArrayBuffer>;
}

/** A word with its place in the picture: pixels from the top left. */
export interface OcrWord {
  /** The word, without blanks. */
  readonly text: string;
  /** How sure the engine is, from 0 to 100. */
  readonly confidence: number;
  /** The left edge. */
  readonly left: number;
  /** The top edge. */
  readonly top: number;
  /** The right edge. */
  readonly right: number;
  /** The bottom edge. */
  readonly bottom: number;
  /** Where its letters stand. Default: its bottom. */
  readonly baseline?: number | undefined;
  /** The size of its letters. Default: its height. */
  readonly size?: number | undefined;
}

/** How a picture is to be read. */
export interface OcrPageOptions {
  /** Each page is read twice, from pictures of two sizes. Where the readings agree, they confirm each other. */
  readonly pass: 1 | 2;
  /** Aborts when the words are no longer needed. */
  readonly signal: AbortSignal;
}

/** Reads the text in pictures. `tesseractReader` of `repaykit/ocr` is one; another engine may take its place. */
export interface OcrReader {
  /** Reads one picture. Called for several at once. */
  readPage(picture: OcrPicture, options: OcrPageOptions): Promise<readonly OcrWord[]>;
}

/** A picture that is to be read. */
export interface PassPicture extends Pick<OcrPageOptions, 'pass'> {
  readonly picture: GreyPicture;
}
