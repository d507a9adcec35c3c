import { describe, expect, test } from 'vitest';
import { periodIn } from '../../../src/statements/facts/printed-figures.ts';
import { type DayMonthOrder, datesInText } from '../../../src/statements/text/dates.ts';
import { textLines } from '../text/drawn.ts';

const period = (texts: readonly string[], order: DayMonthOrder = 'dm') => {
  const found = periodIn(textLines(...texts), order);
  return found && [found.from, found.to];
};
const spring = ['2025-03-01', '2025-05-31'];

describe('the period of a statement', () => {
  test.each([
    'Statement Period: 01-Mar-2025 to 31-May-2025',
    'Period 01/03/2025 - 31/05/2025',
    'Between: 01-03-2025 and 31-05-2025',
    'From 2025-03-01 To 2025-05-31',
    'Date range    March 1st 2025 - May 31st 2025',
    'FROM 1st March, 2025 TO 31st May, 2025',
    'Statement Period: Mar 1, 2025 – May 31, 2025',
    'Period: 01.03.2025    31.05.2025',
    'Start Date: 01-Mar-2025   End Date: 31-May-2025',
    'Period 20250301 to 20250531',
    '01 Mar 2025 till 31 May 2025',
    'March 1st 2025 − May 31st 2025',
    '0123456789 01/03/2025 31/05/2025     5,000.00 total deposits (5)',
    'For the period from 1 March 2025 until 31 May 2025',
  ])('is read in %j', (text) => expect(period([text])).toEqual(spring));

  test('may stand on two lines', () =>
    expect(period(['Start Date: 01-Mar-2025', 'End Date: 31-May-2025'])).toEqual(spring));

  test('writes days and months as its table does, unless it shows its own way', () => {
    expect(period(['Period 03/01/2025 - 05/12/2025'], 'md')).toEqual(['2025-03-01', '2025-05-12']);
    expect(period(['Period 03/01/2025 - 05/12/2025'], 'dm')).toEqual(['2025-01-03', '2025-12-05']);
    expect(period(['Period 3/1/2025 - 5/31/2025'], 'dm')).toEqual(spring);
  });

  test('is the whole where a file joins statements that follow each other', () => {
    expect(
      period([
        'Period: 01-Mar-2025 to 31-Mar-2025',
        'Period: 01-Apr-2025 to 30-Apr-2025',
        'Period: 01-May-2025 to 31-May-2025',
      ]),
    ).toEqual(spring);
  });

  test('is the first one stated where another range is of something else', () => {
    expect(period(['Period: 01-Mar-2025 to 31-May-2025', 'Promotion runs 01-Jan-2024 to 31-Dec-2026'])).toEqual(spring);
  });

  test.each([
    [['Printed on 31-May-2025']],
    [['Rates of 01 Jan 2024 and others']],
    [['01-Mar-2025 opened, 31-May-2025 closed']],
    [['Period: 31-May-2025 to 01-Mar-2025']],
    [['Period: 01 Mar to 31 May']],
    [['Statement Period']],
  ])('is not read in %j', (texts) => expect(period(texts)).toBeUndefined());
});

describe('dates in running text', () => {
  test('are found with their places', () => {
    const text = 'From 01-Mar-2025 to 31/05/2025, printed June 2nd, 2025';
    expect(datesInText(text).map(({ from, to }) => text.slice(from, to))).toEqual([
      '01-Mar-2025',
      '31/05/2025',
      'June 2nd, 2025',
    ]);
  });

  test.each(['Call 0700 1234 567', 'RC 204060', '1,250.00', 'Account 1820410079', '12/2024', '99/99/2024'])(
    'are not seen in %j',
    (text) => expect(datesInText(text)).toEqual([]),
  );
});
