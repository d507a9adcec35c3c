import { describe, expect, test } from 'vitest';
import { createStatement, layoutNames, type SyntheticStatement } from '../../../src/testing/index.ts';
import { statementIn } from '../../../src/testing/statements/create-statement.ts';
import { layoutNamed } from '../../../src/testing/statements/layouts/layouts.ts';
import type { StatementLayout } from '../../../src/testing/statements/layouts/statement-layout.ts';
import { randomLayout } from '../../statements/synthetic/random-layout.ts';
import { pageTexts, squeezed } from './page-texts.ts';

const FUZZED = 40;

describe('the layouts that come with the kit', () => {
  test('are at least twelve', () => expect(layoutNames.length).toBeGreaterThanOrEqual(12));

  test.each(layoutNames)('%s prints every row where the truth says', async (layout) => {
    await expectEveryRowPrinted(createStatement({ layout, seed: 21, months: 2 }), layoutNamed(layout));
  });

  test('refuse a name that does not exist', () => {
    expect(() => createStatement({ layout: 'paper' as 'classic' })).toThrow(/layout: must be one of "classic"/);
  });

  test('differ in what makes them hard', () => {
    const features = layoutNames.map((layout) => createStatement({ layout, months: 1 }).truth.features.join());
    expect(new Set(features).size).toBe(layoutNames.length);
  });

  test('newest first prints the latest entry on the first page and the earliest on the last', () => {
    const { rows, pages } = createStatement({ layout: 'newest-first', months: 6, seed: 2 }).truth;
    expect([rows.at(-1)?.page, rows[0]?.page]).toEqual([1, pages]);
  });

  test('the balance of the day is printed for its last entry only', () => {
    const { rows } = createStatement({ layout: 'daily-balance', seed: 2 }).truth;
    expect(rows.map(({ balancePrinted }) => balancePrinted)).toEqual(
      rows.map(({ date }, i) => rows[i + 1]?.date !== date),
    );
  });

  test('several accounts stand in one file, each with a truth of its own', async () => {
    const { accounts, truth, pdf } = createStatement({ layout: 'multi-account', seed: 5, months: 1 });
    expect(accounts).toHaveLength(2);
    expect(accounts[0]).toBe(truth);
    const text = (await pageTexts(pdf)).join('');
    for (const { account } of accounts) expect(text).toContain(account.number);
  });

  test('print figures and dates in their notes', async () => {
    const [text] = await pageTexts(createStatement({ layout: 'classic', from: '2023-05-01', months: 1 }).pdf);
    for (const trap of ['NGN5,000,000.00', '02-Jan-2024', 'Printedon31-May-2023']) expect(text).toContain(trap);
  });

  test('can be made of another, with rows that go on over the end of a page', async () => {
    const usual = layoutNamed('classic');
    const own = (splitsRows: boolean): StatementLayout => ({
      ...usual,
      dialect: 'outward',
      page: { ...usual.page, margin: 100 },
      table: { ...usual.table, splitsRows },
    });
    const brokenRows = async (layout: StatementLayout) => {
      const { pdf, truth } = statementIn(layout, { seed: 9, months: 6 });
      const texts = await pageTexts(pdf);
      return truth.rows.filter(({ page, narration }) => !texts[page - 1]?.includes(squeezed(narration)));
    };
    expect(await brokenRows(own(false))).toEqual([]);
    expect((await brokenRows(own(true))).length).toBeGreaterThan(2);
  });
});

describe('a random layout', () => {
  test('is the same for the same seed', () => expect(randomLayout(5)).toEqual(randomLayout(5)));

  test('draws every shape of money, order and place of the narration', () => {
    const features = new Set(
      Array.from(
        { length: 150 },
        (_, seed) => statementIn(randomLayout(seed), { months: 1, rowsPerMonth: 4 }).truth.features,
      ).flat(),
    );
    for (const layout of layoutNames)
      for (const feature of createStatement({ layout, months: 1 }).truth.features) expect(features).toContain(feature);
  });

  test('prints every row where the truth says', async () => {
    for (let seed = 1; seed <= FUZZED; seed++) {
      const layout = randomLayout(seed);
      await expectEveryRowPrinted(statementIn(layout, { seed, months: 1 }), layout);
    }
  });
});

async function expectEveryRowPrinted({ pdf, accounts }: SyntheticStatement, layout: StatementLayout): Promise<void> {
  const texts = await pageTexts(pdf);
  for (const { rows, account, pages } of accounts) {
    expect(texts).toHaveLength(pages);
    expect(texts.join('')).toContain(account.number);
    for (const { narration, amount, balance, balancePrinted, page } of rows) {
      // A row broken over the end of a page goes on on the next one.
      const text = `${texts[page - 1]}${layout.table.splitsRows ? texts[page] : ''}`;
      const missing = [
        ...narration.split(' '),
        digits(amount, layout),
        ...(balancePrinted ? [digits(balance, layout)] : []),
      ].filter((piece) => !text.includes(piece));
      expect(missing, `${layout.name}, page ${page}: ${narration}`).toEqual([]);
    }
  }
}

function digits(naira: number, { money: { grouping, trimmed } }: StatementLayout): string {
  const text = Math.abs(naira).toLocaleString('en-US', { minimumFractionDigits: 2 }).replaceAll(',', grouping.trim());
  return trimmed ? text.replace(/\.00$/, '') : text;
}
