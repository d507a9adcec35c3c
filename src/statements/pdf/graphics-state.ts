import { BLACK, type Colour } from './colours.ts';
import type { EngineFont } from './engine.ts';
import { type Area, type Box, boxArea, intersection, type Matrix } from './shapes.ts';

/** What limits where the page shows paint: an area, within that of the parent. */
export interface Clip extends Area {
  /** The clip is exactly its box. */
  readonly isBox: boolean;
}

export function clipTo(area: Area, parent: Clip | undefined): Clip {
  const box = parent ? intersection(parent.box, area.box) : area.box;
  const isBox = area.isBox && (parent?.isBox ?? true);
  // A box has no parts to ask its parents for.
  if (isBox) return { ...boxArea(box), isBox };
  return { box, isBox, contains: (x, y) => area.contains(x, y) && (parent?.contains(x, y) ?? true) };
}

/** A picture in the unit square. The engine decodes it while the page is read. */
export interface PictureUse {
  /** The engine's name of the picture, the picture itself if it is small, or a tiling. */
  readonly source: unknown;
  /** From the shown page to the unit square, or to the cell of a tiling. */
  readonly toUnit: Matrix;
  /** Only the form of the picture is painted, in the fill colour. */
  readonly isStencil: boolean;
}

/** A drawing that is repeated in both directions. */
export interface Tiling {
  readonly paints: readonly Paint[];
  readonly cell: Box;
  readonly step: readonly [x: number, y: number];
}

/** Something painted on the page, in painting order. */
export interface Paint {
  readonly order: number;
  readonly area: Area;
  readonly colour: Colour;
  readonly alpha: number;
  readonly blend: string;
  readonly clip: Clip | undefined;
  readonly mask: Mask | undefined;
  readonly picture?: PictureUse | undefined;
  readonly isAnnotation: boolean;
}

/** A soft mask: paint shows as far as the mask's own paint is opaque or light. */
export interface Mask {
  readonly paints: readonly Paint[];
  readonly isLuminosity: boolean;
  readonly backdrop: Colour;
  /** Of the group around. */
  readonly parent: Mask | undefined;
}

/** The values that `q` saves and `Q` restores. The painter changes them in place. */
export interface GraphicsState {
  matrix: Matrix;
  clip: Clip | undefined;
  fill: Colour;
  /** The pattern of an unknown fill. */
  tiling: PictureUse | undefined;
  stroke: Colour;
  fillAlpha: number;
  strokeAlpha: number;
  blend: string;
  /** Of the groups around. */
  groupAlpha: number;
  groupBlend: string;
  mask: Mask | undefined;
  lineWidth: number;
  font: EngineFont | undefined;
  fontId: string;
  fontSize: number;
  textMode: number;
  letterSpacing: number;
  wordSpacing: number;
  horizontalScale: number;
  leading: number;
  rise: number;
}

export const NORMAL = 'source-over';

export function firstState(matrix: Matrix, shown: Box): GraphicsState {
  return {
    matrix,
    clip: clipTo(boxArea(shown), undefined),
    fill: BLACK,
    tiling: undefined,
    stroke: BLACK,
    fillAlpha: 1,
    strokeAlpha: 1,
    blend: NORMAL,
    groupAlpha: 1,
    groupBlend: NORMAL,
    mask: undefined,
    lineWidth: 1,
    font: undefined,
    fontId: '',
    fontSize: 0,
    textMode: 0,
    letterSpacing: 0,
    wordSpacing: 0,
    horizontalScale: 1,
    leading: 0,
    rise: 0,
  };
}
