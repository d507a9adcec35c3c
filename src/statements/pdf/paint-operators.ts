import { colourOf } from './colours.ts';
import { type Operator, type OperatorArguments, type OperatorList, operators } from './engine.ts';
import type { PictureUse, Tiling } from './graphics-state.ts';
import { matrixOf, type PagePainter } from './page-painter.ts';
import { boxArea, multiply, nowhere } from './shapes.ts';

/** Lets the painter follow a part of a page's operators. */
export function followOperators(painter: PagePainter, { fnArray, argsArray }: OperatorList): void {
  for (let at = 0; at < fnArray.length; at++) table[fnArray[at] ?? 0]?.(painter, ...(argsArray[at] ?? []));
}

type Handlers = {
  readonly [Name in Operator]?: (
    painter: PagePainter,
    ...args: Name extends keyof OperatorArguments ? OperatorArguments[Name] : []
  ) => void;
};

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
  setFillColorN: (painter, ...pattern) => {
    painter.state.fill = painter.objects.patternColour(pattern);
    painter.state.tiling = tilingOf(painter, pattern);
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

// A pattern inside a pattern stays unknown.
function tilingOf(painter: PagePainter, pattern: readonly unknown[]): PictureUse | undefined {
  const [kind, colour, drawing, matrix, corners, xStep, yStep] = pattern;
  const { fnArray, argsArray }: Partial<OperatorList> = Object(drawing);
  if (kind !== 'TilingPattern' || painter.isCell || !fnArray || !argsArray) return undefined;
  const [left = 0, top = 0, right = 0, bottom = 0] = numbersOf(corners);
  const cell = { left, top, right, bottom };
  const { painter: inCell, toCell } = painter.forCell(cell, matrixOf(numbersOf(matrix)));
  inCell.state.fill = inCell.state.stroke = colourOf(colour);
  followOperators(inCell, { fnArray, argsArray });
  const step = [Math.abs(Number(xStep)), Math.abs(Number(yStep))] as const;
  const tiling: Tiling = { paints: inCell.paints, cell, step };
  return toCell && step[0] > 0 && step[1] > 0 ? { source: tiling, toUnit: toCell, isStencil: false } : undefined;
}

function numbersOf(values: unknown): readonly number[] {
  return Array.from(Array.isArray(values) || ArrayBuffer.isView(values) ? Object(values) : [], Number);
}

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
