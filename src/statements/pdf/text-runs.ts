import type { Colour } from './colours.ts';
import type { EngineFont, EngineGlyph, KnownGlyph } from './engine.ts';
import type { Clip, GraphicsState, Mask } from './graphics-state.ts';
import { type Area, type Box, boxArea, type Matrix, multiply } from './shapes.ts';

/** Letters that one operator writes along a straight line. */
export interface TextRun {
  readonly order: number;
  readonly glyphs: readonly EngineGlyph[];
  /** Where each glyph starts and ends along the line, in the run's own units. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Indices of glyphs that a gap precedes, other than a blank. */
  readonly apart: readonly number[];
  /** The size of letters in the run's own units. */
  readonly size: number;
  /** From the run's own units to the shown page. Its vertical axis has the length of a letter. */
  readonly matrix: Matrix;
  readonly font: EngineFont;
  /** All its glyphs are noted, and none covers what is under it. */
  readonly isPlain: boolean;
  /** Colours of the letters' inside and outline. */
  readonly fill: Colour;
  readonly stroke: Colour;
  readonly fillAlpha: number;
  readonly strokeAlpha: number;
  readonly blend: string;
  readonly clip: Clip | undefined;
  readonly mask: Mask | undefined;
  readonly isInHiddenLayer: boolean;
  readonly isAnnotation: boolean;
}

const PER_THOUSAND: Matrix = [0.001, 0, 0, 0.001, 0, 0];
/** A gap of this share of the letter size separates words. A blank is at least a quarter. */
const WORD_GAP = 0.12;
/** Letters begin before the last one by less than this share of their size, such as accents over letters. */
const BACK = 0.1;
const CLIPS = 4;
const INVISIBLE = 3;

type Letters = Pick<TextRun, 'glyphs' | 'starts' | 'ends' | 'apart' | 'size' | 'matrix' | 'font' | 'isPlain'>;

/** What is written on. */
interface Surface {
  readonly state: GraphicsState;
  readonly runs: TextRun[];
  readonly isHidden: boolean;
  readonly isAnnotation: boolean;
  readonly isMask: boolean;
  nextOrder(): number;
  clip(area: Area): void;
}

/** The place where the next letters are written. */
export class TextCursor {
  readonly #painter: Surface;
  /** Letters so far. */
  letters = 0;
  #matrix: Matrix | undefined;
  #x = 0;
  #y = 0;
  #lineX = 0;
  #lineY = 0;
  #clipping: Box | undefined;

  constructor(painter: Surface) {
    this.#painter = painter;
  }

  begin(): void {
    this.#matrix = undefined;
    this.#x = this.#y = this.#lineX = this.#lineY = 0;
  }

  /** Text in a clipping mode limits all later paint to its letters. Their box is close enough. */
  end(): void {
    if (this.#clipping) this.#painter.clip(boxArea(this.#clipping));
    this.#clipping = undefined;
  }

  setMatrix(matrix: Matrix): void {
    this.begin();
    this.#matrix = matrix;
  }

  move(x: number, y: number): void {
    this.#x = this.#lineX += x;
    this.#y = this.#lineY += y;
  }

  show(shown: readonly (EngineGlyph | number)[]): void {
    const { state } = this.#painter;
    const { font, fontSize, letterSpacing, wordSpacing } = state;
    if (!font || fontSize === 0) return;
    const direction = fontSize < 0 ? -1 : 1;
    const size = Math.abs(fontSize);
    const perUnit = size * (font.fontMatrix ?? PER_THOUSAND)[0];
    let glyphs: EngineGlyph[] = [];
    let starts: number[] = [];
    let ends: number[] = [];
    let apart: number[] = [];
    let x = 0;
    let gap = 0;
    let last = 0;
    let isPlain = true;
    for (const glyph of shown) {
      if (typeof glyph === 'number') {
        const shift = ((font.vertical ? 1 : -1) * glyph * size) / 1000;
        x += shift;
        gap += shift;
        continue;
      }
      // A letter that stands before the last one begins a new run, which has a place of its own.
      if (x < last - BACK * size && !font.vertical) {
        this.#write({ glyphs, starts, ends, apart, size, font, isPlain }, x);
        [glyphs, starts, ends, apart] = [[], [], [], []];
        x = gap = 0;
      }
      last = x;
      const width = glyph.width * perUnit;
      if (!glyph.isSpace) this.letters++;
      const { known } = glyph;
      if (!known?.isNoted || known.solid !== false) isPlain = false;
      glyphs.push(glyph);
      starts.push(x);
      ends.push(x + width);
      if (gap > WORD_GAP * size) apart.push(starts.length - 1);
      gap = 0;
      x += width + ((glyph.isSpace ? wordSpacing : 0) + letterSpacing) * direction;
    }
    this.#write({ glyphs, starts, ends, apart, size, font, isPlain }, x);
  }

  /** Adds a run, and moves to where it ends. */
  #write({ glyphs, starts, ends, apart, size, font, isPlain }: Omit<Letters, 'matrix'>, to: number): void {
    const { state, runs, isMask } = this.#painter;
    const direction = state.fontSize < 0 ? -1 : 1;
    const scale = state.horizontalScale * direction;
    const matrix = this.#runMatrix(scale, direction * heightOf(font, size));
    if (font.vertical) this.#y -= to;
    else this.#x += to * scale;
    if (glyphs.length > 0 && !isMask)
      runs.push(this.#run({ glyphs, starts, ends, apart, size, matrix, font, isPlain }));
  }

  #runMatrix(scale: number, height: number): Matrix {
    const { matrix, rise } = this.#painter.state;
    const line = this.#matrix ? multiply(matrix, this.#matrix) : matrix;
    return multiply(line, [scale, 0, 0, height, this.#x, this.#y + rise]);
  }

  #run({ glyphs, starts, ends, apart, size, matrix, font, isPlain }: Letters): TextRun {
    const painter = this.#painter;
    const { state } = painter;
    const mode = state.textMode;
    const kind = mode % CLIPS;
    if (mode >= CLIPS) this.#clipping = around(this.#clipping, runBox({ matrix, starts, ends }));
    // Not a spread, which costs a tenth of the reading time here.
    return {
      glyphs,
      starts,
      ends,
      apart,
      size,
      matrix,
      font,
      isPlain,
      order: painter.nextOrder(),
      fill: kind === 0 || kind === 2 ? state.fill : 'none',
      stroke: kind === 1 || kind === 2 ? state.stroke : 'none',
      fillAlpha: kind === INVISIBLE ? 0 : state.groupAlpha * state.fillAlpha,
      strokeAlpha: kind === INVISIBLE ? 0 : state.groupAlpha * state.strokeAlpha,
      blend: state.blend === 'source-over' ? state.groupBlend : state.blend,
      clip: state.clip,
      mask: state.mask,
      isInHiddenLayer: painter.isHidden,
      isAnnotation: painter.isAnnotation,
    };
  }
}

// Box drawing, blocks, geometric shapes and dingbats.
const SYMBOL = /^[\u2500-\u27bf]$/;
const BLANK = /^\s*$/;

/** What a glyph stands for, worked out once. */
export function knownGlyph(glyph: EngineGlyph, font: EngineFont): KnownGlyph {
  if (glyph.known) return glyph.known;
  const { unicode, fontChar } = glyph;
  // The letters that name the signs of a symbol font are not what a person reads.
  const meaning = font.missingFile && SYMBOL.test(fontChar) ? fontChar : unicode;
  glyph.known = { meaning, isBlank: BLANK.test(unicode) };
  return glyph.known;
}

// The box of a Type 3 font may be the only trace of its size.
function heightOf({ isType3Font, fontMatrix, bbox }: EngineFont, size: number): number {
  const height = isType3Font && size <= 1 && bbox ? (bbox[3] ?? 0) - (bbox[1] ?? 0) : 0;
  return height > 0 ? size * height * Math.abs((fontMatrix ?? PER_THOUSAND)[3]) : size;
}

/** A box around the letters, from a little below their line. */
export function runBox({ matrix, starts, ends }: Pick<TextRun, 'matrix' | 'starts' | 'ends'>): Box {
  const from = starts[0] ?? 0;
  const to = ends[ends.length - 1] ?? 0;
  return {
    left: matrix[4] + Math.min(matrix[0] * from, matrix[0] * to) + Math.min(matrix[2] * LOW, matrix[2] * HIGH),
    top: matrix[5] + Math.min(matrix[1] * from, matrix[1] * to) + Math.min(matrix[3] * LOW, matrix[3] * HIGH),
    right: matrix[4] + Math.max(matrix[0] * from, matrix[0] * to) + Math.max(matrix[2] * LOW, matrix[2] * HIGH),
    bottom: matrix[5] + Math.max(matrix[1] * from, matrix[1] * to) + Math.max(matrix[3] * LOW, matrix[3] * HIGH),
  };
}

const LOW = -0.2;
const HIGH = 0.8;

function around(a: Box | undefined, b: Box): Box {
  if (!a) return b;
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}
