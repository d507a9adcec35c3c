import type { UsedGlyph } from '../glyphs/check-glyphs.ts';
import { boxOf, contoursOf } from '../glyphs/outline.ts';
import { type EngineFont, type EngineGlyph, type OperatorList, operators } from './engine.ts';
import type { Corners, Matrix, PathData } from './shapes.ts';
import { knownGlyph, type TextRun } from './text-runs.ts';

/** A glyph of the document, with the first page that draws it. */
export interface GlyphOnPage extends UsedGlyph {
  readonly page: number;
}

/** Collects each glyph that the pages draw, once, with its outline. */
export class UsedGlyphs {
  readonly all = new Map<string, GlyphOnPage>();

  note({ glyphs, font }: TextRun, page: number, pathOf: (id: string) => unknown): void {
    for (const glyph of glyphs) {
      const known = knownGlyph(glyph, font);
      if (known.isNoted) continue;
      known.isNoted = true;
      const key = `${font.loadedName} ${glyph.fontChar} ${glyph.operatorListId ?? ''} ${glyph.unicode}`;
      if (!this.all.has(key)) this.all.set(key, { ...usedGlyph(glyph, font, pathOf), page });
    }
  }
}

/** The corners of a glyph that covers what is under it, in letter sizes, such as a block. */
export function solidGlyph(
  glyph: EngineGlyph,
  font: EngineFont,
  pathOf: (id: string) => unknown,
): Corners | typeof NOT_SOLID {
  const known = knownGlyph(glyph, font);
  known.solid ??= solidCorners(usedGlyph(glyph, font, pathOf), glyph.width / 1_000);
  return known.solid;
}

const NOT_SOLID = false;
// Squares and blocks, as fonts without outlines draw them.
const BLOCK = /[\u2580-\u2593\u25a0\u25aa\u25ac\u25ae\u25fc\u25fe\u2b1b]/;
// A person cannot see what is under a glyph of this size, in letter sizes, and of this share of ink.
const SOLID_SIDE = 0.35;
const SOLID_INK = 0.85;

function solidCorners({ kind, drawn = '', outline = [] }: UsedGlyph, width: number): Corners | typeof NOT_SOLID {
  if (kind === 'standard') return BLOCK.test(drawn) && [0, -0.1, width, 0.75];
  const contours = contoursOf(outline) ?? [];
  const { left, bottom, right, top } = boxOf(contours);
  if (!(right - left > SOLID_SIDE && top - bottom > SOLID_SIDE)) return NOT_SOLID;
  const ink = Math.abs(contours.reduce((sum, contour) => sum + areaOf(contour), 0));
  return ink > SOLID_INK * (right - left) * (top - bottom) && [left, bottom, right, top];
}

function areaOf(contour: readonly number[]): number {
  let twice = 0;
  for (let at = 0; at < contour.length; at += 2) {
    const [x = 0, y = 0] = contour.slice(at, at + 2);
    const [nextX = 0, nextY = 0] = contour.slice((at + 2) % contour.length);
    twice += x * nextY - nextX * y;
  }
  return twice / 2;
}

function usedGlyph(glyph: EngineGlyph, font: EngineFont, pathOf: (id: string) => unknown): UsedGlyph {
  const use = { font: font.loadedName, text: knownGlyph(glyph, font).meaning };
  if (font.isType3Font) {
    const outline = outlineOfDrawing(font.charProcOperatorList?.[glyph.operatorListId ?? ''], font.fontMatrix);
    return { ...use, kind: outline ? 'embedded' : 'type3', outline };
  }
  if (font.missingFile) return { ...use, kind: 'standard', drawn: glyph.fontChar };
  // The number of a letter that the font does not have may be that of another letter.
  if (!glyph.isInFont) return { ...use, kind: 'embedded' };
  const { path }: { path?: PathData } = Object(pathOf(`${font.loadedName}_path_${glyph.fontChar}`));
  return { ...use, kind: 'embedded', outline: path };
}

const fills: ReadonlySet<unknown> = new Set([operators.fill, operators.eoFill]);

/** The outline of a Type 3 glyph that only fills paths. Undefined for one that does more, such as a picture. */
function outlineOfDrawing(list: OperatorList | undefined, matrix: Matrix | null | undefined): PathData | undefined {
  const outline: number[] = [];
  for (const [at, operator] of list?.fnArray.entries() ?? []) {
    if (operator === operators.transform || operator > operators.beginMarkedContentProps) {
      if (operator !== operators.constructPath) return undefined;
    }
    if (operator !== operators.constructPath) continue;
    const [paint, paths] = list?.argsArray[at] ?? [];
    const path: unknown = Array.isArray(paths) ? paths[0] : undefined;
    if (!fills.has(paint) || !(path instanceof Float32Array)) return undefined;
    outline.push(...scaled(path, matrix?.[0] ?? 1, matrix?.[3] ?? 1));
  }
  return outline.length > 0 ? outline : undefined;
}

const COORDINATES = [2, 2, 6, 4, 0];

function scaled(path: Float32Array, byX: number, byY: number): number[] {
  const points = Array.from(path);
  for (let at = 0; at < points.length; ) {
    const count = COORDINATES[points[at] ?? 0] ?? 0;
    for (let one = 1; one <= count; one++) points[at + one] = (points[at + one] ?? 0) * (one % 2 === 1 ? byX : byY);
    at += 1 + count;
  }
  return points;
}
