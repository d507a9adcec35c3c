import { toneAt, tonesOf, WHITE } from './grey-picture.ts';
import type { GreyPicture } from './ocr-reader.ts';

const DEGREE = Math.PI / 180;
const MOST_SKEW = 5 * DEGREE;
// A line of a page bends by two pixels.
const LEAST_SKEW = 0.1 * DEGREE;
// Share of the way from paper to ink.
const LETTER_TONE = 0.4;

/** Turns a picture so that its lines run level. */
export function straighten(picture: GreyPicture): GreyPicture {
  const angle = skewOf(picture);
  if (Math.abs(angle) < LEAST_SKEW) return picture;
  const { width, height } = picture;
  const turned = new Uint8Array(width * height).fill(WHITE);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [middleX, middleY] = [width / 2, height / 2];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const x = middleX + cos * (column - middleX) - sin * (row - middleY);
      const y = middleY + sin * (column - middleX) + cos * (row - middleY);
      if (x >= 0 && y >= 0 && x < width && y < height) turned[row * width + column] = toneAt(picture, x, y);
    }
  }
  return { ...picture, data: turned };
}

/** The angle of the lines of text, in radians. At the right one, they leave the emptiest space between them. */
export function skewOf({ width, height, data, dpi }: GreyPicture): number {
  const { paper, ink } = tonesOf(data);
  const dark = paper - LETTER_TONE * (paper - ink);
  const xs: number[] = [];
  const ys: number[] = [];
  // Edges from dark to light downwards: the baselines of letters.
  const step = Math.max(1, Math.round(dpi / 100));
  for (let row = step; row < height; row += step) {
    for (let column = 0; column < width; column += step) {
      const at = row * width + column;
      if ((data[at] ?? WHITE) < dark || (data[at - step * width] ?? 0) >= dark) continue;
      xs.push(column - width / 2);
      ys.push(row);
    }
  }
  let best = 0;
  for (const [range, by] of [
    [MOST_SKEW, 0.2 * DEGREE],
    [0.2 * DEGREE, 0.02 * DEGREE],
  ] as const) {
    let [most, angle] = [-1, best];
    for (let turn = best - range; turn <= best + range; turn += by) {
      const sharpness = sharpnessAt(turn, { xs, ys, height, step });
      if (sharpness > most) [most, angle] = [sharpness, turn];
    }
    best = angle;
  }
  return best;
}

interface Edges {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly height: number;
  readonly step: number;
}

function sharpnessAt(turn: number, { xs, ys, height, step }: Edges): number {
  const slope = Math.tan(turn);
  const rows = new Float64Array(Math.ceil((1.5 * height) / step) + 2);
  const shift = 0.25 * height;
  for (let at = 0; at < xs.length; at++) {
    const row = Math.round(((ys[at] ?? 0) - slope * (xs[at] ?? 0) + shift) / step);
    if (row >= 0 && row < rows.length) rows[row] = (rows[row] ?? 0) + 1;
  }
  return rows.reduce((sum, count) => sum + count * count, 0);
}
