import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/errors.ts';
import type { CategoryRule } from '../../../src/statements/insight/categories/category-rule.ts';
import { categoryRules } from '../../../src/statements/insight/categories/category-rules.ts';
import { computeInsight, explainInsight } from '../../../src/statements/insight/compute-insight.ts';
import { categorise, entries, entry } from './sample-entries.ts';

function issues(run: () => unknown): string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof InputError) return error.issues.map((issue) => `${issue.path}: ${issue.message}`);
    throw error;
  }
  return [];
}
const withOptions = (options: unknown) => issues(() => computeInsight([], options as never));
const withEntries = (transactions: unknown) => issues(() => computeInsight(transactions as never));

describe('an option', () => {
  test('that does not exist is refused by both calls', () => {
    expect(withOptions({ tenure: 3 })[0]).toMatch(/^tenure: is unknown; did you mean tenureMonths\?/);
    expect(issues(() => explainInsight([], { bureaus: 1 } as never))[0]).toMatch(
      /^bureaus: is unknown; did you mean bureau\?/,
    );
  });

  test.each([
    [{ businessId: 7 }, 'businessId: is a number, but must be a string'],
    [{ accountName: {} }, 'accountName: is an object, but must be a string'],
    [{ openingBalance: '100' }, 'openingBalance: is a string, but must be an amount in naira'],
    [{ closingBalance: Number.NaN }, 'closingBalance: is NaN, but must be an amount in naira'],
    [{ tenureMonths: 0 }, 'tenureMonths: must be at least 1'],
    [{ tenureMonths: 2.5 }, 'tenureMonths: must be a whole number'],
    [{ capRatio: 0 }, 'capRatio: must be above 0'],
    [{ capRatio: 33.3 }, 'capRatio: must be at most 1'],
    [
      { period: { from: '2026-02-30', to: '2026-03-01' } },
      'period.from: is not in the calendar: must be a real date, YYYY-MM-DD',
    ],
    [{ period: { from: '2026-03-02', to: '2026-03-01' } }, 'period.to: must not be before period.from'],
    [{ period: 'January' }, 'period: is a string, but must be an object with from, to'],
    [{ salaryPayers: 'Keffi Grains' }, 'salaryPayers: is a string, but must be a list of names'],
    [{ salaryPayers: ['--'] }, 'salaryPayers.0: must be a name'],
    [
      { bureau: { totalBorrowed: 1, totalOutstanding: 1, creditInsight: '' } },
      'bureau.totalOverdue: is missing: give an amount in naira',
    ],
    [
      { bureau: { totalBorrowed: 1, totalOutstanding: 1, totalOverdue: 0 } },
      'bureau.creditInsight: is missing: give a string',
    ],
    [{ rules: {} }, 'rules: is an object, but must be a list of category rules'],
    [[], 'input: is a list, but must be an object'],
    [{ nairaPerUnit: 0, currency: 'USD' }, 'nairaPerUnit: must be above 0'],
    [{ currency: 5 }, 'currency: is a number, but must be a string'],
  ])('such as %j is refused', (options, message) => expect(withOptions(options)).toContain(message));

  test('may be null where a statement says so', () => {
    expect(
      withOptions({ period: null, openingBalance: null, closingBalance: null, tenureMonths: 360, capRatio: 1 }),
    ).toEqual([]);
  });

  test('is refused together with the others that are wrong', () =>
    expect(withOptions({ tenureMonths: 0, capRatio: 2, x: 1 })).toHaveLength(3));
});

describe('amounts in another currency', () => {
  const statement = entries('+1000 =1500 2026-01-28 SALARY KEFFI GRAINS PLC\n-0.01 =1499.99 2026-01-29 ATM WDL');

  test.each(['USD', 'EUR', 'some text'])('are refused without a rate: %s', (currency) => {
    const named = currency === 'some text' ? 'not naira' : currency;
    const message = `currency: is ${named}, but an insight is in naira: give nairaPerUnit, the naira for one unit of that currency`;
    for (const call of [computeInsight, explainInsight])
      expect(issues(() => call(statement, { currency }))).toEqual([message]);
  });

  test('are converted with one', () => {
    const options = { currency: 'USD', nairaPerUnit: 1550.5, openingBalance: 500 };
    const insight = computeInsight(statement, options);
    expect(insight).toMatchObject({ totalMoneyReceive: '1550500.00', totalMoneySpent: '15.51' });
    expect(insight.salary.amount).toEqual([1550500]);
    // 1,499.99 × 1,550.50, rounded once.
    expect(insight.balance).toEqual({ 'January 2026': 2325734.5 });
    expect(
      computeInsight([], {
        ...options,
        closingBalance: 2,
        openingBalance: -2,
        period: { from: '2026-01-01', to: '2026-01-02' },
      }).creditBreakdown.averageDailyBal,
    ).toBe('-3101.00');
  });

  test('are refused where the sum could not be exact', () => {
    const large = entries('+900000000000 2026-01-28 SALARY');
    expect(issues(() => computeInsight(large, { currency: 'USD', nairaPerUnit: 1000 }))).toEqual([
      'transactions: add up to more than can be counted in whole kobo',
    ]);
  });

  test('are not those of a statement in naira, however it is printed', () => {
    for (const currency of ['NGN', 'Naira', '₦', 'N', '', null, undefined]) {
      expect(computeInsight(statement, { currency }).totalMoneyReceive).toBe('1000.00');
      expect(computeInsight(statement, { currency, nairaPerUnit: 1 }).totalMoneyReceive).toBe('1000.00');
      expect(withOptions({ currency, nairaPerUnit: 1500 })).toEqual([
        'nairaPerUnit: is only for amounts in another currency: leave it out, or give currency',
      ]);
    }
  });
});

describe('an entry', () => {
  const good = entry('+10 2026-01-02 A PAY');

  test.each([
    [{ ...good, type: 'reversal' }, "transactions.0.type: must be 'debit' or 'credit'"],
    [{ ...good, narration: null }, 'transactions.0.narration: must be text'],
    [{ ...good, amount: -1 }, 'transactions.0.amount: must be an amount in naira, zero or more'],
    [{ ...good, amount: Number.NaN }, 'transactions.0.amount: must be an amount in naira, zero or more'],
    [
      { ...good, date: '02/01/2026' },
      'transactions.0.date: must be ISO 8601, such as 2026-01-31 or 2026-01-31T00:00:00.000Z',
    ],
    [
      { ...good, date: '2026-02-30' },
      'transactions.0.date: must be ISO 8601, such as 2026-01-31 or 2026-01-31T00:00:00.000Z',
    ],
    [{ ...good, balance: '10' }, undefined],
    [{ ...good, balance: 'ten' }, 'transactions.0.balance: must be an amount in naira, null or left out'],
    [null, 'transactions.0: must be an entry: an object with type, narration, amount and date'],
  ])('such as %j is refused, or taken', (transaction, message) =>
    expect(withEntries([transaction])).toEqual(message ? [message] : []),
  );

  test('keeps its statement day, whatever the zone of its time', () => {
    expect(Object.keys(computeInsight([{ ...good, date: '2026-01-31T23:59:59.000-11:00' }]).balance)).toEqual([
      'January 2026',
    ]);
  });

  test('is one of a list, and the first ten that are none are named', () => {
    expect(withEntries('none')).toEqual(['transactions: must be a list of entries']);
    expect(withEntries(new Array(50).fill(null))).toHaveLength(10);
  });

  test('is refused where the sum could not be exact any more', () => {
    expect(withEntries(new Array(200).fill({ ...good, amount: 1e12 }))).toEqual([
      'transactions: add up to more than can be counted in whole kobo',
    ]);
  });
});

describe('the table of rules', () => {
  const mine: CategoryRule = { category: 'education', side: 'debit', words: ['Sunbeam Books'], unless: ['gift card'] };

  test('is extended by rules that stand before it', () => {
    const rules = [mine, ...categoryRules];
    expect(categorise(entry('-10 2026-01-02 POS PRCH 1122 SUNBEAM  BOOKS LANG'), rules)).toBe('education');
    expect(categorise(entry('-10 2026-01-02 POS PRCH 1122 SUNBEAM BOOKS GIFT-CARD'), rules)).toBe('other');
    expect(categorise(entry('-10 2026-01-02 POS PRCH 1122 SUNBEAM BOOKS LANG'))).toBe('other');
    expect(computeInsight(entries('-10 2026-01-02 SUNBEAM BOOKS LTD'), { rules }).spendingAnalysis.education).toEqual([
      10,
    ]);
  });

  test('is replaced by another', () => {
    expect(
      computeInsight(entries('-10 2026-01-02 DSTV 70123\n-5 2026-01-02 SUNBEAM BOOKS'), { rules: [mine] })
        .spendingAnalysis,
    ).toMatchObject({
      tv: [0],
      education: [5],
    });
  });

  test('takes patterns, alone or besides words', () => {
    const rules: CategoryRule[] = [
      { category: 'tv', side: 'debit', pattern: /^X\d+ VIEW/ },
      { category: 'tax', side: 'debit', words: ['LEVY'], pattern: /STATE/ },
    ];
    expect(
      ['x12 view', 'a x12 view', 'state levy', 'levy'].map((narration) =>
        categorise({ type: 'debit', narration }, rules),
      ),
    ).toEqual(['tv', 'other', 'tax', 'other']);
  });

  test('searches the name of the other party, or beside it', () => {
    const inParty: CategoryRule = { category: 'other_income', side: 'credit', words: ['Sunbeam'], by: 'party' };
    const beside: CategoryRule = { category: 'investment', side: 'credit', words: ['Sunbeam'], by: 'remark' };
    const narrations = ['NIP/GTB/SUNBEAM BOOKS/x', 'NIP/GTB/ADA OKONKWO/sunbeam', 'Transfer from SUNBEAM ADE - x'];
    const sorted = (rule: CategoryRule) =>
      narrations.map((narration) => categorise({ type: 'credit', narration }, [rule]));
    expect(sorted(inParty)).toEqual(['other_income', 'inflow', 'other_income']);
    expect(sorted(beside)).toEqual(['inflow', 'investment', 'inflow']);
  });

  test('sorts credits that are no income, too', () => {
    const rules: CategoryRule[] = [
      { category: 'gambling', side: 'credit', words: ['LUCKY SPIN'] },
      { category: 'investment', side: 'credit', words: ['NESTEGG'] },
      { category: 'own_transfer', side: 'credit', words: ['MY JAR'] },
      ...categoryRules,
    ];
    const lines = ['LUCKY SPIN 1', 'NESTEGG APP', 'FROM MY JAR'].map((text) => `+5 2026-01-02 ${text}`).join('\n');
    const { entries: explained } = explainInsight(entries(lines), { rules });
    expect(explained.map((one) => one.noIncomeBecause)).toEqual(['betting', 'savings', 'own-transfer']);
  });

  test('finds a word only where it is whole', () => {
    const rules: CategoryRule[] = [{ category: 'gambling', side: 'debit', words: ['BET'] }];
    expect(
      ['bet', 'x-bet/y', 'ALPHABET', 'BETTY', 'BET9'].map((narration) =>
        categorise({ type: 'debit', narration }, rules),
      ),
    ).toEqual(['gambling', 'gambling', 'other', 'other', 'other']);
  });

  test.each([
    [{ side: 'debit', words: ['A'] }, /^rules\.0\.category: is missing: give one of/],
    [{ category: 'toString', side: 'debit', words: ['A'] }, /^rules\.0\.category: must be one of/],
    [{ category: 'tv', side: 'out', words: ['A'] }, /^rules\.0\.side: must be one of "debit" or "credit"/],
    [{ category: 'tv', side: 'credit', words: ['A'] }, /^rules\.0\.side: must be 'debit' for tv/],
    [{ category: 'salary', side: 'debit', words: ['A'] }, /^rules\.0\.side: must be 'credit' for salary/],
    [{ category: 'tv', side: 'debit' }, /^rules\.0\.words: are missing/],
    [{ category: 'tv', side: 'debit', words: ['--'] }, /^rules\.0\.words\.0: must be a word with a letter or a digit/],
    [
      { category: 'tv', side: 'debit', words: ['A'], unless: 'B' },
      /^rules\.0\.unless: is a string, but must be a list of words/,
    ],
    [{ category: 'tv', side: 'debit', pattern: /A/g }, /^rules\.0\.pattern: must be a regular expression without/],
    [{ category: 'tv', side: 'debit', words: ['A'], by: 'payer' }, /^rules\.0\.by: must be/],
    [{ category: 'tv', side: 'debit', words: ['A'], alone: 1 }, /^rules\.0\.alone: must be/],
    [{ category: 'tv', side: 'debit', words: ['A'], word: 1 }, /^rules\.0\.word: is unknown; did you mean words\?/],
    ['tv', /^rules\.0: is a string, but must be a rule/],
  ])('refuses %j', (rule, message) => expect(withOptions({ rules: [rule] })[0]).toMatch(message));
});
