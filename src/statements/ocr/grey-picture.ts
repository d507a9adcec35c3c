import type { GreyPicture } from './ocr-reader.ts';

export const WHITE = 255;

/** The tones of a picture: of its paper, and of the darkest hundredth of it. */
export interface Tones {
  readonly paper: number;
  readonly ink: number;
}

export function tonesOf(data: Uint8Array): Tones {
  const counts = new Uint32Array(256);
  for (const tone of data) counts[tone] = (counts[tone] ?? 0) + 1;
  const paper = 128 + counts.subarray(128).indexOf(Math.max(...counts.subarray(128)));
  let [ink, seen] = [0, 0];
  while (ink < paper && seen + (counts[ink] ?? 0) < data.length / 100) seen += counts[ink++] ?? 0;
  return { paper, ink };
}

// Below this, letters are read better from a larger picture, above it as well from a smaller one.
const MIDDLE_DPI = 250;

/** The same picture in another size, for a second reading. */
export function otherSize(picture: GreyPicture): GreyPicture {
  const by = picture.dpi < MIDDLE_DPI ? 1.4 : 0.75;
  const [width, height] = [Math.round(picture.width * by), Math.round(picture.height * by)];
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      data[row * width + column] = toneAt(picture, (column + 0.5) / by - 0.5, (row + 0.5) / by - 0.5);
  return { width, height, data, dpi: picture.dpi * by };
}

/** The tone between the four pixels around a point. */
export function toneAt({ width, height, data }: GreyPicture, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [x - left, y - top];
  const tone = (column: number, row: number) =>
    data[Math.max(0, Math.min(height - 1, row)) * width + Math.max(0, Math.min(width - 1, column))] ?? WHITE;
  const upper = tone(left, top) * (1 - right) + tone(left + 1, top) * right;
  const lower = tone(left, top + 1) * (1 - right) + tone(left + 1, top + 1) * right;
  return Math.round(upper * (1 - down) + lower * down);
}
