import { type Colour, colourOf } from './colours.ts';
import {
  type EngineFont,
  type EngineGroup,
  type Operator,
  type OperatorArguments,
  type OperatorList,
  operators,
} from './engine.ts';
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
  type PathData,
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

type Handlers = {
  readonly [Name in Operator]?: (
    painter: PagePainter,
    ...args: Name extends keyof OperatorArguments ? OperatorArguments[Name] : []
  ) => void;
};

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

  constructor(base: Matrix, shown: Box, objects: PageObjects) {
    this.#base = base;
    this.#shown = shown;
    this.objects = objects;
    this.state = firstState(base, shown);
  }

  follow({ fnArray, argsArray }: OperatorList): void {
    for (let at = 0; at < fnArray.length; at++) table[fnArray[at] ?? 0]?.(this, ...(argsArray[at] ?? []));
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

  save(): void {
    this.#saved.push({ ...this.state });
  }

  restore(): void {
    this.state = this.#saved.pop() ?? this.state;
  }

  paint(area: Area, colour: Colour, how: { readonly isStroke?: boolean; readonly picture?: PictureUse } = {}): void {
    const { clip, mask, groupAlpha, groupBlend, blend, fillAlpha, strokeAlpha } = this.state;
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
      picture: how.picture,
      isAnnotation: this.#isAnnotation,
    });
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

function isEvenOdd(operator: number): boolean {
  return (
    operator === operators.eoFill || operator === operators.eoFillStroke || operator === operators.closeEOFillStroke
  );
}

function matrixOf(values: ArrayLike<number>): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.from(values);
  return [a, b, c, d, e, f];
}

const picture = (source: unknown, isStencil: boolean): PictureUse => ({ source, isStencil, toUnit: matrixOf([]) });

const handlers: Handlers = {
  setLineWidth: ({ state }, width) => {
    state.lineWidth = width;
  },
  setGState: (painter, entries) => {
    for (const [key, value] of entries) setGraphics(painter, key, value);
  },
  save: (painter) => painter.save(),
  restore: (painter) => painter.restore(),
  transform: ({ state }, ...matrix) => {
    state.matrix = multiply(state.matrix, matrix);
  },
  clip: (painter) => painter.setClip('clip'),
  eoClip: (painter) => painter.setClip('eoClip'),
  constructPath: (painter, ...path) => painter.path(path),
  beginText: ({ text }) => text.begin(),
  endText: ({ text }) => text.end(),
  setCharSpacing: ({ state }, spacing) => {
    state.letterSpacing = spacing;
  },
  setWordSpacing: ({ state }, spacing) => {
    state.wordSpacing = spacing;
  },
  setHScale: ({ state }, percent) => {
    state.horizontalScale = percent / 100;
  },
  setLeading: ({ state }, leading) => {
    state.leading = leading;
  },
  setFont: (painter, id, size) => setFont(painter, id, size),
  setTextRenderingMode: ({ state }, mode) => {
    state.textMode = mode;
  },
  setTextRise: ({ state }, rise) => {
    state.rise = rise;
  },
  moveText: ({ text }, x, y) => text.move(x, y),
  setLeadingMoveText: ({ text, state }, x, y) => {
    state.leading = -y;
    text.move(x, y);
  },
  setTextMatrix: ({ text }, matrix) => text.setMatrix(matrixOf(matrix)),
  nextLine: ({ text, state }) => text.move(0, -state.leading),
  showText: ({ text }, glyphs) => text.show(glyphs),
  setFillRGBColor: ({ state }, colour) => {
    state.fill = colourOf(colour);
  },
  setStrokeRGBColor: ({ state }, colour) => {
    state.stroke = colourOf(colour);
  },
  setFillColorN: ({ state, objects }, ...pattern) => {
    state.fill = objects.patternColour(pattern);
  },
  setStrokeColorN: ({ state, objects }, ...pattern) => {
    state.stroke = objects.patternColour(pattern);
  },
  setFillTransparent: ({ state }) => {
    state.fill = 'none';
  },
  setStrokeTransparent: ({ state }) => {
    state.stroke = 'none';
  },
  shadingFill: (painter, id) => {
    painter.paint(boxArea(painter.state.clip?.box ?? nowhere), painter.objects.patternColour(['Shading', id]));
  },
  beginMarkedContent: (painter) => painter.beginLayer(true),
  beginMarkedContentProps: (painter, tag, layer) =>
    painter.beginLayer(tag !== 'OC' || painter.objects.isLayerShown(layer)),
  endMarkedContent: (painter) => painter.endLayer(),
  paintFormXObjectBegin: (painter, matrix, corners) => {
    painter.save();
    if (matrix) painter.state.matrix = multiply(painter.state.matrix, matrixOf(matrix));
    if (corners) painter.clipToCorners(corners);
  },
  paintFormXObjectEnd: (painter) => painter.restore(),
  beginGroup: (painter, group) => painter.beginGroup(group),
  endGroup: (painter, group) => painter.endGroup(group),
  beginAnnotation: (painter, ...annotation) => painter.beginAnnotation(annotation),
  endAnnotation: (painter) => painter.endAnnotation(),
  paintImageXObject: (painter, id) => painter.paintUnitSquare(picture(id, false)),
  paintInlineImageXObject: (painter, image) => painter.paintUnitSquare(picture(image, false)),
  paintImageMaskXObject: (painter, { data }) => painter.paintUnitSquare(picture(data, true)),
  paintSolidColorImageMask: (painter) => painter.paintUnitSquare(undefined),
};

type AnyHandler = (painter: PagePainter, ...args: readonly unknown[]) => void;

// By the engine's number. The engine checks the arguments, so each handler gets those of its own operator.
const table: readonly (AnyHandler | undefined)[] = Object.entries(operators).reduce<(AnyHandler | undefined)[]>(
  (all, [name, number]) => {
    all[number] = handlers[name as Operator] as AnyHandler | undefined;
    return all;
  },
  [],
);

function setFont({ state, objects }: PagePainter, id: string, size: number): void {
  state.fontId = id;
  state.font = objects.font(id);
  state.fontSize = size;
}

function setGraphics(painter: PagePainter, key: string, value: unknown): void {
  const { state } = painter;
  const alpha = typeof value === 'number' ? Math.max(0, Math.min(1, value)) : 1;
  if (key === 'ca') state.fillAlpha = alpha;
  else if (key === 'CA') state.strokeAlpha = alpha;
  else if (key === 'LW' && typeof value === 'number') state.lineWidth = value;
  else if (key === 'BM') state.blend = String(value);
  else if (key === 'SMask') painter.setMask(value === true);
  else if (key === 'Font' && Array.isArray(value)) setFont(painter, String(value[0]), Number(value[1]));
}
