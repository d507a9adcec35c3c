import { describe, expect, test } from 'vitest';
import type { PlainDate } from '../../../src/domain/calendar.ts';
import { figuresIn, figuresOf } from '../../../src/statements/facts/printed-figures.ts';
import { kobo } from '../table/printed.ts';
import { drawnLines, textLines } from '../text/drawn.ts';

const stated = (...texts: string[]) => figuresIn(textLines(...texts)).map(({ figure, value }) => [figure, value]);

describe('figures that a statement prints about its rows', () => {
  test.each([
    ['Opening Balance: 1,000.00', 'openingBalance', kobo(1_000)],
    ['Opening Balance    NGN 1,000.00', 'openingBalance', kobo(1_000)],
    ['Opening Bal. 1,000.00', 'openingBalance', kobo(1_000)],
    ['Beginning balance ₦ 1,000.00', 'openingBalance', kobo(1_000)],
    ['Balance B/F 1,000.00', 'openingBalance', kobo(1_000)],
    ['Balance Brought Forward: 1,000.00', 'openingBalance', kobo(1_000)],
    ['Opening Balance: -1,000.00', 'openingBalance', kobo(-1_000)],
    ['Opening Balance: (1,000.00)', 'openingBalance', kobo(-1_000)],
    ['Opening Balance: 1,000.00 DR', 'openingBalance', kobo(-1_000)],
    ['Opening Balance: 1,000.00 CR', 'openingBalance', kobo(1_000)],
    ['Opening Balance:1,000.00', 'openingBalance', kobo(1_000)],
    ['Closing Balance 1,000.00', 'closingBalance', kobo(1_000)],
    ['The opening balance on 01-Jan-2024 was $1,000.00.', 'openingBalance', kobo(1_000)],
    ['Balance at the end: 1,000.00', 'closingBalance', kobo(1_000)],
    ['Closing Balance (USD): 1,000.00', 'closingBalance', kobo(1_000)],
    ['Ending Balance: N1,000.00', 'closingBalance', kobo(1_000)],
    ['Total Debit: 1,000.00', 'totalDebit', kobo(1_000)],
    ['Total Debits 1,000.00', 'totalDebit', kobo(1_000)],
    ['Total Withdrawals: 1,000.00', 'totalDebit', kobo(1_000)],
    ['Money Out ₦1,000.00', 'totalDebit', kobo(1_000)],
    ['Total Money Out -1,000.00', 'totalDebit', kobo(-1_000)],
    ['Total Credit: 1,000.00', 'totalCredit', kobo(1_000)],
    ['Total Lodgements 1,000.00', 'totalCredit', kobo(1_000)],
    ['Total Deposits 1,000.00', 'totalCredit', kobo(1_000)],
    ['Money In 1,000.00', 'totalCredit', kobo(1_000)],
    ['Debit Count: 94', 'debitCount', 94],
    ['No. of Debits 94', 'debitCount', 94],
    ['Number of withdrawals: 1,094', 'debitCount', 1_094],
    ['Credit Count 24', 'creditCount', 24],
    ['No. of Credits: 24', 'creditCount', 24],
    ['Total number of transactions: 118', 'count', 118],
  ])('are read in %j', (text, figure, value) => expect(stated(text)).toEqual([[figure, value]]));

  test.each([
    'Available Balance: 1,000.00',
    'Average Balance 1,000.00',
    'Uncleared Balance: 1,000.00',
    'Minimum balance 1,000.00',
    'Page Total Debit: 1,000.00',
    'Monthly Total Credits 1,000.00',
    'Opening Balance includes uncleared effects.',
    'Opening Balance',
    'Total Debit: 2024',
    'Total Debit 12/05/2024',
    'Debit Count: 1,000.00',
    'Daily limit NGN 200,000.00',
    'Deposits are insured up to NGN 5,000,000.00',
  ])('are not read in %j', (text) => expect(stated(text)).toEqual([]));

  test('stand several to a line', () => {
    expect(
      stated('Opening Balance: 1,000.00   Total Debit: 300.00   Total Credit: 50.00   Closing Balance: 750.00'),
    ).toEqual([
      ['openingBalance', kobo(1_000)],
      ['totalDebit', kobo(300)],
      ['totalCredit', kobo(50)],
      ['closingBalance', kobo(750)],
    ]);
  });

  test('stand in a sentence', () => {
    expect(stated('Opening balance 91,400.04, closing 1,250.00.')).toEqual([
      ['openingBalance', kobo(91_400.04)],
      ['closingBalance', kobo(1_250)],
    ]);
  });

  test('stand before their labels, or above them, where the page prints them so', () => {
    const expected = [
      ['openingBalance', kobo(1_000)],
      ['closingBalance', kobo(750)],
    ];
    const beside = textLines('1,000.00 opening balance   750.00 closing balance');
    const above = drawnLines([
      [100, { right: 200, text: '1,000.00' }, { right: 400, text: '750.00' }],
      [112, { right: 200, text: 'Opening Balance' }, { right: 400, text: 'Closing Balance' }],
    ]);
    for (const lines of [beside, above])
      expect(figuresIn(lines, 'before').map(({ figure, value }) => [figure, value])).toEqual(expected);
    expect(figuresIn(above)).toEqual([]);
  });

  test.each([
    ['31-12-2023', 'openingBalance'],
    ['01-01-2024', 'openingBalance'],
    ['31-01-2024', 'closingBalance'],
    ['01-02-2024', 'closingBalance'],
    ['15-01-2024', undefined],
    ['31-03-2024', undefined],
  ])('stand as at %s', (day, figure) => {
    const lines = figuresIn(textLines(`BALANCE AS AT ${day}    1,000.00CR`));
    const days = { from: '2024-01-01' as PlainDate, to: '2024-01-31' as PlainDate };
    expect(figuresOf(lines, days, 'dm')).toEqual(figure ? [{ figure, value: kobo(1_000) }] : []);
  });

  test('stand below their labels in a summary of their own', () => {
    const lines = drawnLines([
      [
        100,
        { right: 140, text: 'Opening Balance' },
        { right: 280, text: 'Total Debit' },
        { right: 420, text: 'Total Credit' },
        { right: 560, text: 'Closing Balance' },
      ],
      [
        115,
        { right: 140, text: '1,000.00' },
        { right: 280, text: '300.00' },
        { right: 420, text: '50.00' },
        { right: 560, text: '750.00' },
      ],
    ]);
    expect(figuresIn(lines).map(({ value }) => value)).toEqual([kobo(1_000), kobo(300), kobo(50), kobo(750)]);
  });

  test('are not guessed from a table of months or products below a label', () => {
    const lines = drawnLines([
      [100, [40, 'Month'], { right: 280, text: 'Total Debit' }],
      [115, [40, 'January'], { right: 280, text: '300.00' }],
      [130, [40, 'February'], { right: 280, text: '120.00' }],
    ]);
    expect(figuresIn(lines)).toEqual([]);
  });
});
