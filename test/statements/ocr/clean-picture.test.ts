import { describe, expect, test } from 'vitest';
import { cleanPicture } from '../../../src/statements/ocr/clean-picture.ts';
import type { GreyPicture } from '../../../src/statements/ocr/ocr-reader.ts';
import { skewOf } from '../../../src/statements/ocr/straighten.ts';

const WHITE = 255;

/** A picture of 4 by 3 inches in which `isInk` is black. */
function pictureOf(isInk: (x: number, y: number) => boolean, ink = 0): GreyPicture {
  const [width, height] = [800, 600];
  const data = new Uint8Array(width * height);
  for (const at of data.keys()) data[at] = isInk(at % width, Math.floor(at / width)) ? ink : WHITE;
  return { width, height, data, dpi: 200 };
}

/** Lines of short strokes, as letters are, turned by an angle. */
const text = (degrees: number) => (x: number, y: number) => {
  const turn = (degrees * Math.PI) / 180;
  const [across, down] = [x * Math.cos(turn) + y * Math.sin(turn), y * Math.cos(turn) - x * Math.sin(turn)];
  return ((down % 40) + 40) % 40 < 16 && ((across % 12) + 12) % 12 < 5;
};

const inkIn = ({ data }: GreyPicture) => data.reduce((sum, tone) => sum + (tone < 128 ? 1 : 0), 0);

describe('a picture', () => {
  test.each([0, 0.4, -1.3, 2.7, -4.5])('with lines at %d degrees is turned level', (degrees) => {
    const picture = pictureOf(text(degrees));
    expect((skewOf(picture) * 180) / Math.PI).toBeCloseTo(degrees, 0);
    expect(Math.abs(skewOf(cleanPicture(picture)) * 180) / Math.PI).toBeLessThan(0.25);
  });

  test('loses its rules, also grey ones, and keeps its letters and filled areas', () => {
    const isRule = (x: number, y: number) => (x % 200 < 2 && y > 50) || (y % 120 > 24 && y % 120 < 28);
    const letters = pictureOf((x, y) => text(0)(x, y) && !isRule(x, y));
    const ruled = pictureOf((x, y) => text(0)(x, y) || isRule(x, y));
    expect(inkIn(ruled)).toBeGreaterThan(1.05 * inkIn(letters));
    expect(inkIn(cleanPicture(ruled)) / inkIn(letters)).toBeGreaterThan(0.85);
    expect(inkIn(cleanPicture(ruled)) / inkIn(letters)).toBeLessThan(1.02);
    const grey = cleanPicture({
      ...ruled,
      data: ruled.data.map((tone, at) => (isRule(at % 800, Math.floor(at / 800)) ? 190 : tone)),
    });
    expect(grey.data.filter((tone) => tone === 190).length).toBeLessThan(0.1 * 800 * 600 * 0.03);
    const area = pictureOf((x, y) => x > 100 && x < 700 && y > 100 && y < 200);
    expect(inkIn(cleanPicture(area)) / inkIn(area)).toBeGreaterThan(0.99);
  });

  test('loses dotted rules and the places where rules cross', () => {
    const isRule = (x: number, y: number) => x % 200 < 2 || y % 120 === 26 || (y % 120 === 86 && x % 5 < 2);
    const crossed = cleanPicture(pictureOf(isRule));
    expect(inkIn(crossed)).toBeLessThan(0.02 * inkIn(pictureOf(isRule)));
    // At the joints of cells, dots run together.
    const jointed = pictureOf((x, y) => y % 60 === 26 && (x % 5 < 2 || x % 100 < 8));
    expect(inkIn(cleanPicture(jointed))).toBeLessThan(0.05 * inkIn(jointed));
    // The dots of figures in a row are no rule.
    const dots = pictureOf((x, y) => y % 40 > 37 && x % 14 < 3);
    expect(inkIn(cleanPicture(dots)) / inkIn(dots)).toBeGreaterThan(0.85);
  });

  test('has dark letters also where a broad one breaks its area in two', () => {
    const isArea = (x: number, y: number) => x > 100 && x < 700 && y > 80 && y < 120;
    const isLetter = (x: number, y: number) => y > 90 && y < 108 && (x % 10 < 4 || (x > 400 && x < 430));
    const { data } = cleanPicture(pictureOf((x, y) => isArea(x, y) && !isLetter(x, y), 150));
    const left = data.filter((tone, at) => tone < 200 && !isLetter(at % 800, Math.floor(at / 800)));
    // Its edges, of 24,000 pixels.
    expect(left.length).toBeLessThan(2_000);
  });

  test.each([20, 165])('has dark letters where they were light on an area of tone %d', (tone) => {
    const isArea = (x: number, y: number) => x > 100 && x < 700 && y > 80 && y < 120;
    const isLetter = (x: number, y: number) => isArea(x, y) && y > 90 && y < 108 && x % 60 < 40 && x % 10 < 4;
    const picture = pictureOf((x, y) => !isArea(x, y) && text(0)(x, y));
    const data = picture.data.map((ink, at) => {
      const [x, y] = [at % 800, Math.floor(at / 800)];
      return isLetter(x, y) ? WHITE : isArea(x, y) ? tone : ink;
    });
    const { data: cleaned } = cleanPicture({ ...picture, data });
    const wrong = cleaned.filter((ink, at) => {
      const [x, y] = [at % 800, Math.floor(at / 800)];
      return x > 105 && x < 695 && y > 85 && y < 115 && ink < 128 !== isLetter(x, y);
    });
    // Edges move when the picture is turned a little. The area has 17,000 pixels.
    expect(wrong.length).toBeLessThan(1_000);
  });
});
