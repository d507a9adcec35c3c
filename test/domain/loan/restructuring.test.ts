/** What new terms change: the last schedule, on top of what had come in, is what is due; never more is debited than the payer consented to. Spec §1, §6.3. */
import { describe, expect, test } from 'vitest';
import { loanBalances, outstandingByInstalment } from '../../../src/domain/loan/balances.ts';
import { dutiesOf } from '../../../src/domain/loan/duties/duties.ts';
import type { EventOf, LoanEvent } from '../../../src/domain/loan/events/events.ts';
import { mandateIsNeeded } from '../../../src/domain/loan/guards/account-guards.ts';
import { debitIsOwed } from '../../../src/domain/loan/guards/debit-guards.ts';
import { closureIsTrue } from '../../../src/domain/loan/guards/report-guards.ts';
import { repaymentIsOwed } from '../../../src/domain/loan/guards/standing-guards.ts';
import { presentLoan } from '../../../src/domain/loan/present.ts';
import { acknowledged, at, collection, day, filed, kobo, loanAt, restructured, reversed } from './sample-loan.ts';

const owing = (...events: LoanEvent[]) => loanAt('collecting', events);
const balances = (...events: LoanEvent[]) => loanBalances(owing(...events));
const duties = (...events: LoanEvent[]) => dutiesOf(owing(...events), { today: day('2026-01-05') });
const keys = (...events: LoanEvent[]) => duties(...events).map(({ key }) => key);

const toLess = restructured({ '2026-02-15': 10_000, '2026-03-15': 20_000 });
const toMore = restructured({ '2026-02-15': 80_000, '2026-05-15': 70_000 });
const paid = (collected: number, instalment = 'i1') => collection(instalment, 'success', collected);
const cash = (amount: number, reference = 'CASH-1'): LoanEvent => ({
  type: 'repayment.recorded',
  at,
  amount: kobo(amount),
  date: '2026-02-02',
  reference,
});
const debit = (amount: number): LoanEvent => ({
  type: 'debit.intended',
  at,
  debitId: 'd1',
  amount: kobo(amount),
  debitDate: '2026-02-10',
});
const discharged = (duty: string): LoanEvent => ({ type: 'duty.discharged', at, duty, note: 'told them' }) as LoanEvent;

describe('a loan of ₦1,200 restructured to ₦300', () => {
  test('owes the new schedule on top of what had come in, either way, less what had gone back', () => {
    expect(
      balances(paid(40_000), cash(20_000), reversed('collection', 5_000), reversed('repayment', 2_000), toLess),
    ).toEqual({
      totalAmountDue: 120_000,
      due: 83_000,
      collected: 35_000,
      repaidOutside: 18_000,
      outstanding: 30_000,
      overpaid: 0,
      openDebits: 0,
      debitable: 30_000,
      collectable: 30_000,
    });
  });

  test('is paid off by what comes in or is reported later; what is beyond belongs to the payer', () => {
    expect(balances(toLess, paid(10_000), cash(5_000))).toMatchObject({
      due: 30_000,
      outstanding: 15_000,
      overpaid: 0,
      collectable: 15_000,
    });
    expect(balances(toLess, paid(40_000))).toMatchObject({
      due: 30_000,
      outstanding: 0,
      overpaid: 10_000,
      collectable: 0,
    });
    expect(keys(toLess, paid(40_000))).toContain('refund-overpayment');
  });

  test('owes again what goes back after it', () => {
    expect(balances(cash(20_000), toLess, paid(30_000), reversed('repayment', 15_000))).toMatchObject({
      due: 50_000,
      outstanding: 15_000,
      collectable: 15_000,
    });
    expect(balances(toLess, paid(30_000), reversed('collection', 30_000))).toMatchObject({
      due: 30_000,
      outstanding: 30_000,
      collectable: 30_000,
    });
  });

  test('counts debits under way against the new schedule, and has those stopped that became too much, whatever was done about others', () => {
    expect(balances(toLess, debit(12_000))).toMatchObject({
      outstanding: 30_000,
      openDebits: 12_000,
      collectable: 18_000,
    });
    const key = 'tell-platform:debits-under-way:2';
    expect(keys(debit(30_000), toLess)).not.toContain('tell-platform:debits-under-way:1');
    expect(keys(debit(30_001), toLess)).toContain('tell-platform:debits-under-way:1');
    expect(keys(cash(1), debit(119_999), discharged('tell-platform:debits-under-way:1'), toLess)).toContain(key);
    expect(keys(cash(1), debit(119_999), toLess, discharged(key))).not.toContain(key);
  });

  test('is never debited for more', () => {
    expect(debitIsOwed(owing(toLess, paid(10_000)), kobo(20_000))).toEqual({ allowed: true });
    expect(debitIsOwed(owing(toLess, paid(10_000)), kobo(20_001))).toMatchObject({ rule: 'debit-within-terms' });
    expect(debitIsOwed(owing(toLess, paid(30_000)), kobo(1))).toMatchObject({ rule: 'debit-after-repayment' });
  });

  test('is repaid, to be closed and its mandate released, once the new schedule is paid', () => {
    expect(closureIsTrue(owing(toLess, paid(29_999)), 'repaid')).toMatchObject({ rule: 'closure-is-true' });
    expect(closureIsTrue(owing(toLess, paid(30_000)), 'repaid')).toEqual({ allowed: true });
    expect(keys(toLess, paid(29_999))).toEqual(['deliver-report:r-1', 'tell-platform:r-1']);
    expect(keys(toLess, paid(30_000))).toEqual([
      'deliver-report:r-1',
      'tell-platform:r-1',
      'report-closure',
      'release-mandate',
    ]);
    expect(mandateIsNeeded(owing(toLess, paid(29_999)))).toEqual({ allowed: true });
    expect(mandateIsNeeded(owing(toLess, paid(30_000)))).toMatchObject({ rule: 'mandate-after-repayment' });
  });

  test('is not closed over a debit under way: the service, which keeps the old terms, may still take it', () => {
    expect(closureIsTrue(owing(debit(90_000), toLess, paid(30_000)), 'repaid')).toMatchObject({
      rule: 'closure-is-settled',
    });
    expect(closureIsTrue(owing(debit(90_000), toLess, paid(120_000)), 'repaid')).toEqual({ allowed: true });
  });

  test('is reported to the bureau with what is outstanding of the new schedule', () => {
    expect(outstandingByInstalment(owing(toLess, paid(10_000)))).toBe(20_000);
  });

  test('is shown in naira, the terms as they were consented to', () => {
    expect(presentLoan(owing(paid(40_000), toLess))).toMatchObject({
      terms: { totalAmountDue: 1_200 },
      balances: { totalAmountDue: 1_200, due: 700, collected: 400, outstanding: 300, overpaid: 0, collectable: 300 },
    });
  });
});

describe('a loan of ₦1,200 restructured to ₦1,500', () => {
  test('owes that, and is debited for what the payer consented to', () => {
    expect(balances(toMore)).toMatchObject({
      totalAmountDue: 120_000,
      due: 150_000,
      outstanding: 150_000,
      debitable: 120_000,
      collectable: 120_000,
    });
    expect(balances(toMore, cash(50_000), debit(30_000))).toMatchObject({
      outstanding: 100_000,
      debitable: 70_000,
      collectable: 40_000,
    });
    expect(debitIsOwed(owing(toMore), kobo(120_000))).toEqual({ allowed: true });
    expect(debitIsOwed(owing(toMore), kobo(120_001))).toMatchObject({ rule: 'debit-within-terms' });
  });

  test('may be repaid otherwise, and is repaid only when all of it is', () => {
    const spent = owing(toMore, paid(120_000));
    expect(repaymentIsOwed(spent, kobo(30_000))).toEqual({ allowed: true });
    expect(closureIsTrue(spent, 'repaid')).toMatchObject({ rule: 'closure-is-true' });
    expect(closureIsTrue(owing(toMore, paid(120_000), cash(30_000)), 'repaid')).toEqual({ allowed: true });
    expect(balances(toMore, paid(120_000), cash(30_000))).toMatchObject({
      outstanding: 0,
      overpaid: 0,
      debitable: 0,
      collectable: 0,
    });
  });

  test('keeps no mandate once all came in that the payer consented to', () => {
    expect(keys(toMore, paid(119_999))).not.toContain('release-mandate');
    expect(duties(toMore, paid(120_000)).filter(({ duty }) => duty === 'release-mandate')).toEqual([
      {
        duty: 'release-mandate',
        key: 'release-mandate',
        why: 'All that the payer consented to has come in, whatever new terms ask for: have the mandate released by the platform, which shows no operation for it',
        spec: 'Spec §1, §1.1',
        isDischargeable: true,
        until: '2026-01-31',
      },
    ]);
    expect(keys(toMore, paid(120_000))).not.toContain('report-closure');
  });

  test('sets off what had come in beyond the old terms', () => {
    expect(balances(paid(100_000), cash(21_000), toMore)).toMatchObject({
      due: 270_000,
      outstanding: 149_000,
      overpaid: 0,
      collectable: 0,
    });
  });

  test('has the platform notified that the rest needs a consent of its own, with the last change only', () => {
    const why =
      'The terms changed, but the platform keeps its old schedule: have it changed there, or ask for a new mandate';
    const limit =
      '; no debit goes beyond the ₦1,200.00 that the payer consented to, so the rest needs a consent of its own';
    const reported = (...events: LoanEvent[]) =>
      duties(...events).flatMap((duty) => (duty.duty === 'tell-platform' ? [duty.why] : []));
    expect(reported(toMore)).toEqual([`${why}${limit}`]);
    expect(reported(toLess, { ...toMore, report: { ...toMore.report, reportId: 'r-2' } })).toEqual([
      why,
      `${why}${limit}`,
    ]);
    expect(reported(restructured({ '2026-02-15': 120_000 }))).toEqual([why]);
  });
});

describe('of several restructurings', () => {
  const back = restructured({ '2026-06-01': 60_000 }, 'r-2');

  test('the last one counts, on top of what had come in by then', () => {
    expect(balances(toLess, paid(10_000), back)).toMatchObject({
      due: 70_000,
      outstanding: 60_000,
      collectable: 60_000,
    });
    expect(balances(toMore, paid(10_000), restructured({ '2026-06-01': 5_000 }, 'r-3'))).toMatchObject({
      due: 15_000,
      outstanding: 5_000,
      collectable: 5_000,
    });
  });

  test('neither an acknowledgement nor another report changes what is due', () => {
    expect(balances(toLess, acknowledged('r-1'), filed('repayment.missed'))).toMatchObject({
      due: 30_000,
      outstanding: 30_000,
    });
  });

  test('a schedule in any other report changes nothing', () => {
    const offered = {
      ...toLess.report,
      reportId: 'r-9',
      event: 'repayment.missed',
    } as EventOf<'report.filed'>['report'];
    expect(balances({ ...toLess, report: offered })).toMatchObject({ due: 120_000, outstanding: 120_000 });
  });

  test('one without a schedule that anybody could read changes nothing', () => {
    expect(balances(filed('loan.restructured'))).toMatchObject({ due: 120_000, outstanding: 120_000 });
    const odd = {
      ...toLess.report,
      content: { schedule: [null, { dueDate: '2026-02-01', amount: 50 }], reason: 'illness' },
    } as unknown as EventOf<'report.filed'>['report'];
    expect(balances({ ...toLess, report: odd })).toMatchObject({ due: 5_000, outstanding: 5_000 });
  });
});
