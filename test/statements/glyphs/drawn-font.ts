import type { UsedGlyph } from '../../../src/statements/glyphs/check-glyphs.ts';

/** A font of straight strokes, on a grid of 10 by 14 with the baseline at 0: strokes are separated by `|`. */
const STROKES: Readonly<Record<string, string>> = {
  0: '3,0 7,0 10,4 10,10 7,14 3,14 0,10 0,4 3,0',
  1: '1,11 5,14 5,0',
  2: '0,10 2,13 5,14 8,13 10,10 9,7 0,0 10,0',
  3: '0,11 3,14 7,14 9,12 9,9 6,7.5 3,7.5|6,7.5 10,5 10,3 7,0 3,0 0,3',
  4: '7,0 7,14 0,4 10,4',
  5: '9,14 2,14 1,7 3,8.5 7,8.5 10,6 10,3 7,0 3,0 0,2.5',
  6: '9,12 7,14 4,14 1,11 0,7 0,4 3,0 7,0 10,3 10,5 7,8.5 3,8.5 0,5',
  7: '0,14 10,14 5,6 3.5,0',
  8: '3,7.5 1,9.5 1,12 3,14 7,14 9,12 9,9.5 7,7.5 3,7.5 0,5 0,3 3,0 7,0 10,3 10,5 7,7.5',
  9: '1,2 3,0 6,0 9,3 10,7 10,10 7,14 3,14 0,11 0,9 3,5.5 7,5.5 10,9',
  '.': '0.5,0 0.5,0.1',
  ',': '1,0.5 0.2,-2.4',
  '-': '0,5 5,5',
  '+': '0,6 8,6|4,2 4,10',
  '(': '3,16 1,12 0,8 0,4 1,0 3,-4',
  ')': '0,16 2,12 3,8 3,4 2,0 0,-4',
  '/': '0,0 6,14',
  C: '10,11 8,13 6,14 4,14 1,11 0,8 0,6 1,3 4,0 6,0 8,1 10,3',
  D: '0,0 0,14 5,14 8,13 10,9 10,5 8,1 5,0 0,0',
  R: '0,0 0,14 6,14 9,12 9,9 6,7 0,7|5,7 10,0',
  N: '0,0 0,14 10,0 10,14',
  E: '9,14 0,14 0,0 9,0|0,7.5 8,7.5',
};

export const characters = Object.keys(STROKES);

export interface FontStyle {
  /** Thickness of the strokes, in cells of the grid. */
  readonly thickness: number;
  readonly wide: number;
  readonly slant: number;
}

export const upright: FontStyle = { thickness: 1.4, wide: 1, slant: 0 };

/** The outline as the engine sends it: each part of a stroke is a box that overlaps the next one. */
export function outlineOf(character: string, { thickness, wide, slant }: FontStyle = upright): number[] {
  const unit = 0.05;
  const outline: number[] = [];
  for (const stroke of (STROKES[character] ?? '').split('|').filter(Boolean)) {
    const points = stroke.split(' ').map((point) => point.split(',').map(Number) as [number, number]);
    for (const [index, [x1, y1]] of points.entries()) {
      const [x0, y0] = points[index - 1] ?? [x1, y1];
      const length = Math.hypot((x1 - x0) * wide, y1 - y0);
      if (length === 0) continue;
      const [alongX, alongY] = [((x1 - x0) * wide * thickness) / 2 / length, ((y1 - y0) * thickness) / 2 / length];
      const corners = [
        [x0 * wide - alongX - alongY, y0 - alongY + alongX],
        [x1 * wide + alongX - alongY, y1 + alongY + alongX],
        [x1 * wide + alongX + alongY, y1 + alongY - alongX],
        [x0 * wide - alongX + alongY, y0 - alongY - alongX],
      ].map(([x = 0, y = 0]) => [(x + 1 + slant * y) * unit, y * unit]);
      for (const [corner, point] of corners.entries()) outline.push(corner === 0 ? 0 : 1, ...point);
      outline.push(4);
    }
  }
  return outline;
}

/** A font that draws each character as itself, but for those that lie: `{ 6: '1' }` draws a 1 where we read a 6. */
export function fontOf(
  texts: Iterable<string>,
  lies: Readonly<Record<string, string>> = {},
  { font = 'f1', style = upright }: { font?: string; style?: FontStyle } = {},
): UsedGlyph[] {
  return Array.from(texts, (text) => ({
    font,
    kind: 'embedded',
    text,
    outline: outlineOf(lies[text] ?? text, style),
  }));
}
