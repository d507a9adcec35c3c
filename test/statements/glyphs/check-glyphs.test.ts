import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkGlyphs, type UsedGlyph } from '../../../src/statements/glyphs/check-glyphs.ts';
import { characters, fontOf, outlineOf, upright } from './drawn-font.ts';

const digits = [...'0123456789'];

const without = (...missing: string[]) => characters.filter((character) => !missing.includes(character));

/** What we read and what a person sees, for each contradiction. */
const contradictions = (glyphs: readonly UsedGlyph[]) =>
  checkGlyphs(glyphs).flatMap(({ kind, text, looksLike }) =>
    kind === 'contradiction' ? [`${text}: ${looksLike}`] : [],
  );

const styles = fc.record({
  thickness: fc.double({ min: 0.6, max: 2.4, noNaN: true }),
  wide: fc.double({ min: 0.7, max: 1.2, noNaN: true }),
  slant: fc.constantFrom(0, 0, 0.2),
});

describe('a font that draws what we read', () => {
  test('has no problem, however thick, wide or slanted it is', () => {
    fc.assert(
      fc.property(styles, (style) => {
        expect(checkGlyphs(fontOf(characters, {}, { style }))).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  test('has no contradiction if the document uses few of its characters', () => {
    fc.assert(
      fc.property(fc.subarray(characters, { minLength: 1 }), (used) => {
        // A bracket without letters to compare may be undecided.
        expect(checkGlyphs(fontOf(used)).filter(({ kind }) => kind === 'contradiction')).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  test('may draw an O as a 0, or a small letter as a capital one', () => {
    const shared = [...fontOf(characters), ...fontOf(['O', 'd', '‐'], { O: '0', d: 'D', '‐': '-' })];
    expect(checkGlyphs(shared)).toEqual([]);
  });

  test('may draw a digit again at another size', () => {
    // Every third number is an operator, but for the closing one after 12.
    const small = outlineOf('5').map((value, index) =>
      index % 13 === 12 || (index % 13) % 3 === 0 ? value : value * 0.6,
    );
    expect(checkGlyphs([...fontOf(characters), { font: 'f1', kind: 'embedded', text: '5', outline: small }])).toEqual(
      [],
    );
  });

  test('may leave the space, and what we do not read, blank', () => {
    const blanks = [' ', '\u00a0', '\u200b', '☺'].map((text): UsedGlyph => {
      return { font: 'f1', kind: 'embedded', text, outline: new Float32Array() };
    });
    expect(checkGlyphs([...fontOf(characters), ...blanks])).toEqual([]);
  });
});

describe('a font that draws another character than we read', () => {
  test.each(digits)('is found when it draws %s for another digit, without the true one beside it', (seen) => {
    for (const read of digits.filter((digit) => digit !== seen)) {
      expect(contradictions(fontOf(without(seen), { [read]: seen }))).toEqual([`${read}: ${seen}`]);
    }
  });

  test.each(digits.slice(0, -1))('is found when it swaps %s and another digit', (one) => {
    for (const other of digits.filter((digit) => digit > one)) {
      const found = contradictions(fontOf(characters, { [one]: other, [other]: one }));
      expect(found).toEqual(expect.arrayContaining([`${one}: ${other}`, `${other}: ${one}`]));
    }
  });

  test.each([
    ['.', ','],
    [',', '.'],
    ['-', '+'],
    ['+', '-'],
    ['-', '.'],
    ['(', ')'],
    ['D', 'C'],
    ['C', 'D'],
    ['6', 'N'],
    ['1', '.'],
    ['.', '1'],
  ])('is found when it draws %s for %s', (seen, read) => {
    expect(contradictions(fontOf(without(seen), { [read]: seen }))).toEqual([`${read}: ${seen}`]);
  });

  test('is found when it hides a digit or a sign as a space', () => {
    expect(contradictions(fontOf([...characters, ' '], { ' ': '6' }))).toEqual([' : 6']);
    expect(contradictions(fontOf([...without('-'), ' '], { ' ': '-' }))).toEqual([' : -']);
  });

  test('is found when it draws one digit for several', () => {
    expect(contradictions(fontOf([...without('6'), '600'], { 600: '6' }))).toEqual(['600: 6']);
  });

  test('is found when it draws nothing for a digit', () => {
    const blank: UsedGlyph = { font: 'f1', kind: 'embedded', text: '8', outline: [] };
    expect(checkGlyphs([...fontOf(without('8')), blank])).toEqual([
      { kind: 'contradiction', font: 'f1', text: '8', looksLike: '', reason: 'draws-nothing' },
    ]);
  });

  test('is found when it draws a digit far from its place', () => {
    const moved = (by: number) => {
      const outline = outlineOf('8').map((value, index) =>
        index % 13 === 12 || (index % 13) % 3 !== 1 ? value : value + by,
      );
      return checkGlyphs([...fontOf(without('8')), { font: 'f1', kind: 'embedded', text: '8', outline } as const]);
    };
    expect(moved(5)).toMatchObject([{ kind: 'contradiction', text: '8', reason: 'draws-elsewhere' }]);
    expect(moved(-5)).toMatchObject([{ kind: 'contradiction', text: '8', reason: 'draws-elsewhere' }]);
    expect(moved(0.1)).toEqual([]);
  });

  test('is found by a glyph of another font that has the same outline', () => {
    const ornament = ['7', '8'].map((text): UsedGlyph => ({ font: `f${text}`, kind: 'embedded', text, outline: star }));
    expect(checkGlyphs(ornament)).toContainEqual(
      expect.objectContaining({ kind: 'contradiction', reason: 'same-as-another-glyph' }),
    );
  });

  test('is named in every font that has the glyph', () => {
    const pages = ['f1', 'f2'].flatMap((font) => fontOf(without('1'), { 6: '1' }, { font }));
    expect(checkGlyphs(pages).map(({ font, text }) => [font, text])).toEqual([
      ['f1', '6'],
      ['f2', '6'],
    ]);
  });
});

describe('a glyph that cannot be judged', () => {
  test('is named if it has no outline or is drawn by a procedure', () => {
    const glyphs: UsedGlyph[] = [
      { font: 'f1', kind: 'embedded', text: '1' },
      { font: 'f2', kind: 'type3', text: '2' },
      { font: 'f3', kind: 'standard', text: '3' },
      { font: 'f4', kind: 'embedded', text: '4', outline: [7, 1, 2] },
      { font: 'f5', kind: 'type3', text: ' ' },
    ];
    const reason = 'no-outline';
    expect(checkGlyphs(glyphs)).toEqual(
      ['1', '2', '3', '4'].map((text) => ({ kind: 'undecided', font: `f${text}`, text, reason })),
    );
  });

  test('is named if its shape is like no character', () => {
    const odd: UsedGlyph = { font: 'f1', kind: 'embedded', text: '8', outline: star };
    expect(checkGlyphs([...fontOf(without('8')), odd])).toEqual([
      { kind: 'undecided', font: 'f1', text: '8', reason: 'unknown-shape' },
    ]);
  });

  test('is named if the document draws more shapes than a statement has', () => {
    const many = Array.from({ length: 101 }, (_, page) =>
      fontOf(digits, {}, { font: `f${page}`, style: { ...upright, wide: 1 + page / 1000 } }),
    ).flat();
    expect(checkGlyphs(many)).toEqual(
      digits.map((text) => ({ kind: 'undecided', font: 'f100', text, reason: 'too-many-shapes' })),
    );
  });
});

describe('a font without outlines', () => {
  const standard = (text: string, drawn: string): UsedGlyph => ({ font: 'f1', kind: 'standard', text, drawn });

  test('draws the character of its encoding', () => {
    expect(checkGlyphs([standard('6', '6'), standard('-', '−'), standard('fi', 'ﬁ'), standard(' ', '\u00a0')])).toEqual(
      [],
    );
  });

  test('is found when its encoding draws another one', () => {
    expect(contradictions([standard('6', '1'), standard('', '6'), standard('C', 'D'), standard('.', ',')])).toEqual([
      '6: 1',
      ': 6',
      'C: D',
      '.: ,',
    ]);
  });
});

// An asterisk of the size of a digit.
const star = [0, 0, 3, 6, 9].flatMap((turn, index) => {
  const angle = (turn + index) * 0.6;
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  const corners = [
    [0.3 + 0.28 * x - 0.03 * y, 0.35 + 0.35 * y + 0.03 * x],
    [0.3 - 0.28 * x - 0.03 * y, 0.35 - 0.35 * y + 0.03 * x],
    [0.3 - 0.28 * x + 0.03 * y, 0.35 - 0.35 * y - 0.03 * x],
    [0.3 + 0.28 * x + 0.03 * y, 0.35 + 0.35 * y - 0.03 * x],
  ];
  return [...corners.flatMap((point, corner) => [corner === 0 ? 0 : 1, ...point]), 4];
});
