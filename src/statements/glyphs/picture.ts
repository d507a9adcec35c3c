import type { Box, Contours } from './outline.ts';

export const COLUMNS = 18;
export const ROWS = 24;

const LINES_PER_ROW = 3;

/** How much of each cell is inked, from 0 to 1, row by row from the bottom. */
export type Picture = Float32Array;

interface Crossing {
  readonly x: number;
  readonly winding: number;
}

/** Fills contours as PDF does: a point is inside if the contours wind around it. The box becomes the picture. */
export function fill(contours: Contours, box: Box): Picture {
  const picture = new Float32Array(COLUMNS * ROWS);
  for (const [line, crossings] of crossingsOf(contours, box).entries()) {
    crossings.sort((a, b) => a.x - b.x);
    let winding = 0;
    for (const [index, { x, winding: change }] of crossings.entries()) {
      winding += change;
      const next = crossings[index + 1];
      if (winding !== 0 && next) ink(rowOf(picture, line), x, next.x);
    }
  }
  return picture;
}

function crossingsOf(contours: Contours, box: Box): readonly Crossing[][] {
  const crossings: Crossing[][] = Array.from({ length: ROWS * LINES_PER_ROW }, () => []);
  const scaleX = COLUMNS / (box.right - box.left || 1);
  const scaleY = crossings.length / (box.top - box.bottom || 1);
  for (const contour of contours) {
    let x0 = ((contour.at(-2) ?? 0) - box.left) * scaleX;
    let y0 = ((contour.at(-1) ?? 0) - box.bottom) * scaleY;
    for (let at = 0; at < contour.length; at += 2) {
      const x1 = ((contour[at] ?? 0) - box.left) * scaleX;
      const y1 = ((contour[at + 1] ?? 0) - box.bottom) * scaleY;
      const end = Math.min(crossings.length, Math.max(y0, y1) - 0.5);
      for (let line = Math.max(0, Math.ceil(Math.min(y0, y1) - 0.5)); line < end; line += 1) {
        crossings[line]?.push({ x: x0 + ((line + 0.5 - y0) / (y1 - y0)) * (x1 - x0), winding: y0 < y1 ? 1 : -1 });
      }
      [x0, y0] = [x1, y1];
    }
  }
  return crossings;
}

function rowOf(picture: Picture, line: number): Float32Array {
  const start = Math.floor(line / LINES_PER_ROW) * COLUMNS;
  return picture.subarray(start, start + COLUMNS);
}

function ink(row: Float32Array, from: number, to: number): void {
  const end = Math.min(to, COLUMNS);
  for (let column = Math.max(0, Math.floor(from)); column < end; column += 1) {
    const part = Math.min(column + 1, end) - Math.max(column, from);
    row[column] = (row[column] ?? 0) + part / LINES_PER_ROW;
  }
}

/** The middle length of the runs of ink, as parts of the width and of the height. */
export function strokesOf(picture: Picture): { readonly across: number; readonly up: number } {
  const isInked = (x: number, y: number) => (picture[y * COLUMNS + x] ?? 0) > 0.5;
  return {
    across: middleRun(ROWS, COLUMNS, (row, step) => isInked(step, row)),
    up: middleRun(COLUMNS, ROWS, (column, step) => isInked(column, step)),
  };
}

function middleRun(lines: number, length: number, isInked: (line: number, step: number) => boolean): number {
  const runs: number[] = [];
  for (let line = 0; line < lines; line += 1) {
    let run = 0;
    for (let step = 0; step <= length; step += 1) {
      if (step < length && isInked(line, step)) run += 1;
      else if (run > 0) {
        runs.push(run / length);
        run = 0;
      }
    }
  }
  return median(runs);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

const SMALLEST_HOLE = 3;

/** How many parts of the paper the ink encloses. Thin counters need a picture of twice the size. */
export function holesOf(contours: Contours, box: Box): number {
  const width = COLUMNS * 2 + 2;
  const height = ROWS * 2 + 2;
  const seen = new Uint8Array(width * height);
  const middle = { x: (box.left + box.right) / 2, y: (box.bottom + box.top) / 2 };
  for (const [right, up] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    const quarter = {
      left: right ? middle.x : box.left,
      right: right ? box.right : middle.x,
      bottom: up ? middle.y : box.bottom,
      top: up ? box.top : middle.y,
    };
    for (const [index, inked] of fill(contours, quarter).entries()) {
      const x = (index % COLUMNS) + 1 + right * COLUMNS;
      if (inked > 0.5) seen[(Math.floor(index / COLUMNS) + 1 + up * ROWS) * width + x] = 1;
    }
  }
  const areas: number[] = [];
  for (let cell = 0; cell < seen.length; cell += 1) if (!seen[cell]) areas.push(flood(seen, cell, width));
  // The first is the paper around the glyph.
  return areas.slice(1).filter((area) => area >= SMALLEST_HOLE).length;
}

function flood(seen: Uint8Array, start: number, width: number): number {
  const waiting = [start];
  seen[start] = 1;
  let area = 0;
  for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
    area += 1;
    const x = cell % width;
    for (const next of [x > 0 ? cell - 1 : -1, x < width - 1 ? cell + 1 : -1, cell - width, cell + width]) {
      if (next < 0 || next >= seen.length || seen[next]) continue;
      seen[next] = 1;
      waiting.push(next);
    }
  }
  return area;
}
