import type { Align } from '../layouts/statement-layout.ts';
import { type Font, textWidth } from '../pdf/fonts.ts';
import { type DrawnPage, type Mark, num } from '../pdf/write-pdf.ts';

export interface Placing {
  readonly x: number;
  /** The baseline, from the top. */
  readonly y: number;
  readonly font: Font;
  readonly size: number;
  /** Width for `align`, from `x`. Without it, the text is left-aligned. */
  readonly width?: number;
  readonly align?: Align;
  readonly column?: number;
  readonly isMoney?: boolean;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly grey: number;
}

export interface Sheet extends DrawnPage {
  readonly marks: Mark[];
  readonly shapes: string[];
}

/** The size of the paper, and its margins `top` and `bottom`. */
interface Paper {
  readonly width: number;
  readonly height: number;
  readonly top: number;
  readonly bottom: number;
}

export class Sheets {
  readonly pages: Sheet[] = [];
  readonly width: number;
  readonly height: number;
  readonly #paper: Paper;
  #current: Sheet;
  y: number;

  constructor(paper: Paper) {
    this.#paper = paper;
    this.width = paper.width;
    this.height = paper.height;
    this.y = paper.top;
    this.#current = this.#add();
  }

  open(): void {
    this.#current = this.#add();
    this.y = this.#paper.top;
  }

  #add(): Sheet {
    const { width, height } = this;
    const sheet = { width, height, marks: [], shapes: [] };
    this.pages.push(sheet);
    return sheet;
  }

  get page(): number {
    return this.pages.length;
  }

  /** Height left on the page, in points. */
  get room(): number {
    return this.height - this.#paper.bottom - this.y;
  }

  get isFresh(): boolean {
    return this.y === this.#paper.top;
  }

  put(text: string, placing: Placing, page = this.#current): void {
    const { x, y, font, size, width, align = 'left', column = -1, isMoney = false } = placing;
    const slack = width === undefined || align === 'left' ? 0 : width - textWidth(text, font, size);
    page.marks.push({ text, x: x + (align === 'centre' ? slack / 2 : slack), y, font, size, column, isMoney });
  }

  stamp(text: string, page: Sheet): void {
    const [x, y] = [this.width * 0.25, this.height * 0.7];
    page.marks.unshift({ text, x, y, font: 'helvetica-bold', size: 54, column: -1, isWatermark: true });
  }

  rule(x: number, y: number, { across = 0, down = 0 }: { readonly across?: number; readonly down?: number }): void {
    const [from, to] = [this.height - y, this.height - y - down].map(num);
    this.#current.shapes.push(`.7 G .5 w ${num(x)} ${from} m ${num(x + across)} ${to} l S`);
  }

  /** Fills a light box. Text that you draw later is in front of it. */
  fill({ x, y, width, height, grey }: Box): void {
    const box = [x, this.height - y - height, width, height].map(num).join(' ');
    this.#current.shapes.push(`${grey} g ${box} re f`);
  }
}
