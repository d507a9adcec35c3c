import { describe, expect, test } from 'vitest';
import {
  createStatement,
  layoutNames,
  type StatementTruth,
  type SyntheticStatement,
} from '../../../src/testing/index.ts';
import { statementIn } from '../../../src/testing/statements/create-statement.ts';
import { layoutNamed } from '../../../src/testing/statements/layouts/layouts.ts';
import { isFull, sized } from '../../size.ts';
import { randomLayout } from '../synthetic/random-layout.ts';
import { compareReading } from './compare-reading.ts';
import { readInPlace } from './read-in-place.ts';

const SEEDS = isFull ? [1, 2] : [1];
const RANDOM = sized(20, 80);

/** What a layout prints too little of to prove its entries, and what the reading says of it. */
const unprovable: Readonly<Record<string, string>> = {
  aggregator: 'no opening balance or totals are printed, so that a missing first entry would not show',
};

async function expectExact({ pdf, truth }: SyntheticStatement): Promise<{
  readonly truth: StatementTruth;
  readonly proved: boolean;
  readonly doubts: readonly string[];
}> {
  const { transactions, proof, integrity } = await readInPlace(pdf, { account: truth.account.number });
  expect(integrity).toEqual({ findings: [] });
  const { isInOrder, difference } = compareReading(transactions, truth.rows);
  expect({ layout: truth.layout, isInOrder, difference }).toEqual({
    layout: truth.layout,
    isInOrder: true,
    difference: '',
  });
  expect(transactions.map(({ narration }) => narration)).toEqual(truth.rows.map(({ narration }) => narration));
  return { truth, proved: proof.proved, doubts: proof.doubts };
}

describe('a statement of the layout', () => {
  test.each(layoutNames)('%s is read to the last row, side, amount, day, balance and narration', async (layout) => {
    for (const seed of SEEDS) {
      const { proved, doubts } = await expectExact(createStatement({ layout, seed, months: 2 }));
      expect({ proved, doubts: [...doubts] }).toEqual({
        proved: !(layout in unprovable),
        doubts: layout in unprovable ? [unprovable[layout]] : [],
      });
    }
  });

  test.each(layoutNames)('%s says whose it is, its period and its balances', async (layout) => {
    const { pdf, truth } = createStatement({ layout, seed: 13, months: 1, rowsPerMonth: 12 });
    const { account, period, openingBalance, closingBalance, pages, transactions } = await readInPlace(pdf, {
      account: truth.account.number,
    });
    expect({ name: account.name, number: account.number, period, openingBalance, closingBalance, pages }).toEqual({
      name: truth.account.name,
      number: truth.account.number,
      period: truth.period,
      openingBalance: truth.openingBalance,
      closingBalance: truth.closingBalance,
      pages: truth.pages,
    });
    expect(transactions.map(({ balancePrinted }) => balancePrinted)).toEqual(
      truth.rows.map(({ balancePrinted }) => balancePrinted),
    );
    expect(transactions.map(({ valueDate }) => valueDate)).toEqual(truth.rows.map(({ valueDate }) => valueDate));
    if (truth.hasTime)
      expect(transactions.map(({ date }) => date.slice(11, 19))).toEqual(truth.rows.map(({ time }) => time));
  });
});

describe('statements of random layouts', () => {
  test(`are read to the last row, and prove themselves only where they are`, { timeout: 600_000 }, async () => {
    let proved = 0;
    for (let seed = 1; seed <= RANDOM; seed++)
      if ((await expectExact(statementIn(randomLayout(seed), { seed, months: 1 }))).proved) proved++;
    expect(proved).toBeGreaterThan(0.9 * RANDOM);
  });
});

describe('a file of several accounts', () => {
  const { pdf, accounts } = createStatement({ layout: 'multi-account', seed: 5, months: 1 });

  test('is refused without a choice, with the last digits of each account and no more', async () => {
    const error = await readInPlace(pdf).catch((caught: Error) => caught);
    expect(error).toMatchObject({ code: 'several_accounts' });
    for (const { account } of accounts) {
      expect((error as Error).message).toContain(`…${account.number.slice(-4)}`);
      expect((error as Error).message).not.toContain(account.number.slice(-5));
    }
  });

  test('is read for each of them, chosen by the number or its last digits', async () => {
    for (const { account, rows, openingBalance, closingBalance } of accounts) {
      for (const choice of [account.number, account.number.slice(-4), account.number.slice(-3)]) {
        const statement = await readInPlace(pdf, { account: choice });
        expect(compareReading(statement.transactions, rows).difference).toBe('');
        expect(statement).toMatchObject({
          account: { number: account.number, name: account.name },
          openingBalance,
          closingBalance,
          proof: { proved: true },
        });
      }
    }
  });

  test('is not read for an account it does not hold', async () => {
    await expect(readInPlace(pdf, { account: '0000000000' })).rejects.toMatchObject({ code: 'several_accounts' });
  });

  test('may print the number masked, and is still read for the digits that show', async () => {
    const layout = { ...layoutNamed('classic'), head: { ...layoutNamed('classic').head, numberPrefix: '******' } };
    const one = statementIn(layout, { seed: 5, months: 1, accountNumber: '4321' });
    for (const account of [undefined, '9876544321', '321']) {
      const statement = await readInPlace(one.pdf, { account });
      expect(statement.account.number).toBe('******4321');
      expect(compareReading(statement.transactions, one.truth.rows).difference).toBe('');
    }
    await expect(readInPlace(one.pdf, { account: '9876544322' })).rejects.toMatchObject({ code: 'several_accounts' });
  });
});
