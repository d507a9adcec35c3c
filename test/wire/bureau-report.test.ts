import { describe, expect, test } from 'vitest';
import { bureauReportShape } from '../../src/wire/shapes/bureau-report.ts';
import { shapeIssues } from '../../src/wire/shapes/shape-issues.ts';

const envelope = { reportId: 'r', mandateId: '65a1b2c3d4e5f60718293a4b', occurredAt: '2026-01-31T07:00:00+01:00' };

/** Spec §6.3: the content of each event. */
const contents = {
  'loan.approved': { offerTerms: { rate: 5 }, approvedAmount: 100000, tenure: '6 months' },
  'loan.disbursed': { amount: 100000, date: '2026-01-31', reference: 'T-1' },
  'repayment.successful': { amount: 25000, date: '2026-02-28', outstandingBalance: 0 },
  'repayment.missed': { dueAmount: 25000, failureReason: 'Insufficient funds', outstandingBalance: 100000 },
  'loan.restructured': { schedule: [{ dueDate: '2026-03-31', amount: 50000 }], reason: 'Illness' },
  'loan.closed': { finalStatus: 'repaid', closeDate: '2026-06-30' },
};

const issuesOf = (report: unknown) => {
  const result = bureauReportShape.safeParse(report);
  return result.success ? [] : shapeIssues(result.error).map(({ path }) => path);
};

describe.each(Object.entries(contents))('%s', (event, content) => {
  test('is taken, with fields that a bureau wants beside', () => {
    const report = { ...envelope, event, content: { ...content, branch: 'Ikeja' } };
    expect(bureauReportShape.parse(report)).toEqual(report);
  });

  test.each(Object.keys(content))('needs %s', (field) => {
    const { [field]: _removed, ...without } = content as Record<string, unknown>;
    expect(issuesOf({ ...envelope, event, content: without })).toEqual([`content.${field}`]);
  });
});

describe('a report', () => {
  const report = { ...envelope, event: 'loan.closed', content: contents['loan.closed'] };

  test.each([
    ['reportId', ['', 'r'.repeat(201), 7]],
    ['event', ['collection.success', 'loan.Closed', undefined]],
    ['mandateId', ['abc', null]],
    ['occurredAt', ['2026-01-31', '2026-01-31T07:00:00', '2026-02-30T07:00:00Z', 0]],
    ['content', [null, [], 'x']],
  ])('is refused for a bad %s', (field, values) => {
    for (const value of values) expect(issuesOf({ ...report, [field]: value })).toEqual([field]);
  });

  test('may have an id of 200 characters', () =>
    expect(issuesOf({ ...report, reportId: 'r'.repeat(200) })).toEqual([]));

  test.each([-1, 0.001, '5'])('cannot owe %j', (outstandingBalance) => {
    const content = { ...contents['repayment.missed'], outstandingBalance };
    expect(issuesOf({ ...report, event: 'repayment.missed', content })).toEqual(['content.outstandingBalance']);
  });
});
