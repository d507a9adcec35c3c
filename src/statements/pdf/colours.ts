/** A colour as 0xRRGGBB. `unknown` for a pattern or a picture whose colours cannot be read; `none` paints nothing. */
export type Colour = number | 'unknown' | 'none';

export const BLACK = 0x000000;
export const WHITE = 0xffffff;

/** Reads `#rrggbb`, as the engine writes each colour. */
export function colourOf(text: unknown): Colour {
  const value =
    typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text) ? Number.parseInt(text.slice(1), 16) : Number.NaN;
  return Number.isNaN(value) ? 'unknown' : value;
}

export function rgb(red: number, green: number, blue: number): number {
  return (Math.round(red) << 16) | (Math.round(green) << 8) | Math.round(blue);
}

export function channels(colour: number): readonly [red: number, green: number, blue: number] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

/** From 0 for black to 1 for white. */
export function brightness(colour: number): number {
  return (0.3 * (colour >> 16) + 0.59 * ((colour >> 8) & 255) + 0.11 * (colour & 255)) / 255;
}

const blends: Readonly<Record<string, (below: number, above: number) => number>> = {
  multiply: (below, above) => (below * above) / 255,
  screen: (below, above) => below + above - (below * above) / 255,
  darken: Math.min,
  lighten: Math.max,
  difference: (below, above) => Math.abs(below - above),
};

/** A colour that is painted, from 0 for no effect to 1 for all of it. */
export interface Coat {
  readonly colour: Colour;
  readonly alpha: number;
  readonly blend: string;
}

/** The colour where a coat is painted over `below`. A blend mode that is not known counts as normal. */
export function painted(below: Colour, { colour: above, alpha, blend }: Coat): Colour {
  if (alpha <= 0 || above === 'none') return below;
  const mix = blends[blend];
  if (alpha >= 1 && !mix) return above;
  if (typeof below !== 'number' || typeof above !== 'number') return alpha < FAINT ? below : 'unknown';
  if (below === above && !mix) return below;
  const [upper, lower] = [channels(above), channels(below)];
  const [red, green, blue] = lower.map((value, index) => {
    const over = upper[index] ?? 0;
    return value + alpha * ((mix ? mix(value, over) : over) - value);
  });
  return rgb(red ?? 0, green ?? 0, blue ?? 0);
}

// A layer as thin as this hides nothing, whatever its colour.
const FAINT = 0.25;

// Distance in CIELAB. Light grey print of banks has 18 and more on white; below 10, people miss letters.
const READABLE = 10;

/** Whether letters of one colour can be read on another. Undefined if a colour is unknown. */
export function isReadable(letters: Colour, ground: Colour): boolean | undefined {
  if (letters === 'none') return false;
  if (letters === ground && letters !== 'unknown') return false;
  if (typeof letters !== 'number' || typeof ground !== 'number') return undefined;
  // A page has few colours.
  const key = letters * 0x1000000 + ground;
  const known = readable.get(key);
  if (known !== undefined) return known;
  if (readable.size > MOST_KNOWN) readable.clear();
  const [a, b] = [labOf(letters), labOf(ground)];
  const isFar = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) >= READABLE;
  readable.set(key, isFar);
  return isFar;
}

const readable = new Map<number, boolean>();
const MOST_KNOWN = 4_096;

function labOf(colour: number): readonly [number, number, number] {
  const [red, green, blue] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const [r, g, b] = [red ?? 0, green ?? 0, blue ?? 0];
  // sRGB to CIE XYZ with white D65, and to CIELAB.
  const [x, y, z] = [
    (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
    0.2126 * r + 0.7152 * g + 0.0722 * b,
    (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
  ].map((share) => (share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116));
  const middle = y ?? 0;
  return [116 * middle - 16, 500 * ((x ?? 0) - middle), 200 * (middle - (z ?? 0))];
}
