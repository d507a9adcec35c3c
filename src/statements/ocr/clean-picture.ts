import { type Tones, tonesOf, WHITE } from './grey-picture.ts';
import type { GreyPicture } from './ocr-reader.ts';
import { straighten } from './straighten.ts';

type Grey = Uint8Array<ArrayBuffer>;

/**
 * Turns a picture so that its lines run level, makes light letters on dark areas dark, and takes out the rules of its
 * tables, which recognition reads as letters.
 */
export function cleanPicture(picture: GreyPicture): GreyPicture {
  const level = straighten(picture);
  const { width, height, dpi } = level;
  const tones = tonesOf(level.data);
  // Rules are often grey, and areas pale.
  const dark = tones.paper - FAINT * (tones.paper - tones.ink);
  const data = darkLetters(level, tones, dark);
  const erased = data.slice();
  const shared = { data, erased, marks: new Uint8Array(data.length), dpi, dark, paper: tones.paper };
  eraseRules({ ...shared, ...{ length: width, count: height, step: 1, across: width, longest: LEVEL_RULE * dpi } });
  eraseRules({ ...shared, ...{ length: height, count: width, step: width, across: 1, longest: UPRIGHT_RULE * dpi } });
  eraseCrossings(shared, width);
  return { ...level, data: erased };
}

// Share of the way from paper to ink.
const FAINT = 0.16;
// Inches. The strokes of letters are shorter.
const LEVEL_RULE = 0.6;
const UPRIGHT_RULE = 0.3;
// Inches. What is thicker is an area, which may hold letters.
const THICKEST_RULE = 0.04;
// Inches: the most of a dot of a dotted rule, and of the gap behind it.
const DOT = 0.02;
// In dots. At the joints of cells, dots run together, which makes the smaller part of such a rule.
const DASH = 4;
const MOST_DASHED = 0.25;

interface Erasing {
  readonly data: Grey;
  readonly erased: Grey;
  /** 1 for each direction in which the pixel belongs to a rule. */
  readonly marks: Grey;
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

function eraseRules(erasing: Erasing): void {
  const { length, count, step, across, longest, dpi, data, dark } = erasing;
  const dot = Math.max(2, Math.round(DOT * dpi));
  for (let line = 0; line < count; line++) {
    let [dots, dashed]: [number[], number] = [[], 0];
    const eraseDots = () => {
      const isRule = (dots.at(-1) ?? 0) - (dots[0] ?? 0) >= longest && dashed <= MOST_DASHED * dots.length;
      if (isRule) eraseRule(erasing, line, dots);
      [dots, dashed] = [[], 0];
    };
    for (let at = 0; at < length; at++) {
      const start = at;
      while (at < length && (data[line * across + at * step] ?? WHITE) < dark) at++;
      if (at === start) continue;
      if (at - start >= longest) eraseRule(erasing, line, placesFrom(start, at));
      const isNext = start - (dots.at(-1) ?? 0) <= dot + 1;
      const isDash = at - start > dot;
      if (!isNext || at - start > DASH * dot) eraseDots();
      if (isDash && dots.length === 0) continue;
      if (isDash) dashed += at - start;
      dots.push(...placesFrom(start, at));
    }
    eraseDots();
  }
}

function placesFrom(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}

/** Takes out the dark pixels of a line, unless they are part of an area or of letters. */
function eraseRule(
  { data, erased, marks, count, step, across, dpi, dark, paper }: Erasing,
  line: number,
  places: readonly number[],
) {
  const thickest = Math.max(2, Math.round(THICKEST_RULE * dpi));
  const isDark = (line: number, at: number) =>
    line >= 0 && line < count && (data[line * across + at * step] ?? WHITE) < dark;
  const thin = places.filter((at) => {
    let [first, last] = [line, line];
    while (last - first <= thickest && isDark(first - 1, at)) first--;
    while (last - first <= thickest && isDark(last + 1, at)) last++;
    return last - first < thickest;
  });
  if (thin.length < 0.6 * places.length) return;
  for (const at of places) marks[line * across + at * step] = (marks[line * across + at * step] ?? 0) + 1;
  // Its edges are grey.
  for (const at of thin)
    for (const side of [line - 1, line, line + 1])
      if (side >= 0 && side < count) erased[side * across + at * step] = paper;
}

/** Where two rules cross, each makes the other one look thick. */
function eraseCrossings({ marks, erased, paper }: Pick<Erasing, 'marks' | 'erased' | 'paper'>, width: number): void {
  for (const [at, count] of marks.entries()) {
    if (count < 2) continue;
    for (const row of [at - width, at, at + width])
      for (let pixel = Math.max(0, row - 1); pixel <= row + 1 && pixel < erased.length; pixel++) erased[pixel] = paper;
  }
}

// Inches. Smaller areas hold no letters, and wider gaps are no strokes of a letter.
const AREA = { width: 0.6, height: 0.08, gap: 0.2 };
// Letters differ at least so much from the area around them, and take at least this share of it.
const LETTER_CONTRAST = 40;
const LETTER_SHARE = 0.02;

/** A line of mostly dark pixels. */
interface Run {
  readonly row: number;
  readonly left: number;
  readonly right: number;
}

/** The pixels of a picture in which light letters on dark areas, such as a table's titles, are dark on light ones. */
function darkLetters(picture: GreyPicture, { paper, ink }: Tones, dark: number): Grey {
  const { width, data } = picture;
  const result = data.slice();
  for (const runs of darkAreas(picture, dark)) {
    const places = runs.map(({ row, left, right }) => [row * width + left, row * width + right] as const);
    const counts = new Uint32Array(256);
    const size = places.reduce((sum, [start, end]) => sum + end - start, 0);
    for (const [start, end] of places)
      for (const tone of data.subarray(start, end)) counts[tone] = (counts[tone] ?? 0) + 1;
    const fill = counts.indexOf(Math.max(...counts));
    const lighter = counts.subarray(fill + LETTER_CONTRAST).reduce((sum, count) => sum + count, 0);
    const darker = counts.subarray(0, Math.max(0, fill - LETTER_CONTRAST)).reduce((sum, count) => sum + count, 0);
    if (fill >= dark || lighter <= Math.max(darker, LETTER_SHARE * size)) continue;
    const scale = (paper - ink) / (WHITE - fill);
    for (const [start, end] of places)
      for (let at = start; at < end; at++) result[at] = Math.round(paper - scale * Math.max(0, (data[at] ?? 0) - fill));
  }
  return result;
}

/** Areas that are mostly dark: lines of mostly dark pixels, one below the other. */
function darkAreas({ width, height, data, dpi }: GreyPicture, dark: number): readonly (readonly Run[])[] {
  const areas: Run[][] = [];
  let above: Run[][] = [];
  for (let row = 0; row < height; row++) {
    above = darkRuns(data.subarray(row * width, (row + 1) * width), dark, dpi).map(([left, right]) => {
      const run = { row, left, right };
      const area = above.find((runs) => isBelow(run, runs.at(-1)));
      if (!area) areas.push([run]);
      else area.push(run);
      return area ?? areas.at(-1) ?? [];
    });
  }
  return areas.filter((runs) => runs.length >= AREA.height * dpi);
}

function isBelow({ row, left, right }: Run, above: Run | undefined): boolean {
  if (above?.row !== row - 1) return false;
  const shared = Math.min(right, above.right) - Math.max(left, above.left);
  return shared > 0.8 * Math.max(right - left, above.right - above.left);
}

function darkRuns(line: Grey, dark: number, dpi: number): readonly (readonly [left: number, right: number])[] {
  const runs: [number, number][] = [];
  let [left, last, count] = [0, Number.NEGATIVE_INFINITY, 0];
  const end = () => {
    if (last - left >= AREA.width * dpi && count >= 0.5 * (last - left)) runs.push([left, last + 1]);
  };
  for (let at = 0; at < line.length; at++) {
    if ((line[at] ?? WHITE) >= dark) continue;
    if (at - last > AREA.gap * dpi) {
      end();
      [left, count] = [at, 0];
    }
    last = at;
    count++;
  }
  end();
  return runs;
}
