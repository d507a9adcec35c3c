/** How the file itself is made. */
export interface FileForm {
  /** What a viewer is told to turn the page by; the text is drawn against it, so that it is seen upright. */
  readonly rotate: 0 | 90 | 180 | 270;
  /** Are streams compressed? */
  readonly compress: boolean;
  /** Are objects packed into streams, with a cross-reference stream (PDF 1.5)? */
  readonly objectStreams: boolean;
  /** Where the page's lower left corner lies: not all producers begin at 0. */
  readonly origin: readonly [x: number, y: number];
}
