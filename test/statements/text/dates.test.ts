import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type PlainDate, partsOf } from '../../../src/domain/calendar.ts';
import { clockTimeOf, dateOf } from '../../../src/statements/text/dates.ts';
import { dateText } from '../../../src/testing/statements/print/cells.ts';

const named = [
  'dd-MMM-yyyy',
  'dd/MMM/yyyy',
  'dd-MON-yy',
  'dd-MON-yyyy',
  'd-MMM-yy',
  'dd MMM yyyy',
  'dd MON yy',
  'd MMMM yyyy',
  'do MMMM yyyy',
  'do MMMM, yyyy',
  'MMMM do yyyy',
  'MMM d, yyyy',
  'MMMM d, yyyy',
  'dMMM,yyyy',
  'MMM d yyyy',
  'ddMMMyyyy',
];
const dayFirst = ['dd/MM/yyyy', 'dd-MM-yyyy', 'dd.MM.yyyy', 'd/M/yyyy', 'dd/MM/yy', 'd-M-yy', 'd.M.yyyy'];
const iso = ['yyyy-MM-dd', 'yyyy/MM/dd', 'yyyy.MM.dd', 'yyyyMMdd'];
const monthFirst = ['MM/dd/yyyy', 'M/d/yyyy', 'MM-dd-yyyy', 'M/d/yy'];
const times = ['HH:mm:ss', 'HH:mm', 'hh:mm:ss A', 'h:mm A', 'hh:mm A'];

const FIRST = '2000-01-01' as PlainDate;
const anyDay = fc.integer({ min: 0, max: 36_000 }).map((days) => addDays(FIRST, days));
const second = fc.integer({ min: 0, max: 86_399 });
/** Where blanks and breaks may have come into a text. */
const holes = fc.array(fc.tuple(fc.nat(30), fc.constantFrom(' ', '\n', '  ')), { maxLength: 4 });

function torn(text: string, breaks: readonly (readonly [number, string])[]): string {
  return breaks.reduce(
    (whole, [at, blank]) => whole.slice(0, at % (whole.length + 1)) + blank + whole.slice(at % (whole.length + 1)),
    text,
  );
}

function clockTime(of: number, form: string): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(of / 3_600)}:${two((of / 60) % 60)}:${form.includes('ss') ? two(of % 60) : '00'}`;
}

const shown = (text: string) => {
  const date = dateOf(text);
  return (
    date && [date.first, date.second, date.order, date.year, date.time].filter((part) => part !== undefined).join(' ')
  );
};

describe('a date as banks print it', () => {
  test.each([
    ['03-Feb-2025', '3 2 dm 2025'],
    ['03-FEB-25', '3 2 dm 2025'],
    ['3-Feb-25', '3 2 dm 2025'],
    ['03/Feb/2025', '3 2 dm 2025'],
    ['03 Feb 2025', '3 2 dm 2025'],
    ['September 28th 2022', '28 9 dm 2022'],
    ['28th September, 2022', '28 9 dm 2022'],
    ['28th of September 2022', '28 9 dm 2022'],
    ['1Jan,2025', '1 1 dm 2025'],
    ['Sept 5, 2022', '5 9 dm 2022'],
    ['Wed, 5 Mar 2025', '5 3 dm 2025'],
    ['Wednesday March 5th, 2025', '5 3 dm 2025'],
    ['2025-02-03', '3 2 dm 2025'],
    ['2025-02-03T14:05:09', '3 2 dm 2025 14:05:09'],
    ['2025-02-03 14:05:09.123456', '3 2 dm 2025 14:05:09'],
    ['2025-02-03T14:05:09Z', '3 2 dm 2025 14:05:09'],
    ['2025-02-03T14:05:09+01:00', '3 2 dm 2025 14:05:09'],
    ['2/3/2025 2:05:09 PM', '2 3 open 2025 14:05:09'],
    ['March 1st 2025, 12:35 AM', '1 3 dm 2025 00:35:00'],
    ['01 Mar 2025 12:00 p.m.', '1 3 dm 2025 12:00:00'],
    ['03.02.2025', '3 2 open 2025'],
    ['03–02–2025', '3 2 open 2025'],
    ["'03/02/2025", '3 2 open 2025'],
    ['13/02/2025', '13 2 dm 2025'],
    ['02/13/2025', '2 13 md 2025'],
    ['03022025', '3 2 open 2025'],
    ['20250203', '3 2 open 2025'],
    ['03 Feb', '3 2 dm'],
    ['Feb 03', '3 2 dm'],
    ['3/2', undefined],
    ['03/02', '3 2 open'],
  ])('%s is read', (text, expected) => expect(shown(text)).toBe(expected));

  test.each([
    '',
    '12',
    '2024',
    'Balance',
    '32-Jan-2024',
    '00/01/2024',
    '13/13/2024',
    '15/00/2024',
    '2024-13-01',
    '2024-01-32',
    '12/05/1890',
    '12/05-2024',
    '12:30',
    '1,234.56',
    '03/02/2025 25:00',
    '03/02/2025 10:61',
    '03/02/2025 13:00 PM',
    '03/02/2025 00:10 AM',
    'NIP 03/02/2025',
    '03/02/2025 TO 04/02/2025',
    'Mayor 12',
    '0803123456',
    'x'.repeat(50),
  ])('%j is none', (text) => expect(dateOf(text)).toBeUndefined());

  test('of any day, with the name of the month, is read back, wherever it is broken', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...named, ...iso.slice(0, 3)), holes, (date, form, breaks) => {
        const [year, month, day] = partsOf(date);
        const read = dateOf(torn(dateText(form, date), breaks));
        expect([read?.order, read?.year, read?.second, read?.first]).toEqual(['dm', year, month, day]);
      }),
      { numRuns: 400 },
    );
  });

  test('in two numbers says the day and the month in the printed order, and which is which only where one is above twelve', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...dayFirst, ...monthFirst), holes, (date, form, breaks) => {
        const [year, month, day] = partsOf(date);
        const isDayFirst = dayFirst.includes(form);
        const read = dateOf(torn(dateText(form, date), breaks));
        expect([read?.first, read?.second, read?.year]).toEqual(isDayFirst ? [day, month, year] : [month, day, year]);
        expect(read?.order).toBe(day <= 12 ? 'open' : isDayFirst ? 'dm' : 'md');
      }),
      { numRuns: 400 },
    );
  });

  test('with a time of the day has it, to the second where it is printed', () => {
    fc.assert(
      fc.property(
        anyDay,
        second,
        fc.constantFrom('dd-MMM-yyyy', 'dd/MM/yyyy', 'yyyy-MM-ddT', 'do MMMM yyyy,'),
        fc.constantFrom(...times),
        holes,
        (date, of, form, time, breaks) => {
          const text = dateText(form.endsWith('T') ? `${form}${time}` : `${form} ${time}`, date, of);
          expect(dateOf(torn(text, breaks))?.time).toBe(clockTime(of, time));
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('a time of the day', () => {
  test.each([
    ['09:05', '09:05:00'],
    ['9:05:07', '09:05:07'],
    ['12:00 AM', '00:00:00'],
    ['12:30 pm', '12:30:00'],
    ['11:59:59 P.M.', '23:59:59'],
    ['10:05:09.250', '10:05:09'],
  ])('%s is read', (text, expected) => expect(clockTimeOf(text)).toBe(expected));

  test.each(['', '9', '24:00', '10:60', '10:05:61', '13:00 PM', '10:05 XM', '03/02/2025', '10:05 to 11:00'])(
    '%j is none',
    (text) => expect(clockTimeOf(text)).toBeUndefined(),
  );
});
