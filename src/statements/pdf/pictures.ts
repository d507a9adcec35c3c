import { brightness, type Colour, painted, rgb } from './colours.ts';
import type { Tiling } from './graphics-state.ts';
import type { Matrix } from './shapes.ts';
import type { PictureLookup } from './visibility.ts';

/** A picture as the engine decodes it. */
interface Decoded {
  readonly width: number;
  readonly height: number;
  /** 1: one bit for each pixel. 2: red, green, blue. 3: red, green, blue, opacity. */
  readonly kind?: number;
  readonly data: ArrayLike<number>;
}

/** Looks up the pixels of pictures. `decodedBy` gives a picture by the engine's name, or undefined if it has none. */
export function pictureLookup(decodedBy: (source: unknown) => unknown): PictureLookup {
  const lookUp: PictureLookup = ({ picture, colour }, x, y) => {
    if (picture && isTiling(picture.source)) return tileAt(picture.source, at(picture.toUnit, x, y), lookUp);
    const decoded = decodedBy(picture?.source);
    if (!picture || !isDecoded(decoded)) return { colour: 'unknown', alpha: 1 };
    const [across, up] = at(picture.toUnit, x, y);
    // The rows of a picture begin at its top, where the unit square ends.
    const column = within(across, decoded.width);
    const row = within(1 - up, decoded.height);
    if (picture.isStencil) return { colour, alpha: bitOf(decoded, column, row) ? 0 : 1 };
    return pixelOf(decoded, column, row);
  };
  return lookUp;
}

function at([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

export function isTiling(source: unknown): source is Tiling {
  return Array.isArray(Object(source).paints);
}

/** The colour of a tiling at a point of its own plane. */
function tileAt({ paints, cell, step }: Tiling, [x, y]: readonly [number, number], lookUp: PictureLookup) {
  const wrapped = (value: number, start: number, length: number) =>
    start + ((((value - start) % length) + length) % length);
  const [inX, inY] = [wrapped(x, cell.left, step[0]), wrapped(y, cell.top, step[1])];
  let [colour, alpha]: [Colour, number] = ['none', 0];
  for (const paint of paints) {
    if (!paint.area.contains(inX, inY) || (paint.clip && !paint.clip.contains(inX, inY))) continue;
    const top = paint.picture ? lookUp(paint, inX, inY) : { colour: paint.colour, alpha: 1 };
    const share = top.alpha * paint.alpha;
    colour = alpha === 0 ? top.colour : painted(colour, { ...paint, colour: top.colour, alpha: share });
    alpha += (1 - alpha) * share;
  }
  return { colour, alpha };
}

function isDecoded(picture: unknown): picture is Decoded {
  const { width, height, data }: Partial<Decoded> = Object(picture);
  return typeof width === 'number' && typeof height === 'number' && data !== undefined && data !== null;
}

function within(share: number, length: number): number {
  return Math.max(0, Math.min(length - 1, Math.floor(share * length)));
}

function bitOf({ width, data }: Decoded, column: number, row: number): number {
  const byte = data[row * Math.ceil(width / 8) + (column >> 3)] ?? 0;
  return (byte >> (7 - (column & 7))) & 1;
}

function pixelOf(picture: Decoded, column: number, row: number): { readonly colour: Colour; readonly alpha: number } {
  const { width, kind, data } = picture;
  if (kind === 1) return { colour: bitOf(picture, column, row) ? 0xffffff : 0, alpha: 1 };
  const bytes = kind === 3 ? 4 : 3;
  const at = (row * width + column) * bytes;
  const colour = rgb(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
  return { colour, alpha: kind === 3 ? (data[at + 3] ?? 0) / 255 : 1 };
}

/** A picture in shades of grey. Opaque pixels have an opacity of 1. */
export interface GreyPixels {
  readonly width: number;
  readonly height: number;
  /** From 0 for black to 255. */
  greyAt(column: number, row: number): number;
  opacityAt(column: number, row: number): number;
}

/** The pixels of a decoded picture, or of a stencil in the given colour. Undefined if there are none to read. */
export function greyPixels(decoded: unknown, stencil: Colour | undefined): GreyPixels | undefined {
  if (!isDecoded(decoded)) return undefined;
  const { width, height, kind, data } = decoded;
  const opaque = () => 1;
  if (stencil !== undefined) {
    const grey = typeof stencil === 'number' ? 255 * brightness(stencil) : 0;
    return { width, height, greyAt: () => grey, opacityAt: (column, row) => 1 - bitOf(decoded, column, row) };
  }
  if (kind === 1)
    return { width, height, greyAt: (column, row) => 255 * bitOf(decoded, column, row), opacityAt: opaque };
  const bytes = kind === 3 ? 4 : 3;
  return {
    width,
    height,
    greyAt(column, row) {
      const at = (row * width + column) * bytes;
      return 0.3 * (data[at] ?? 0) + 0.59 * (data[at + 1] ?? 0) + 0.11 * (data[at + 2] ?? 0);
    },
    opacityAt: kind === 3 ? (column, row) => (data[(row * width + column) * 4 + 3] ?? 0) / 255 : opaque,
  };
}
