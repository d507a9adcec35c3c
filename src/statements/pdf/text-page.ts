import {
  asSeen,
  type Marked,
  overlappingFigures,
  type TextPiece,
  type UnclearPiece,
  withoutDoubles,
} from './piece-places.ts';
import type { Matrix } from './shapes.ts';
import { knownGlyph, type TextRun } from './text-runs.ts';
import { isOnPage, type Sight } from './visibility.ts';

/** Maps the page's own coordinates to the shown page: rotated, with y growing downwards. */
export interface EngineViewport {
  readonly width: number;
  readonly height: number;
  readonly transform: Matrix;
}

/** The text of a page as shown, after all rotations. y grows downwards from the top left. Lengths are in points. */
export interface TextPage {
  /** From 1. */
  readonly page: number;
  /** What a person sees, in drawing order, without blanks and without invalid positions. */
  readonly pieces: readonly TextPiece[];
  /** What the file writes, and a person does not see, or not clearly. */
  readonly unclear: readonly UnclearPiece[];
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Turns the page so that most letters run to the right. Drops text in other directions, such as watermarks. */
export function pagePieces(drawn: readonly DrawnText[], shown: Size): Pick<TextPage, 'pieces' | 'unclear'> {
  const main = mainAngle(drawn);
  const turn = main === 0 ? unturned : turnOf(shown, main);
  const along = drawn.filter((one) => one.angle === main || runsAlong(one, main));
  const [pieces, unclear]: [TextPiece[], Marked[]] = [[], []];
  for (const { text, length, size, x, y, font, sight, word, isPart } of along) {
    const [left, baseline] = turn(x, y);
    const piece = { text, left, right: left + length, baseline, size, font };
    if (isOnPage(sight)) pieces.push(piece);
    if (sight !== 'seen') unclear.push({ ...piece, sight, word, isPart });
  }
  const once = withoutDoubles(pieces);
  const marked = [...unclear, ...overlappingFigures(once)];
  return { pieces: once, unclear: marked.length > 0 ? asSeen(marked, once) : [] };
}

type Turn = (x: number, y: number) => readonly [x: number, y: number];

const unturned: Turn = (x, y) => [x, y];

const DEGREE = Math.PI / 180;
const FULL_TURN = 2 * Math.PI;
// An angle this near to a quarter turn is a quarter turn, written with rounded figures.
const EXACTLY = 0.02 * DEGREE;
// Lines of a skewed scan differ by less than this, watermarks by much more.
const SAME_DIRECTION = 2.5 * DEGREE;

/** The direction of most letters of a page, in radians; 0 for a page without text. */
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

/** Turns a page so that text at `angle` runs to the right, with its origin at the top left of the turned corners. */
function turnOf({ width, height }: Size, angle: number): Turn {
  const [cos, sin] = [wholeIfNear(Math.cos(angle)), wholeIfNear(Math.sin(angle))];
  const turned: Turn = (x, y) => [cos * x + sin * y, cos * y - sin * x];
  // A page may state an invalid size. Its text is readable all the same.
  const finite = (length: number) => (Number.isFinite(length) ? length : 0);
  const corners = [0, finite(width)].flatMap((x) => [0, finite(height)].map((y) => turned(x, y)));
  const [left, top] = [Math.min(...corners.map(([x]) => x)), Math.min(...corners.map(([, y]) => y))];
  return (x, y) => {
    const [across, down] = turned(x, y);
    return [across - left, down - top];
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

/** A piece of text on the shown page, in any direction. */
export interface DrawnText {
  readonly text: string;
  /** Start of its baseline. The origin is the page's top left, and y grows downwards. */
  readonly x: number;
  readonly y: number;
  /** Direction in radians: 0 to the right, π/2 downwards. */
  readonly angle: number;
  readonly length: number;
  readonly size: number;
  readonly font: string;
  readonly sight: Sight;
  /** The whole word, if only a part has this sight. */
  readonly word: string;
  /** Other letters of the run are seen. */
  readonly isPart: boolean;
}

// A wider letter means that the font's widths are wrong. Spaced letters reach three.
const WIDEST_LETTER = 4;
const USUAL_LETTER = 0.5;

interface SeenRun {
  readonly run: TextRun;
  readonly sight: Sight | readonly Sight[];
  readonly viewport: EngineViewport;
}

/** Adds the words of a run, split at blanks, at gaps, and where letters of a word are hidden. */
export function drawnWords({ run, sight, viewport }: SeenRun, words: DrawnText[]): void {
  const { glyphs, starts, ends, apart, matrix, font } = run;
  const a = matrix[0];
  const b = matrix[1];
  const size = Math.hypot(matrix[2], matrix[3]);
  const scale = Math.hypot(a, b);
  // The sum is finite only if every term is.
  if (!Number.isFinite(a + b + size + matrix[4] + matrix[5]) || size > Math.max(viewport.width, viewport.height))
    return;
  const angle = b === 0 && a > 0 ? 0 : Math.atan2(b, a);
  const sightOf = (at: number): Sight => (typeof sight === 'string' ? sight : (sight[at] ?? 'seen'));
  const isPart = typeof sight !== 'string' && sight.some(isOnPage);
  // The engine gives all fonts that are not in the file the name of what it would draw them with.
  const fontName = font.missingFile ? font.name : font.loadedName;
  const textOf = (from: number, to: number) => {
    let text = '';
    for (let at = from; at < to; at++) text += meaningAt(run, at);
    return cleanText(text).trim();
  };
  const add = (from: number, to: number, whole?: string) => {
    const text = from < to ? textOf(from, to) : '';
    if (text === '') return;
    const start = starts[from] ?? 0;
    const length = lengthOf(scale * ((ends[to - 1] ?? 0) - start), text, size);
    const x = a * start + matrix[4];
    const y = b * start + matrix[5];
    const word = whole ?? text;
    words.push({ text, x, y, angle, length, size, font: fontName, sight: sightOf(from), word, isPart });
  };
  const addParts = (from: number, to: number) => {
    const changes = [];
    for (let next = from + 1; next < to; next++) if (sightOf(next) !== sightOf(next - 1)) changes.push(next);
    const whole = changes.length > 0 ? textOf(from, to) : undefined;
    for (const [index, end] of [...changes, to].entries()) add(changes[index - 1] ?? from, end, whole);
  };
  let from = 0;
  for (let at = 0; at <= glyphs.length; at++) {
    const glyph = glyphs[at];
    // The end of the run ends a word, too.
    const isEnd = !glyph || knownGlyph(glyph, font).isBlank;
    if (!isEnd && !apart.includes(at)) continue;
    if (typeof sight === 'string') add(from, at);
    else addParts(from, at);
    from = isEnd ? at + 1 : at;
  }
}

function meaningAt({ glyphs, font }: TextRun, at: number): string {
  const glyph = glyphs[at];
  return glyph ? knownGlyph(glyph, font).meaning : '';
}

function lengthOf(length: number, text: string, size: number): number {
  return length > 0 && length < WIDEST_LETTER * size * text.length ? length : USUAL_LETTER * size * text.length;
}

const BEYOND_ASCII = /[^\x20-\x7e]/;
// Tabs, line ends and every Unicode blank with a width.
const BLANKS = /[\t\n\v\f\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;
// Characters without a width: joiners, direction marks, byte order marks.
const UNSEEN = /[\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
const SOFT_HYPHEN = /\u00ad/g;
const HYPHENS = /[\u2010\u2011]/g;
// Latin ligatures and full-width letters and digits. Other compatibility forms stay: a superscript two is not a 2.
const PRESENTATION_FORMS = /[\ufb00-\ufb06\uff01-\uff5e\uffe0-\uffe6]+/g;

/** Text as it would be typed. NUL and U+FFFD stay: they mark letters that the font does not name. */
export function cleanText(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text;
  return (
    text
      .replace(BLANKS, ' ')
      .replace(UNSEEN, '')
      // Some fonts use a soft hyphen for the hyphen of a date. A real soft hyphen is drawn only at the end of a line.
      .replace(SOFT_HYPHEN, (_, at: number, all: string) => (at === 0 || at === all.length - 1 ? '' : '-'))
      .replace(HYPHENS, '-')
      .replace(PRESENTATION_FORMS, (forms) => forms.normalize('NFKC'))
  );
}
