import { COLUMNS, type Picture, ROWS } from './picture.ts';

const ACROSS = 6;
const UP = 8;
const ZONES = ACROSS * UP;
const DIRECTIONS = 6;
const EDGES = ZONES * DIRECTIONS;

/** How much ink counts against edges. */
const INK = 0.25;

/** In which zone a shape has edges of which direction, and ink. Its length is 1. */
export type Features = Float32Array;

export function featuresOf(picture: Picture): Features {
  const features = new Float32Array(EDGES + ZONES);
  const cells = withMargin(picture);
  for (let cell = WIDTH + 1; cell < cells.length - WIDTH - 1; cell += 1) addCell(features, cells, cell);
  balance(features);
  return features;
}

// Two empty cells on each side, because edges reach one cell out of the picture.
const WIDTH = COLUMNS + 4;

function withMargin(picture: Picture): Float32Array {
  const cells = new Float32Array(WIDTH * (ROWS + 4));
  for (let row = 0; row < ROWS; row += 1) {
    cells.set(picture.subarray(row * COLUMNS, (row + 1) * COLUMNS), (row + 2) * WIDTH + 2);
  }
  return cells;
}

// The gradient by Sobel.
function addCell(features: Float32Array, cells: Float32Array, cell: number): void {
  const at = (index: number) => cells[index] ?? 0;
  const up = cell + WIDTH;
  const down = cell - WIDTH;
  const rising = at(up + 1) - at(down - 1);
  const falling = at(down + 1) - at(up - 1);
  const dx = rising + falling + 2 * (at(cell + 1) - at(cell - 1));
  const dy = rising - falling + 2 * (at(up) - at(down));
  const ink = at(cell);
  if (dx === 0 && dy === 0 && ink === 0) return;
  const edge = Math.sqrt(dx * dx + dy * dy);
  const turn = (Math.atan2(dy, dx) / Math.PI + 1) * DIRECTIONS;
  const direction = Math.floor(turn);
  const turned = edge * (turn - direction);
  const first = (direction % DIRECTIONS) * ZONES;
  const second = ((direction + 1) % DIRECTIONS) * ZONES;
  for (let corner = cell * 4; corner < cell * 4 + 4; corner += 1) {
    const zone = NEAR_ZONES[corner] ?? 0;
    const weight = NEAR_WEIGHTS[corner] ?? 0;
    features[first + zone] = (features[first + zone] ?? 0) + weight * (edge - turned);
    features[second + zone] = (features[second + zone] ?? 0) + weight * turned;
    features[EDGES + zone] = (features[EDGES + zone] ?? 0) + weight * ink;
  }
}

// A cell counts for the four zones around it, by its distance from their centres.
const NEAR_ZONES = new Uint8Array(WIDTH * (ROWS + 4) * 4);
const NEAR_WEIGHTS = new Float32Array(NEAR_ZONES.length);
for (let index = 0; index < NEAR_ZONES.length; index += 1) {
  const cell = index >> 2;
  const u = (((cell % WIDTH) - 1.5) / COLUMNS) * ACROSS - 0.5;
  const v = ((Math.floor(cell / WIDTH) - 1.5) / ROWS) * UP - 0.5;
  const column = Math.floor(u) + (index & 1);
  const row = Math.floor(v) + ((index >> 1) & 1);
  NEAR_ZONES[index] = Math.min(ACROSS - 1, Math.max(0, column)) + ACROSS * Math.min(UP - 1, Math.max(0, row));
  NEAR_WEIGHTS[index] = (1 - Math.abs(u - column)) * (1 - Math.abs(v - row));
}

// Square roots let many weak edges count as much as a few strong ones.
function balance(features: Float32Array): void {
  for (const [part, weight] of [
    [features.subarray(0, EDGES), 1 - INK],
    [features.subarray(EDGES), INK],
  ] as const) {
    const scale = weight / (part.reduce((sum, value) => sum + value, 0) || 1);
    for (let index = 0; index < part.length; index += 1) part[index] = Math.sqrt((part[index] ?? 0) * scale);
  }
}

/** 1 for the same shape, 0 for shapes with nothing in common. */
export function likeness(one: Features, other: Features): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
