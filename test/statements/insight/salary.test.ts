import { describe, expect, test } from 'vitest';
import { computeInsight, explainInsight } from '../../../src/statements/insight/compute-insight.ts';
import type { InsightOptions } from '../../../src/statements/insight/insight-options.ts';
import { entries } from './sample-entries.ts';

const salaries = (text: string, options?: InsightOptions) => computeInsight(entries(text), options).salary.amount;
const banks = ['UBA', 'KUDA', 'ZENITH', 'FCMB', 'GTB'];
/** One payment of one payer a month, from January 2026 on: amount and day of each. */
const payments = (list: readonly (readonly [amount: number, day: number])[], payer = 'OLUMIDE AND PARTNERS') =>
  list
    .map(
      ([amount, day], month) =>
        `+${amount} 2026-0${month + 1}-${String(day).padStart(2, '0')} NIP/${banks[month]}/${payer}/PAYMENT`,
    )
    .join('\n');

describe('a payment without the word is salary', () => {
  test('if one payer sends about the same once a month, whatever bank it takes', () => {
    expect(
      salaries(
        payments([
          [1000, 25],
          [1030, 26],
          [990, 24],
          [1000, 25],
        ]),
      ),
    ).toEqual([1000, 1030, 990, 1000]);
  });

  test('in three months, or in two of a statement of up to three', () => {
    const others = '\n+10 2026-03-01 NIP/GTB/A BAKO/x\n+10 2026-04-01 NIP/GTB/C OJO/x';
    expect(
      salaries(
        payments([
          [1000, 25],
          [1000, 25],
        ]),
      ),
    ).toHaveLength(2);
    expect(
      salaries(
        `${payments([
          [1000, 25],
          [1000, 25],
        ])}${others}`,
      ),
    ).toHaveLength(0);
    expect(
      salaries(
        `${payments([
          [1000, 25],
          [1000, 25],
          [1000, 25],
        ])}${others}`,
      ),
    ).toHaveLength(3);
    expect(salaries(payments([[1000, 25]]))).toHaveLength(0);
  });

  test('if all amounts are within 15 % of their median', () => {
    expect(
      salaries(
        payments([
          [1000, 25],
          [1150, 25],
          [850, 25],
        ]),
      ),
    ).toHaveLength(3);
    expect(
      salaries(
        payments([
          [1000, 25],
          [1150.01, 25],
          [850, 25],
        ]),
      ),
    ).toHaveLength(0);
  });

  test('if its days lie within five of each other, also over the end of a month', () => {
    expect(
      salaries(
        payments([
          [1000, 20],
          [1000, 25],
          [1000, 22],
        ]),
      ),
    ).toHaveLength(3);
    expect(
      salaries(
        payments([
          [1000, 20],
          [1000, 26],
          [1000, 22],
        ]),
      ),
    ).toHaveLength(0);
    const overTheEnd =
      '+1000 2026-01-30 NIP/UBA/OLUMIDE AND PARTNERS/x\n+1000 2026-03-01 NIP/UBA/OLUMIDE AND PARTNERS/x\n+1000 2026-03-31 NIP/UBA/OLUMIDE AND PARTNERS/x';
    expect(salaries(overTheEnd)).toHaveLength(3);
  });

  test('if it comes once a month and no more', () => {
    expect(
      salaries(
        `${payments([
          [1000, 25],
          [1000, 25],
          [1000, 25],
        ])}\n+1000 2026-03-24 NIP/GTB/OLUMIDE AND PARTNERS/x`,
      ),
    ).toHaveLength(0);
  });

  test('if it is at least 15 % of what comes in a month', () => {
    const rest = (amount: number) => `\n+${amount / 5} 2026-02-10 NIP/GTB/ADA OKONKWO/x`.repeat(5);
    expect(
      salaries(
        payments([
          [150, 25],
          [150, 25],
          [150, 25],
        ]) + rest(2550),
      ),
    ).toHaveLength(3);
    expect(
      salaries(
        payments([
          [150, 25],
          [150, 25],
          [150, 25],
        ]) + rest(2551),
      ),
    ).toHaveLength(0);
  });

  test('whatever is swept between own wallets meanwhile', () => {
    const sweeps = '\n+9000 2026-02-10 OWealth Withdrawal(Transaction Payment)';
    expect(
      salaries(
        payments([
          [150, 25],
          [150, 25],
          [150, 25],
        ]) + sweeps,
      ),
    ).toHaveLength(3);
  });

  test.each([
    ['the holder', 'TUNDE ADEOLA BAYO', { accountName: 'Bayo Tunde Adeola' }],
    ['a lender', 'FAIRMONEY LOAN', {}],
  ])('but not from %s', (_who, payer, options) =>
    expect(
      salaries(
        payments(
          [
            [1000, 25],
            [1000, 25],
            [1000, 25],
          ],
          payer,
        ),
        options,
      ),
    ).toEqual([]),
  );

  test('but not if it is interest, or comes back', () => {
    expect(
      salaries('+50 2026-01-31 INTEREST PAID\n+50 2026-02-28 INTEREST PAID\n+50 2026-03-31 INTEREST PAID'),
    ).toEqual([]);
    expect(
      salaries(
        '+50 2026-01-31 REVERSAL KEFFI GRAINS\n+50 2026-02-28 REVERSAL KEFFI GRAINS\n+50 2026-03-31 REVERSAL KEFFI GRAINS',
      ),
    ).toEqual([]);
  });
});

describe('salary', () => {
  test('of two months is enough in a statement of three, not of four', () => {
    const two =
      '+1000 2026-01-25 NIP/UBA/OLUMIDE AND PARTNERS/x\n+1000 2026-02-25 NIP/GTB/OLUMIDE AND PARTNERS/x\n+10 2026-03-01 NIP/GTB/ADA BAKO/x';
    expect(salaries(two)).toEqual([1000, 1000]);
    expect(salaries(`${two}\n+10 2026-04-01 NIP/GTB/CHIKA OJO/x`)).toEqual([]);
  });

  test('of one day is listed by its text, wherever it stands in the list', () => {
    const [a, b] = ['+5 2026-01-25 SALARY KEFFI GRAINS PLC', '+7 2026-01-25 SALARY BRIGHTLINE TECH'];
    expect(salaries(`${a}\n${b}`)).toEqual([7, 5]);
    expect(salaries(`${b}\n${a}`)).toEqual([7, 5]);
  });

  test('that says so once draws in what the same payer sends without the word', () => {
    const mixed =
      '+1000 2026-01-25 NIP/UBA/KEFFI GRAINS PLC/JAN SALARY\n+1000 2026-02-25 NIP/GTB/KEFFI GRAINS PLC/PAYMENT\n+1000 2026-03-25 REMITA/KEFFI GRAINS PLC/SAL MAR 2026';
    expect(explainInsight(entries(mixed)).entries.map((entry) => entry.salaryBecause)).toEqual([
      'words',
      'pattern',
      'words',
    ]);
    expect(explainInsight(entries(mixed)).entries.map((entry) => entry.category)).toEqual([
      'salary',
      'salary',
      'salary',
    ]);
  });

  test('of an employer that the lender names needs no pattern', () => {
    const once = '+777 2026-01-09 NIP/UBA/BRIGHTLINE TECH LTD/invoice\n+10 2026-02-01 NIP/UBA/ADA OKONKWO/x';
    expect(salaries(once, { salaryPayers: ['Brightline Tech Ltd'] })).toEqual([777]);
    expect(salaries(once)).toEqual([]);
  });

  test('is not a bonus of the same payer, which is income all the same', () => {
    const withBonus = `${payments([
      [1000, 25],
      [1000, 25],
      [1000, 25],
    ])}\n+500 2026-03-20 13TH MONTH BONUS OLUMIDE AND PARTNERS`;
    expect(salaries(withBonus)).toEqual([1000, 1000, 1000]);
    expect(computeInsight(entries(withBonus)).average_monthly_income).toBe('1166.67');
    expect(salaries(withBonus, { salaryPayers: ['Olumide and Partners'] })).toEqual([1000, 1000, 1000]);
  });

  test('of a pensioner is listed with its own reason', () => {
    const { entries: explained } = explainInsight(entries('+300 2026-01-25 PTAD MONTHLY PENSION'));
    expect(explained[0]).toMatchObject({ category: 'pension', salaryBecause: 'words', isIncome: true });
    expect(salaries('+300 2026-01-25 PTAD MONTHLY PENSION')).toEqual([300]);
  });
});

describe('wages', () => {
  const days = (list: string, line: string) =>
    list
      .split(' ')
      .map((day) => line.replace('DAY', `2026-${day}`))
      .join('\n');
  const weeks = '01-02 01-09 01-16 01-30 02-06 02-13';

  test('come weekly or fortnightly from one firm, without a word, and vary with the days', () => {
    const paid = `${days(weeks, '+15000 DAY NIP/UBA/KEFFI GRAINS PLC/x')}\n+9000 2026-02-20 NIP/UBA/KEFFI GRAINS PLC/x`;
    expect(salaries(paid)).toEqual([15000, 15000, 15000, 15000, 15000, 15000, 9000]);
    expect(salaries(days('01-02 01-16 01-30 02-13', '+30000 DAY NIP/UBA/KEFFI GRAINS PLC/x'))).toHaveLength(4);
    expect(salaries(days('01-02 01-09 01-16', '+30000 DAY NIP/UBA/KEFFI GRAINS PLC/x'))).toEqual([]);
    expect(salaries(days('01-02 01-05 01-09 01-21', '+30000 DAY NIP/UBA/KEFFI GRAINS PLC/x'))).toEqual([]);
  });

  test.each([
    ['a firm that buys', 'NIP/UBA/KEFFI GRAINS PLC/lunch for pupils'],
    ['a platform', 'BOLT OPERATIONS OU/WEEKLY PAYOUT'],
    ['a person', 'NIP/UBA/ADA OKONKWO/x'],
    ['a bookmaker', 'NIP/UBA/KC GAMING NETWORKS LTD/x'],
    ['a wallet of the holder', 'NIP/OPAY DIGITAL SERVICES LTD/ADA OKONKWO/x'],
  ])('do not come from %s', (_who, narration) => {
    expect(salaries(days(weeks, `+15000 DAY ${narration}`))).toEqual([]);
    expect(salaries(days('01-25 02-25 03-25', `+15000 DAY ${narration}`))).toEqual([]);
  });

  test('come from a person who says so again and again', () => {
    expect(salaries(days(weeks, '+15000 DAY NIP/UBA/ADA OKONKWO/site wages'))).toHaveLength(6);
    expect(salaries(days('01-31 03-01 03-30', '+15000 DAY NIP/UBA/ADA OKONKWO/driver salary'))).toHaveLength(3);
  });

  test('are not proved by a word that a person types once, or now and then', () => {
    expect(salaries('+5000 2026-01-25 NIP/UBA/ADA OKONKWO/salary')).toEqual([]);
    expect(salaries(days('01-02 01-13 03-30', '+5000 DAY NIP/UBA/ADA OKONKWO/salary'))).toEqual([]);
    const { entries: explained } = explainInsight(entries('+5000 2026-01-25 NIP/UBA/ADA OKONKWO/salary'));
    expect(explained[0]).toEqual({ row: 0, category: 'inflow', isIncome: true });
  });

  test('may rise, and may come early once', () => {
    const pay = [
      [200, 27],
      [200, 28],
      [200, 17],
      [280, 27],
      [280, 26],
    ] as const;
    expect(salaries(payments(pay))).toEqual([200, 200, 200, 280, 280]);
    expect(salaries(payments(pay.slice(1, 4)))).toEqual([]);
  });

  test('come from a person if they are uneven, as after tax, but not if a rate of exchange made them uneven', () => {
    const net = days('01-31 03-01 03-30', '+66666.67 DAY NIP/UBA/ADA OKONKWO/x');
    expect(salaries(net)).toHaveLength(3);
    expect(salaries(net.replaceAll('.67', '.00').replaceAll('66666', '66600'))).toEqual([]);
    const dollars = days('01-31 03-01 03-30', '+50 DAY NIP/UBA/ADA OKONKWO/x');
    expect(salaries(dollars, { currency: 'USD', nairaPerUnit: 1533.33 })).toEqual([]);
  });

  test("come from a payer whose name is like no person's if they are equal and most of the income", () => {
    const pay = days('01-31 03-01 03-30', '+50000 DAY NIP/UBA/ZUVIKA TRANSEC/x');
    expect(salaries(pay)).toHaveLength(3);
    expect(salaries(`${pay}\n+200000 2026-02-10 NIP/UBA/ADA OKONKWO/x`)).toEqual([]);
    expect(salaries(pay.replaceAll('ZUVIKA TRANSEC', 'MUM'))).toEqual([]);
  });
});
