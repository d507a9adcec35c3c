import { describe, expect, test } from 'vitest';
import { type BureauEventName, type BureauReport, bureauEventNames } from '../../../src/domain/bureau.ts';
import {
  contentProblems,
  reportProblems,
  scheduledTotal,
  splitContent,
} from '../../../src/domain/loan/report-content.ts';

const good = {
  'loan.approved': { offerTerms: 'as agreed', approvedAmount: 80_000, tenure: 'P3M' },
  'loan.disbursed': { amount: 80_000, date: '2026-01-05', reference: 'TRF-1' },
  'repayment.successful': { amount: 30_000.5, date: '2026-02-01', outstandingBalance: 0 },
  'repayment.missed': { dueAmount: 30_000, failureReason: 'insufficient funds', outstandingBalance: 90_000 },
  'loan.restructured': { schedule: [{ dueDate: '2026-05-01', amount: 15_000 }], reason: 'lost income' },
  'loan.closed': { finalStatus: 'repaid', closeDate: '2026-04-15' },
} as const;

// The amounts, days and words of spec §6.3, typed again by hand.
const wrong: Readonly<Record<BureauEventName, Readonly<Record<string, readonly unknown[]>>>> = {
  'loan.approved': {
    offerTerms: [undefined, null, ''],
    approvedAmount: [0, -1, 1.005, '80000', undefined, Number.NaN],
    tenure: [undefined, null, ''],
  },
  'loan.disbursed': {
    amount: [0, 0.001, '1'],
    date: ['2026-02-30', '05/01/2026', undefined],
    reference: ['', ' ', 7, undefined],
  },
  'repayment.successful': {
    amount: [0, -5],
    date: ['', '2026-1-5'],
    outstandingBalance: [-0.01, 0.001, '0', undefined],
  },
  'repayment.missed': { dueAmount: [0], failureReason: ['', undefined], outstandingBalance: [-1, null] },
  'loan.restructured': { schedule: [[], 'monthly', undefined], reason: ['', 5] },
  'loan.closed': { finalStatus: ['', undefined], closeDate: ['yesterday', undefined] },
};

describe.each(bureauEventNames)('the content of %s', (event) => {
  test('is fine as spec §6.3 has it, and with fields beside', () => {
    expect(contentProblems(event, good[event])).toEqual([]);
    expect(contentProblems(event, { ...good[event], branch: 'Ikeja' })).toEqual([]);
  });

  test('is refused for each field that is missing or wrong', () => {
    expect(Object.keys(wrong[event]).sort()).toEqual(Object.keys(good[event]).sort());
    for (const [field, values] of Object.entries(wrong[event])) {
      for (const value of values)
        expect(contentProblems(event, { ...good[event], [field]: value }).map(({ path }) => path)).toEqual([field]);
    }
  });
});

test.each<[BureauEventName, string, unknown, string]>([
  ['loan.approved', 'offerTerms', '', 'is empty: give something'],
  ['loan.disbursed', 'amount', 0, 'is zero: give naira above zero'],
  ['loan.disbursed', 'date', '2026-02-30', 'is not in the calendar: must be a real date, YYYY-MM-DD'],
  ['loan.disbursed', 'reference', ' ', 'is empty: give text that says something'],
  ['repayment.missed', 'outstandingBalance', -1, 'is negative: give naira zero or more'],
  ['loan.restructured', 'schedule', [], 'must be a list of the new instalments: { dueDate, amount }'],
])('in a report of %s, %s that is %j gets its cause and fix', (event, field, value, message) => {
  expect(contentProblems(event, { ...good[event], [field]: value })).toEqual([{ path: field, message }]);
});

test('each line of a new schedule is looked at', () => {
  const schedule = [
    { dueDate: '2026-05-01', amount: 1 },
    null,
    { dueDate: 'soon', amount: 1 },
    { dueDate: '2026-06-01', amount: 0 },
  ];
  const paths = contentProblems('loan.restructured', { schedule, reason: 'lost income' }).map(({ path }) => path);
  expect(paths).toEqual(['schedule.1.dueDate', 'schedule.1.amount', 'schedule.2.dueDate', 'schedule.3.amount']);
});

describe('a new schedule', () => {
  const problems = (schedule: readonly unknown[]) =>
    contentProblems('loan.restructured', { schedule, reason: 'lost income' });
  const lines = (...dueDates: readonly string[]) => dueDates.map((dueDate) => ({ dueDate, amount: 1 }));

  test('goes from day to day, each after the one before', () => {
    expect(problems(lines('2026-05-01', '2026-05-02', '2027-01-01'))).toEqual([]);
    expect(problems(lines('2026-05-02', '2026-05-02', '2026-05-01'))).toEqual([
      { path: 'schedule.1.dueDate', message: 'must come after 2026-05-02' },
      { path: 'schedule.2.dueDate', message: 'must come after 2026-05-02' },
    ]);
    expect(problems(lines('2026-05-02', 'soon', '2026-05-01')).map(({ path }) => path)).toEqual(['schedule.1.dueDate']);
  });

  test('adds up to a trillion naira at most', () => {
    const of = (amount: number) => [
      { dueDate: '2026-05-01', amount: 10 ** 12 - 1 },
      { dueDate: '2026-06-01', amount },
    ];
    expect(problems(of(1))).toEqual([]);
    expect(problems(of(1.01))).toEqual([{ path: 'schedule', message: 'must add up to a trillion naira at most' }]);
  });

  test('adds up to nothing where it is none', () => {
    expect(scheduledTotal([{ dueDate: '2026-05-01', amount: 0.5 }, { dueDate: '2026-06-01', amount: 2 }, null])).toBe(
      250,
    );
    expect(scheduledTotal(undefined)).toBeUndefined();
    expect(scheduledTotal('monthly')).toBeUndefined();
  });

  describe('in a report', () => {
    // Half past eleven at night in UTC is the next day in Lagos.
    const reported = (schedule: readonly unknown[], occurredAt = '2026-04-30T23:30:00Z') =>
      reportProblems({
        reportId: 'r-1',
        event: 'loan.restructured',
        mandateId: '65f0a1b2c3d4e5f60718293a',
        occurredAt,
        content: { schedule, reason: 'lost income' },
      } as never);

    test('begins on the day of the report in Lagos, or later', () => {
      expect(reported(lines('2026-05-01', '2026-06-01'))).toEqual([]);
      const message = 'must be 2026-05-01 or later: list what is still to be paid, from the day of the report on';
      expect(reported(lines('2020-01-01', '2026-04-30', '2026-05-01'))).toEqual([
        { path: 'content.schedule.0.dueDate', message },
        { path: 'content.schedule.1.dueDate', message },
      ]);
    });

    test('that is no list, or has no day to begin on, is reported once', () => {
      expect(reported('monthly' as never).map(({ path }) => path)).toEqual(['content.schedule']);
      expect(reported([null, ...lines('soon')]).map(({ path }) => path)).toEqual([
        'content.schedule.0.dueDate',
        'content.schedule.0.amount',
        'content.schedule.1.dueDate',
      ]);
      expect(reported(lines('2020-01-01'), 'today').map(({ path }) => path)).toEqual(['occurredAt']);
    });
  });
});

describe('a report', () => {
  const report: BureauReport = {
    reportId: 'loan.closed:65f0a1b2c3d4e5f60718293a',
    event: 'loan.closed',
    mandateId: '65f0a1b2c3d4e5f60718293a',
    occurredAt: '2026-04-15T09:00:00Z',
    content: good['loan.closed'],
  };

  test('with a name of 1 to 200 characters is fine', () => {
    expect(reportProblems(report)).toEqual([]);
    expect(reportProblems({ ...report, reportId: 'r'.repeat(200) })).toEqual([]);
  });

  test.each([
    [{ reportId: '' }, ['reportId']],
    [{ reportId: 'r'.repeat(201) }, ['reportId']],
    [{ mandateId: '65f0' }, ['mandateId']],
    [{ occurredAt: '15/04/2026' }, ['occurredAt']],
    [{ event: 'loan.paused' }, ['event']],
    [{ content: null }, ['content']],
    [{ content: {} }, ['content.finalStatus', 'content.closeDate']],
  ])('with %j is refused', (change, paths) => {
    expect(reportProblems({ ...report, ...change } as BureauReport).map(({ path }) => path)).toEqual(paths);
  });

  const events =
    'loan.approved, loan.disbursed, repayment.successful, repayment.missed, loan.restructured, loan.closed';
  test.each<[object, string, string]>([
    [{ reportId: ' ' }, 'reportId', 'must be text of 1 to 200 characters'],
    [{ reportId: 7 }, 'reportId', 'must be text of 1 to 200 characters'],
    [{ event: 'loan.paused' }, 'event', `must be one of ${events}`],
    [{ mandateId: '65f0' }, 'mandateId', 'must be 24 hexadecimal characters'],
    [{ occurredAt: '15/04/2026' }, 'occurredAt', 'must be an ISO 8601 instant in UTC'],
    [{ content: 'repaid' }, 'content', 'must be a record of fields'],
    [
      { content: { ...good['loan.closed'], closeDate: '15/04/2026' } },
      'content.closeDate',
      'must be a real date, YYYY-MM-DD',
    ],
  ])('with %j gets the cause and the fix', (change, path, message) => {
    expect(reportProblems({ ...report, ...change } as BureauReport)).toEqual([{ path, message }]);
  });

  test('reports everything that is wrong with it at once', () => {
    const wrongAll = { ...report, reportId: '', mandateId: '', occurredAt: '', content: {} } as unknown as BureauReport;
    expect(reportProblems(wrongAll).map(({ path }) => path)).toEqual([
      'reportId',
      'mandateId',
      'occurredAt',
      'content.finalStatus',
      'content.closeDate',
    ]);
    expect(reportProblems({ ...wrongAll, content: null } as unknown as BureauReport).map(({ path }) => path)).toEqual([
      'reportId',
      'mandateId',
      'occurredAt',
      'content',
    ]);
    expect(
      reportProblems({ ...wrongAll, event: 'loan.paused' } as unknown as BureauReport).map(({ path }) => path),
    ).toEqual(['reportId', 'event']);
  });
});

describe('what the lender added', () => {
  test('is distinguished from what the specification names; what has no value is left out', () => {
    const whole = { ...good['loan.closed'], employer: 'Adire Textiles', guarantor: undefined };
    expect(splitContent('loan.closed', whole)).toStrictEqual({
      content: good['loan.closed'],
      extra: { employer: 'Adire Textiles' },
    });
  });

  test('is nothing where there is nothing', () => {
    expect(splitContent('loan.disbursed', good['loan.disbursed']).extra).toBeUndefined();
  });
});
