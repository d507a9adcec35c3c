/** An affine transformation, as PDF writes it: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** The transformation that applies `second` first, then `first`. */
export function multiply(first: Matrix, second: Matrix): Matrix {
  // By index: to take a list apart by destructuring is slow until the engine has compiled it.
  return [
    first[0] * second[0] + first[2] * second[1],
    first[1] * second[0] + first[3] * second[1],
    first[0] * second[2] + first[2] * second[3],
    first[1] * second[2] + first[3] * second[3],
    first[0] * second[4] + first[2] * second[5] + first[4],
    first[1] * second[4] + first[3] * second[5] + first[5],
  ];
}

/** Undefined for a transformation that flattens everything. */
export function inverse([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const by = 1 / (a * d - b * c);
  if (!Number.isFinite(by)) return undefined;
  return [d * by, -b * by, -c * by, a * by, (c * f - d * e) * by, (b * e - a * f) * by];
}

/** A rectangle on the shown page, in points. y grows downwards. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const nowhere: Box = { left: 0, top: 0, right: -1, bottom: -1 };

export function intersection(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

export function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function contains({ left, top, right, bottom }: Box, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** The two opposite corners of a rectangle: x, y, x, y. */
export type Corners = ArrayLike<number>;

export function boxAround(corners: Corners, [a, b, c, d, e, f]: Matrix): Box {
  const [x0, y0, x1, y1] = [corners[0] ?? 0, corners[1] ?? 0, corners[2] ?? 0, corners[3] ?? 0];
  const [ax0, ax1, cy0, cy1] = [a * x0, a * x1, c * y0, c * y1];
  const [bx0, bx1, dy0, dy1] = [b * x0, b * x1, d * y0, d * y1];
  return {
    left: e + Math.min(ax0, ax1) + Math.min(cy0, cy1),
    top: f + Math.min(bx0, bx1) + Math.min(dy0, dy1),
    right: e + Math.max(ax0, ax1) + Math.max(cy0, cy1),
    bottom: f + Math.max(bx0, bx1) + Math.max(dy0, dy1),
  };
}

/** A path of the engine: an operator and its coordinates, one after another. */
export type PathData = ArrayLike<number>;

export const unitSquare: PathData = [0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 4];

/** An area of the shown page. */
export interface Area {
  readonly box: Box;
  /** The area is exactly its box. */
  readonly isBox: boolean;
  /** Whether a point is in the area. The box is checked first. */
  contains(x: number, y: number): boolean;
}

export function boxArea(box: Box): Area {
  return { box, isBox: true, contains: (x, y) => contains(box, x, y) };
}

export interface PathUse {
  readonly matrix: Matrix;
  /** The corners of a box around the path. */
  readonly around: Corners;
  readonly isEvenOdd?: boolean;
  /** For the area of a line, in points of the shown page. */
  readonly lineWidth?: number;
}

export function pathArea(path: PathData, { matrix, around, isEvenOdd = false, lineWidth }: PathUse): Area {
  const tight = boxAround(around, matrix);
  if (lineWidth === undefined && isBox(path, matrix)) return boxArea(tight);
  const half = (lineWidth ?? 0) / 2;
  const { left, top, right, bottom } = tight;
  const box = { left: left - half, top: top - half, right: right + half, bottom: bottom + half };
  let lines: Float64Array | undefined;
  return {
    box,
    isBox: false,
    contains(x, y) {
      if (!contains(box, x, y)) return false;
      lines ??= flatten(path, matrix);
      return lineWidth === undefined ? isWithin(lines, [x, y], isEvenOdd) : isNear(lines, [x, y], half);
    },
  };
}

// A rectangle: all corners on the sides of its box, and each beside the one before it.
function isBox(path: PathData, [a, b, c, d]: Matrix): boolean {
  if (path.length < 12 || path.length > 16 || !((b === 0 && c === 0) || (a === 0 && d === 0))) return false;
  for (let at = 3; at + 2 < path.length; at += 3)
    if (path[at] !== 1 || (path[at + 1] !== path[at - 2] && path[at + 2] !== path[at - 1])) return false;
  return path[0] === 0 && (path[10] === path[1] || path[11] === path[2]);
}

const CURVE_STEPS = 6;
// More lines than any drawing of a statement has. Limits the work on a hostile path.
const MOST_LINES = 20_000;

/** A path as straight lines on the shown page: x, y, x, y for each. */
function flatten(path: PathData, [a, b, c, d, e, f]: Matrix): Float64Array {
  const lines: number[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const lineTo = (toX: number, toY: number) => {
    lines.push(x, y, toX, toY);
    [x, y] = [toX, toY];
  };
  const point = (at: number): readonly [number, number] => {
    const [px, py] = [path[at] ?? 0, path[at + 1] ?? 0];
    return [a * px + c * py + e, b * px + d * py + f];
  };
  const close = () => {
    if (x !== startX || y !== startY) lineTo(startX, startY);
  };
  for (let at = 0; at < path.length && lines.length < 4 * MOST_LINES; ) {
    const operator = path[at];
    const points = operator === 2 ? 3 : operator === 3 ? 2 : operator === 4 ? 0 : 1;
    const control = Array.from({ length: points }, (_, index) => point(at + 1 + 2 * index));
    const end = control.at(-1) ?? [startX, startY];
    if (operator === 0) {
      // A filled path is closed, also where the file does not close it.
      close();
      [x, y] = [startX, startY] = end;
    } else if (points > 1) {
      for (const [curveX, curveY] of curve([[x, y], ...control])) lineTo(curveX, curveY);
    } else lineTo(...end);
    at += 1 + 2 * points;
  }
  close();
  return Float64Array.from(lines);
}

type Point = readonly [x: number, y: number];

function curve(points: readonly Point[]): readonly Point[] {
  return Array.from({ length: CURVE_STEPS }, (_, step) => onCurve(points, (step + 1) / CURVE_STEPS));
}

// De Casteljau's algorithm.
function onCurve(points: readonly Point[], share: number): Point {
  const [first, ...others] = points;
  if (!first || others.length === 0) return first ?? [0, 0];
  const between = others.map(([x, y], index): Point => {
    const [fromX, fromY] = points[index] ?? first;
    return [fromX + share * (x - fromX), fromY + share * (y - fromY)];
  });
  return onCurve(between, share);
}

function isWithin(lines: Float64Array, [x, y]: Point, isEvenOdd: boolean): boolean {
  let turns = 0;
  for (let at = 0; at < lines.length; at += 4) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [lines[at], lines[at + 1], lines[at + 2], lines[at + 3]];
    if (y0 <= y === y1 <= y || x0 + ((y - y0) / (y1 - y0)) * (x1 - x0) < x) continue;
    turns += isEvenOdd || y1 > y0 ? 1 : -1;
  }
  return isEvenOdd ? turns % 2 !== 0 : turns !== 0;
}

function isNear(lines: Float64Array, [x, y]: Point, distance: number): boolean {
  for (let at = 0; at < lines.length; at += 4) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [lines[at], lines[at + 1], lines[at + 2], lines[at + 3]];
    const [dx, dy] = [x1 - x0, y1 - y0];
    const share = Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1)));
    if (Math.hypot(x - x0 - share * dx, y - y0 - share * dy) <= distance) return true;
  }
  return false;
}
