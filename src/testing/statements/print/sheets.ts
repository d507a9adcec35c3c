import { type Font, textWidth } from '../pdf/font-metrics.ts';
import { type Mark, num } from '../pdf/ink.ts';
import type { DrawnPage } from '../pdf/write-pdf.ts';
import type { Align } from '../statement-layout.ts';

/** Where and how a text is put on a page. */
export interface Placing {
  readonly x: number;
  /** Of the baseline, from the top. */
  readonly y: number;
  readonly font: Font;
  readonly size: number;
  /** Within this width from `x`; left without one. */
  readonly width?: number;
  readonly align?: Align;
  readonly column?: number;
  readonly isMoney?: boolean;
}

interface Sheet extends DrawnPage {
  readonly marks: Mark[];
  readonly shapes: string[];
}

/** The pages of a file while they are filled, and how far down the last one is. */
export class Sheets {
  readonly pages: Sheet[] = [];
  readonly width: number;
  readonly height: number;
  /** First and last usable line of a page, from the top. */
  readonly #top: number;
  readonly #bottom: number;
  /** From the top. */
  y = 0;

  constructor({
    width,
    height,
    top,
    bottom,
  }: { readonly width: number; readonly height: number; readonly top: number; readonly bottom: number }) {
    this.width = width;
    this.height = height;
    this.#top = top;
    this.#bottom = bottom;
    this.open();
  }

  /** Begins a page. */
  open(): void {
    this.pages.push({ width: this.width, height: this.height, marks: [], shapes: [] });
    this.y = this.#top;
  }

  /** Number of the page that is being filled. */
  get page(): number {
    return this.pages.length;
  }

  /** What is left of the page, in points. */
  get room(): number {
    return this.height - this.#bottom - this.y;
  }

  /** Is nothing on the page yet? */
  get isFresh(): boolean {
    return this.y === this.#top;
  }

  /** Puts a text on a page, the last one unless told. */
  put(
    text: string,
    { x, y, font, size, width, align = 'left', column = -1, isMoney = false }: Placing,
    page = this.pages.at(-1),
  ): void {
    const slack = width === undefined || align === 'left' ? 0 : width - textWidth(text, font, size);
    page?.marks.push({ text, x: x + (align === 'centre' ? slack / 2 : slack), y, font, size, column, isMoney });
  }

  /** Puts a watermark across a page. */
  stamp(text: string, page: Sheet): void {
    page.marks.unshift({
      text,
      x: this.width * 0.25,
      y: this.height * 0.7,
      font: 'helvetica-bold',
      size: 54,
      column: -1,
      isWatermark: true,
    });
  }

  /** A line across, or down, in grey. */
  rule(x: number, y: number, { across = 0, down = 0 }: { readonly across?: number; readonly down?: number }): void {
    this.pages
      .at(-1)
      ?.shapes.push(
        `.7 G .5 w ${num(x)} ${num(this.height - y)} m ${num(x + across)} ${num(this.height - y - down)} l S`,
      );
  }

  /** A light box behind text that comes later. */
  fill(
    x: number,
    y: number,
    { width, height, grey }: { readonly width: number; readonly height: number; readonly grey: number },
  ): void {
    this.pages
      .at(-1)
      ?.shapes.push(`${grey} g ${num(x)} ${num(this.height - y - height)} ${num(width)} ${num(height)} re f`);
  }
}
