import { describe, expect, test } from 'vitest';
import type { EventOf, LoanEvent } from '../../src/domain/loan/events/events.ts';
import { reconcileDueAt } from '../../src/domain/loan/reconcile-due.ts';
import type { LoanState } from '../../src/domain/loan/state.ts';
import { applyEvent } from '../../src/domain/loan/transitions/reduce.ts';
import { workAfter } from '../../src/loan-file/work-plan.ts';
import { acknowledged, at, attached, collection, kobo, loanAt, placed, read } from '../domain/loan/sample-loan.ts';

const now = Date.parse(at);
// The seconds of `at`, which as milliseconds are long past.
const atOnce = 1_767_603_600;

function planOf(before: LoanState, ...events: LoanEvent[]) {
  const after = events.reduce<LoanState | undefined>(applyEvent, before) as LoanState;
  return workAfter(before, after, events);
}

const debit: LoanEvent = { type: 'debit.intended', at, debitId: 'd1', amount: kobo(100), debitDate: '2026-01-05' };
const note: LoanEvent = { type: 'repayment.recorded', at, amount: kobo(1), date: '2026-01-05', reference: 'R' };

describe('what events change about the work that waits', () => {
  test('is nothing where they leave it as it is', () => {
    expect(planOf(loanAt('consented'), { type: 'loan.abandoned', at, reason: 'declined' })).toEqual({});
    expect(planOf(loanAt('collecting'), note)).toEqual({});
  });

  test('is nothing while the report that waits stays the next one', () => {
    expect(planOf(loanAt('disbursed'), note)).toEqual({});
  });

  test('is a report that is due at once, and none once it is acknowledged', () => {
    const approved = loanAt('approved');
    const disbursed = loanAt('disbursed');
    expect(workAfter(approved, disbursed, [{ ...note, at }])).toMatchObject({ work: { reports: atOnce } });
    expect(workAfter(approved, disbursed, [])).toMatchObject({ work: { reports: 0 } });
    expect(planOf(disbursed, acknowledged('loan.disbursed'))).toMatchObject({ work: { reports: null } });
  });

  test('is a report that is due at once also where the clock was a year ahead, after those that were filed before', () => {
    const dueOf = (filedAt: string) =>
      workAfter(loanAt('approved'), loanAt('disbursed'), [{ ...note, at: filedAt }]).work?.reports ?? 0;
    expect(dueOf('2027-01-05T09:00:00.999Z')).toBe(1_799_139_600);
    expect(dueOf('2027-01-05T09:00:01.000Z')).toBe(1_799_139_601);
    expect(dueOf('9999-12-31T23:59:59.999Z')).toBeLessThan(now);
  });

  test('is no report while one is stuck, and one at once when it is released', () => {
    const stuck: LoanEvent = { type: 'report.stuck', at, reportId: 'loan.disbursed', attempts: 12, reason: 'HTTP 422' };
    expect(planOf(loanAt('disbursed'), stuck)).toMatchObject({ work: { reports: null } });
    expect(
      planOf(loanAt('disbursed', [stuck]), { type: 'report.released', at, reportId: 'loan.disbursed' }),
    ).toMatchObject({ work: { reports: atOnce } });
  });

  test('is a debit to ask about from its intent on, and none once it has ended', () => {
    const plan = planOf(loanAt('collecting'), debit);
    expect(plan.work?.debits).toBeGreaterThan(now);
    expect(Object.keys(plan.work ?? {})).toEqual(['debits']);
    expect(planOf(loanAt('collecting', [debit]), { type: 'debit.refused', at, debitId: 'd1', reason: 'no' })).toEqual({
      work: { debits: null },
    });
  });

  test('is a new debit a minute after its intent, however rarely an older one is asked about by now', () => {
    const daysLater = '2026-01-09T09:00:00.000Z';
    const another: LoanEvent = { ...debit, at: daysLater, debitId: 'd2', debitDate: '2026-01-09' };
    expect(planOf(loanAt('collecting', [debit]), another, { ...note, at: daysLater })).toEqual({
      work: { debits: Date.parse('2026-01-09T09:01:00.000Z') },
    });
  });

  test('is both debits where a second one was intended with the first: the first may have been put off meanwhile', () => {
    expect(planOf(loanAt('collecting', [debit]), { ...debit, debitId: 'd2' })).toEqual({
      work: { debits: Date.parse('2026-01-05T09:01:00.000Z') },
    });
  });
});

describe('the next look at a loan', () => {
  const MINUTE_MS = 60_000;
  const readAgain = (change: Partial<EventOf<'mandate.read'>> = {}) => read('active', { a1: 'active' }, change);

  test('is planned from the moment an account is attached, and not before', () => {
    expect(planOf(loanAt('selected'), ...placed).work).toBeUndefined();
    expect(planOf(loanAt('placed'), ...attached)).toEqual({ work: { reconcile: now + 15_000 } });
  });

  test('counts from a reading of the mandate, whichever process read it', () => {
    const later = '2026-01-08T09:00:00.000Z';
    const plan = planOf(loanAt('collecting'), { ...readAgain(), at: later });
    expect(plan.work?.reconcile).toBe(reconcileDueAt(loanAt('collecting'), Date.parse(later)));
  });

  test('comes at once where a reading shows money that was not reported yet: the process that read it may have ended', () => {
    expect(planOf(loanAt('collecting'), readAgain({ collected: kobo(40_000) }))).toMatchObject({
      work: { reconcile: now + 2 * MINUTE_MS },
    });
    const received = planOf(
      loanAt('collecting', [readAgain({ collected: kobo(40_000) })]),
      collection('i1', 'success', 40_000),
    );
    expect(received.work?.reconcile).toBeGreaterThan(now + 2 * MINUTE_MS);
  });

  test('is left as it is by what changes nothing about it, and is none after the end', () => {
    expect(planOf(loanAt('collecting'), note)).toEqual({});
    expect(planOf(loanAt('verified'), { type: 'loan.abandoned', at, reason: 'declined' }).work?.reconcile).toBeNull();
  });
});

describe('what the file shows', () => {
  test('is to be reported two minutes later, unless a webhook has reported it by then, and only what it did not show before', () => {
    expect(planOf(loanAt('verifying'), read('active', { a1: 'active' })).work?.news).toBe(now + 120_000);
    expect(planOf(loanAt('collecting'), collection('i1', 'success', 40_000)).work?.news).toBe(now + 120_000);
    expect(planOf(loanAt('collecting'), note).work).toBeUndefined();
    expect(
      planOf(loanAt('collecting', [collection('i1', 'success', 40_000)]), collection('i1', 'success', 40_000)).work
        ?.news,
    ).toBeUndefined();
  });
});
