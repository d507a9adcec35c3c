import { describe, expect, test } from 'vitest';
import { createStatement, type StatementTruth } from '../../../src/testing/index.ts';

const kobo = (naira: number): number => Math.round(naira * 100);

describe('a synthetic statement', () => {
  test('is the same for the same seed, to the byte', () => {
    const options = { layout: 'wallet', seed: 11, password: 'abc' } as const;
    expect(createStatement(options)).toEqual(createStatement(options));
  });

  test('is another for another seed', () => {
    expect(createStatement({ seed: 1 }).truth.rows).not.toEqual(createStatement({ seed: 2 }).truth.rows);
  });

  test.each(['salary', 'trader', 'gig-worker'] as const)(
    'of a %s adds up from its opening to its closing balance',
    (profile) => {
      for (let seed = 1; seed <= 10; seed++) expectToAddUp(createStatement({ profile, seed, months: 4 }).truth);
    },
  );

  test('stays inside its period, in order', () => {
    for (const months of [1, 3, 14]) {
      const { period, rows } = createStatement({ from: '2024-01-31', months, seed: 3 }).truth;
      const days = rows.map(({ date }) => date);
      expect(days).toEqual(days.toSorted());
      expect(days[0]?.localeCompare(period.from)).toBeGreaterThanOrEqual(0);
      expect(period.from).toBe('2024-01-31');
      expect(days.at(-1)?.localeCompare(period.to)).toBeLessThanOrEqual(0);
    }
  });

  test('refuses a first day that is none', () =>
    expect(() => createStatement({ from: '2024-02-30' })).toThrow(/from: is not in the calendar: must be a real date/));

  test('refuses an option that does not exist, and says which was probably meant', () =>
    expect(() => createStatement({ month: 3, tamper: { kind: 'delte', row: 1 } } as never)).toThrow(
      /month: is unknown; did you mean months\?.*tamper\.kind: is unknown; did you mean 'delete'\?/,
    ));

  test('has as many rows as are asked for, and more pages with them', () => {
    const few = createStatement({ months: 2, seed: 4 }).truth;
    const many = createStatement({ months: 2, seed: 4, minRows: 2_000 }).truth;
    expect(many.rows.length).toBeGreaterThanOrEqual(2_000);
    expect(many.rows.length).toBeLessThan(3_000);
    expect(many.pages).toBeGreaterThan(10 * few.pages);
    expectToAddUp(many);
  });

  test('has them also where a life must be lived again for it', () => {
    for (let seed = 1; seed <= 8; seed++)
      expect(createStatement({ months: 2, seed, minRows: 300 }).truth.rows.length).toBeGreaterThanOrEqual(300);
  });

  test('goes below nothing where a trader overdraws, and never for a salary', () => {
    const lowest = (profile: 'trader' | 'salary') =>
      Math.min(
        ...Array.from({ length: 12 }, (_, seed) =>
          createStatement({ profile, seed }).truth.rows.map(({ balance }) => balance),
        ).flat(),
      );
    expect(lowest('trader')).toBeLessThan(0);
    expect(lowest('salary')).toBeGreaterThanOrEqual(0);
  });

  test('pays a salary every month, labelled or not, and a bonus in December', () => {
    const options = { profile: 'salary', salary: 312_500, from: '2023-10-01', months: 5, seed: 8 } as const;
    for (const labelledSalary of [true, false]) {
      const { rows } = createStatement({ ...options, labelledSalary }).truth;
      const salaries = rows.filter(({ tags }) => tags.includes('salary'));
      expect(salaries.map(({ amount, date }) => [amount, date.slice(0, 7)])).toEqual(
        ['2023-10', '2023-11', '2023-12', '2024-01', '2024-02'].map((month) => [312_500, month]),
      );
      expect(salaries.every(({ narration }) => /salary/i.test(narration))).toBe(labelledSalary);
      expect(rows.filter(({ tags }) => tags.includes('bonus'))).toMatchObject([
        { amount: 156_250, type: 'credit', date: expect.stringMatching(/^2023-12/) },
      ]);
    }
  });

  test('gives back what it reverses, to the kobo', () => {
    const all = Array.from({ length: 20 }, (_, seed) => createStatement({ seed, months: 6 }).truth.rows).flat();
    const amounts = (tag: 'reversed' | 'reversal') =>
      all.filter(({ tags }) => tags.includes(tag)).map(({ amount }) => amount);
    expect(amounts('reversal').length).toBeGreaterThan(10);
    expect(amounts('reversed').toSorted()).toEqual(amounts('reversal').toSorted());
  });

  test('gives the sums of its months apart from its rows', () => {
    const { oracle, rows, totalCredit, totalDebit, closingBalance } = createStatement({
      layout: 'wallet',
      seed: 6,
      months: 3,
    }).truth;
    const sum = (values: Readonly<Record<string, number>>) =>
      kobo(Object.values(values).reduce((total, value) => total + value, 0));
    expect(sum(oracle.monthlyCredit)).toBe(kobo(totalCredit));
    expect(sum(oracle.monthlyDebit)).toBe(kobo(totalDebit));
    expect(oracle.monthEndBalance[oracle.months.at(-1) ?? '']).toBe(closingBalance);
    expect(oracle.tagged.sweep.length).toBeGreaterThan(5);
    expect(oracle.tagged.sweep).toEqual(rows.flatMap(({ category, i }) => (category === 'sweep' ? [i] : [])));
  });
});

function expectToAddUp(truth: StatementTruth): void {
  const { rows, openingBalance, closingBalance } = truth;
  let balance = kobo(openingBalance);
  for (const { type, amount, balance: printed } of rows) {
    expect(amount).toBeGreaterThan(0);
    balance += type === 'credit' ? kobo(amount) : -kobo(amount);
    expect(kobo(printed)).toBe(balance);
  }
  expect(kobo(closingBalance)).toBe(balance);
  const of = (side: string) => rows.filter(({ type }) => type === side);
  const sum = (side: string) => of(side).reduce((total, { amount }) => total + kobo(amount), 0);
  expect([kobo(truth.totalDebit), kobo(truth.totalCredit)]).toEqual([sum('debit'), sum('credit')]);
  expect([truth.debitCount, truth.creditCount]).toEqual([of('debit').length, of('credit').length]);
}
