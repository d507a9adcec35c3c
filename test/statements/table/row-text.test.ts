import { describe, expect, test } from 'vitest';
import {
  alignmentOf,
  type ColumnText,
  pitchOf,
  shareText,
  type TextAlignment,
  type TextOwner,
} from '../../../src/statements/table/row-text.ts';

const PITCH = 10;

/** Lines of a narration: a letter for each, on the line of its entry where it is upper case; `=` for an entry without text on its line; a blank for an empty line. */
function column(rows: string, step = PITCH): { texts: ColumnText[]; entries: number[] } {
  const [texts, entries]: [ColumnText[], number[]] = [[], []];
  [...rows].forEach((letter, index) => {
    const baseline = 100 + index * step;
    const isEntry = letter === '=' || (letter !== letter.toLowerCase() && letter !== ' ');
    if (letter !== '=' && letter !== ' ')
      texts.push({ baseline, text: letter, entry: isEntry ? entries.length : undefined, line: texts.length });
    if (isEntry) entries.push(baseline);
  });
  return { texts, entries };
}

function owners(rows: string, alignment: TextAlignment, mayContinue = false): readonly TextOwner[] {
  return shareText({ ...column(rows), pitch: PITCH, alignment, mayContinue });
}

/** The same where figures stand between two lines of text: each letter is half a line further down. */
const HALF = PITCH / 2;

describe('the wrapped lines of a narration', () => {
  test('go to the entry in their block, wherever it stands', () => {
    expect(owners('Abb  aBb  aaB', 'top')).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2]);
    expect(owners('Abb  aBb  aaB', 'middle')).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2]);
  });

  test('go to the entry above, where rows are tight and figures stand on the first line', () => {
    expect(owners('AaBCcc', 'top')).toEqual([0, 0, 1, 2, 2, 2]);
  });

  test('go to the entry below, where figures stand on the last line', () =>
    expect(owners('aABccC', 'bottom')).toEqual([0, 0, 1, 2, 2, 2]));

  test('go to the entry around which as many stand above as below', () => {
    expect(owners('aAabBbC', 'middle')).toEqual([0, 0, 0, 1, 1, 1, 2]);
    const between = { ...column('a=a b=b C', HALF), pitch: PITCH, alignment: 'middle', mayContinue: false } as const;
    expect(shareText(between)).toEqual([0, 0, 1, 1, 2]);
  });

  test('beside an entry without text of its own are its', () => expect(owners('= aa  B', 'top')).toEqual([0, 0, 1]));

  test('go to the entry above, if they are closer to it than entries are to each other', () => {
    const rows = column('A b  b   C   D', HALF);
    expect(shareText({ ...rows, pitch: PITCH, alignment: 'top', mayContinue: false })).toEqual([0, 0, 0, 1, 2]);
  });

  test('at the end of a page wait for their entry, if they are as far from the last one as entries are', () => {
    const rows = { ...column('A  Bb  Cc  dd'), pitch: PITCH, alignment: 'top', mayContinue: false } as const;
    expect(shareText({ ...rows, mayGoOn: true })).toEqual([0, 1, 1, 2, 2, 'after', 'after']);
    expect(shareText(rows)).toEqual([0, 1, 1, 2, 2, undefined, undefined]);
  });

  test('far from every entry belong to none', () => expect(owners('A         n', 'top')).toEqual([0, undefined]));

  test('at the top of a page continue the last entry of the page before, where they may', () => {
    expect(owners('aa  B', 'top', true)).toEqual(['before', 'before', 0]);
    expect(owners('aa  B', 'top', false)).toEqual([undefined, undefined, 0]);
    expect(owners('aBC', 'top', true)).toEqual(['before', 0, 1]);
  });

  test('at the end of a page wait for their entry, where figures stand below them', () => {
    expect(owners('A  bb', 'bottom')).toEqual([0, 'after', 'after']);
    expect(owners('A  bb', 'top')).toEqual([0, undefined, undefined]);
  });
});

describe('where figures stand beside the text', () => {
  test.each([
    ['top', 'Abb  Cdd  Ef'],
    ['middle', 'aBb  cDd  aBb  Ef'],
    ['bottom', 'aaB  ccD  eF'],
    ['top', 'A  B  C'],
  ] as const)('is the %s, as %j shows', (alignment, rows) =>
    expect(alignmentOf([column(rows)], PITCH)).toBe(alignment),
  );

  test('is the middle where rows are as close as lines and figures stand between them', () => {
    expect(alignmentOf([column('a=a b=b c=c', HALF)], PITCH)).toBe('middle');
  });

  test('is what most pages show', () =>
    expect(alignmentOf([column('Abb'), column('aB'), column('aaB')], PITCH)).toBe('bottom'));
});

describe('the distance of lines', () => {
  test('is that of lines of which one bears no entry', () =>
    expect(pitchOf([column('Aa   Bb   Cc').texts], 9)).toBe(PITCH));
  test('is not known where no text is wrapped', () => expect(pitchOf([column('A  B  C').texts], 9)).toBeUndefined());
  test('is no distance that is wider than wrapped text is set', () =>
    expect(pitchOf([column('A  b').texts], 9)).toBeUndefined());
});
