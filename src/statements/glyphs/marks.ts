import { type Box, heightOf, widthOf } from './outline.ts';

/** The separators and signs that carry an amount. */
export const MARKS = '.,-+()/';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Where a mark lies and how large it is, in heights of a digit. */
interface Place {
  readonly bottom: Range;
  readonly height: Range;
  readonly width: Range;
  /** Width by height. */
  readonly aspect: Range;
}

const between = (from: number, to: number): Range => ({ from, to });

// Where nearly all typefaces place the mark.
const USUAL: Readonly<Record<string, Place>> = {
  '.': {
    bottom: between(-0.06, 0.06),
    height: between(0.05, 0.4),
    width: between(0.05, 0.4),
    aspect: between(0.65, 1.5),
  },
  ',': {
    bottom: between(-0.45, -0.09),
    height: between(0.15, 0.75),
    width: between(0.06, 0.6),
    aspect: between(0.25, 0.95),
  },
  '-': {
    bottom: between(0.15, 0.55),
    height: between(0.02, 0.3),
    width: between(0.15, 1.3),
    aspect: between(1.45, 60),
  },
};

// Where it is in all but ornamental ones.
const POSSIBLE: Readonly<Record<string, Place>> = {
  '.': {
    bottom: between(-0.1, 0.2),
    height: between(0.02, 0.5),
    width: between(0.02, 0.6),
    aspect: between(0.45, 1.7),
  },
  ',': {
    bottom: between(-0.6, -0.03),
    height: between(0.1, 0.8),
    width: between(0.05, 0.8),
    aspect: between(0.2, 1.3),
  },
  '-': { bottom: between(0.08, 0.6), height: between(0.01, 0.5), width: between(0.1, 2), aspect: between(0.9, 100) },
  '+': { bottom: between(-0.3, 0.5), height: between(0.3, 1.2), width: between(0.25, 1.3), aspect: between(0.55, 1.6) },
  '(': { bottom: between(-1, 0.3), height: between(0.7, 3), width: between(0.1, 1.3), aspect: between(0.08, 0.85) },
  ')': { bottom: between(-1, 0.3), height: between(0.7, 3), width: between(0.1, 1.3), aspect: between(0.08, 0.85) },
  '/': { bottom: between(-0.7, 0.3), height: between(0.5, 3), width: between(0.15, 2), aspect: between(0.15, 2) },
  digit: {
    bottom: between(-0.6, 0.6),
    height: between(0.45, 1.7),
    width: between(0.03, 3),
    aspect: between(0.03, 2.5),
  },
};

/** Whether the place of a glyph allows it to be this mark, or a `digit`. */
export function canBe(mark: string, box: Box, digitHeight: number): boolean {
  const place = POSSIBLE[mark];
  return place === undefined || isAt(place, box, digitHeight);
}

/** The small mark that is usually drawn at this place. */
export function usualMark(box: Box, digitHeight: number): string | undefined {
  return Object.entries(USUAL).find(([, place]) => isAt(place, box, digitHeight))?.[0];
}

function isAt(place: Place, box: Box, digitHeight: number): boolean {
  const isIn = ({ from, to }: Range, value: number) => value >= from && value <= to;
  const [width, height] = [widthOf(box) / digitHeight, heightOf(box) / digitHeight];
  return (
    isIn(place.bottom, box.bottom / digitHeight) &&
    isIn(place.height, height) &&
    isIn(place.width, width) &&
    isIn(place.aspect, width / height)
  );
}
