/** A page of text as it is seen: after every rotation, with the origin at the top left and y growing downwards. Lengths in points (1/72 inch). */
export interface TextPage {
  /** From 1. */
  readonly page: number;
  /** Pages of the file. */
  readonly pages: number;
  readonly width: number;
  readonly height: number;
  /** In the order the file draws them; none is blank, none has a position that is not a number. */
  readonly pieces: readonly TextPiece[];
}

/** A piece of text: a word, a line, or a single glyph, as the file draws it. */
export interface TextPiece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Where the letters stand. */
  readonly baseline: number;
  /** Height of the letters: the font's size. */
  readonly size: number;
}
