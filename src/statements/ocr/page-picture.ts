import { brightness } from '../pdf/colours.ts';
import type { Paint } from '../pdf/graphics-state.ts';
import { type GreyPixels, greyPixels, isTiling } from '../pdf/pictures.ts';
import type { DrawnPage } from '../pdf/read-page.ts';
import { type Box, intersection } from '../pdf/shapes.ts';
import type { TextPage } from '../pdf/text-page.ts';
import { maskedShare } from '../pdf/visibility.ts';
import type { GreyPicture } from './ocr-reader.ts';

// Letters: fewer than any page of entries has, and more than a scanner's mark or a note of who downloaded the file.
const FEW_LETTERS = 200;
const MOST_OF_PAGE = 0.5;
// A page without a letter may show a cutting, larger than a logo.
const PART_OF_PAGE = 0.1;

/** Whether a page shows a scan: pictures cover most of it, and it has hardly any text that a person sees. */
export function isScan({ pieces }: TextPage, { width, height, paints, leavesOut }: DrawnPage): boolean {
  const letters = pieces.reduce((sum, { text }) => sum + text.length, 0);
  if (letters >= FEW_LETTERS) return false;
  if (leavesOut) return true;
  const shown = { left: 0, top: 0, right: width, bottom: height };
  const covered = paints.reduce(
    (sum, { picture, area }) => sum + (picture ? areaOf(intersection(area.box, shown)) : 0),
    0,
  );
  return covered >= (letters === 0 ? PART_OF_PAGE : MOST_OF_PAGE) * width * height;
}

function areaOf({ left, top, right, bottom }: Box): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}

const POINTS_PER_INCH = 72;
// More pixels take longer and are not read better.
const MOST_DPI = 360;
const USUAL_DPI = 300;
const LEAST_DPI = 72;
// Pixels that are painted, also over each other. Limits the work on a hostile page.
const MOST_PAINTED = 100_000_000;

/** Draws the paint of a page, without its text, in at most so many pixels. */
export async function drawPage(
  { width, height, paints, decoded }: DrawnPage,
  mostPixels: number,
): Promise<GreyPicture | 'too-much' | 'broken'> {
  const pixels = new Map<Paint, GreyPixels>();
  for (const paint of paints) {
    const { picture } = paint;
    if (!picture || isTiling(picture.source)) continue;
    const found = greyPixels(await decoded(picture.source), picture.isStencil ? paint.colour : undefined);
    // What it shows may change what the others show.
    if (!found) return 'broken';
    pixels.set(paint, found);
  }
  const paper = paperScale({ width, height });
  const own = [...pixels].reduce(
    (most, [paint, picture]) => Math.max(most, densityOf(paint, picture)),
    (paper * LEAST_DPI) / POINTS_PER_INCH,
  );
  const dpi = (POINTS_PER_INCH * own) / paper;
  const usual = dpi > MOST_DPI ? own / Math.round(dpi / USUAL_DPI) : own;
  const scale = Math.min(usual, Math.sqrt(mostPixels / (width * height)));
  const [across, down] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const page = {
    width: across,
    height: down,
    data: new Uint8Array(across * down).fill(255),
    dpi: (POINTS_PER_INCH * scale) / paper,
  };
  let left = MOST_PAINTED;
  for (const paint of paints) {
    left -= draw(paint, { page, scale, picture: pixels.get(paint), left });
    if (left < 0) return 'too-much';
  }
  return page;
}

// In points, the width of A4, and a little more than that of A3.
const USUAL_WIDTH = 595;
const MOST_WIDTH = 900;

/** Points of paper to a point of the page. Some programs take pixels for points, so that pages are larger than paper. */
export function paperScale({ width, height }: Pick<DrawnPage, 'width' | 'height'>): number {
  const side = Math.min(width, height);
  return side > MOST_WIDTH ? USUAL_WIDTH / side : 1;
}

/** Pixels of a picture to a point of the page. */
function densityOf({ picture }: Paint, { width, height }: GreyPixels): number {
  const [a, b, c, d] = picture?.toUnit ?? [0, 0, 0, 0];
  return Math.sqrt(width * height * Math.abs(a * d - b * c));
}

interface Drawing {
  readonly page: GreyPicture;
  /** Pixels to a point. */
  readonly scale: number;
  readonly picture: GreyPixels | undefined;
  /** Pixels that may still be painted. */
  readonly left: number;
}

/** Draws one paint. Returns the number of pixels that it took. */
function draw(paint: Paint, { page, scale, picture, left }: Drawing): number {
  const { area, clip, mask, alpha, colour, blend } = paint;
  const box = clip ? intersection(area.box, clip.box) : area.box;
  const [first, last] = [
    Math.max(0, Math.ceil(box.left * scale - 0.5)),
    Math.min(page.width, Math.floor(box.right * scale + 0.5)),
  ];
  const [top, bottom] = [
    Math.max(0, Math.ceil(box.top * scale - 0.5)),
    Math.min(page.height, Math.floor(box.bottom * scale + 0.5)),
  ];
  const count = Math.max(0, last - first) * Math.max(0, bottom - top);
  if (count > left || (!picture && typeof colour !== 'number')) return count;
  const isPlain = area.isBox && (!clip || clip.isBox);
  const grey = typeof colour === 'number' ? 255 * brightness(colour) : 255;
  const sampler = picture && samplerOf(paint, picture, scale);
  for (let row = top; row < bottom; row++) {
    const y = (row + 0.5) / scale;
    for (let column = first; column < last; column++) {
      const x = (column + 0.5) / scale;
      if (!isPlain && !(area.contains(x, y) && (clip?.contains(x, y) ?? true))) continue;
      sampler?.move(x, y);
      const share = alpha * (sampler?.opacity ?? 1) * (mask ? maskedShare(mask, x, y) : 1);
      if (share <= 0) continue;
      const at = row * page.width + column;
      const below = page.data[at] ?? 255;
      const above = sampler?.grey ?? grey;
      const mixed = blend === 'multiply' || blend === 'darken' ? (below * above) / 255 : above;
      page.data[at] = Math.round(below + share * (mixed - below));
    }
  }
  return count;
}

interface Sampler {
  grey: number;
  opacity: number;
  move(x: number, y: number): void;
}

/** Reads a picture at points of the page. Where several of its pixels fall into one, it takes their mean. */
function samplerOf({ picture: use }: Paint, picture: GreyPixels, scale: number): Sampler {
  const [a, b, c, d, e, f] = use?.toUnit ?? [0, 0, 0, 0, 0, 0];
  const { width, height } = picture;
  const side = (length: number, perPoint: number) => Math.max(1, Math.round((length * perPoint) / scale));
  const [wide, high] = [side(width, Math.hypot(a, c)), side(height, Math.hypot(b, d))];
  const sampler: Sampler = {
    grey: 255,
    opacity: 1,
    move(x, y) {
      const column = Math.floor((a * x + c * y + e) * width - (wide - 1) / 2);
      const row = Math.floor((1 - (b * x + d * y + f)) * height - (high - 1) / 2);
      let [greys, opacity] = [0, 0];
      for (let down = 0; down < high; down++) {
        const at = Math.max(0, Math.min(height - 1, row + down));
        for (let across = 0; across < wide; across++) {
          const share = picture.opacityAt(Math.max(0, Math.min(width - 1, column + across)), at);
          greys += share * picture.greyAt(Math.max(0, Math.min(width - 1, column + across)), at);
          opacity += share;
        }
      }
      sampler.grey = opacity > 0 ? greys / opacity : 255;
      sampler.opacity = opacity / (wide * high);
    },
  };
  return sampler;
}
