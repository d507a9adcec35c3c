/**
 * What a glyph draws, as the engine sends it: the number of an operator, then its points, in em units, upwards.
 * 0 moves, 1 draws a line, 2 a cubic curve, 3 a quadratic curve, 4 closes the contour.
 */
export type GlyphOutline = ArrayLike<number>;

/** Closed contours, each `x, y, x, y, …`, without curves. */
export type Contours = readonly (readonly number[])[];

export interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

const ARGUMENTS = [2, 2, 6, 4, 0];
const STEPS = 6;

/** The contours of an outline. Empty for a blank one, `undefined` for anything else than an outline. */
export function contoursOf(outline: GlyphOutline): Contours | undefined {
  const contours: number[][] = [];
  let contour: number[] = [];
  for (let at = 0; at < outline.length; ) {
    const operator = outline[at] ?? -1;
    const count = ARGUMENTS[operator];
    if (count === undefined || at + count >= outline.length) return undefined;
    const points = Array.from({ length: count }, (_, index) => outline[at + 1 + index] ?? Number.NaN);
    if (!points.every(Number.isFinite)) return undefined;
    if (operator === 0) {
      contour = points;
      contours.push(contour);
    } else if (operator < 4) drawTo(contour, points);
    at += count + 1;
  }
  return contours.filter(({ length }) => length > 4);
}

/** Adds a line or a curve: the control points, then the end. */
export function drawTo(contour: number[], points: readonly number[]): void {
  const through = [...contour.slice(-2), ...points];
  const steps = points.length === 2 ? 1 : STEPS;
  for (let step = 1; step <= steps; step += 1) contour.push(...pointAt(through, step / steps));
}

// De Casteljau's construction.
function pointAt(points: readonly number[], part: number): readonly number[] {
  if (points.length <= 2) return points;
  const between = points.slice(2).map((value, index) => {
    const before = points[index] ?? 0;
    return before + (value - before) * part;
  });
  return pointAt(between, part);
}

export function boxOf(contours: Contours): Box {
  const box = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity };
  for (const contour of contours) {
    for (let at = 0; at < contour.length; at += 2) {
      const x = contour[at] ?? 0;
      const y = contour[at + 1] ?? 0;
      if (x < box.left) box.left = x;
      if (x > box.right) box.right = x;
      if (y < box.bottom) box.bottom = y;
      if (y > box.top) box.top = y;
    }
  }
  return box;
}

/** Makes slanted letters upright, or upright ones slanted. */
export function slanted(contours: Contours, slant: number): Contours {
  if (slant === 0) return contours;
  return contours.map((contour) =>
    contour.map((value, at) => (at % 2 === 0 ? value - slant * (contour[at + 1] ?? 0) : value)),
  );
}

export function widthOf(box: Box): number {
  return box.right - box.left;
}

export function heightOf(box: Box): number {
  return box.top - box.bottom || 1e-6;
}
