import { type Colour, colourOf } from './colours.ts';
import { type EngineFont, type EngineGroup, type OperatorArguments, operators } from './engine.ts';
import {
  clipTo,
  firstState,
  type GraphicsState,
  type Mask,
  NORMAL,
  type Paint,
  type PictureUse,
} from './graphics-state.ts';
import {
  type Area,
  type Box,
  boxArea,
  type Corners,
  inverse,
  type Matrix,
  multiply,
  nowhere,
  pathArea,
  unitSquare,
} from './shapes.ts';
import { TextCursor, type TextRun } from './text-runs.ts';

/** What the operators of a page refer to by name. */
export interface PageObjects {
  font(id: string): EngineFont | undefined;
  /** The colour of a pattern as a whole, of a fill or of a shading. */
  patternColour(pattern: readonly unknown[]): Colour;
  isLayerShown(layer: unknown): boolean;
}

/** Follows the operators of a page, and notes what they paint and write, in painting order. Draws nothing. */
export class PagePainter {
  readonly runs: TextRun[] = [];
  paints: Paint[] = [];
  state: GraphicsState;
  readonly text = new TextCursor(this);
  readonly objects: PageObjects;
  readonly #base: Matrix;
  readonly #shown: Box;
  #saved: GraphicsState[] = [];
  /** Whether the layers around are shown, from the outside in. */
  readonly #layers: boolean[] = [];
  #hiddenLayers = 0;
  #pendingClip: 'clip' | 'eoClip' | undefined;
  readonly #maskPaints: Paint[][] = [];
  #lastMask: Omit<Mask, 'parent'> | undefined;
  #order = 0;
  #isAnnotation = false;

  /** Paints the cell of a pattern instead of a page. */
  isCell = false;

  constructor(base: Matrix, shown: Box, objects: PageObjects) {
    this.#base = base;
    this.#shown = shown;
    this.objects = objects;
    this.state = firstState(base, shown);
  }

  get isHidden(): boolean {
    return this.#hiddenLayers > 0;
  }

  get isAnnotation(): boolean {
    return this.#isAnnotation;
  }

  /** Whether the paint is a soft mask's, which no one sees. */
  get isMask(): boolean {
    return this.#maskPaints.length > 0;
  }

  nextOrder(): number {
    return this.#order++;
  }

  /** A painter for the cell of a pattern, and the pattern's place on the page. */
  forCell(cell: Box, matrix: Matrix): { readonly painter: PagePainter; readonly toCell: Matrix | undefined } {
    const painter = new PagePainter([1, 0, 0, 1, 0, 0], cell, this.objects);
    painter.isCell = true;
    return { painter, toCell: inverse(multiply(this.#base, matrix)) };
  }

  save(): void {
    this.#saved.push({ ...this.state });
  }

  restore(): void {
    this.state = this.#saved.pop() ?? this.state;
  }

  paint(area: Area, colour: Colour, how: { readonly isStroke?: boolean; readonly picture?: PictureUse } = {}): void {
    const { clip, mask, groupAlpha, groupBlend, blend, fillAlpha, strokeAlpha, tiling } = this.state;
    if (this.isHidden || colour === 'none') return;
    const alpha = groupAlpha * (how.isStroke ? strokeAlpha : fillAlpha);
    this.paints.push({
      order: this.nextOrder(),
      area,
      colour,
      alpha,
      blend: blend === NORMAL ? groupBlend : blend,
      clip,
      mask,
      picture: how.picture ?? (colour === 'unknown' && !how.isStroke ? tiling : undefined),
      isAnnotation: this.#isAnnotation,
    });
  }

  paintPage(colour: Colour): void {
    this.endAnnotation();
    this.paint(boxArea(this.#shown), colour);
  }

  paintUnitSquare(picture: PictureUse | undefined): void {
    const { matrix, fill } = this.state;
    const area = pathArea(unitSquare, { matrix, around: [0, 0, 1, 1] });
    const toUnit = inverse(matrix);
    if (!toUnit) return;
    this.paint(area, !picture || picture.isStencil ? fill : 'unknown', picture && { picture: { ...picture, toUnit } });
  }

  setClip(rule: 'clip' | 'eoClip'): void {
    this.#pendingClip = rule;
  }

  path([operator, [path], around]: OperatorArguments['constructPath']): void {
    const { matrix, fill, stroke, lineWidth } = this.state;
    if (path && around) {
      if (fills.has(operator)) this.paint(pathArea(path, { matrix, around, isEvenOdd: isEvenOdd(operator) }), fill);
      if (strokes.has(operator)) {
        const scale = Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
        this.paint(pathArea(path, { matrix, around, lineWidth: lineWidth * scale }), stroke, { isStroke: true });
      }
    }
    if (!this.#pendingClip) return;
    const isOdd = this.#pendingClip === 'eoClip';
    this.clip(path && around ? pathArea(path, { matrix, around, isEvenOdd: isOdd }) : boxArea(nowhere));
    this.#pendingClip = undefined;
  }

  clip(area: Area): void {
    this.state.clip = clipTo(area, this.state.clip);
  }

  clipToCorners(corners: Corners): void {
    const [left = 0, top = 0, right = 0, bottom = 0] = Array.from(corners);
    const path = [0, left, top, 1, right, top, 1, right, bottom, 1, left, bottom, 4];
    this.clip(pathArea(path, { matrix: this.state.matrix, around: corners }));
  }

  beginLayer(isShown: boolean): void {
    this.#layers.push(isShown);
    if (!isShown) this.#hiddenLayers++;
  }

  endLayer(): void {
    if (this.#layers.pop() === false) this.#hiddenLayers--;
  }

  beginGroup({ matrix, bbox, smask }: EngineGroup): void {
    this.save();
    const { state } = this;
    if (smask) this.#maskPaints.push(this.paints);
    if (smask) this.paints = [];
    if (bbox) {
      const own = state.matrix;
      if (matrix) state.matrix = multiply(own, matrix);
      this.clipToCorners(bbox);
      state.matrix = own;
    }
    state.groupAlpha = smask ? 1 : state.groupAlpha * state.fillAlpha;
    state.groupBlend = smask || state.blend === NORMAL ? state.groupBlend : state.blend;
    state.fillAlpha = state.strokeAlpha = 1;
    state.blend = NORMAL;
    if (smask) state.mask = undefined;
  }

  endGroup({ smask }: EngineGroup): void {
    if (smask) {
      const backdrop = smask.backdrop === undefined ? 0 : colourOf(smask.backdrop);
      this.#lastMask = { paints: this.paints, isLuminosity: smask.subtype === 'Luminosity', backdrop };
      this.paints = this.#maskPaints.pop() ?? [];
    }
    this.restore();
  }

  setMask(isOn: boolean): void {
    // A group inside a masked group keeps the mask of the outer one. `None` ends the innermost.
    this.state.mask = isOn && this.#lastMask ? { ...this.#lastMask, parent: undefined } : undefined;
  }

  beginAnnotation([, corners, transform, matrix]: OperatorArguments['beginAnnotation']): void {
    this.endAnnotation();
    this.#isAnnotation = true;
    if (corners) this.clipToCorners(corners);
    this.state.matrix = multiply(this.state.matrix, multiply(transform, matrix));
  }

  endAnnotation(): void {
    this.#saved = [];
    this.state = firstState(this.#base, this.#shown);
    this.#isAnnotation = false;
  }
}

const fills: ReadonlySet<number> = new Set([
  operators.fill,
  operators.eoFill,
  operators.fillStroke,
  operators.eoFillStroke,
  operators.closeFillStroke,
  operators.closeEOFillStroke,
]);
const strokes: ReadonlySet<number> = new Set([
  operators.stroke,
  operators.closeStroke,
  operators.fillStroke,
  operators.eoFillStroke,
  operators.closeFillStroke,
  operators.closeEOFillStroke,
]);

export function matrixOf(values: ArrayLike<number>): Matrix {
  return [values[0] ?? 1, values[1] ?? 0, values[2] ?? 0, values[3] ?? 1, values[4] ?? 0, values[5] ?? 0];
}

function isEvenOdd(operator: number): boolean {
  return (
    operator === operators.eoFill || operator === operators.eoFillStroke || operator === operators.closeEOFillStroke
  );
}
