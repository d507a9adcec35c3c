import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { koboFromAnswer } from '../../../src/domain/money.ts';
import { computeInsight, explainInsight, type InsightField } from '../../../src/statements/insight/compute-insight.ts';
import { anyStatement } from './arbitrary-statement.ts';
import { entries } from './sample-entries.ts';

const kobo = (amount: unknown) => koboFromAnswer(amount) as number;

/** A figure by the name its explanation has. */
function figureOf(insight: unknown, field: string): unknown {
  return field.split('.').reduce((value, name) => (value as Record<string, unknown>)[name], insight);
}

const sums: readonly InsightField[] = [
  'totalMoneyReceive',
  'totalMoneySpent',
  'recurrent_debt_sum',
  ...(['atm', 'airtime', 'transfers', 'party', 'gambling', 'titheOffering', 'rent', 'tv'] as const).map(
    (name) => `spendingAnalysis.${name}` as const,
  ),
  ...(['investment', 'loans', 'education', 'transport', 'electricity', 'tax'] as const).map(
    (name) => `spendingAnalysis.${name}` as const,
  ),
];
const maps: readonly InsightField[] = [
  'recurrent_expenses_debt',
  ...([
    'titheOffering',
    'airtime',
    'atm',
    'gambling',
    'tv',
    'investment',
    'loans',
    'party',
    'rent',
    'transfers',
    'transport',
    'education',
  ] as const),
  ...(
    [
      'monthlyCredit',
      'monthlyDebit',
      'creditFirstHalf0',
      'creditSecondHalf1',
      'debitThirdQuarter0',
      'debitFourthQuarter0',
    ] as const
  ).map((name) => `creditBreakdown.${name}` as const),
];

describe('an explanation', () => {
  test('names exactly the fields of the insight', () => {
    const insight = computeInsight([]);
    const names = Object.entries(insight).flatMap(([name, value]) =>
      name === 'spendingAnalysis' || name === 'creditBreakdown'
        ? Object.keys(value as object).map((part) => `${name}.${part}`)
        : [name],
    );
    expect(Object.keys(explainInsight([]).figures).toSorted()).toEqual(names.toSorted());
  });

  test('names the entries whose sum a figure is', () => {
    fc.assert(
      fc.property(anyStatement, (statement) => {
        const [insight, { figures }] = [computeInsight(statement), explainInsight(statement)];
        const add = (rows: readonly number[]) => rows.reduce((sum, row) => sum + kobo(statement[row]?.amount), 0);
        for (const field of sums)
          expect([field, add(figures[field].rows)]).toEqual([field, kobo([figureOf(insight, field)].flat()[0])]);
        for (const field of maps) {
          const months = Object.fromEntries(
            Object.entries(figures[field].months ?? {}).map(([month, rows]) => [month, add(rows) / 100]),
          );
          expect([field, months]).toEqual([field, figureOf(insight, field)]);
        }
        expect(figures.salary.rows.map((row) => statement[row]?.amount).toSorted()).toEqual(
          insight.salary.amount.toSorted(),
        );
        const passed = Object.values(figures['creditBreakdown.aveSweepMonthlyCred'].parts ?? {}).reduce(
          (sum, part) => sum + kobo(part),
          0,
        );
        const months = Number(insight.numberOfActiveMonths);
        expect(Math.abs(kobo(insight.creditBreakdown.aveSweepMonthlyCred) * months - passed)).toBeLessThanOrEqual(
          months / 2,
        );
      }),
      { numRuns: 150 },
    );
  });

  test('says of each figure what it is, and whose definition that is', () => {
    const { figures } = explainInsight([]);
    for (const figure of Object.values(figures)) {
      expect(figure.rule).toMatch(/^[A-Z].*\.$/s);
      expect(['spec', 'ours']).toContain(figure.definition);
    }
    expect(figures.numberOfActiveMonths.definition).toBe('spec');
    expect(figures['creditBreakdown.monthlyCredit'].definition).toBe('spec');
    expect(figures.eligibleAmount.definition).toBe('ours');
  });

  test('names the settings that a figure was made with', () => {
    expect(explainInsight([], { capRatio: 0.4, tenureMonths: 6 }).figures.eligibleAmount.rule).toContain(
      '40 % of the average monthly income',
    );
    expect(explainInsight([]).figures.eligibleAmount.rule).toContain(
      'one third of the average monthly income after the average recurring debits, times 3 months',
    );
  });

  test('names entries by their place in the list, also where it is newest first', () => {
    const { figures, entries: explained } = explainInsight(
      entries('-5 2026-02-02 DSTV 7012\n+9 2026-01-02 NIP/GTB/ADA OKONKWO/x'),
    );
    expect([figures.totalMoneySpent.rows, figures.totalMoneyReceive.rows]).toEqual([[0], [1]]);
    expect(explained).toEqual([
      { row: 0, category: 'tv', isIncome: false },
      { row: 1, category: 'inflow', isIncome: true },
    ]);
  });

  test('names every entry that ties', () => {
    expect(
      explainInsight(entries('+5 2026-02-02 A PAY\n+5 2026-02-03 B PAY\n+1 2026-02-03 C PAY')).figures[
        'creditBreakdown.maxCredit'
      ].rows,
    ).toEqual([0, 1]);
  });
});
