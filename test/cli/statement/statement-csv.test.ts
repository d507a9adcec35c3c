import { describe, expect, test } from 'vitest';
import { statementCsv } from '../../../src/cli/statement/transaction-table.ts';
import type { ReadTransaction } from '../../../src/statements/statement.ts';
import { entry, statementOf } from './sample-statement.ts';

const csv = (more: Partial<ReadTransaction> = {}) =>
  statementCsv(statementOf([entry('2025-01-05', -1_234.5, 8_765.5, more)])).split('\r\n')[1];
const plain = '2025-01-05,,,NIP TRANSFER,,1234.50,,8765.50,true,1,9';

describe('the rows for spreadsheets', () => {
  test('stand under a header, each ended as the standard requires', () => {
    const text = statementCsv(statementOf([entry('2025-01-05', -1_234.5, 8_765.5), entry('2025-01-06', 10, null)]));
    expect(text).toBe(
      `date,time,valueDate,narration,reference,debit,credit,balance,balancePrinted,page,line\r\n${plain}\r\n2025-01-06,,,NIP TRANSFER,,,10.00,,false,1,9\r\n`,
    );
  });

  test('hold the time where the page prints one', () => {
    expect(csv({ date: '2025-01-05T14:03:09.000Z' })).toMatch(/^2025-01-05,14:03:09,/);
  });

  test.each([
    ['a comma', 'A,B', '"A,B"'],
    ['quotes', 'the "shop"', '"the ""shop"""'],
    ['a line break', 'A\nB', '"A\nB"'],
    ['nothing special', 'A;B', 'A;B'],
  ])('quote %s', (_, narration, cell) => expect(csv({ narration })).toBe(plain.replace('NIP TRANSFER', cell)));

  test.each(['=1+1', '+234', '-5', '@SUM(A1)', '\t=1', '\rX', '\nX', '  =1', '\uff1d1'])(
    'let no narration be run as a formula: %j',
    (narration) => {
      const cell = csv({ narration }) ?? '';
      expect(cell.replace('"', '')).toMatch(/^2025-01-05,,,'/);
      expect(csv({ narration: 'X', reference: narration })).toContain(
        ",X,'".replace("'", narration.includes('\r') || narration.includes('\n') ? `"'` : "'"),
      );
    },
  );

  test.each(["'=1", 'A=1', 'REF-5', 'a@b'])('leave a harmless narration alone: %j', (narration) => {
    expect(csv({ narration })).toBe(plain.replace('NIP TRANSFER', narration));
  });

  test('keep an amount below zero a number', () => {
    expect(csv({ balance: -5 })).toBe(plain.replace('8765.50', '-5.00'));
  });
});
