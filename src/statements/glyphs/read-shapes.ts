import { type Features, featuresOf, likeness } from './features.ts';
import { MARKS } from './marks.ts';
import { type Box, boxOf, type Contours, heightOf, slanted, widthOf } from './outline.ts';
import { fill, holesOf, median, strokesOf } from './picture.ts';
import { draw, type Pen, type ReferenceShape, referenceShapes } from './reference-shapes.ts';

/** A glyph with an outline, and the character that the font says it is. */
export interface Shape {
  readonly character: string;
  readonly contours: Contours;
}

/** What a glyph looks like. */
export interface ReadShape<S extends Shape> {
  readonly shape: S;
  readonly features: Features;
  /** As drawn, also if the font is slanted. */
  readonly box: Box;
  readonly holes: number;
  /** How much it looks like each character, up to 1. */
  readonly likeness: ReadonlyMap<string, number>;
}

/** A shape that looks like this much like what it stands for is not compared with others. */
const CERTAIN = 0.89;

const SLANTS = [0.12, 0.2, 0.28];

const ASPECT_FREE = 0.25;
const ASPECT_COST = 0.3;
const HOLE_COST = 0.06;

interface Drawn<S extends Shape> {
  readonly shape: S;
  readonly upright: Contours;
  readonly box: Box;
  readonly features: Features;
  readonly stroke: { readonly across: number; readonly up: number };
}

/** Compares glyphs with the reference shapes. Draws these as bold and as slanted as the glyphs of the font are. */
export class ShapeReader {
  readonly #references = referenceShapes().map((shape, index) => ({ ...shape, index }));
  readonly #features = new Map<string, Features>();

  /** Reads the shapes of one font. `alternatives` says what a character is compared with. */
  read<S extends Shape>(shapes: readonly S[], alternatives: (character: string) => string): ReadShape<S>[] {
    const upright = shapes.map((shape) => drawnAt(shape, 0));
    const { drawn, font } = this.#bestSlant(shapes, upright);
    const holes = drawn.map((one) => holesOf(one.upright, one.box));
    const matches = drawn.map((one, index) => {
      const { character } = one.shape;
      const own = this.#matches(one, font, character);
      const isCertain = own.some(({ value, reference }) => value >= CERTAIN && reference.holes === holes[index]);
      return isCertain ? own : [...own, ...this.#matches(one, font, alternatives(character).replace(character, ''))];
    });
    const holeCost = holeCostOf(drawn, matches, holes);
    return drawn.map(({ shape }, index) => ({
      shape,
      features: upright[index]?.features ?? new Float32Array(),
      box: boxOf(shape.contours),
      holes: holes[index] ?? 0,
      likeness: bestOfEach(matches[index] ?? [], holes[index] ?? 0, holeCost),
    }));
  }

  #bestSlant<S extends Shape>(shapes: readonly S[], upright: readonly Drawn<S>[]) {
    let best = this.#fitted(upright);
    for (const slant of SLANTS) {
      const next = this.#fitted(shapes.map((shape) => drawnAt(shape, slant)));
      if (next.fit < best.fit + 0.002) break;
      best = next;
    }
    return best;
  }

  // How well the shapes of a font fit what it says they are.
  #fitted<S extends Shape>(drawn: readonly Drawn<S>[]) {
    const pen = { across: median(drawn.map((d) => d.stroke.across)), up: median(drawn.map((d) => d.stroke.up)) };
    const stretch = median(drawn.flatMap((one) => this.#stretchOf(one, pen)));
    const font = { pen, stretch };
    let fit = 0;
    for (const one of drawn) {
      const matches = this.#matches(one, font, one.shape.character);
      fit += Math.max(0, ...matches.map(({ value }) => value)) / drawn.length;
    }
    return { drawn, font, fit };
  }

  #stretchOf(drawn: Drawn<Shape>, pen: Pen): number[] {
    const reference = this.#references.find(({ character }) => character === drawn.shape.character);
    return reference ? [wider(drawn, pen, reference)] : [];
  }

  #matches(drawn: Drawn<Shape>, { pen, stretch }: FontStyle, characters: string): Match[] {
    const [across, up] = [step(pen.across / 2 / widthOf(drawn.box)), step(pen.up / 2 / heightOf(drawn.box))];
    return this.#references.flatMap((reference) => {
      if (!characters.includes(reference.character)) return [];
      const fit = likeness(drawn.features, this.#featuresOf(reference, { across, up }));
      // Typefaces do not agree on the width of marks.
      if (MARKS.includes(reference.character)) return [{ reference, value: fit }];
      const stretched = Math.abs(wider(drawn, pen, reference) - stretch);
      return [{ reference, value: fit - ASPECT_COST * Math.max(0, stretched - ASPECT_FREE) }];
    });
  }

  #featuresOf({ index, strokes }: ReferenceShape & { readonly index: number }, pen: Pen): Features {
    const key = `${index} ${pen.across} ${pen.up}`;
    const known = this.#features.get(key);
    if (known) return known;
    const features = featuresOf(draw(strokes, pen));
    this.#features.set(key, features);
    return features;
  }
}

interface FontStyle {
  readonly pen: Pen;
  /** How much wider the font draws characters than the reference does. The logarithm. */
  readonly stretch: number;
}

interface Match {
  readonly reference: ReferenceShape;
  readonly value: number;
}

function drawnAt<S extends Shape>(shape: S, slant: number): Drawn<S> {
  const upright = slanted(shape.contours, slant);
  const box = boxOf(upright);
  const picture = fill(upright, box);
  const { across, up } = strokesOf(picture);
  return {
    shape,
    upright,
    box,
    features: featuresOf(picture),
    stroke: { across: across * widthOf(box), up: up * heightOf(box) },
  };
}

// The logarithm.
function wider({ box }: Drawn<Shape>, pen: Pen, { aspect }: ReferenceShape): number {
  const height = heightOf(box);
  const expected = (aspect + pen.across / height) / (1 + pen.up / height);
  return Math.log(widthOf(box) / height / expected);
}

// In steps, so that one drawing serves many glyphs.
function step(radius: number): number {
  return Math.min(0.45, Math.max(0.01, Math.exp(Math.round(Math.log(radius) * 2.5) / 2.5)));
}

// Stencils and ornaments have other holes. In such a font they decide nothing.
function holeCostOf(drawn: readonly Drawn<Shape>[], matches: readonly Match[][], holes: readonly number[]): number {
  const unusual = drawn.filter(({ shape }, index) => {
    const own = matches[index]?.filter(({ reference }) => reference.character === shape.character) ?? [];
    return own.length > 0 && own.every(({ reference }) => reference.holes !== holes[index]);
  });
  return unusual.length > drawn.length / 4 ? 0 : HOLE_COST;
}

function bestOfEach(matches: readonly Match[], holes: number, holeCost: number): Map<string, number> {
  const best = new Map<string, number>();
  for (const { reference, value } of matches) {
    const total = value - holeCost * Math.min(2, Math.abs(reference.holes - holes));
    if (total > (best.get(reference.character) ?? -1)) best.set(reference.character, total);
  }
  return best;
}
