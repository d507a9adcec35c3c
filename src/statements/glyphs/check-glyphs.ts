import { alternativesOf, areAlike, areSame, BLANK, judge, ownLikeness, SEVERAL } from './judge-shapes.ts';
import { MARKS } from './marks.ts';
import { boxOf, type Contours, contoursOf, type GlyphOutline } from './outline.ts';
import { type ReadShape, ShapeReader } from './read-shapes.ts';

/** A glyph that the document draws, and the text that it stands for. */
export interface UsedGlyph {
  /** The name of the font within the document. Unique. */
  readonly font: string;
  readonly kind: 'embedded' | 'standard' | 'type3';
  /** What we read: the text that the document maps the glyph to. */
  readonly text: string;
  /** The character that the encoding of a font without outlines draws. */
  readonly drawn?: string | undefined;
  readonly outline?: GlyphOutline | undefined;
}

export interface GlyphProblem {
  readonly kind: 'contradiction' | 'undecided';
  readonly font: string;
  /** What we read. */
  readonly text: string;
  /** What a person sees. Empty for nothing. */
  readonly looksLike?: string;
  readonly reason:
    | 'looks-different'
    | 'same-as-another-glyph'
    | 'draws-nothing'
    | 'draws-elsewhere'
    | 'encoding-differs'
    | 'no-outline'
    | 'unknown-shape'
    | 'too-many-shapes';
}

/** An outline that stands for a character. Several fonts can have it. */
interface Claim {
  readonly glyphs: UsedGlyph[];
  readonly character: string;
  readonly contours: Contours;
}

type ReadClaim = ReadShape<Claim>;
type Problems = Map<UsedGlyph, GlyphProblem>;

// Statements have some hundred.
const MOST_SHAPES = 1000;

/** Finds glyphs that show another digit, mark or letter than the one that we read, in the order of the glyphs. */
export function checkGlyphs(glyphs: Iterable<UsedGlyph>): readonly GlyphProblem[] {
  const all = [...glyphs];
  const problems: Problems = new Map();
  const typefaces = new Typefaces();
  for (const glyph of all) {
    const character = characterOf(glyph.text);
    const contours = glyph.kind === 'embedded' && glyph.outline && contoursOf(glyph.outline);
    if (!contours) addProblem(problems, [glyph], codeProblem(glyph, character));
    else if (character === undefined) continue;
    else if (!isInked(contours)) addProblem(problems, [glyph], blankProblem(character));
    else if (isElsewhere(character, contours)) addProblem(problems, [glyph], ELSEWHERE);
    else if (!typefaces.add(glyph, character, contours)) addProblem(problems, [glyph], TOO_MANY);
  }
  const reader = new ShapeReader();
  const read = typefaces.all.map((claims) => reader.read(claims, alternativesOf));
  for (const font of read) for (const one of font) addProblem(problems, one.shape.glyphs, shapeProblem(one, font));
  addCopies(problems, read);
  return all.flatMap((glyph) => problems.get(glyph) ?? []);
}

type Found = Omit<GlyphProblem, 'font' | 'text'>;

const TOO_MANY: Found = { kind: 'undecided', reason: 'too-many-shapes' };

function addProblem(problems: Problems, glyphs: readonly UsedGlyph[], found: Found | undefined): void {
  if (found) for (const glyph of glyphs) problems.set(glyph, { font: glyph.font, text: glyph.text, ...found });
}

/** Joins fonts that share an outline. Some programs embed a part of the same font for every page. */
class Typefaces {
  readonly all: Claim[][] = [];
  readonly #ofFont = new Map<string, Claim[]>();
  readonly #known = new Map<string, { readonly claim: Claim; readonly typeface: Claim[] }>();

  /** `false` if there are too many. */
  add(glyph: UsedGlyph, character: string, contours: Contours): boolean {
    const key = `${character} ${contours.join(' ')}`;
    const known = this.#known.get(key);
    if (known) {
      known.claim.glyphs.push(glyph);
      if (!this.#ofFont.has(glyph.font)) this.#ofFont.set(glyph.font, known.typeface);
      return true;
    }
    if (this.#known.size >= MOST_SHAPES) return false;
    const typeface = this.#ofFont.get(glyph.font) ?? [];
    if (typeface.length === 0) this.all.push(typeface);
    const claim = { glyphs: [glyph], character, contours };
    typeface.push(claim);
    this.#ofFont.set(glyph.font, typeface);
    this.#known.set(key, { claim, typeface });
    return true;
  }
}

const DASHES = /[\u00ad\u2010-\u2015\u2212]/g;

// `undefined` for texts that no figure, title or sign depends on.
function characterOf(text: string): string | undefined {
  const plain = text.replace(DASHES, '-');
  if (/^[\s\p{C}]*$/u.test(plain)) return BLANK;
  if (/^[\d.,]*\d[\d.,]*$/.test(plain) && plain.length > 1) return SEVERAL;
  return /^[\dA-Za-z]$/.test(plain) || (plain.length === 1 && MARKS.includes(plain)) ? plain.toUpperCase() : undefined;
}

function isInked(contours: Contours): boolean {
  const { left, bottom, right, top } = boxOf(contours);
  return right - left > 1e-4 && top - bottom > 1e-4;
}

const ELSEWHERE: Found = { kind: 'contradiction', looksLike: '', reason: 'draws-elsewhere' };
// In sizes of the shape itself. Digits and letters stand at their place.
const FARTHEST = 2;

// A shape drawn far from its place is not where we read it, and something may cover it there.
function isElsewhere(character: string, contours: Contours): boolean {
  if (!/^[\dA-Z]$/.test(character)) return false;
  const { left, bottom, right, top } = boxOf(contours);
  const far = FARTHEST * Math.max(right - left, top - bottom);
  return left > far || bottom > far || right < -far || top < -far;
}

function blankProblem(character: string): Found | undefined {
  return character === BLANK ? undefined : { kind: 'contradiction', looksLike: '', reason: 'draws-nothing' };
}

// Without an outline, only the encoding says what a viewer draws.
function codeProblem({ kind, text, drawn }: UsedGlyph, character: string | undefined): Found | undefined {
  const drawnCharacter = drawn === undefined ? undefined : characterOf(drawn);
  // A glyph without a name may draw any sign that is not text.
  if ((character === undefined || character === BLANK) && drawnCharacter === undefined) return undefined;
  if (kind === 'standard' && drawn !== undefined) {
    if (plainText(drawn) === plainText(text)) return undefined;
    return { kind: 'contradiction', looksLike: drawn, reason: 'encoding-differs' };
  }
  return character === BLANK ? undefined : { kind: 'undecided', reason: 'no-outline' };
}

function plainText(text: string): string {
  const plain = text.normalize('NFKC').replace(DASHES, '-');
  return plain.replace(/[\s\p{C}]/gu, '').toUpperCase();
}

function shapeProblem(read: ReadClaim, font: readonly ReadClaim[]): Found | undefined {
  const verdict = judge(read, font);
  if (!verdict) return undefined;
  const { looksLike } = verdict;
  if (looksLike === undefined) return { kind: 'undecided', reason: 'unknown-shape' };
  return { kind: 'contradiction', looksLike, reason: 'looks-different' };
}

// One shape for two characters, in any two fonts: the character that it looks less like is the wrong one.
function addCopies(problems: Problems, fonts: readonly (readonly ReadClaim[])[]): void {
  const all = fonts.flatMap((font) => font.map((read) => ({ read, own: ownLikeness(read, font) })));
  for (const [index, one] of all.entries()) {
    for (let next = index + 1; next < all.length; next += 1) {
      const other = all[next];
      if (!other || !areSame(one.read, other.read)) continue;
      const [wrong, right] =
        one.own < other.own ? [one.read.shape, other.read.shape] : [other.read.shape, one.read.shape];
      if (areAlike(wrong.character, right.character)) continue;
      const looksLike = right.character;
      addProblem(problems, wrong.glyphs, { kind: 'contradiction', looksLike, reason: 'same-as-another-glyph' });
    }
  }
}
