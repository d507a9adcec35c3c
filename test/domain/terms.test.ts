import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PlainDate, parsePlainDate } from '../../src/domain/calendar.ts';
import { sumKobo } from '../../src/domain/money.ts';
import {
  type LoanTerms,
  type LoanTermsInput,
  readTerms,
  scheduleOf,
  termsCheck,
  termsLieAhead,
} from '../../src/domain/terms.ts';

const input: LoanTermsInput = {
  approvedAmount: 100_000,
  totalAmountDue: 120_000.01,
  startDate: '2026-01-31',
  endDate: '2026-03-31',
  frequency: 'monthly',
  collectionMode: 'auto',
};

const read = (change: object = {}) => readTerms({ ...input, ...change } as LoanTermsInput);
const paths = (change: object) => {
  const decision = read(change);
  return decision.ok ? [] : decision.problems.map(({ path }) => path);
};
const terms = (change: object = {}) => (read(change) as { terms: LoanTerms }).terms;
const day = (text: string) => parsePlainDate(text) as PlainDate;

describe('terms', () => {
  test('are read in whole kobo', () => {
    expect(read()).toEqual({
      ok: true,
      terms: {
        approvedAmount: 10_000_000,
        totalAmountDue: 12_000_001,
        startDate: '2026-01-31',
        endDate: '2026-03-31',
        period: 'monthly',
        collectionMode: 'auto',
      },
    });
  });

  test.each([
    ['daily', 'daily'],
    ['D', 'daily'],
    ['weekly', 'weekly'],
    ['W', 'weekly'],
    ['monthly', 'monthly'],
    ['M', 'monthly'],
    ['yearly', 'yearly'],
    ['Y', 'yearly'],
  ])('a frequency of %s is %s', (frequency, period) => {
    expect(terms({ frequency }).period).toBe(period);
  });

  test.each<[string, object, string[]]>([
    ['an approved amount of nothing', { approvedAmount: 0 }, ['approvedAmount']],
    ['a total below a kobo', { totalAmountDue: 120_000.005 }, ['totalAmountDue']],
    ['an amount as text', { totalAmountDue: '120000' }, ['totalAmountDue']],
    ['a day that does not exist', { startDate: '2026-02-30' }, ['startDate']],
    ['an end before the start', { endDate: '2026-01-30' }, ['endDate']],
    ['an unknown frequency', { frequency: 'fortnightly' }, ['frequency']],
    ['a frequency by a name of every object', { frequency: 'constructor' }, ['frequency']],
    ['no frequency', { frequency: undefined }, ['frequency']],
    ['another mode', { collectionMode: 'both' }, ['collectionMode']],
    ['a breakdown that is no list', { breakdown: {} }, ['breakdown']],
    [
      'a breakdown with nothing in a line',
      { breakdown: [{ dueDate: '2026-02-28', amount: 120_000.01 }, null] },
      ['breakdown.1'],
    ],
    ['a breakdown of texts', { breakdown: ['2026-02-28'] }, ['breakdown.0']],
    ['an empty breakdown', { breakdown: [] }, ['breakdown']],
    [
      'a breakdown that adds up to another total',
      { breakdown: [{ dueDate: '2026-02-28', amount: 120_000 }] },
      ['breakdown'],
    ],
    [
      'a line outside the tenure',
      { breakdown: [{ dueDate: '2026-04-01', amount: 120_000.01 }] },
      ['breakdown.0.dueDate'],
    ],
    [
      'a line with half a kobo',
      { breakdown: [{ dueDate: '2026-02-28', amount: 120_000.005 }] },
      ['breakdown.0.amount'],
    ],
    ['more due dates than kobo', { totalAmountDue: 0.02 }, ['endDate']],
    ['more due dates than any loan has', { frequency: 'daily', endDate: '2099-12-31' }, ['endDate']],
  ])('%s is refused at its field', (_what, change, expected) => {
    expect(paths(change)).toEqual(expected);
  });

  test('may be of as many due dates as any loan has, and of a kobo on each', () => {
    // 10,000 days from 31 January 2026 end on 17 June 2053.
    expect(paths({ frequency: 'daily', endDate: '2053-06-17' })).toEqual([]);
    expect(paths({ frequency: 'daily', endDate: '2053-06-18' })).toEqual(['endDate']);
    expect(paths({ totalAmountDue: 0.03 })).toEqual([]);
    expect(paths({ totalAmountDue: 0.02 })).toEqual(['endDate']);
  });

  test('may be of a single day', () => {
    const oneDay = terms({ endDate: '2026-01-31' });
    expect(scheduleOf(oneDay)).toEqual([{ dueDate: '2026-01-31', amount: 12_000_001 }]);
  });

  test('may be collected on demand', () => {
    expect(terms({ collectionMode: 'manual' }).collectionMode).toBe('manual');
  });

  test.each([undefined, null, {}])('everything wrong is listed at once (%j)', (nothing) => {
    const decision = readTerms(nothing as never);
    expect(decision.ok ? [] : decision.problems.map(({ path }) => path)).toEqual([
      'approvedAmount',
      'totalAmountDue',
      'startDate',
      'endDate',
      'frequency',
      'collectionMode',
    ]);
  });
});

describe('the principal and the charges of terms', () => {
  const charges = [
    { kind: 'interest', amount: 8_000 },
    { kind: 'fee', amount: 1_999.5 },
  ];
  const problemsOf = (more: object) => termsCheck.problems({ ...input, totalAmountDue: 90_000, ...more }, '');

  test('are read in whole kobo, and are absent where they are not given', () => {
    expect(terms({ totalAmountDue: 90_000, principal: 80_000.5, charges })).toMatchObject({
      principal: 8_000_050,
      charges: [{ amount: 800_000 }, { amount: 199_950 }],
    });
    expect(JSON.stringify(terms())).not.toMatch(/principal|charges/);
  });

  test('add up to the total', () => {
    expect(problemsOf({ principal: 80_000.5, charges })).toEqual([]);
    expect(problemsOf({ principal: 90_000 })).toEqual([]);
    expect(problemsOf({ principal: 80_000, charges })).toEqual([
      { path: 'charges', message: 'and principal must add up to totalAmountDue; they differ by ₦0.50' },
    ]);
    expect(problemsOf({ charges })).toEqual([
      { path: 'principal', message: 'is missing: give the lent amount beside the charges' },
    ]);
    expect(problemsOf({ principal: 90_000, charges: [{ kind: '', amount: -1 }] }).map(({ path }) => path)).toEqual([
      'charges.0.kind',
      'charges.0.amount',
    ]);
  });
});

describe('terms within another record', () => {
  test.each<[string, object, object[]]>([
    ['that fit have no problems', {}, []],
    [
      'are refused at their field, under the path of the terms',
      { endDate: '2026-01-30' },
      [{ path: 'terms.endDate', message: 'must not be before startDate' }],
    ],
    [
      'are refused at the line of their breakdown',
      { breakdown: [{ dueDate: '2026-04-01', amount: 120_000.01 }] },
      [{ path: 'terms.breakdown.0.dueDate', message: 'must lie within 2026-01-31 and 2026-03-31' }],
    ],
  ])('%s', (_what, change, problems) => {
    expect(termsCheck.problems({ ...input, ...change }, 'terms')).toEqual(problems);
  });
});

describe('the schedule of terms', () => {
  test('is the total split evenly over the due dates, the remainder on the last', () => {
    expect(scheduleOf(terms())).toEqual([
      { dueDate: '2026-01-31', amount: 4_000_000 },
      { dueDate: '2026-03-01', amount: 4_000_000 },
      { dueDate: '2026-03-31', amount: 4_000_001 },
    ]);
  });

  test('is the given breakdown, where one is given', () => {
    const breakdown = [
      { dueDate: '2026-02-15', amount: 20_000.01 },
      { dueDate: '2026-03-31', amount: 100_000 },
    ];
    expect(read({ breakdown }).ok).toBe(true);
    expect(scheduleOf(terms({ breakdown }))).toEqual([
      { dueDate: '2026-02-15', amount: 2_000_001 },
      { dueDate: '2026-03-31', amount: 10_000_000 },
    ]);
  });

  test('adds up to the total, whatever the terms', () => {
    const amount = fc.integer({ min: 100_000, max: 10 ** 10 }).map((kobo) => kobo / 100);
    const frequency = fc.constantFrom('daily', 'weekly', 'monthly', 'yearly');
    const days = fc.tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 900 }));
    fc.assert(
      fc.property(amount, frequency, days, (totalAmountDue, period, [from, length]) => {
        const date = (offset: number) => new Date(Date.UTC(2026, 0, 1 + offset)).toISOString().slice(0, 10);
        const given = terms({ totalAmountDue, frequency: period, startDate: date(from), endDate: date(from + length) });
        expect(sumKobo(scheduleOf(given).map((line) => line.amount))).toBe(given.totalAmountDue);
      }),
    );
  });
});

describe('the first due date', () => {
  test.each(['2026-01-30', '2026-01-31'])('lies ahead on %s', (today) => {
    expect(termsLieAhead(terms(), day(today))).toEqual({ allowed: true });
  });

  test('has passed the day after: the service recovers nothing', () => {
    expect(termsLieAhead(terms(), day('2026-02-01'))).toEqual({
      allowed: false,
      rule: 'terms-lie-ahead',
      spec: 'Spec §1',
      message:
        'The first due date, 2026-01-31, has passed (today is 2026-02-01): the service automates repayment from the first day, it recovers nothing',
    });
  });

  test('is that of the breakdown, where one is given', () => {
    const given = terms({ breakdown: [{ dueDate: '2026-02-15', amount: 120_000.01 }] });
    expect(termsLieAhead(given, day('2026-02-15')).allowed).toBe(true);
    expect(termsLieAhead(given, day('2026-02-16')).allowed).toBe(false);
  });

  test('is the start of the tenure, where no instalment is listed', () => {
    const none = { ...terms(), breakdown: [] };
    expect(termsLieAhead(none, day('2026-01-31')).allowed).toBe(true);
    expect(termsLieAhead(none, day('2026-02-01')).allowed).toBe(false);
  });
});
