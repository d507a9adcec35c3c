import { expect, test } from 'vitest';
import type { EventOf, LoanEvent } from '../../../../src/domain/loan/events/events.ts';
import { acknowledged, at, filed, loanAt } from '../sample-loan.ts';

const closing = { finalStatus: 'repaid', closeDate: '2026-04-15' };
const closed: EventOf<'report.filed'> = {
  ...filed('loan.closed'),
  report: { ...filed('loan.closed').report, content: closing } as EventOf<'report.filed'>['report'],
};
const stuck: LoanEvent = { type: 'report.stuck', at, reportId: 'loan.closed', attempts: 12, reason: 'no answer' };
const last = (...events: LoanEvent[]) => loanAt('collecting', events).reports.at(-1);

test('a report holds what the lender added beside what the specification names, which cannot be replaced', () => {
  expect(last(closed)?.report.content).toEqual(closing);
  const added: EventOf<'report.filed'> = {
    ...closed,
    personal: { extra: { employer: 'Adire Textiles', finalStatus: 'unpaid' } },
  };
  expect(last(added)).toEqual({
    report: {
      ...closed.report,
      content: { employer: 'Adire Textiles', finalStatus: 'repaid', closeDate: '2026-04-15' },
    },
    acknowledged: false,
    stuck: undefined,
  });
});

test('a report that is stuck says how often it was tried and why, until it is released or acknowledged', () => {
  expect(last(closed, stuck)).toMatchObject({ acknowledged: false, stuck: { attempts: 12, reason: 'no answer' } });
  expect(last(closed, stuck, { type: 'report.released', at, reportId: 'loan.closed' })).toMatchObject({
    acknowledged: false,
    stuck: undefined,
  });
  expect(last(closed, stuck, acknowledged('loan.closed'))).toMatchObject({ acknowledged: true, stuck: undefined });
});
