import { describe, expect, test } from 'vitest';
import { dateAcrossPages, datesInColumn, pairDates } from '../../../src/statements/table/dates-in-column.ts';
import type { TableLine } from '../../../src/statements/table/table-line.ts';
import { drawnLines } from '../text/drawn.ts';

/** Lines of a table of one column, each with its distance from the one above; an empty text is a line whose cell is empty. */
function cells(...texts: readonly (readonly [gap: number, text: string])[]): readonly TableLine[] {
  let baseline = 100;
  return texts.map(([gap, text]) => {
    baseline += gap;
    const [line] = drawnLines([[baseline, [40, text || 'x']]]);
    if (!line) throw new Error('no line');
    return { line, baseline, size: 10, cells: [text ? line.words : []], money: new Map() };
  });
}

const shown = (lines: readonly TableLine[]) =>
  datesInColumn(lines, 0).dates.map(
    ({ date, from, to }) => `${date.year ?? '?'}-${date.second}-${date.first} ${from}${to > from ? `..${to}` : ''}`,
  );

describe('the dates of a column', () => {
  test('stand one to a line', () =>
    expect(shown(cells([0, '03-Feb-2025'], [15, ''], [15, '04-Feb-2025']))).toEqual(['2025-2-3 0', '2025-2-4 2']));

  test('may be broken over up to four lines', () => {
    expect(shown(cells([0, '03-FEB-'], [11, '25'], [20, '04-FEB-'], [11, '25']))).toEqual([
      '2025-2-3 0..1',
      '2025-2-4 2..3',
    ]);
    expect(
      shown(
        cells(
          [0, 'September'],
          [11, '28th'],
          [11, '2022'],
          [11, '10:05 AM'],
          [20, 'October'],
          [11, '1st'],
          [11, '2022'],
        ),
      ),
    ).toEqual(['2022-9-28 0..3', '2022-10-1 4..6']);
  });

  test('take the year that stands below them', () => {
    expect(shown(cells([0, '1Jan,'], [11, '2025'], [20, '2Jan,'], [11, '2025']))).toEqual([
      '2025-1-1 0..1',
      '2025-1-2 2..3',
    ]);
  });

  test('without a year do not take the day of the next entry for one', () => {
    expect(shown(cells([0, '03 Feb'], [15, '04 Feb'], [15, '05 Feb']))).toEqual(['?-2-3 0', '?-2-4 1', '?-2-5 2']);
  });

  test('are not joined over a gap', () =>
    expect(shown(cells([0, '03/02/'], [40, '2025'], [20, '04/02/'], [11, '2025']))).toEqual(['2025-2-4 2..3']));

  test('are not read from what repeats the day above', () => {
    expect(shown(cells([0, '03-Feb-2025'], [15, '"'], [15, ',,'], [15, 'do.'], [15, '04-Feb-2025']))).toEqual([
      '2025-2-3 0',
      '2025-2-4 4',
    ]);
  });

  test('have a time of the day below them', () => {
    const [first] = datesInColumn(
      cells([0, '03/02/25'], [11, '10:05:09'], [20, '04/02/25'], [11, '11:00:00']),
      0,
    ).dates;
    expect([first?.date.time, first?.to]).toEqual(['10:05:09', 1]);
  });

  test('that the end of a page breaks are put together', () => {
    const before = datesInColumn(cells([0, '03/02/'], [11, '2025'], [20, '04/02/']), 0);
    const after = datesInColumn(cells([0, '2025'], [20, '05/02/'], [11, '2025']), 0);
    expect([before.below, after.above]).toEqual([['04/02/'], ['2025']]);
    expect(dateAcrossPages(before.below, after.above)).toMatchObject({ first: 4, second: 2, year: 2025 });
    expect(dateAcrossPages(['Page 1'], ['of 2'])).toBeUndefined();
    expect(dateAcrossPages(['02-', 'JUN-'], ['24'])).toMatchObject({ first: 2, second: 6, year: 2024 });
    expect(dateAcrossPages([], ['04/02/2025'])).toBeUndefined();
  });
});

test('a date without a year may be a part of one that the end of a page breaks', () => {
  expect(datesInColumn(cells([0, '03-Feb-25'], [15, '04-'], [11, 'Feb-']), 0).below).toEqual(['04-', 'Feb-']);
  expect(datesInColumn(cells([0, 'Feb-'], [11, '25'], [20, '05-Feb-25']), 0).above).toEqual(['Feb-', '25']);
});

describe('the date of a row', () => {
  const lines = cells(...Array.from({ length: 12 }, (): [number, string] => [12, '']));
  const day = (first: number) => ({ first, second: 2, order: 'dm' as const, year: 2025 });
  const paired = (rows: readonly number[], dates: readonly number[], usual?: 'above figures' | 'below figures') => {
    const found = dates.map((at, index) => ({ date: day(index + 1), from: at, to: at }));
    const how = { lines, usual };
    return pairDates(
      rows.map((index) => ({ index, isOwn: false })),
      found,
      how,
    );
  };
  const firsts = (result: ReturnType<typeof paired>) => result.dates.map((date) => date?.first);

  test('stands on its line, or on the nearest', () => {
    expect(firsts(paired([0, 3, 6], [0, 3, 7]))).toEqual([1, 2, 3]);
  });

  test('stands above its figures where others do, though the next date is nearer', () => {
    const result = paired([0, 3, 4, 7, 8, 11], [0, 1, 4, 5, 8, 9]);
    expect(firsts(result)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(result).toMatchObject({ unused: 0, place: 'above figures' });
  });

  test('stands below its figures where others do', () => {
    const result = paired([0, 1, 4, 5, 8, 9], [0, 3, 4, 7, 8, 11]);
    expect(firsts(result)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(result.place).toBe('below figures');
  });

  test('may be on the page before or after', () => {
    expect(paired([0, 3], [0, 1, 5], 'above figures')).toMatchObject({ below: day(3), unused: 0 });
    expect(paired([3, 5], [0, 4, 5], 'below figures')).toMatchObject({ above: day(1), unused: 0 });
  });

  test('is open where a date belongs to no row', () => expect(paired([0, 9], [0, 4]).unused).toBe(1));
});
