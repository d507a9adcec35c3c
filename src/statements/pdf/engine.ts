import type { Corners, Matrix, PathData } from './shapes.ts';

/** The operators of the engine's lists that matter here. Checked against the engine's own table when it loads. */
export const operators = {
  setLineWidth: 2,
  setGState: 9,
  save: 10,
  restore: 11,
  transform: 12,
  stroke: 20,
  closeStroke: 21,
  fill: 22,
  eoFill: 23,
  fillStroke: 24,
  eoFillStroke: 25,
  closeFillStroke: 26,
  closeEOFillStroke: 27,
  endPath: 28,
  clip: 29,
  eoClip: 30,
  beginText: 31,
  endText: 32,
  setCharSpacing: 33,
  setWordSpacing: 34,
  setHScale: 35,
  setLeading: 36,
  setFont: 37,
  setTextRenderingMode: 38,
  setTextRise: 39,
  moveText: 40,
  setLeadingMoveText: 41,
  setTextMatrix: 42,
  nextLine: 43,
  showText: 44,
  setStrokeColorN: 53,
  setFillColorN: 55,
  setStrokeRGBColor: 58,
  setFillRGBColor: 59,
  shadingFill: 62,
  beginMarkedContent: 69,
  beginMarkedContentProps: 70,
  endMarkedContent: 71,
  paintFormXObjectBegin: 74,
  paintFormXObjectEnd: 75,
  beginGroup: 76,
  endGroup: 77,
  beginAnnotation: 80,
  endAnnotation: 81,
  paintImageMaskXObject: 83,
  paintImageXObject: 85,
  paintInlineImageXObject: 86,
  paintSolidColorImageMask: 90,
  constructPath: 91,
  setStrokeTransparent: 92,
  setFillTransparent: 93,
} as const;

export type Operator = keyof typeof operators;

/** A list of drawing operators, as the engine gives it. */
export interface OperatorList {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly (readonly unknown[] | null)[];
}

export interface EngineGlyph {
  /** What the file says that the glyph means. */
  readonly unicode: string;
  /** What is drawn: a letter of the font in use, or its number in an embedded font. */
  readonly fontChar: string;
  readonly width: number;
  readonly isSpace: boolean;
  readonly isInFont: boolean;
  readonly originalCharCode: number;
  /** The name of the drawing of a Type 3 glyph. */
  readonly operatorListId?: string | null;
  /** Not the engine's. It hands over the same object for each use of a glyph, and a property is the fastest lookup. */
  known?: KnownGlyph;
}

/** What the reader found out about a glyph. */
export interface KnownGlyph {
  readonly meaning: string;
  readonly isBlank: boolean;
  /** Its corners in letter sizes if it covers what is under it, such as a block. */
  solid?: Corners | false;
  isNoted?: boolean;
}

export interface EngineFont {
  readonly name: string;
  readonly loadedName: string;
  readonly missingFile: boolean;
  readonly isType3Font: boolean;
  readonly vertical: boolean;
  readonly fontMatrix?: Matrix | null;
  readonly bbox?: Corners | null;
  readonly charProcOperatorList?: Readonly<Record<string, OperatorList>> | null;
}

/** The arguments of each operator whose arguments are read. */
export interface OperatorArguments {
  setLineWidth: [width: number];
  setGState: [entries: readonly (readonly [key: string, value: unknown])[]];
  transform: [...Matrix];
  setCharSpacing: [spacing: number];
  setWordSpacing: [spacing: number];
  setHScale: [percent: number];
  setLeading: [leading: number];
  setFont: [id: string, size: number];
  setTextRenderingMode: [mode: number];
  setTextRise: [rise: number];
  moveText: [x: number, y: number];
  setLeadingMoveText: [x: number, y: number];
  setTextMatrix: [matrix: ArrayLike<number>];
  showText: [glyphs: readonly (EngineGlyph | number)[]];
  setStrokeColorN: [...pattern: readonly unknown[]];
  setFillColorN: [...pattern: readonly unknown[]];
  setStrokeRGBColor: [colour: string];
  setFillRGBColor: [colour: string];
  shadingFill: [id: string];
  beginMarkedContent: [tag: string];
  beginMarkedContentProps: [tag: string, properties: unknown];
  paintFormXObjectBegin: [matrix: ArrayLike<number> | null, corners: Corners | null];
  beginGroup: [group: EngineGroup];
  endGroup: [group: EngineGroup];
  beginAnnotation: [id: string, corners: Corners | null, transform: Matrix, matrix: Matrix];
  paintImageMaskXObject: [image: { readonly data: unknown }];
  paintImageXObject: [id: string];
  paintInlineImageXObject: [image: unknown];
  constructPath: [operator: number, path: readonly [PathData | null], corners: Corners | null];
}

export interface EngineGroup {
  readonly matrix?: Matrix | null;
  readonly bbox?: Corners | null;
  readonly smask?: { readonly subtype: string; readonly backdrop?: string } | null;
}
