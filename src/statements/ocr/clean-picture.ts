import type { GreyPicture } from './ocr-reader.ts';

type Grey = Uint8Array<ArrayBuffer>;

const WHITE = 255;

/** Turns a picture so that its lines run level, and takes out the rules of its tables, which recognition reads as letters. */
export function cleanPicture(picture: GreyPicture): GreyPicture {
  const level = straighten(picture);
  const { width, height, data, dpi } = level;
  const { paper, ink } = tonesOf(data);
  const erased = data.slice();
  // Rules are often grey.
  const dark = paper - RULE_TONE * (paper - ink);
  eraseRules({
    data,
    erased,
    length: width,
    count: height,
    step: 1,
    across: width,
    longest: SHORTEST_RULE.level * dpi,
    dpi,
    dark,
    paper,
  });
  eraseRules({
    data,
    erased,
    length: height,
    count: width,
    step: width,
    across: 1,
    longest: SHORTEST_RULE.upright * dpi,
    dpi,
    dark,
    paper,
  });
  return { ...level, data: erased };
}

// Share of the way from paper to ink.
const RULE_TONE = 0.16;
const LETTER_TONE = 0.4;

/** The usual tone of the paper, and that of the darkest hundredth of the page. */
function tonesOf(data: Grey): { readonly paper: number; readonly ink: number } {
  const counts = new Uint32Array(256);
  for (const tone of data) counts[tone] = (counts[tone] ?? 0) + 1;
  const paper = 128 + counts.subarray(128).indexOf(Math.max(...counts.subarray(128)));
  let [ink, seen] = [0, 0];
  while (ink < paper && seen + (counts[ink] ?? 0) < data.length / 100) seen += counts[ink++] ?? 0;
  return { paper, ink };
}

// Inches. The strokes of letters are shorter.
const SHORTEST_RULE = { level: 0.6, upright: 0.3 };
// Inches. What is thicker is an area, which may hold letters.
const THICKEST_RULE = 0.04;

interface Erasing {
  readonly data: Grey;
  readonly erased: Grey;
  /** Pixels of a line in the rule's direction, and the number of such lines. */
  readonly length: number;
  readonly count: number;
  /** From one pixel of a line to the next, and from one line to the next. */
  readonly step: number;
  readonly across: number;
  readonly longest: number;
  readonly dpi: number;
  /** Darker pixels may belong to a rule. */
  readonly dark: number;
  readonly paper: number;
}

function eraseRules({ data, erased, length, count, step, across, longest, dpi, dark, paper }: Erasing): void {
  const thickest = Math.max(2, Math.round(THICKEST_RULE * dpi));
  const isDark = (line: number, at: number) =>
    line >= 0 && line < count && (data[line * across + at * step] ?? WHITE) < dark;
  /** How many dark pixels lie side by side at a place of a line. */
  const thickness = (line: number, at: number) => {
    let [first, last] = [line, line];
    while (last - first <= thickest && isDark(first - 1, at)) first--;
    while (last - first <= thickest && isDark(last + 1, at)) last++;
    return last - first + 1;
  };
  for (let line = 0; line < count; line++) {
    for (let at = 0; at < length; at++) {
      const start = at;
      while (at < length && isDark(line, at)) at++;
      if (at - start < longest) continue;
      let thin = 0;
      for (let place = start; place < at; place++) if (thickness(line, place) <= thickest) thin++;
      if (thin < 0.6 * (at - start)) continue;
      // Its edges are grey.
      for (let place = start; place < at; place++) {
        if (thickness(line, place) > thickest) continue;
        for (const side of [line - 1, line, line + 1])
          if (side >= 0 && side < count) erased[side * across + place * step] = paper;
      }
    }
  }
}

const DEGREE = Math.PI / 180;
const MOST_SKEW = 5 * DEGREE;
// A line of a page bends by two pixels.
const LEAST_SKEW = 0.1 * DEGREE;

function straighten(picture: GreyPicture): GreyPicture {
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

// Below this, letters are read better from a larger picture, above it as well from a smaller one.
const MIDDLE_DPI = 250;

/** The same picture in another size, for a second reading. */
export function otherSize(picture: GreyPicture): GreyPicture {
  const by = picture.dpi < MIDDLE_DPI ? 1.4 : 0.75;
  const [width, height] = [Math.round(picture.width * by), Math.round(picture.height * by)];
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      data[row * width + column] = toneAt(picture, (column + 0.5) / by - 0.5, (row + 0.5) / by - 0.5);
  return { width, height, data, dpi: picture.dpi * by };
}

/** The tone between the four pixels around a point. */
function toneAt({ width, height, data }: GreyPicture, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [x - left, y - top];
  const tone = (column: number, row: number) =>
    data[Math.max(0, Math.min(height - 1, row)) * width + Math.max(0, Math.min(width - 1, column))] ?? WHITE;
  const upper = tone(left, top) * (1 - right) + tone(left + 1, top) * right;
  const lower = tone(left, top + 1) * (1 - right) + tone(left + 1, top + 1) * right;
  return Math.round(upper * (1 - down) + lower * down);
}
