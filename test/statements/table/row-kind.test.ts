import { describe, expect, test } from 'vitest';
import { type RowKind, statesFigures } from '../../../src/statements/table/printed-rows.ts';
import { type PrintedCells, printedRow } from './printed.ts';

const words: Readonly<Record<Exclude<RowKind, 'entry' | 'other'>, readonly string[]>> = {
  opening: [
    'Balance B/F',
    'BALANCE BROUGHT FORWARD',
    'Opening Balance',
    'Opening',
    'Start',
    'Initial',
    'Opening Bal.',
    'STATEMENT OPENING BALANCE',
    'Beginning balance',
    'B/F',
    'Bal B/F',
    'Balance bfwd',
    'Previous Balance',
    'opening balance:',
    '** OPENING BALANCE **',
  ],
  closing: [
    'Closing Balance',
    'Closing',
    'End',
    'Final',
    'CLOSING BAL.',
    'Ending Balance',
    'BALANCE AS AT 31 May 2023',
    'Balance as of close of business',
    'Final Balance',
  ],
  carried: [
    'Balance C/F',
    'Balance carried forward',
    'C/F',
    'carried forward',
    'Balance c/d',
    'Carried Forward to next page',
  ],
  total: [
    'TOTAL',
    'Totals',
    'Grand Total',
    'Sum',
    'Page Total',
    'Sub-Total',
    'Total Debits',
    'TOTAL WITHDRAWALS DEPOSITS',
    'Total for the period',
    'Monthly Total',
    'TURNOVER',
    'Debit Total',
  ],
};

const kindOf = (cells: PrintedCells) => printedRow(cells).kind;

describe('a row', () => {
  for (const [kind, texts] of Object.entries(words)) {
    test.each(texts)(`called %j is of the kind ${kind}`, (narration) => {
      const figures = kind === 'total' ? { debit: '500.00', credit: '900.00' } : { balance: '1,000.00' };
      expect(kindOf({ narration, ...figures })).toBe(kind);
    });
  }

  test('of a balance brought forward often bears the first day', () => {
    expect(kindOf({ date: '01-Jan-2024', narration: 'Balance B/F', balance: '1,000.00' })).toBe('opening');
    expect(kindOf({ date: '01-Jan-2024', narration: 'Opening Balance', credit: '1,000.00', balance: '1,000.00' })).toBe(
      'opening',
    );
  });

  test.each(['BALANCE C/F', 'OPENING BALANCE', 'CLOSING BALANCE', 'BALANCE B/F'])(
    'called %j that moved money to another balance is an entry',
    (narration) => {
      expect(kindOf({ date: '05-Jan-2024', narration, debit: '200.00', balance: '800.00' })).toBe('entry');
    },
  );

  test.each([
    'TOTAL FILLING STATION',
    'TOTALENERGIES LEKKI',
    'SUMMIT STORES',
    'TURNOVER SALES LTD',
    'CLOSING DOWN SALE',
    'NIP/OPENING BALANCE VENTURES/FOOD',
    'END TIME CHURCH',
    'BALANCE OF PAYMENT FOR SHOES',
    'CARRIED BAGS LTD',
  ])('called %j is an entry', (narration) => {
    expect(kindOf({ date: '05-Jan-2024', narration, debit: '200.00', balance: '800.00' })).toBe('entry');
    expect(kindOf({ date: '05-Jan-2024', narration, amount: '-200.00' })).toBe('entry');
  });

  test('is recognised by its own line where the narration is wrapped around it', () => {
    expect(
      kindOf({ narration: 'REVERSAL OF TOTAL', words: 'REVERSAL OF TOTAL 0012', debit: '5.00', date: '05-Jan-2024' }),
    ).toBe('entry');
    expect(kindOf({ narration: '', words: 'Opening Balance', balance: '5.00' })).toBe('opening');
  });

  test('without an amount is neither', () => {
    expect(kindOf({ narration: 'STANDING ORDER SET UP', balance: '1,000.00' })).toBe('other');
    expect(kindOf({ date: '05-Jan-2024', narration: 'FREE OF CHARGE', debit: '0.00', balance: '1,000.00' })).toBe(
      'other',
    );
  });

  test('states figures where its kind says so', () => {
    expect(statesFigures(printedRow({ narration: 'Closing Balance', balance: '1,000.00' }))).toBe(true);
    expect(statesFigures(printedRow({ narration: 'Total', debit: '1.00', credit: '2.00' }))).toBe(true);
    expect(statesFigures(printedRow({ narration: 'Total', debit: '1.00' }))).toBe(false);
    expect(
      statesFigures(printedRow({ date: '05-Jan-2024', narration: 'ATM', debit: '1.00', balance: '1,000.00' })),
    ).toBe(false);
  });
});
