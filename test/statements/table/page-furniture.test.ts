import { describe, expect, test } from 'vitest';
import { pageFurniture } from '../../../src/statements/table/table-regions.ts';
import { linesOf, textOf } from '../../../src/statements/text/lines.ts';
import { type DrawnLine, drawnLines, drawnPage, pieceOf } from '../text/drawn.ts';

const entry = (baseline: number, day: string): DrawnLine => [
  baseline,
  [40, day],
  [140, 'NIP TRANSFER'],
  { right: 420, text: '5,000.00' },
  { right: 560, text: '9,000.00' },
];
const footer: DrawnLine = [800, [40, 'Deposits are insured up to NGN 5,000,000.00 per depositor']];

function furniture(...pages: readonly (readonly DrawnLine[])[]): readonly string[] {
  return [...pageFurniture(pages.map((lines, index) => drawnLines(lines, index + 1)))].map(
    (line) => `${line.page}: ${textOf(line.words)}`,
  );
}

describe('what a file prints on every page', () => {
  test('is a sentence at the same height, whatever numbers stand in it', () => {
    const printed = (page: number): DrawnLine => [30, [40, `Private and confidential, printed on 0${page} Jan`]];
    expect(furniture([printed(1), entry(100, '02-Jan')], [printed(2), entry(100, '03-Jan')])).toEqual([
      '1: Private and confidential, printed on 01 Jan',
      '2: Private and confidential, printed on 02 Jan',
    ]);
  });

  test('is not an entry that is the same on two pages', () =>
    expect(furniture([entry(100, '02-Jan')], [entry(100, '02-Jan')])).toEqual([]));

  test('is not a sentence of one page alone, or at another height', () => {
    expect(furniture([footer], [entry(100, '02-Jan')])).toEqual([]);
    expect(furniture([footer], [[600, [40, 'Deposits are insured up to NGN 5,000,000.00 per depositor']]])).toEqual([]);
  });

  test('is not the rest of a narration or a broken date', () => {
    expect(furniture([[100, [140, 'food stuff']]], [[100, [140, 'food stuff']]])).toEqual([]);
    expect(furniture([[100, [40, '2024'], [140, 'food stuff']]], [[100, [40, '2024'], [140, 'food stuff']]])).toEqual(
      [],
    );
  });

  test.each(['Page 1 of 3', 'Page: 2', 'page 2/3', '1 of 3', 'Enquiries 0700 Page 1'])(
    'is %j also where only one page says so',
    (text) => {
      expect(furniture([[800, [40, text]]])).toEqual([`1: ${text}`]);
    },
  );

  test('is the number of another page where several pages have one', () =>
    expect(furniture([[800, [40, '4 of 9']]], [[800, [40, '5 of 9']]])).toEqual(['1: 4 of 9', '2: 5 of 9']));

  test.each(['PAGE 2 PRINTING WORKS', 'Page', '2 of 3 instalments', '6 OF 12'])('is not %j', (text) =>
    expect(furniture([[800, [40, text]]])).toEqual([]),
  );
});

describe('the lines of a page', () => {
  test('stand from top to bottom, counted from one', () => {
    const page = drawnPage(
      [
        [200, [40, 'second']],
        [100, [40, 'first']],
      ],
      3,
    );
    expect(linesOf(page).map(({ page: of, line, words }) => [of, line, textOf(words)])).toEqual([
      [3, 1, 'first'],
      [3, 2, 'second'],
    ]);
  });

  test('hold what stands a little higher or lower, and not the line below', () => {
    const pieces = [pieceOf([40, 'NIP'], 100), pieceOf([80, 'raised'], 97), pieceOf([140, 'next'], 103)];
    expect(linesOf({ ...drawnPage([]), pieces }).map(({ words }) => textOf(words))).toEqual(['NIP raised', 'next']);
  });
});
