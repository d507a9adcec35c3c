import { boxOf, type Contours, drawTo } from './outline.ts';
import { COLUMNS, type Picture, ROWS } from './picture.ts';

/**
 * Our own drawings of characters: the middle of the strokes of each variant, on a square of 100. `M` moves, `L` draws
 * lines, `C` cubic curves.
 */
const STROKES: Readonly<Record<string, readonly string[]>> = {
  0: [
    '1M30 0C-9 0 -9 100 30 100C69 100 69 0 30 0',
    '2M30 0C-9 0 -9 100 30 100C69 100 69 0 30 0M14 25L46 75',
    '2M30 0C-9 0 -9 100 30 100C69 100 69 0 30 0M30 45L30 55',
  ],
  1: [
    'M0 78L28 100L28 0',
    'M2 80L28 100L28 0M0 0L56 0',
    'M0 88C12 88 25 92 25 100L25 0M0 0L50 0',
    'M0 84L15 100L15 0M0 0L30 0',
  ],
  2: [
    'M2 76C8 108 57 108 57 73C57 52 20 30 0 0L60 0',
    'M2 72C4 108 58 110 55 72C52 48 24 28 2 4C30 6 45 -6 60 8',
    '1M2 72C4 108 58 110 55 72C52 48 24 28 6 8C0 -6 14 -4 18 6C24 16 4 20 2 6C30 6 45 -6 60 8',
  ],
  3: [
    'M3 80C8 107 54 106 54 75C54 54 35 53 20 53C38 53 59 50 59 26C59 -8 6 -6 0 22',
    'M4 100L56 100L24 62C44 64 60 50 60 28C60 -8 8 -8 0 18',
  ],
  4: ['1M46 0L46 100L0 28L64 28', 'M22 100L0 32L62 32M46 68L46 0', '1M46 0L46 100L4 38L4 28L64 28'],
  5: ['M55 100L12 100L6 50C20 68 59 68 59 32C59 -8 10 -9 0 18'],
  6: [
    '1M55 85C45 106 2 114 2 40C2 -13 59 -14 59 30C59 70 8 72 3 34',
    '1M42 100C22 75 2 55 2 30C2 -10 58 -10 58 30C58 70 10 68 6 40',
  ],
  7: [
    'M0 100L60 100C38 66 22 36 20 0',
    'M0 100L60 100L18 0',
    'M0 100L60 100L18 0M12 50L54 50',
    'M0 84L2 100L60 100L18 0',
    'M0 82L4 100C20 100 34 88 60 100C38 66 22 36 20 0',
    'M0 100L60 100C44 66 26 46 26 10L24 0',
  ],
  8: ['2M30 54C-7 54 -3 100 30 100C63 100 67 54 30 54C-12 54 -10 0 30 0C70 0 72 54 30 54'],
  9: [
    '1M5 15C15 -6 58 -14 58 60C58 113 1 114 1 70C1 30 52 28 57 66',
    '1M18 0C38 25 58 45 58 70C58 110 2 110 2 70C2 30 50 32 54 60',
  ],
  A: ['1M0 0L38 100L76 0M14 34L62 34'],
  B: ['2M0 0L0 100L28 100C64 100 64 54 28 54L0 54L30 54C72 54 72 0 30 0L0 0'],
  C: ['M64 80C54 106 0 112 0 50C0 -12 54 -6 64 20', 'M54 90C46 104 0 112 0 50C0 -12 46 -4 54 10'],
  D: ['1M0 0L0 100L26 100C82 100 82 0 26 0L0 0'],
  E: ['M54 100L0 100L0 0L54 0M0 53L48 53'],
  F: ['M54 100L0 100L0 0M0 52L46 52'],
  G: ['M66 80C54 106 0 112 0 50C0 -14 56 -8 68 14L68 46L40 46'],
  H: ['M0 0L0 100M64 0L64 100M0 53L64 53'],
  I: ['M0 0L0 100', 'M14 0L14 100M0 0L28 0M0 100L28 100'],
  J: ['M40 100L40 26C40 -10 0 -8 0 24', 'M20 100L20 20C20 -10 10 -20 0 -20'],
  K: ['M0 0L0 100M60 100L0 36M22 58L62 0'],
  L: ['M0 100L0 0L50 0'],
  M: ['M0 0L0 100L40 15L80 100L80 0', 'M0 0L8 100L42 10L76 100L84 0'],
  N: ['M0 0L0 100L62 0L62 100'],
  O: ['1M40 0C-14 0 -14 100 40 100C94 100 94 0 40 0'],
  P: ['1M0 0L0 100L30 100C70 100 70 46 30 46L0 46'],
  Q: ['1M40 0C-14 0 -14 100 40 100C94 100 94 0 40 0M46 24L76 -10'],
  R: ['1M0 0L0 100L30 100C68 100 68 50 30 50L0 50M30 50L62 0'],
  S: ['M56 82C48 106 2 106 2 74C2 42 60 60 60 26C60 -8 6 -8 0 20'],
  T: ['M0 100L66 100M33 100L33 0'],
  U: ['M0 100L0 36C0 -12 62 -12 62 36L62 100'],
  V: ['M0 100L36 0L72 100'],
  W: ['M0 100L26 0L52 96L78 0L104 100'],
  X: ['M0 0L66 100M0 100L66 0'],
  Y: ['M0 100L34 46L68 100M34 46L34 0'],
  Z: ['M4 100L62 100L0 0L64 0'],
  a: [
    '1M2 60C8 78 42 80 42 48L42 0M42 42C-14 42 -10 0 14 0C30 0 42 12 42 24',
    '1M46 70L46 0M46 50C46 78 0 80 0 35C0 -10 46 -8 46 20',
  ],
  b: ['1M0 100L0 0M0 46C4 80 50 78 50 35C50 -8 4 -10 0 24'],
  c: ['M46 56C38 76 0 78 0 35C0 -8 38 -6 46 14'],
  d: ['1M50 100L50 0M50 46C46 80 0 78 0 35C0 -8 46 -10 50 24'],
  e: ['1M0 37L50 37C50 84 0 82 0 35C0 -10 42 -6 49 14'],
  f: ['M36 98C24 104 16 98 16 80L16 0M0 70L34 70'],
  g: [
    '1M48 70L48 0C48 -36 8 -34 3 -18M48 46C44 80 0 78 0 35C0 -8 44 -10 48 24',
    '2M24 70C-6 70 -6 24 24 24C52 24 52 70 24 70M10 28C0 16 0 8 18 6C46 4 52 2 52 -12C52 -34 0 -34 0 -14C0 -4 8 2 18 6M40 64L54 70',
  ],
  h: ['M0 100L0 0M0 42C6 78 46 80 46 44L46 0'],
  i: ['M0 0L0 70M0 92L0 96', 'M16 0L16 70L2 70M0 0L32 0M16 92L16 96'],
  j: ['M16 70L16 -10C16 -26 8 -28 0 -28M16 92L16 96'],
  k: ['M0 0L0 100M44 70L0 26M16 42L46 0'],
  l: ['M0 0L0 100', 'M0 100L0 12C0 0 6 0 14 0', 'M14 0L14 100L0 100M0 0L28 0'],
  m: ['M0 70L0 0M0 46C6 76 38 80 38 44L38 0M38 46C44 76 76 80 76 44L76 0'],
  n: ['M0 70L0 0M0 42C6 78 46 80 46 44L46 0'],
  o: ['1M26 0C-9 0 -9 70 26 70C61 70 61 0 26 0'],
  p: ['1M0 70L0 -28M0 46C4 80 50 78 50 35C50 -8 4 -10 0 24'],
  q: ['1M50 70L50 -28M50 46C46 80 0 78 0 35C0 -8 46 -10 50 24'],
  r: ['M0 70L0 0M0 40C4 62 16 72 28 68', 'M12 70L12 0M12 40C18 64 30 74 40 64M0 0L28 0M0 70L12 70'],
  s: ['M42 56C36 74 2 74 2 52C2 28 46 44 46 18C46 -6 6 -6 0 12'],
  t: ['M14 92L14 16C14 0 24 -2 34 4M0 70L32 70'],
  u: ['M0 70L0 26C0 -8 40 -8 46 28M46 70L46 0'],
  v: ['M0 70L26 0L52 70'],
  w: ['M0 70L20 0L40 68L60 0L80 70'],
  x: ['M0 0L48 70M0 70L48 0'],
  y: ['M0 70L26 2M52 70L24 -10C18 -26 10 -28 2 -26'],
  z: ['M4 70L46 70L0 0L48 0'],
  '/': ['M0 0L50 100'],
  '(': ['M24 100C-8 70 -8 30 24 0'],
  ')': ['M0 100C32 70 32 30 0 0'],
  '+': ['M0 50L100 50M50 0L50 100'],
};

/** One way to draw a character. */
export interface ReferenceShape {
  readonly character: string;
  readonly holes: number;
  /** Width by height. */
  readonly aspect: number;
  /** In a square of 1. */
  readonly strokes: Contours;
}

export function referenceShapes(): ReferenceShape[] {
  return Object.entries(STROKES).flatMap(([character, variants]) =>
    variants.map((variant) => {
      const [holes = '', ...texts] = variant.split('M');
      const strokes = texts.map(strokeOf);
      const { left, bottom, right, top } = boxOf(strokes);
      const width = right - left;
      const height = top - bottom;
      return {
        character: character.toUpperCase(),
        holes: Number(holes),
        aspect: width / height,
        strokes: strokes.map((stroke) =>
          stroke.map((value, at) => (at % 2 === 0 ? (value - left) / (width || 1) : (value - bottom) / height)),
        ),
      };
    }),
  );
}

function strokeOf(text: string): number[] {
  const stroke: number[] = [];
  for (const [, kind, list = ''] of text.matchAll(/([LC]?)([\d -]+)/g)) {
    const points = list.trim().split(' ').map(Number);
    const size = kind === 'C' ? 6 : 2;
    for (let at = 0; at < points.length; at += size) {
      if (kind === '') stroke.push(...points);
      else drawTo(stroke, points.slice(at, at + size));
    }
  }
  return stroke;
}

/** The half thickness of strokes, as parts of the width and of the height of the picture. */
export interface Pen {
  readonly across: number;
  readonly up: number;
}

/** Draws strokes with an elliptic pen, so that they fill the picture. */
export function draw(strokes: Contours, pen: Pen): Picture {
  const picture = new Float32Array(COLUMNS * ROWS);
  const across = pen.across * COLUMNS;
  const up = pen.up * ROWS;
  // In units of the pen, in which it is a circle.
  const x = (value = 0) => 1 + value * (COLUMNS / across - 2);
  const y = (value = 0) => 1 + value * (ROWS / up - 2);
  for (const stroke of strokes) {
    for (let at = 0; at + 3 < stroke.length; at += 2) {
      const line = { x: x(stroke[at]), y: y(stroke[at + 1]), endX: x(stroke[at + 2]), endY: y(stroke[at + 3]) };
      drawLine(picture, line, { across, up });
    }
  }
  return picture;
}

interface Line {
  readonly x: number;
  readonly y: number;
  readonly endX: number;
  readonly endY: number;
}

function drawLine(picture: Picture, { x, y, endX, endY }: Line, { across, up }: Pen): void {
  const dx = endX - x;
  const dy = endY - y;
  const square = dx * dx + dy * dy || 1;
  const sharpness = Math.sqrt(across * up);
  const reach = 1 + 0.5 / sharpness;
  const lastRow = Math.min(ROWS, (Math.max(y, endY) + reach) * up);
  const firstColumn = Math.max(0, Math.floor((Math.min(x, endX) - reach) * across));
  const lastColumn = Math.min(COLUMNS, (Math.max(x, endX) + reach) * across);
  for (let row = Math.max(0, Math.floor((Math.min(y, endY) - reach) * up)); row < lastRow; row += 1) {
    const py = (row + 0.5) / up - y;
    for (let column = firstColumn; column < lastColumn; column += 1) {
      const cell = row * COLUMNS + column;
      const before = picture[cell] ?? 0;
      if (before === 1) continue;
      const px = (column + 0.5) / across - x;
      const part = Math.min(1, Math.max(0, (px * dx + py * dy) / square));
      const awayX = px - part * dx;
      const awayY = py - part * dy;
      const inked = 0.5 + (1 - Math.sqrt(awayX * awayX + awayY * awayY)) * sharpness;
      if (inked > before) picture[cell] = Math.min(1, inked);
    }
  }
}
