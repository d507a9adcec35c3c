import { describe, expect, test } from 'vitest';
import { computeInsight, explainInsight } from '../../../src/statements/insight/compute-insight.ts';
import type { InsightOptions } from '../../../src/statements/insight/insight-options.ts';
import { entries } from './sample-entries.ts';

const reasons = (text: string, options?: InsightOptions) =>
  explainInsight(entries(text), options).entries.map(
    (entry) => entry.noIncomeBecause ?? (entry.isIncome ? 'income' : '-'),
  );

describe('a credit is income unless', () => {
  test.each([
    ['NIP/GTB/ADA OKONKWO/payment', 'income'],
    ['CREDIT INTEREST CAPITALISED', 'income'],
    ['13TH MONTH BONUS KEFFI GRAINS PLC', 'income'],
    ['REVERSAL NIP TRANSFER 5998593', 'reversal'],
    ['MC 1234 RFND TO PAN', 'refund'],
    ['NIP/GTB/ADA OKONKWO/refund', 'refund'],
    ['LOAN DISBURSEMENT CARBON MFB 5903680149', 'loan'],
    ['OWealth Withdrawal(Transaction Payment)', 'sweep'],
    ['BALANCE B/F', 'balance-forward'],
    ['Transfer from SPORTYBET | Opay | Withdrawal', 'betting'],
    ['NIP/PROVIDUS/PIGGYVEST/Withdrawal Ada', 'savings'],
    ['MATURED FIXED DEPOSIT FD0011882', 'savings'],
    ['FIXED DEPOSIT INTEREST FD0011882', 'income'],
    ['CASH DEPOSIT BY SELF', 'own-cash'],
    ['CASH DEPOSIT IKEJA BRANCH', 'own-cash'],
    ['CASH DEPOSIT BY MRS ADA OKONKWO', 'income'],
    ['SELF TRANSFER 112233', 'own-transfer'],
    ['NIP/UBA/QUICK LOANS LTD/x', 'loan'],
  ])('%s is %s', (narration, reason) => expect(reasons(`+500 2026-01-02 ${narration}`)).toEqual([reason]));

  describe('it comes from an account of the same name', () => {
    const transfer = '+500 2026-01-02 NIP/GTB/ADEOLA BAYO TUNDE/payment';

    test('in any order, also without a middle name', () => {
      expect(reasons(transfer, { accountName: 'Tunde Adeola Bayo' })).toEqual(['own-transfer']);
      expect(
        reasons('+500 2026-01-02 Transfer from BAYO TUNDE | Uba | 1234567890 | house', {
          accountName: 'Tunde Adeola Bayo',
        }),
      ).toEqual(['own-transfer']);
    });

    test('but one name in common is a relative', () => {
      expect(reasons('+500 2026-01-02 NIP/GTB/ADEOLA GRACE/payment', { accountName: 'Tunde Adeola Bayo' })).toEqual([
        'income',
      ]);
      expect(reasons(transfer)).toEqual(['income']);
    });

    test('but one word proves nothing', () => {
      expect(reasons('+500 2026-01-02 NIP/GTB/TUNDE/payment', { accountName: 'Tunde' })).toEqual(['income']);
    });

    test('with initials, a title or a part of the name, but no other name', () => {
      const from = (payer: string, accountName = 'Mr Tunde Adeola Bayo') =>
        reasons(`+500 2026-01-02 NIP/GTB/${payer}/x`, { accountName })[0];
      for (const own of [
        'BAYO T A',
        'T. BAYO',
        'TUNDE A BAYO',
        'MR BAYO TUNDE',
        'TUNDE ADEO',
        'BAYO TUNDE ADEOLA KOLA',
      ])
        expect([own, from(own)]).toEqual([own, 'own-transfer']);
      for (const other of ['BAYO K', 'TUNDE BAYO KOLA', 'BAYO KEMI T', 'TUNDE', 'A T', 'TUNDE BELLO'])
        expect([other, from(other)]).toEqual([other, 'income']);
      expect(from('BELLO AISHA', 'BELLO A. MOHAMMED')).toBe('own-transfer');
    });

    test('before a wedding: two names agree, one differs, and money goes both ways', () => {
      const received = '+500 2026-01-02 NIP/GTB/ADEOLA TUNDE KOLA/x';
      const accountName = 'Tunde Adeola Bayo';
      expect(reasons(received, { accountName })).toEqual(['income']);
      expect(reasons(`${received}\n-90 2026-03-02 NIP CR/ADEOLA TUNDE KOLA/GTB`, { accountName })).toEqual([
        'own-transfer',
        '-',
      ]);
    });

    test('also if the remark says salary', () => {
      const accountName = 'Tunde Adeola Bayo';
      expect(reasons('+500 2026-01-02 NIP/GTB/BAYO TUNDE/salary', { accountName })).toEqual(['own-transfer']);
      expect(reasons('+500 2026-01-02 TRF/salary/FRM BAYO TUNDE TO T A BAYO', { accountName })).toEqual([
        'own-transfer',
      ]);
    });

    test('and salary stays salary where the employer names the employee', () => {
      expect(
        reasons('+500 2026-01-02 SALARY JAN 2026 TUNDE BAYO ADEOLA', { accountName: 'Tunde Adeola Bayo' }),
      ).toEqual(['income']);
    });
  });
});

describe('money that comes back', () => {
  test('within three days from the one it went to is no income', () => {
    expect(reasons('-700 2026-01-02 NIP CR/ADA OKONKWO/GTB\n+700 2026-01-05 NIP/GTB/ADA OKONKWO/sorry')).toEqual([
      '-',
      'returned',
    ]);
    expect(reasons('-700 2026-01-02 NIP CR/ADA OKONKWO/GTB\n+700 2026-01-06 NIP/GTB/ADA OKONKWO/sorry')).toEqual([
      '-',
      'circular',
    ]);
  });

  test('without a name within three days is no income', () => {
    expect(reasons('-700 2026-01-02 NIP CR/ADA OKONKWO/GTB\n+700 2026-01-02 NIP 99887766')).toEqual(['-', 'returned']);
  });

  test('is the same amount from the same hands: another payer, or another amount, is income', () => {
    expect(reasons('-700 2026-01-02 NIP CR/ADA OKONKWO/GTB\n+700 2026-01-03 NIP/GTB/OLA ADE/payment')).toEqual([
      '-',
      'income',
    ]);
    expect(reasons('-700 2026-01-02 NIP CR/ADA OKONKWO/GTB\n+800 2026-01-03 NIP/GTB/ADA OKONKWO/payment')).toEqual([
      '-',
      'income',
    ]);
  });

  test('leaves the same debit standing in whatever order a day is listed', () => {
    const day = ['-700 2026-01-02 HOUSE RENT LEKKI', '-700 2026-01-02 DSTV SUBSCRIPTION'];
    const back = '+700 2026-01-02 REVERSAL 112233';
    const recurring = (lines: readonly string[]) => computeInsight(entries(lines.join('\n'))).recurrent_debt_sum;
    expect(recurring([...day, back])).toBe(recurring([...day.toReversed(), back]));
  });

  test('comes back once', () => {
    const twice =
      '-700 2026-01-02 NIP CR/ADA OKONKWO/GTB\n+700 2026-01-03 NIP/GTB/ADA OKONKWO/sorry\n+700 2026-01-03 NIP/GTB/ADA OKONKWO/gift';
    expect(reasons(twice).toSorted()).toEqual(['-', 'income', 'returned']);
  });

  test('works the other way, too: a credit that is taken back, or sent back, is no income', () => {
    expect(reasons('+700 2026-01-02 NIP/GTB/ADA OKONKWO/pay\n-700 2026-01-03 REVERSAL OF WRONG CREDIT')).toEqual([
      'returned',
      '-',
    ]);
    expect(reasons('+700 2026-01-02 NIP/GTB/ADA OKONKWO/pay\n-700 2026-01-03 NIP CR/ADA OKONKWO/GTB')).toEqual([
      'returned',
      '-',
    ]);
    expect(reasons('+700 2026-01-02 NIP/GTB/ADA OKONKWO/pay\n-700 2026-01-03 ATM WITHDRAWAL')).toEqual(['income', '-']);
  });

  test('is not cash that was drawn and interest of the same amount', () => {
    expect(reasons('-700 2026-01-02 ATM WITHDRAWAL\n+700 2026-01-03 INTEREST PAID')).toEqual(['-', 'income']);
  });
});

describe('what passes through', () => {
  const swept = (text: string) => computeInsight(entries(text)).creditBreakdown.aveSweepMonthlyCred;

  test('leaves on the same or the next day', () => {
    expect(
      swept(
        '+100 2026-01-02 NIP/GTB/ADA OKONKWO/pay\n-60 2026-01-02 NIP CR/OLA ADE/GTB\n-60 2026-01-03 NIP CR/OLA ADE/GTB',
      ),
    ).toBe('100.00');
    expect(swept('+100 2026-01-02 NIP/GTB/ADA OKONKWO/pay\n-60 2026-01-04 NIP CR/OLA ADE/GTB')).toBe('0.00');
  });

  test('counts in the month it came, the oldest credit first', () => {
    const { creditBreakdown } = computeInsight(
      entries('+100 2026-01-31 A PAY\n+50 2026-02-01 B PAY\n-120 2026-02-01 NIP CR/OLA ADE/GTB'),
    );
    expect(creditBreakdown.aveSweepMonthlyCred).toBe('60.00');
    expect(
      explainInsight(entries('+100 2026-01-31 A PAY\n+50 2026-02-01 B PAY\n-120 2026-02-01 NIP CR/OLA ADE/GTB'))
        .figures['creditBreakdown.aveSweepMonthlyCred'],
    ).toMatchObject({
      rows: [0, 1],
      parts: { 0: 100, 1: 20 },
    });
  });

  test('does not depend on which line of a day comes first', () => {
    expect(swept('-60 2026-01-02 NIP CR/OLA ADE/GTB\n+100 2026-01-02 NIP/GTB/ADA OKONKWO/pay')).toBe('60.00');
  });
});
