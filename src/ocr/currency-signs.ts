/** A letter as the engine read it, with its left and right edge in pixels. */
export interface Glyph {
  readonly text: string;
  /** How sure the engine is, from 0 to 100. */
  readonly confidence: number;
  readonly left: number;
  readonly right: number;
  readonly height: number;
}

/** The letters of a figure: a minus or plus, what stands before the digits, and the digits. */
interface Figure {
  readonly signs: readonly Glyph[];
  readonly mark: readonly Glyph[];
  readonly first: Glyph;
  readonly rest: readonly Glyph[];
  /** The width and the height of its digits. */
  readonly digit: number;
  readonly height: number;
}

/** What the figures of a page usually have. */
interface Habits {
  readonly hasMarks: boolean;
  readonly hasSigns: boolean;
}

// The shares of figures with a mark, or with a minus or plus, from which on every figure may have one.
const OFTEN_MARKED = 0.3;
const OFTEN_SIGNED = 0.1;

/**
 * The text of each word of a page. The engine does not know the naira sign: it reads `#`, `%` or `§N`, or takes it, with
 * the minus before it or the digit behind it, for one digit. The sign is wider than a digit.
 */
export function textsWithNaira(words: readonly (readonly Glyph[])[]): readonly string[] {
  const figures = words.map(figureIn);
  const known = figures.filter((figure) => figure !== undefined);
  const habits = {
    hasMarks: known.filter((one) => hasMark(one) || isWide(one)).length >= OFTEN_MARKED * known.length,
    hasSigns: known.filter(({ signs }) => signs.length > 0).length >= OFTEN_SIGNED * known.length,
  };
  return words.map((glyphs, index) => {
    const figure = figures[index];
    return (figure && textOfFigure(figure, habits)) ?? textOf(glyphs);
  });
}

function textOf(glyphs: readonly Glyph[]): string {
  return glyphs.map(({ text }) => text).join('');
}

function figureIn(glyphs: readonly Glyph[]): Figure | undefined {
  if (!/\d[.,]\d{2}\D*$/.test(textOf(glyphs))) return undefined;
  const at = glyphs.findIndex(({ text }) => /\d/.test(text));
  const start = glyphs.findIndex(({ text }) => !/[-+(]/.test(text));
  const [first, ...rest] = glyphs.slice(at);
  // A one is narrow in some fonts.
  const digit = middleOf(rest.flatMap(({ text, left, right }) => (/[02-9]/.test(text) ? right - left : [])));
  const height = middleOf(rest.flatMap((glyph) => (/\d/.test(glyph.text) ? glyph.height : [])));
  if (!first || digit === undefined || height === undefined) return undefined;
  return { signs: glyphs.slice(0, start), mark: glyphs.slice(start, at), first, rest, digit, height };
}

function middleOf(lengths: readonly number[]): number | undefined {
  return lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)];
}

// In widths of a digit. A digit is narrower than a naira sign, also than one that was read as a digit.
const NARROWEST_MARK = 1.3;
const NARROWEST_MARK_AS_DIGIT = 1.1;
// In heights of a digit. What is higher has a dot or a rule below it, which makes it wider too.
const HIGHEST_MARK = 1.3;
// Between a naira sign alone and with a digit, and between one with a minus, and with a minus and a digit.
const MARK_AND_DIGIT = 1.9;
const SIGN_MARK_AND_DIGIT = 2.6;
// Digits that are digits are surer.
const SURE_DIGIT = 95;

function hasMark({ mark, digit }: Figure): boolean {
  const text = textOf(mark);
  if (/^(?:N|[#%§&@*~]+)$/.test(text)) return true;
  return text !== '' && !/[a-z]/i.test(text) && widthOf(mark) > NARROWEST_MARK * digit;
}

/** Whether the first digit seems to be more than a digit. */
function isWide(figure: Figure): boolean {
  const { first, digit } = figure;
  return !isSure(figure) && (isOver(figure) || first.right - first.left > NARROWEST_MARK * digit);
}

function isSure({ first, height }: Figure): boolean {
  return first.confidence >= SURE_DIGIT || first.height > HIGHEST_MARK * height;
}

function isOver({ signs, mark, first, digit }: Figure): boolean {
  const before = mark.at(-1) ?? signs.at(-1);
  return before !== undefined && before.right - first.left > 0.3 * digit;
}

/** The text of a figure with a sign of currency, or one whose sign was read as a digit. */
function textOfFigure(figure: Figure, { hasMarks, hasSigns }: Habits): string | undefined {
  const { signs, mark, first, rest, digit } = figure;
  const width = widthOf([...mark, first]) / digit;
  const isDigit = isWide(figure)
    ? width > (hasSigns && mark.length + signs.length === 0 ? SIGN_MARK_AND_DIGIT : MARK_AND_DIGIT)
    : mark.length > 0 || isSure(figure) || width <= NARROWEST_MARK_AS_DIGIT;
  const canLack = /\d/.test(rest[0]?.text ?? '');
  if (hasMarks && !isDigit && canLack) return `${textOf(signs)}₦${textOf(rest)}`;
  return hasMark(figure) || (hasMarks && isWide(figure)) ? `${textOf(signs)}₦${textOf([first, ...rest])}` : undefined;
}

function widthOf(glyphs: readonly Glyph[]): number {
  return Math.max(...glyphs.map(({ right }) => right)) - Math.min(...glyphs.map(({ left }) => left));
}
