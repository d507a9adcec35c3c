/** A word of a page: text without blanks, and where it stands. */
export interface Word {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Height of the letters. */
  readonly size: number;
}
