import { describe, expect, test } from 'vitest';
import { computeInsight, explainInsight } from '../../../src/statements/insight/compute-insight.ts';
import { entries } from './sample-entries.ts';

const reasons = (text: string) =>
  explainInsight(entries(text)).entries.map((entry) => entry.noIncomeBecause ?? (entry.isIncome ? 'income' : '-'));
const credit = (amount: number, date: string, payer = 'ADA OKONKWO') => `+${amount} ${date} NIP/GTB/${payer}/x`;
const debit = (amount: number, date: string, payee = 'ADA OKONKWO') => `-${amount} ${date} NIP CR/${payee}/GTB`;

describe('money that goes round with one party', () => {
  test.each([
    ['less a fee', [credit(400_000, '2026-01-02'), debit(399_900, '2026-01-03')], ['circular', '-']],
    ['out first', [debit(400_000, '2026-01-02'), credit(380_000, '2026-01-09')], ['-', 'circular']],
    [
      'in parts',
      [credit(600, '2026-01-02'), debit(200, '2026-01-02'), debit(200, '2026-01-05'), debit(190, '2026-01-09')],
      ['circular', '-', '-', '-'],
    ],
    [
      'in parts both ways',
      [credit(300, '2026-01-02'), credit(200, '2026-01-03'), debit(490, '2026-01-04')],
      ['circular', 'circular', '-'],
    ],
  ])('is no income: %s', (_how, lines, expected) => expect(reasons(lines.join('\n'))).toEqual(expected));

  test.each([
    ['after eleven days', [credit(400, '2026-01-02'), debit(390, '2026-01-13')], ['income', '-']],
    ['only a part of it', [credit(400, '2026-01-02'), debit(355, '2026-01-03')], ['income', '-']],
    ['to someone else', [credit(400, '2026-01-02'), debit(390, '2026-01-03', 'OLA ADE')], ['income', '-']],
  ])('is income: %s', (_how, lines, expected) => expect(reasons(lines.join('\n'))).toEqual(expected));

  test('is no salary, whatever the payer writes, and no recurring debit', () => {
    const months = ['01', '02', '03'].flatMap((month) => [
      `+350000 2026-${month}-26 NIP/GTB/TOPLINE VENTURES/SALARY`,
      debit(345_000, `2026-${month}-28`, 'TOPLINE VENTURES'),
    ]);
    const insight = computeInsight(entries(months.join('\n')));
    expect(insight).toMatchObject({ average_monthly_income: '0.00', recurrent_debt_sum: 0, salary: { amount: [] } });
  });

  test('slowly, in the whole statement, is no income from a person', () => {
    const slow = ['01', '02', '03'].flatMap((month) => [
      credit(200, `2026-${month}-02`),
      debit(100, `2026-${month}-16`),
      debit(98, `2026-${month}-22`),
    ]);
    expect(new Set(reasons(slow.join('\n')))).toEqual(new Set(['circular', '-']));
  });
});

describe('money that passes to a second person', () => {
  const passing = ['01', '02'].flatMap((month) => [
    credit(300_000, `2026-${month}-14`),
    debit(299_500, `2026-${month}-15`, 'OLA ADE'),
  ]);

  test('is no income if it does so again', () => {
    expect(reasons(passing.join('\n'))).toEqual(['circular', '-', 'circular', '-']);
    expect(reasons(passing.slice(0, 2).join('\n'))).toEqual(['income', '-']);
  });

  test('is the pay of a firm all the same', () => {
    const pay = passing.join('\n').replaceAll('ADA OKONKWO', 'KEFFI GRAINS PLC');
    expect(reasons(pay)).toEqual(['income', '-', 'income', '-']);
  });
});

describe('a lump after equal payments to the same person', () => {
  const weeks = ['02', '09', '16', '23'].map((day) => debit(10_000, `2026-01-${day}`));

  test('is a savings club that pays out', () => {
    expect(reasons([...weeks, credit(100_000, '2026-02-20')].join('\n')).at(-1)).toBe('savings');
    expect(reasons([...weeks, credit(104_000, '2026-02-20')].join('\n')).at(-1)).toBe('income');
    expect(reasons([...weeks.slice(2), credit(100_000, '2026-02-20')].join('\n')).at(-1)).toBe('income');
  });
});

describe('money of a party that is repaid as a loan', () => {
  test('is a loan', () => {
    const repaid = '-60 2026-03-02 NIP CR/OKADA BRIDGE/loan rpymt 1';
    expect(
      reasons(`+100 2026-01-02 NIP/GTB/OKADA BRIDGE/x\n${repaid}\n+100 2026-04-02 NIP/GTB/OKADA BRIDGE/x`),
    ).toEqual(['loan', '-', 'income']);
  });
});
