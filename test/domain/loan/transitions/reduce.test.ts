import { describe, expect, test } from 'vitest';
import type { LoanEvent } from '../../../../src/domain/loan/events/events.ts';
import { loanStages } from '../../../../src/domain/loan/stages.ts';
import { chosenAccounts, type LoanState, primaryAccount } from '../../../../src/domain/loan/state.ts';
import { applyEvent, reduceLoan } from '../../../../src/domain/loan/transitions/reduce.ts';
import { NO_MONEY } from '../../../../src/domain/money.ts';
import {
  acknowledged,
  at,
  attached,
  collection,
  discovered,
  eventsUpTo,
  filed,
  kobo,
  loanAt,
  opened,
  placed,
  read,
  selected,
} from '../sample-loan.ts';

const account = (state: LoanState, ref: string) => state.accounts.find((candidate) => candidate.account === ref);

describe('the reduction', () => {
  test.each(loanStages)('brings a loan to the stage %s by its events', (stage) => {
    const events = eventsUpTo(stage);
    expect(reduceLoan(events)).toMatchObject({ stage, version: events.length, loanId: 'loan-1' });
  });

  test('of an empty file is nothing, and events before the opening are passed over', () => {
    expect(reduceLoan([])).toBeUndefined();
    expect(reduceLoan([discovered])).toBeUndefined();
  });

  test('counts every event, also an opening that comes twice and changes nothing', () => {
    const before = loanAt('discovered');
    expect(applyEvent(before, opened({ totalAmountDue: kobo(1) }))).toEqual({ ...before, version: before.version + 1 });
  });

  test('one by one is the same as all at once', () => {
    const events = [...eventsUpTo('collecting'), collection('i1', 'success', 40_000)];
    let state: LoanState | undefined;
    for (const event of events) state = applyEvent(state, event);
    expect(state).toEqual(reduceLoan(events));
  });

  test('changes no state that was given', () => {
    const before = loanAt('collecting', [collection('i1', 'failed', 0)]);
    const copy = structuredClone(before);
    for (const event of [...eventsUpTo('closed').slice(1), collection('i1', 'success', 40_000)])
      applyEvent(before, event);
    expect(before).toEqual(copy);
  });

  test('begins a loan with its payer and nothing done', () => {
    expect(reduceLoan([opened()])).toMatchObject({
      stage: 'consented',
      isErased: false,
      payer: { payerId: 'payer-1', name: 'Ada Obi' },
      accounts: [],
      transferDestinations: [],
      collected: 0,
      instalments: [],
      collections: [],
      debits: [],
      repayments: [],
      reversals: [],
      reports: [],
      revocations: [],
      disputes: [],
      discharged: [],
    });
  });

  test('knows a loan whose personal part is gone as erased', () => {
    expect(reduceLoan([{ ...opened(), personal: undefined }])).toMatchObject({ isErased: true, payer: undefined });
  });
});

describe('the road to verification', () => {
  test('discovery names the accounts and keeps what is inactive', () => {
    const state = loanAt('discovered');
    expect(state.accounts.map(({ account: ref, usable }) => [ref, usable])).toEqual([
      ['a1', true],
      ['a2', true],
      ['a3', true],
      ['a4', false],
    ]);
    expect(account(state, 'a1')?.details?.accountNumber).toBe('0123456781');
  });

  test('the choice is the primary, then the backups in the order in which they were chosen', () => {
    const state = loanAt('discovered', [selected('a3', ['a2', 'a1'])]);
    expect(chosenAccounts(state).map((chosen) => chosen.account)).toEqual(['a3', 'a2', 'a1']);
    expect(primaryAccount(state)?.account).toBe('a3');
    expect(chosenAccounts(loanAt('discovered'))).toEqual([]);
  });

  test('placement and attachment are written down per account, intent first', () => {
    const [intended, confirmed] = placed as [LoanEvent, LoanEvent];
    expect(account(loanAt('selected', [intended]), 'a1')?.placement).toBe('intended');
    expect(account(loanAt('selected', [intended, confirmed]), 'a1')?.placement).toBe('confirmed');
    expect(account(loanAt('selected', [intended, confirmed]), 'a2')?.placement).toBe('none');
    expect(account(loanAt('placed', attached.slice(0, 1)), 'a1')).toMatchObject({
      attachment: 'intended',
      attachedBy: 'micro-deposit',
    });
    expect(loanAt('verifying')).toMatchObject({
      instructions: 'Send ₦50.00',
      transferDestinations: [{ bankName: 'Deposit Bank' }],
    });
  });

  test('where to send the deposit is kept when a later answer leaves it out', () => {
    const silent: LoanEvent = {
      type: 'attachment.confirmed',
      at,
      account: 'a2',
      by: 'micro-deposit',
      accepted: true,
      transferDestinations: [],
    };
    expect(loanAt('verifying', [silent])).toMatchObject({
      instructions: 'Send ₦50.00',
      transferDestinations: [{ bankName: 'Deposit Bank' }],
    });
  });

  test('instalments are kept when a later reading leaves them out, and replaced when it lists them', () => {
    const listing = (breakdownId: string) => read('active', {}, { instalments: [{ breakdownId }] });
    expect(loanAt('collecting', [listing('b1'), read('active')]).instalments).toEqual([{ breakdownId: 'b1' }]);
    expect(loanAt('collecting', [listing('b1'), listing('b2')]).instalments).toEqual([{ breakdownId: 'b2' }]);
  });

  test('a signature that does not match leaves the account rejected', () => {
    const judged: LoanEvent = {
      type: 'attachment.confirmed',
      at,
      account: 'a1',
      by: 'signature',
      accepted: false,
      transferDestinations: [],
    };
    expect(account(loanAt('placed', [judged]), 'a1')).toMatchObject({
      attachment: 'rejected',
      attachedBy: 'signature',
    });
  });

  test('the loan is verified once the mandate and its primary are active, and not before', () => {
    expect(loanAt('verifying', [read('active', { a1: 'active' })]).stage).toBe('verified');
    expect(loanAt('verifying', [read('active', { a2: 'active' })]).stage).toBe('verifying');
    expect(loanAt('verifying', [read('pending', { a1: 'active' })]).stage).toBe('verifying');
    expect(loanAt('verifying', [read('disputed', { a1: 'active', a2: 'disputed' })]).stage).toBe('verifying');
    expect(loanAt('placed', [read('active', { a1: 'active' })]).stage).toBe('placed');
  });

  test('an account without a status of its own is active, or inactive once it was, or as it was', () => {
    const plain = (isActive: boolean) =>
      read('active', {}, { accounts: [{ account: 'a2', consentId: 'c2', active: isActive }] });
    expect(account(loanAt('verifying', [plain(true)]), 'a2')).toMatchObject({
      mandateStatus: 'active',
      consentId: 'c2',
    });
    expect(account(loanAt('verifying', [plain(true), plain(false)]), 'a2')?.mandateStatus).toBe('inactive');
    expect(account(loanAt('verifying', [plain(false)]), 'a2')?.mandateStatus).toBeUndefined();
  });

  test('choosing again starts failed accounts over, names a new primary to the service and leaves the others as they are', () => {
    const failed = read('failed', { a1: 'failed', a2: 'active' });
    const state = loanAt('verifying', [failed, selected('a2', ['a1', 'a3'])]);
    expect(state).toMatchObject({ stage: 'selected', mandateStatus: undefined });
    expect(account(state, 'a1')).toMatchObject({ placement: 'none', attachment: 'none', mandateStatus: undefined });
    expect(account(state, 'a2')).toMatchObject({ placement: 'none', attachment: 'confirmed', mandateStatus: 'active' });
    const kept = loanAt('verifying', [
      read('active', { a1: 'pending', a2: 'pending_timeout' }),
      selected('a1', ['a3']),
    ]);
    expect(account(kept, 'a1')).toMatchObject({ placement: 'confirmed', attachment: 'confirmed' });
    // What is not chosen again keeps that it timed out: it cannot be chosen later either.
    expect(account(kept, 'a2')).toMatchObject({ mandateStatus: 'pending_timeout' });
  });

  test('choosing again starts a disputed account over, whether it stays, leaves or comes back', () => {
    const disputed = read('disputed', { a1: 'disputed', a2: 'pending' });
    const startedOver = { placement: 'none', attachment: 'none', attachedBy: undefined, mandateStatus: undefined };
    expect(account(loanAt('verifying', [disputed, selected('a1', [])]), 'a1')).toMatchObject(startedOver);
    const refused: LoanEvent = { type: 'placement.intended', at, account: 'a3' };
    const back = loanAt('verifying', [disputed, selected('a3', []), refused, selected('a1', ['a2'])]);
    expect(account(back, 'a1')).toMatchObject(startedOver);
    expect(account(back, 'a2')).toMatchObject({
      placement: 'confirmed',
      attachment: 'confirmed',
      mandateStatus: 'pending',
    });
    expect(account(back, 'a3')).toMatchObject({ placement: 'intended' });
  });

  test('the mandate is placed once it stands on the choice of the day, not on the one before', () => {
    const { length } = placed;
    const end = placed[length - 1] as LoanEvent;
    expect(loanAt('selected', [...placed.slice(0, length - 1), selected('a1', ['a2', 'a3']), end]).stage).toBe(
      'selected',
    );
    expect(loanAt('selected', [...placed.slice(0, length - 1), selected('a1', []), end]).stage).toBe('placed');
  });
});

describe('reports and debits', () => {
  test('collection opens when the bureau acknowledges the disbursement, and by no other report', () => {
    expect(loanAt('disbursed', [acknowledged('loan.approved')]).stage).toBe('disbursed');
    expect(loanAt('disbursed', [acknowledged('loan.disbursed')]).stage).toBe('collecting');
    expect(loanAt('collecting', [filed('repayment.successful', 'r1'), acknowledged('r1')]).stage).toBe('collecting');
    expect(loanAt('closed', [acknowledged('loan.disbursed')]).stage).toBe('closed');
  });

  test('a debit goes from its intent to its end, each by its own id', () => {
    const intend = (debitId: string): LoanEvent => ({
      type: 'debit.intended',
      at,
      debitId,
      amount: kobo(100),
      debitDate: '2026-02-01',
    });
    const [d1, d2, d3] = [intend('d1'), intend('d2'), intend('d3')] as const;
    const state = loanAt('collecting', [
      d1,
      d2,
      d3,
      { type: 'debit.scheduled', at, debitId: 'd1', reference: 'ref-1' },
      { type: 'debit.unknown', at, debitId: 'd2', reason: 'no answer' },
      { type: 'debit.refused', at, debitId: 'd3', reason: 'no' },
    ]);
    expect(state.debits.map(({ debitId, status, reference }) => [debitId, status, reference])).toEqual([
      ['d1', 'scheduled', 'ref-1'],
      ['d2', 'unknown', undefined],
      ['d3', 'refused', undefined],
    ]);
    expect(
      applyEvent(state, { type: 'debit.settled', at, debitId: 'd1', result: 'failed', collected: NO_MONEY })?.debits[0],
    ).toMatchObject({
      status: 'failed',
      reference: 'ref-1',
    });
  });

  test('an abandoned loan keeps its reason', () => {
    expect(loanAt('abandoned')).toMatchObject({ stage: 'abandoned', abandonedFor: 'declined' });
  });
});
