import { describe, expect, test } from 'vitest';
import type { BureauReport } from '../../../../src/domain/bureau.ts';
import type { PlainDate } from '../../../../src/domain/calendar.ts';
import { disbursementDateIsTrue, repaymentDateIsTrue } from '../../../../src/domain/loan/guards/report-guards.ts';
import type { LoanState } from '../../../../src/domain/loan/state.ts';
import { at, day, loanAt, mandateId } from '../sample-loan.ts';

const refusal = (rule: string, spec: string, message: string) => ({ allowed: false, rule, spec, message });

describe('the day of a disbursement', () => {
  const decide = (date: string, today: string, state = loanAt('approved')) =>
    disbursementDateIsTrue(state, day(date), day(today));
  const untrue = (message: string) => refusal('disbursement-date-is-true', 'Spec §1, §1.5, §6.3', message);

  test.each([
    ['the day of the consent', '2026-01-05', '2026-01-05'],
    ['the day before today', '2026-01-20', '2026-01-21'],
    ['months before it is reported', '2026-01-06', '2026-06-30'],
    ['after the tenure, for what was sent has to be reported', '2026-04-01', '2026-04-01'],
  ])('may be %s', (_what, date, today) => {
    expect(decide(date, today)).toEqual({ allowed: true });
  });

  test.each<[string, string, string]>([
    [
      '2026-01-06',
      '2026-01-05',
      '2026-01-06, but it is 2026-01-05: report it when the money was sent, with the day of the transfer',
    ],
    [
      '2026-01-04',
      '2026-01-05',
      '2026-01-04, before the payer consented on 2026-01-05: give the day of the transfer that this loan paid out',
    ],
  ])('is not %s when it is %s', (date, today, why) => {
    expect(decide(date, today)).toEqual(untrue(`The disbursement is dated ${why}`));
  });

  test('is counted from the last grant, on its day in Lagos', () => {
    const approved = loanAt('approved');
    const [first, ...others] = approved.consent.scopes;
    const scopes = [{ ...first, grantedAt: '2026-01-06T23:30:00Z' }, ...others] as LoanState['consent']['scopes'];
    const late: LoanState = { ...approved, openedAt: '2026-01-07T08:00:00Z', consent: { ...approved.consent, scopes } };
    expect(decide('2026-01-06', '2026-01-20', late)).toMatchObject({ allowed: false });
    expect(decide('2026-01-07', '2026-01-20', late)).toEqual({ allowed: true });
  });
});

describe('the day of a repayment elsewhere', () => {
  const today: PlainDate = day('2026-02-01');
  const content = { amount: 1_000, date: '2026-01-05', reference: 'TRF-1' };
  const report: BureauReport = {
    reportId: 'loan.disbursed:m',
    event: 'loan.disbursed',
    mandateId,
    occurredAt: at,
    content,
  };
  const disbursed: LoanState = { ...loanAt('collecting'), reports: [{ report, acknowledged: true }] } as never;
  const decide = (date: string, state = disbursed) => repaymentDateIsTrue(state, day(date), today);
  const untrue = (message: string) => refusal('repayment-date-is-true', 'Spec §1, §1.5', message);

  test.each(['2026-01-05', '2026-01-31', '2026-02-01'])('may be %s, from the disbursement to today', (date) => {
    expect(decide(date)).toEqual({ allowed: true });
  });

  test('does not lie ahead', () => {
    expect(decide('2026-02-02')).toEqual(
      untrue('The repayment is dated 2026-02-02, but it is 2026-02-01: record it when it has come in'),
    );
  });

  test('is not before the disbursement, where that is known', () => {
    const why =
      'The repayment is dated 2026-01-04, before the disbursement of 2026-01-05: record what repays this loan';
    expect(decide('2026-01-04')).toEqual(untrue(why));
    expect(decide('2026-01-04', { ...disbursed, reports: [] })).toEqual({ allowed: true });
  });
});
