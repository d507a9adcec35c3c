import { describe, expect, test } from 'vitest';
import { withoutDoubles } from '../../../src/statements/pdf/piece-places.ts';

const piece = (text: string, left: number, baseline: number, size = 10) => ({
  text,
  left,
  right: left + 20,
  baseline,
  size,
  font: 'F1',
});

describe('text drawn twice', () => {
  // The two lie on either side of the lines by which places are found again: every sixteen points, both ways.
  test.each([
    ['to the right', 15.9, 8, 16.1, 8],
    ['to the left', 16.1, 8, 15.9, 8],
    ['below', 8, 31.9, 8, 32.1],
    ['above', 8, 32.1, 8, 31.9],
    ['below to the right', 15.9, 31.9, 16.1, 32.1],
    ['above to the right', 15.9, 32.1, 16.1, 31.9],
    ['below to the left', 16.1, 31.9, 15.9, 32.1],
    ['above to the left', 16.1, 32.1, 15.9, 31.9],
  ])('is held once, the second %s', (_where, left, baseline, left2, baseline2) => {
    const first = piece('Balance', left, baseline);
    expect(withoutDoubles([first, piece('Balance', left2, baseline2)])).toEqual([first]);
    expect(withoutDoubles([first, piece('Balances', left2, baseline2)])).toHaveLength(2);
  });

  test('is nearer than the narrowest letters stand', () => {
    expect(withoutDoubles([piece('1', 40, 40), piece('1', 41.1, 40)])).toHaveLength(1);
    expect(withoutDoubles([piece('1', 40, 40), piece('1', 42, 40)])).toHaveLength(2);
  });

  test('costs no more where everything is piled up in one place', () => {
    const pile = Array.from({ length: 20_000 }, (_, index) => piece(String(index), 40, 40));
    expect(withoutDoubles([...pile, piece('19999', 40, 40)])).toHaveLength(20_000);
  });
});
