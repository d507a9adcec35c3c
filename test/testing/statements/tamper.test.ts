import { describe, expect, test } from 'vitest';
import { createStatement, type Tamper } from '../../../src/testing/index.ts';
import { pageTexts } from './page-texts.ts';

const options = { layout: 'american', seed: 31, months: 1, misleading: 0 } as const;
const honest = createStatement(options);
const row = (at: number) => {
  const found = honest.truth.rows[at];
  if (!found) throw new Error(`no row ${at}`);
  return found;
};
const printed = (naira: number) => naira.toLocaleString('en-US', { minimumFractionDigits: 2 }).replaceAll(',', '');
const textOf = async (tamper: Tamper | readonly Tamper[]) => {
  const forged = createStatement({ ...options, tamper });
  expect(forged.truth.rows.map(({ balance, amount }) => [balance, amount])).toEqual(
    honest.truth.rows.map(({ balance, amount }) => [balance, amount]),
  );
  const text = (await pageTexts(forged.pdf)).join('');
  for (const figure of [honest.truth.totalCredit, honest.truth.totalDebit]) expect(text).toContain(printed(figure));
  return text;
};

describe('a forged statement keeps its head and its truth, and', () => {
  test('misses a deleted row', async () => {
    const text = await textOf({ kind: 'delete', row: 7 });
    expect(text).not.toContain(printed(row(7).balance));
    expect(text).toContain(printed(row(6).balance));
    expect(text).toContain(printed(row(8).balance));
  });

  test('prints another amount, or another balance', async () => {
    expect(await textOf({ kind: 'amount', row: 7, by: 0.37 })).toContain(
      `${printed(Math.round((row(7).amount + 0.37) * 100) / 100)}${row(7).type === 'debit' ? 'DR' : 'CR'}`,
    );
    expect(await textOf({ kind: 'balance', row: 7, by: 0.37 })).toContain(
      printed(Math.round((row(7).balance + 0.37) * 100) / 100),
    );
  });

  test('has money on the other side', async () => {
    const [was, is] = row(7).type === 'debit' ? ['DR', 'CR'] : ['CR', 'DR'];
    const cells = (side: string) => `${printed(row(7).amount)}${side}N${printed(row(7).balance)}`;
    const text = await textOf({ kind: 'side', row: 7 });
    expect(text).toContain(cells(is));
    expect(text).not.toContain(cells(was));
  });

  test("has a row on another day, two rows in each other's place, or a row twice", async () => {
    const rowBefore = (text: string, one: number, other: number) =>
      text.indexOf(printed(row(one).balance)) < text.indexOf(printed(row(other).balance));
    const usual = (await pageTexts(honest.pdf)).join('');
    const [, month, day] = row(7).date.split('-').map(Number);
    expect(await textOf({ kind: 'date', row: 7, days: 400 })).not.toBe(usual);
    expect(usual).toContain(`${month}/${day}/`);
    expect(rowBefore(usual, 5, 9)).toBe(true);
    expect(rowBefore(await textOf({ kind: 'swap', row: 5, with: 9 }), 5, 9)).toBe(false);
    expect((await textOf({ kind: 'repeat', row: 7 })).split(printed(row(7).balance))).toHaveLength(3);
  });

  test('can be forged more than once', async () => {
    const text = await textOf([
      { kind: 'delete', row: 7 },
      { kind: 'delete', row: 7 },
    ]);
    for (const gone of [7, 8]) expect(text).not.toContain(printed(row(gone).balance));
  });

  test('cannot be forged where there is no row', () => {
    expect(() => createStatement({ ...options, tamper: { kind: 'delete', row: 5_000 } })).toThrow(
      /no printed row 5000/,
    );
    expect(() => createStatement({ ...options, tamper: { kind: 'swap', row: 0, with: -1 } })).toThrow(
      /no printed row -1/,
    );
  });
});
