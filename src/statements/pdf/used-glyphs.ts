import type { UsedGlyph } from '../glyphs/check-glyphs.ts';
import { type EngineFont, type EngineGlyph, type OperatorList, operators } from './engine.ts';
import type { Matrix, PathData } from './shapes.ts';
import type { TextRun } from './text-runs.ts';

/** A glyph of the document, with the first page that draws it. */
export interface GlyphOnPage extends UsedGlyph {
  readonly page: number;
}

/** Collects each glyph that the pages draw, once, with its outline. */
export class UsedGlyphs {
  readonly all = new Map<string, GlyphOnPage>();
  // The engine hands over the same object for each use of a glyph, so most uses need no key.
  readonly #known = new WeakSet<EngineGlyph>();

  note({ glyphs, font }: TextRun, page: number, pathOf: (id: string) => unknown): void {
    for (const glyph of glyphs) {
      if (this.#known.has(glyph)) continue;
      this.#known.add(glyph);
      const key = `${font.loadedName} ${glyph.fontChar} ${glyph.operatorListId ?? ''} ${glyph.unicode}`;
      if (!this.all.has(key)) this.all.set(key, { ...usedGlyph(glyph, font, pathOf), page });
    }
  }
}

function usedGlyph(glyph: EngineGlyph, font: EngineFont, pathOf: (id: string) => unknown): UsedGlyph {
  const use = { font: font.loadedName, text: glyph.unicode };
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
