import { likeness } from './features.ts';
import { canBe, MARKS, usualMark } from './marks.ts';
import { heightOf, widthOf } from './outline.ts';
import { median } from './picture.ts';
import type { ReadShape, Shape } from './read-shapes.ts';

const DIGITS = '0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LARGE_MARKS = '+()/';
const SMALL_MARKS = '.,-';

/** What a glyph stands for that must draw nothing. */
export const BLANK = ' ';
/** What a glyph stands for that must not look like one digit: several digits. */
export const SEVERAL = '#';

/** What else a glyph could show. */
export function alternativesOf(character: string): string {
  if (DIGITS.includes(character) || character === BLANK || character === SEVERAL) return DIGITS;
  return MARKS.includes(character) ? DIGITS + LARGE_MARKS : LETTERS + DIGITS;
}

/** What a glyph shows instead of what it stands for. `undefined` if no character fits. */
export interface Verdict {
  readonly looksLike: string | undefined;
}

/** How much a glyph must look like the best character. */
const FITS = 0.7;
const FITS_WELL = 0.78;
const FITS_BARELY = 0.55;

// How much better the other character must fit: if the font contradicts itself, if it has no other glyph to compare, and
// if it draws that character by another glyph.
const DIGIT_MARGINS = { doubted: 0.03, alone: 0.07, taken: 0.13 };
const MARK_MARGINS = { doubted: 0.05, alone: 0.05, taken: 0.1 };
const LETTER_MARGINS = { doubted: 0.2, alone: 0.2, taken: 0.25 };

/** How much half of the glyphs of a font must look like some character. Below, the font is an ornament. */
const FITS_IN_PLAIN_FONT = 0.78;

// Typefaces draw these alike, or one of them in many ways.
const ALIKE = [
  '0OQD',
  '1ILJT/',
  '5S',
  '2Z',
  '6GB',
  '8B',
  '9GQ',
  '4A',
  '7TYZJ',
  '3Z',
  'UVYG',
  '0V',
  'MNHUW',
  'CG',
  'EF',
];

export function areAlike(one: string, other: string): boolean {
  return one === other || ALIKE.some((group) => group.includes(one) && group.includes(other));
}

/** Judges a glyph among the glyphs of its font. `undefined` if it shows what it stands for. */
export function judge<S extends Shape>(read: ReadShape<S>, font: readonly ReadShape<S>[]): Verdict | undefined {
  const { character } = read.shape;
  const digitHeight = digitHeightOf(font);
  const mark = usualMark(read.box, digitHeight);
  const other = bestOther(read, digitHeight);
  if (character === BLANK || character === SEVERAL) {
    if (mark === '-' || other.value >= FITS_WELL) return { looksLike: mark ?? other.character };
    return character === SEVERAL ? { looksLike: undefined } : undefined;
  }
  const own = ownLikeness(read, font);
  if (own === 1) return undefined;
  if (mark !== undefined && !LETTERS.includes(character)) return { looksLike: mark };
  const isReadable = other.value >= (LETTERS.includes(character) ? FITS_WELL : FITS) && isPlain(font);
  if (isReadable && other.value - own > marginOf(read, other, font)) return { looksLike: other.character };
  return own >= FITS_BARELY || LETTERS.includes(character) ? undefined : { looksLike: undefined };
}

/** How much a glyph looks like what it stands for. The place decides about small marks. */
export function ownLikeness<S extends Shape>(
  { shape, box, likeness }: ReadShape<S>,
  font: readonly ReadShape<S>[],
): number {
  const { character } = shape;
  const place = DIGITS.includes(character) ? 'digit' : character;
  if (!canBe(place, box, digitHeightOf(font))) return 0;
  return SMALL_MARKS.includes(character) ? 1 : (likeness.get(character) ?? 0);
}

function isPlain(font: readonly ReadShape<Shape>[]): boolean {
  return median(font.map(({ likeness }) => Math.max(...likeness.values()))) >= FITS_IN_PLAIN_FONT;
}

interface Best {
  readonly character: string;
  readonly value: number;
}

function bestOther({ shape, likeness, box }: ReadShape<Shape>, digitHeight: number): Best {
  let best: Best = { character: '', value: 0 };
  for (const [character, value] of likeness) {
    if (value <= best.value || areAlike(character, shape.character)) continue;
    if (canBe(DIGITS.includes(character) ? 'digit' : character, box, digitHeight)) best = { character, value };
  }
  return best;
}

// The flag of a bold or slanted 1 can be as long as that of a 7.
const ONE_AS_SEVEN_MARGIN = 0.22;

// A font draws few characters in two ways. So another glyph for the same character speaks against this one, and another
// glyph that shows the other character speaks for it.
function marginOf<S extends Shape>(read: ReadShape<S>, other: Best, font: readonly ReadShape<S>[]): number {
  const { character } = read.shape;
  if (character === '1' && other.character === '7') return ONE_AS_SEVEN_MARGIN;
  const margins = DIGITS.includes(character)
    ? DIGIT_MARGINS
    : MARKS.includes(character)
      ? MARK_MARGINS
      : LETTER_MARGINS;
  const rivals = font.filter(({ shape }) => shape.character === other.character);
  if (rivals.some((rival) => favourite(rival) === other.character)) return margins.taken;
  const isSecond = font.some((one) => one.shape.character === character && favourite(one) === character);
  return isSecond || rivals.length > 0 ? margins.doubted : margins.alone;
}

function favourite({ likeness, shape }: ReadShape<Shape>): string {
  const own = likeness.get(shape.character) ?? 0;
  return [...likeness].reduce((best, one) => (one[1] > best[1] ? one : best), [shape.character, own] as const)[0];
}

const USUAL_DIGIT_HEIGHT = 0.68;

function digitHeightOf(font: readonly ReadShape<Shape>[]): number {
  const heights = font.filter(({ shape }) => DIGITS.includes(shape.character)).map(({ box }) => heightOf(box));
  return heights.length < 2 ? USUAL_DIGIT_HEIGHT : median(heights);
}

/** Whether two glyphs draw the same shape at the same height of the line, at any size. */
export function areSame(one: ReadShape<Shape>, other: ReadShape<Shape>): boolean {
  const [height, otherHeight] = [heightOf(one.box), heightOf(other.box)];
  return (
    one.holes === other.holes &&
    Math.abs(Math.log((widthOf(one.box) / height) * (otherHeight / widthOf(other.box)))) < 0.04 &&
    Math.abs(one.box.bottom / height - other.box.bottom / otherHeight) < 0.06 &&
    likeness(one.features, other.features) > 0.99
  );
}
