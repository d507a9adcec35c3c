import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../../../src/statements/read-options.ts';
import { readPdf } from '../../../src/statements/read-pdf.ts';
import type { Statement } from '../../../src/statements/statement.ts';
import { readerOf, recogniseWith, scanPdf } from './scanned.ts';

type Change = readonly [from: string, to: string];

/** Reads a scan whose passes give other words than the page that proves itself. */
function readChanged(first: readonly Change[], second: readonly Change[] = []): Promise<Statement> {
  const reader = readerOf((text, pass) => {
    const change = (pass === 1 ? first : second).find(([from]) => from === text);
    return change?.[1] ?? text;
  });
  return readPdf(new Uint8Array(scanPdf()), { limits: defaultLimits }, { recognise: recogniseWith(reader) });
}

const marksOf = ({ transactions }: Statement) => transactions.map(({ repaired = [] }) => repaired.join());

describe('two readings that err in different rows', () => {
  test('complete each other, and mark the figures', async () => {
    const statement = await readChanged([['2,000.00', '2.0.0']], [['150.00', '1.5.0']]);
    expect(statement.proof).toMatchObject({ proved: true, doubts: [] });
    expect(statement.transactions.map(({ amount }) => amount)).toEqual([2_000, 5_000.5, 150, 500]);
    expect(marksOf(statement)).toEqual(['amount', '', '', '']);
  });

  test('complete each other where one has no word, or no line', async () => {
    const missing = await readChanged([['150.00', '']], [['500.00', '']]);
    expect(missing.proof.proved).toBe(true);
    expect(marksOf(missing)).toEqual(['', '', 'amount', '']);
    const line = ['05-Feb-2025', 'SALARY', '5,000.50', '13,000.50'].map((text): Change => [text, '']);
    const lines = await readChanged(line, [['2,000.00', '2.0.0']]);
    expect(lines.proof.proved).toBe(false);
    expect(lines.proof.doubts.join()).toContain('1 date was not read twice');
    expect(lines.transactions.map(({ amount }) => amount)).toEqual([2_000, 5_000.5, 150, 500]);
  });

  test('give the figure that both balances beside it allow', async () => {
    const statement = await readChanged([['2,000.00', '7,000.00']], [['12,850.50', '12,350.50']]);
    expect(statement.proof.proved).toBe(true);
    expect(statement.transactions[0]?.amount).toBe(2_000);
    expect(marksOf(statement)).toEqual(['amount', '', 'balance', '']);
  });

  test('mark a figure also where one of them proves everything', async () => {
    const statement = await readChanged([], [['8,000.00', '3,000.00']]);
    expect(statement.proof.proved).toBe(true);
    expect(marksOf(statement)).toEqual(['balance', '', '', '']);
    expect((await readChanged([], [['8,000.00', '8.000,0O']])).transactions[0]).not.toHaveProperty('repaired');
  });
});

describe('a digit', () => {
  test('that one of the passes reads is repaired, where each errs in another one', async () => {
    const statement = await readChanged([['13,000.50', '18,000.50']], [['13,000.50', '13,000.60']]);
    expect(statement.proof.proved).toBe(true);
    expect(statement.transactions[1]).toMatchObject({ balance: 13_000.5, repaired: ['balance'] });
    const amount = await readChanged([['150.00', '750.00']], [['150.00', '160.00']]);
    expect(amount.proof.proved).toBe(true);
    expect(amount.transactions[2]).toMatchObject({ amount: 150, repaired: ['amount'] });
  });

  test('that no pass reads is not repaired', async () => {
    const { proof, transactions } = await readChanged([['150.00', '750.00']], [['150.00', '450.00']]);
    expect(proof.proved).toBe(false);
    expect(transactions[2]?.amount).not.toBe(150);
  });

  test('is as both passes read it, whatever the balances allow', async () => {
    for (const [from, to] of [
      ['5,000.50', '6,000.50'],
      ['13,000.50', '18,000.50'],
      ['12,350.50', '12,850.50'],
      ['10,000.00', '40,000.00'],
    ] as const) {
      const forged: Change = [from, to];
      const { proof, transactions } = await readChanged([forged], [forged]);
      expect(proof.proved, `${from} as ${to}`).toBe(false);
      expect(transactions.flatMap(({ repaired = [] }) => repaired)).toEqual([]);
    }
  });

  test('is as both passes read it, also where they differ in another digit', async () => {
    // The balances allow only 5,000.50, and both see a 6.
    const statement = await readChanged([['5,000.50', '6,000.50']], [['5,000.50', '6,000.60']]);
    expect(statement.proof.proved).toBe(false);
    expect(statement.transactions[1]?.amount).not.toBe(5_000.5);
  });

  test('is not repaired where two figures of the row are open, and either could be wrong', async () => {
    const { proof } = await readChanged(
      [
        ['500.00', '900.00'],
        ['12,350.50', '12,950.50'],
      ],
      [
        ['500.00', '400.00'],
        ['12,350.50', '12,400.50'],
      ],
    );
    expect(proof.proved).toBe(false);
  });
});

describe('a figure that one pass does not read', () => {
  test('is held against the entries all the same', async () => {
    const balance = await readChanged([['13,000.50', '1§,0']], [['13,000.50', '18,000.50']]);
    expect(balance.proof.proved).toBe(false);
    expect(balance.proof.doubts).toEqual(['1 balance was read once, and not as the entries give']);
    expect((await readChanged([['13,000.50', '1§,0']])).proof.proved).toBe(true);
  });
});

describe('a date', () => {
  test('of which one pass reads no date is that of its neighbours', async () => {
    const same = [
      ['05-Feb-2025', '09-Feb-2025'],
      ['17-Feb-2025', '09-Feb-2025'],
    ] as const;
    const { proof } = await readChanged([...same, ['09-Feb-2025', 'O9~Feb']], same);
    expect(proof).toMatchObject({ proved: true, doubts: [] });
  });

  test('is in doubt where the passes do not agree on what comes first, day or month', async () => {
    const days = ['01', '05', '09', '17'].map((day, at): Change => [`${day}-Feb-2025`, `0${2 * at + 1}/02/2025`]);
    expect((await readChanged(days, days)).proof.proved).toBe(true);
    // With this misreading, the others are the second of March, of May and of July.
    const { proof } = await readChanged([['01-Feb-2025', '01/22/2025'], ...days], days);
    expect(proof.proved).toBe(false);
    expect(proof.doubts).toEqual(['4 dates were not read twice in the same way, and arithmetic does not prove dates']);
  });

  test('with a letter that looks like a digit is read', async () => {
    const { proof } = await readChanged([['05-Feb-2025', '©5-Feb-2025']], [['17-Feb-2025', 'I7-Feb-2025']]);
    expect(proof).toMatchObject({ proved: true, doubts: [] });
  });
});
