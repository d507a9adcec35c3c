/** An affine transformation, as PDF writes it: x' = ax + cy + e, y' = bx + dy + f. */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Where the page's own coordinates come to lie when it is shown: rotated as the page says, y growing downwards. */
export interface EngineViewport {
  readonly width: number;
  readonly height: number;
  readonly transform: Matrix;
}

export interface EngineItem {
  readonly str: string;
  readonly transform: Matrix;
  /** Along the line it runs in. */
  readonly width: number;
}

/** A page of text as it is seen, after every rotation: y grows downwards from the top left. Lengths in points. */
export interface TextPage {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly width: number;
  readonly height: number;
  /** In the order the file draws them; none is blank, none has a position that is not a number. */
  readonly pieces: readonly TextPiece[];
}

/** A piece of text: a word, a line, or a single glyph, as the file draws it. */
export interface TextPiece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Where the letters stand. */
  readonly baseline: number;
  readonly size: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The page is turned to the way that most letters run; what runs across, such as a watermark, is left out. */
export function pagePieces(drawn: readonly DrawnText[], shown: Size): Pick<TextPage, 'width' | 'height' | 'pieces'> {
  const main = mainAngle(drawn);
  // A page may state any size; what is on it can be read all the same.
  const size = { width: finite(shown.width), height: finite(shown.height) };
  const { width, height, turn } = main === 0 ? { ...size, turn: unturned } : turnPage(size, main);
  const along = drawn.filter((one) => one.angle === main || runsAlong(one, main));
  const pieces = along.map(({ text, length, size, x, y }) => {
    const [left, baseline] = turn(x, y);
    return { text, left, right: left + length, baseline, size };
  });
  return { width, height, pieces: withoutDoubles(pieces) };
}

function finite(length: number): number {
  return Number.isFinite(length) ? length : 0;
}

type Turn = (x: number, y: number) => readonly [x: number, y: number];

const unturned: Turn = (x, y) => [x, y];

const DEGREE = Math.PI / 180;
const FULL_TURN = 2 * Math.PI;
// What is nearer to a quarter turn is one, written with rounded figures.
const EXACTLY = 0.02 * DEGREE;
// Lines of a page that was scanned askew differ by less, watermarks by much more.
const SAME_DIRECTION = 2.5 * DEGREE;

/** The way most letters of a page run, in radians; 0 for a page without text. */
function mainAngle(drawn: readonly DrawnText[]): number {
  if (drawn.every(({ angle }) => angle === 0)) return 0;
  const letters = new Map<number, number>();
  for (const { angle, text } of drawn) {
    const degrees = (Math.round(angle / DEGREE) + 360) % 360;
    letters.set(degrees, (letters.get(degrees) ?? 0) + text.length);
  }
  const [degrees] = [...letters].reduce((most, one) => (one[1] > most[1] ? one : most));
  return nearQuarter(degrees * DEGREE + meanDeviation(drawn, degrees * DEGREE));
}

function runsAlong({ angle }: DrawnText, main: number): boolean {
  return Math.abs(deviation(angle, main)) < SAME_DIRECTION;
}

/** Turns a page so that what runs at `angle` runs to the right; its corners are at the edges again. */
function turnPage({ width, height }: Size, angle: number): Size & { readonly turn: Turn } {
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

/** Of the letters' size: bold type and shadows draw a text again this near. Narrow letters stand further apart. */
const NEAR = 0.12;
const FURTHEST = 4;
/** Side of a cell in points: so large that most pieces are checked in one cell, so small that few share it. */
const CELL = 16;
/** A hostile page may pile everything up in one place. */
const MOST_CHECKED = 100;
/** More cells than a page has across, so that two numbers make one key. */
const CELLS_ACROSS = 65_536;

/** Keeps each text once that is drawn several times at the same place, and the order of the rest. */
export function withoutDoubles(pieces: readonly TextPiece[]): TextPiece[] {
  const cells = new Map<number, TextPiece[]>();
  const kept: TextPiece[] = [];
  for (const piece of pieces) {
    const near = Math.min(piece.size * NEAR, FURTHEST);
    if (cellsAround(piece, near).some((cell) => holdsDouble(cells.get(cell), piece, near))) continue;
    kept.push(piece);
    const home = cellOf(piece.left, piece.baseline);
    const cell = cells.get(home);
    if (cell) cell.push(piece);
    else cells.set(home, [piece]);
  }
  return kept;
}

function cellsAround({ left, baseline }: TextPiece, near: number): readonly number[] {
  const first = cellOf(left - near, baseline - near);
  const last = cellOf(left + near, baseline + near);
  if (first === last) return [first];
  return [...new Set([first, cellOf(left + near, baseline - near), cellOf(left - near, baseline + near), last])];
}

function holdsDouble(cell: readonly TextPiece[] = [], { text, left, baseline }: TextPiece, near: number): boolean {
  const checked = cell.length > MOST_CHECKED ? cell.slice(-MOST_CHECKED) : cell;
  return checked.some(
    (other) =>
      other.text === text && Math.abs(other.left - left) <= near && Math.abs(other.baseline - baseline) <= near,
  );
}

function cellOf(left: number, baseline: number): number {
  return Math.floor(left / CELL) * CELLS_ACROSS + Math.floor(baseline / CELL);
}

/** A piece of text where it is drawn on the shown page, which way ever it runs. */
export interface DrawnText {
  readonly text: string;
  /** Where its line begins; the origin is the page's top left, y grows downwards. */
  readonly x: number;
  readonly y: number;
  /** Which way it runs, in radians: 0 to the right, π/2 downwards. */
  readonly angle: number;
  readonly length: number;
  readonly size: number;
}

// No one can read smaller letters; hidden words for search engines are so small.
const SMALLEST_SIZE = 0.5;
// Beyond it the font lies about its widths. Spaced letters come to three.
const WIDEST_LETTER = 4;
const USUAL_LETTER = 0.5;

/** Where an item lies on the shown page; undefined for blanks, letters larger than the page, and hostile matrices. */
export function drawnText(item: EngineItem, viewport: EngineViewport): DrawnText | undefined {
  const text = cleanText(item.str).trim();
  if (text === '') return undefined;
  const [a, b, c, d, e, f] = item.transform;
  const [va, vb, vc, vd, ve, vf] = viewport.transform;
  const alongX = va * a + vc * b;
  const alongY = vb * a + vd * b;
  const size = Math.hypot(va * c + vc * d, vb * c + vd * d);
  const x = va * e + vc * f + ve;
  const y = vb * e + vd * f + vf;
  // One sum asks all of them: it is finite only if each of them is.
  const isSomewhere = Number.isFinite(x + y + size + alongX + alongY) && (alongX !== 0 || alongY !== 0);
  if (!isSomewhere || size < SMALLEST_SIZE || size > Math.max(viewport.width, viewport.height)) return undefined;
  const angle = alongY === 0 && alongX > 0 ? 0 : Math.atan2(alongY, alongX);
  return { text, x, y, angle, length: lengthOf(item.width * Math.hypot(va, vb), text, size), size };
}

function lengthOf(length: number, text: string, size: number): number {
  return length > 0 && length < WIDEST_LETTER * size * text.length ? length : USUAL_LETTER * size * text.length;
}

const BEYOND_ASCII = /[^\x20-\x7e]/;
// Tabs, line ends and every blank of Unicode that has a width.
const BLANKS = /[\t\n\v\f\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;
// What has no width: joiners, marks of direction, byte order marks.
const UNSEEN = /[\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
const SOFT_HYPHEN = /\u00ad/g;
const HYPHENS = /[\u2010\u2011]/g;
// Latin ligatures, and letters and digits of full width. Other compatibility forms stay: a superscript two is no 2.
const PRESENTATION_FORMS = /[\ufb00-\ufb06\uff01-\uff5e\uffe0-\uffe6]+/g;

/** Text as it would be typed. NUL and U+FFFD stay: they stand for letters that a font names wrongly. */
export function cleanText(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text;
  return (
    text
      .replace(BLANKS, ' ')
      .replace(UNSEEN, '')
      // Fonts name the hyphen of a date so. One that may only break a word is drawn where the word does break: last.
      .replace(SOFT_HYPHEN, (_, at: number, all: string) => (at === 0 || at === all.length - 1 ? '' : '-'))
      .replace(HYPHENS, '-')
      .replace(PRESENTATION_FORMS, (forms) => forms.normalize('NFKC'))
  );
}
