import { brightness, type Colour, colourOf, isReadable, painted, WHITE } from './colours.ts';
import { operators } from './engine.ts';
import type { Clip, Mask, Paint } from './graphics-state.ts';
import { type Box, overlap } from './shapes.ts';
import { runBox, type TextRun } from './text-runs.ts';

/** Why a person does not see a letter that the file writes. */
export type Hiding = 'invisible' | 'layer' | 'tiny' | 'outside' | 'colour' | 'covered';

/** A letter is seen, hidden, or on the page but unclear: under a comment, under other figures, or of unknown colours. */
export type Sight = 'seen' | 'annotated' | 'overlapped' | 'unknown' | Hiding;

/** Whether a person sees the letter, or may see it. */
export function isOnPage(sight: Sight): boolean {
  return sight === 'seen' || sight === 'annotated' || sight === 'overlapped' || sight === 'unknown';
}

/** The colour of a picture at a point of the page, and how opaque it is there. */
export type PictureLookup = (paint: Paint, x: number, y: number) => { readonly colour: Colour; readonly alpha: number };

// A person needs letters of two points at least, and letters that are not pressed flat.
const SMALLEST_LETTER = 2;
const FLATTEST = 0.04;

/** Tells of each letter of a page whether a person sees it. */
export class Sights {
  readonly #bands: Paint[][] = [];
  readonly #picture: PictureLookup;
  #checksLeft = MOST_CHECKS;
  /** The last run on bare paper. Most runs look like the one before. */
  #onPaper: { readonly run: TextRun; readonly sight: Sight } | undefined;

  constructor(paints: readonly Paint[], picture: PictureLookup) {
    this.#picture = picture;
    for (const paint of paints) {
      const [first, last] = bandsOf(paint.area.box);
      for (let band = first; band <= last; band++) {
        const there = this.#bands[band] ?? [];
        this.#bands[band] = there;
        there.push(paint);
      }
    }
  }

  /** One sight for the whole run where all letters share it, else one for each letter. */
  of(run: TextRun): Sight | readonly Sight[] {
    const whole = hiddenAsWhole(run);
    if (whole) return whole;
    const box = runBox(run);
    const near = this.paintsAt(box);
    const isEven = isWithinBoxes(run.clip, box) && !run.mask && near.every((paint) => isEvenOver(box, paint));
    // On even ground, one point shows what all others do.
    if (isEven && !run.font.isType3Font)
      return near.length === 0 ? this.#sightOnPaper(run) : this.#sightOfWhole(run, near);
    const sights = run.glyphs.map((_, index) => this.#sightAt(run, near, { index, heights: HEIGHTS }));
    return sights.every((sight) => sight === sights[0]) ? (sights[0] ?? 'seen') : sights;
  }

  #sightOnPaper(run: TextRun): Sight {
    const last = this.#onPaper;
    if (last && isPaintedAlike(last.run, run)) return last.sight;
    const sight = this.#sightOfWhole(run, []);
    this.#onPaper = { run, sight };
    return sight;
  }

  #sightOfWhole(run: TextRun, near: readonly Paint[]): Sight {
    return this.#sightAt(run, near, { index: 0, heights: [MIDDLE] });
  }

  /** The paints that touch a box, in painting order. */
  paintsAt(box: Box): readonly Paint[] {
    if (this.#bands.length === 0) return [];
    const [first, last] = bandsOf(box);
    const found: Paint[] = [];
    for (let band = first; band <= last; band++)
      for (const paint of this.#bands[band] ?? [])
        if (overlap(paint.area.box, box) && band === Math.max(first, bandsOf(paint.area.box)[0])) found.push(paint);
    return last > first ? found.sort((a, b) => a.order - b.order) : found;
  }

  // A letter is hidden if a person misses it at most of its points.
  #sightAt(run: TextRun, near: readonly Paint[], { index, heights }: Points): Sight {
    const { matrix, starts, ends } = run;
    const along = ((starts[index] ?? 0) + (ends[index] ?? 0)) / 2;
    const points = heights.map((height): readonly [number, number] => [
      matrix[0] * along + matrix[2] * height + matrix[4],
      matrix[1] * along + matrix[3] * height + matrix[5],
    ]);
    const ink = inkOf(run, index);
    if (ink === 'none' && run.stroke === 'none') return 'invisible';
    const inked = ink === run.fill ? run : { ...run, fill: ink };
    const sights = points.map((point) => this.#sightOf(inked, near, point));
    const most = sights.find((sight, at) => sights.indexOf(sight) !== at) ?? sights.at(sights.length >> 1) ?? 'seen';
    const isMarked = ({ isAnnotation, area, order }: Paint) =>
      isAnnotation && order > run.order && points.some(([x, y]) => area.contains(x, y));
    return most === 'seen' && near.some(isMarked) ? 'annotated' : most;
  }

  #sightOf(run: TextRun, near: readonly Paint[], [x, y]: readonly [number, number]): Sight {
    if (run.clip && !run.clip.contains(x, y)) return 'outside';
    this.#checksLeft -= near.length + 1;
    if (this.#checksLeft < 0) return 'unknown';
    const masked = maskedShare(run.mask, x, y);
    if (masked === 0) return 'invisible';
    let ground: Colour = WHITE;
    let letters: readonly Colour[] | undefined;
    let atFirst: boolean | undefined;
    const write = () => {
      letters = [
        painted(ground, { colour: run.fill, alpha: run.fillAlpha * masked, blend: run.blend }),
        painted(ground, { colour: run.stroke, alpha: run.strokeAlpha * masked, blend: run.blend }),
      ];
      atFirst = isSeen(letters, ground);
    };
    for (const paint of near) {
      // A block does not cover itself.
      if (paint.order === run.order) continue;
      if (!letters && paint.order > run.order) write();
      if (!paint.area.contains(x, y) || (paint.clip && !paint.clip.contains(x, y))) continue;
      const { colour, alpha } = paint.picture ? this.#picture(paint, x, y) : paint;
      const share = alpha * (paint.picture ? paint.alpha : 1) * maskedShare(paint.mask, x, y);
      const coat = { colour, alpha: share, blend: paint.blend };
      ground = painted(ground, coat);
      letters = letters?.map((letter) => painted(letter, coat));
    }
    if (!letters) write();
    const isAtLast = isSeen(letters ?? [], ground);
    if (isAtLast) return 'seen';
    if (atFirst === false) return 'colour';
    return isAtLast === undefined ? 'unknown' : 'covered';
  }
}

function isPaintedAlike(a: TextRun, b: TextRun): boolean {
  return (
    a.fill === b.fill &&
    a.stroke === b.stroke &&
    a.fillAlpha === b.fillAlpha &&
    a.strokeAlpha === b.strokeAlpha &&
    a.blend === b.blend
  );
}

/** The colour of a letter's inside. A letter of a Type 3 font is a drawing of its own, which may be empty. */
function inkOf({ font, glyphs, fill }: TextRun, index: number): Colour {
  if (!font.isType3Font) return fill;
  const drawing = font.charProcOperatorList?.[glyphs[index]?.operatorListId ?? ''];
  if (!drawing?.fnArray.some((operator, at) => paints.has(operator) && !isBare(drawing.argsArray[at]))) return 'none';
  const colours = drawing.fnArray.flatMap((operator, at) =>
    operator === operators.setFillRGBColor ? [Number(colourOf(drawing.argsArray[at]?.[0]))] : [],
  );
  // Of several, the lighter ones may draw the holes of the letter.
  return colours.length === 0 ? fill : Math.min(...colours);
}

// A path that is not painted, or a clip.
function isBare(path: readonly unknown[] | null | undefined): boolean {
  return path?.[0] === operators.endPath || (path?.length === 3 && path[2] === null);
}

const paints: ReadonlySet<number> = new Set([
  operators.constructPath,
  operators.showText,
  operators.shadingFill,
  operators.paintImageMaskXObject,
  operators.paintImageXObject,
  operators.paintInlineImageXObject,
  operators.paintSolidColorImageMask,
]);

// Points of a letter, above its line in letter sizes. Most letters have ink around each.
const MIDDLE = 0.34;
const HEIGHTS = [0.12, MIDDLE, 0.58];

/** Where to look at a letter of a run. */
interface Points {
  readonly index: number;
  readonly heights: readonly number[];
}

// Limits the work on a hostile page. A page full of coloured cells needs a hundredth of it.
const MOST_CHECKS = 5_000_000;

function isSeen(letters: readonly Colour[], ground: Colour): boolean | undefined {
  const readable = letters.map((letter) => isReadable(letter, ground));
  if (readable.includes(true)) return true;
  return readable.includes(undefined) ? undefined : false;
}

function hiddenAsWhole(run: TextRun): Hiding | undefined {
  const { fill, stroke, matrix, ends, glyphs } = run;
  if (run.isInHiddenLayer) return 'layer';
  const isPainted = (fill !== 'none' && run.fillAlpha > 0) || (stroke !== 'none' && run.strokeAlpha > 0);
  if (!isPainted || !(run.font.missingFile || glyphs.some((glyph) => glyph.isInFont))) return 'invisible';
  const height = Math.hypot(matrix[2], matrix[3]);
  const width = (Math.hypot(matrix[0], matrix[1]) * Math.abs(ends[ends.length - 1] ?? 0)) / glyphs.length;
  // Fonts may state no widths at all, and gaps may widen a run. The scale of a letter says more.
  const scale = run.font.isType3Font ? Number.POSITIVE_INFINITY : Math.hypot(matrix[0], matrix[1]) * run.size;
  const isFlat = (width > 0 && width < FLATTEST * height) || scale < FLATTEST * height;
  return Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) === 0 || height < SMALLEST_LETTER || isFlat
    ? 'tiny'
    : undefined;
}

/** Whether a clip is nothing but boxes that hold the whole box. */
function isWithinBoxes(clip: Clip | undefined, box: Box): boolean {
  return !clip || (clip.isBox && contains(clip.box, box));
}

/** Whether a paint is the same all over a box. */
function isEvenOver(box: Box, { area, clip, mask, picture }: Paint): boolean {
  return area.isBox && contains(area.box, box) && isWithinBoxes(clip, box) && !mask && !picture;
}

function contains(outer: Box, inner: Box): boolean {
  return (
    inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom
  );
}

/** How much of the paint at a point a soft mask lets through, from 0 to 1. */
export function maskedShare(mask: Mask | undefined, x: number, y: number): number {
  if (!mask) return 1;
  let [colour, share]: [Colour, number] = [mask.isLuminosity ? mask.backdrop : 0, 0];
  for (const paint of mask.paints) {
    if (!paint.area.contains(x, y) || (paint.clip && !paint.clip.contains(x, y))) continue;
    colour = painted(colour, paint);
    share += (1 - share) * paint.alpha;
  }
  // An unknown colour, such as a gradient, lets half through.
  const light = typeof colour === 'number' ? brightness(colour) : 0.5;
  return (mask.isLuminosity ? light : share) * maskedShare(mask.parent, x, y);
}

const BAND = 24;
const MOST_BANDS = 1_000;

function bandsOf({ top, bottom }: Box): readonly [first: number, last: number] {
  const band = (y: number) => Math.max(0, Math.min(MOST_BANDS, Math.floor(y / BAND) || 0));
  return [band(top), band(bottom)];
}
