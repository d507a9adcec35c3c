import type { DrawnText } from './drawn-text.ts';

const DEGREE = Math.PI / 180;
const FULL_TURN = 2 * Math.PI;
// What is nearer to a quarter turn is one, written with rounded figures.
const EXACTLY = 0.02 * DEGREE;
// Lines of a page that was scanned askew differ by less, watermarks by much more.
const SAME_DIRECTION = 2.5 * DEGREE;

/** The way most letters of a page run, in radians; 0 for a page without text. */
export function mainAngle(drawn: readonly DrawnText[]): number {
  if (drawn.every(({ angle }) => angle === 0)) return 0;
  const letters = new Map<number, number>();
  for (const { angle, text } of drawn)
    letters.set(wholeDegrees(angle), (letters.get(wholeDegrees(angle)) ?? 0) + text.length);
  const [degrees] = [...letters].reduce((most, one) => (one[1] > most[1] ? one : most));
  return nearQuarter(degrees * DEGREE + meanDeviation(drawn, degrees * DEGREE));
}

/** Does it run the way of the page, give or take? */
export function runsAlong({ angle }: DrawnText, main: number): boolean {
  return Math.abs(deviation(angle, main)) < SAME_DIRECTION;
}

/** A turned page: how large it is, and where a point of the page as it was comes to lie. */
export interface PageTurn {
  readonly width: number;
  readonly height: number;
  turn(x: number, y: number): readonly [x: number, y: number];
}

/** Turns a page so that what runs at `angle` runs to the right; its corners are at the edges again. */
export function turnPage(
  { width, height }: { readonly width: number; readonly height: number },
  angle: number,
): PageTurn {
  const cos = wholeIfNear(Math.cos(angle));
  const sin = wholeIfNear(Math.sin(angle));
  const corners = [0, width].flatMap((x) => [0, height].map((y) => [cos * x + sin * y, cos * y - sin * x] as const));
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return {
    width: Math.max(...xs) - left,
    height: Math.max(...ys) - top,
    turn: (x, y) => [cos * x + sin * y - left, cos * y - sin * x - top],
  };
}

function wholeDegrees(angle: number): number {
  return (Math.round(angle / DEGREE) + 360) % 360;
}

function meanDeviation(drawn: readonly DrawnText[], from: number): number {
  let sum = 0;
  let letters = 0;
  for (const one of drawn) {
    if (!runsAlong(one, from)) continue;
    sum += deviation(one.angle, from) * one.text.length;
    letters += one.text.length;
  }
  return sum / letters;
}

function deviation(angle: number, from: number): number {
  const turned = (angle - from) % FULL_TURN;
  if (turned > Math.PI) return turned - FULL_TURN;
  return turned < -Math.PI ? turned + FULL_TURN : turned;
}

function nearQuarter(angle: number): number {
  const quarter = (Math.round(angle / (Math.PI / 2)) * Math.PI) / 2;
  return Math.abs(angle - quarter) < EXACTLY ? quarter % FULL_TURN : angle;
}

function wholeIfNear(value: number): number {
  return Math.abs(value - Math.round(value)) < 1e-9 ? Math.round(value) : value;
}
