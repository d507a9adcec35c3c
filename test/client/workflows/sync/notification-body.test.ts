import { describe, expect, test } from 'vitest';
import { notificationBody } from '../../../../src/client/workflows/sync/notification-body.ts';
import type { LoanEvent } from '../../../../src/domain/loan/events/events.ts';
import type { LoanState } from '../../../../src/domain/loan/state.ts';
import { stateChangesOf } from '../../../../src/domain/loan/state-changes.ts';
import { applyEvent } from '../../../../src/domain/loan/transitions/reduce.ts';
import { parse } from '../../../../src/webhooks/index.ts';
import { collection, day, kobo, loanAt, mandateId, read } from '../../../domain/loan/sample-loan.ts';

const today = day('2026-02-01');

function stateAfter(...events: readonly LoanEvent[]): LoanState {
  return events.reduce<LoanState | undefined>(applyEvent, loanAt('collecting')) as LoanState;
}

function eventsOf(state: LoanState, on = today, happenedAt: string | undefined = undefined) {
  return stateChangesOf(state, on).map((each) => ({
    kind: each.kind,
    event: parse(notificationBody(each, state, { businessId: 'biz-1', happenedAt })),
  }));
}

describe('a body', () => {
  test('is read as the kind of event that it reports, whatever it reports', () => {
    const states = [
      stateAfter(
        read('active', { a1: 'active', a2: 'failed' }),
        collection('i1', 'success', 40_000),
        collection('i2', 'failed', 0),
      ),
      stateAfter(read('disputed', { a1: 'active' })),
      stateAfter(read('pending_timeout', { a1: 'pending_timeout' })),
      stateAfter(read('expired', { a1: 'active' })),
    ];
    const reported = states.flatMap((state) => eventsOf(state));
    for (const { kind, event } of reported) expect(event.kind).toBe(kind);
    expect(new Set(reported.map(({ kind }) => kind))).toEqual(
      new Set([
        'collection',
        'mandate.activated',
        'mandate.failed',
        'mandate.disputed',
        'mandate.pending_timeout',
        'mandate.expired',
      ]),
    );
  });

  test.each([
    ['success', 40_000, 'collected', 400],
    ['partially paid', 12_345, 'partly-collected', 123.45],
    ['failed', 0, 'missed', 0],
    ['overdue', 0, 'missed', 0],
    ['processing', 0, 'processing', 0],
    ['written off', 0, 'unknown', 0],
  ])(
    'of an instalment that is %s has that outcome and the amounts in naira',
    (status, collected, outcome, amountCollected) => {
      const [reported] = eventsOf(
        stateAfter(collection('i1', status, collected, { account: 'a1', reason: 'insufficient funds' })),
      ).filter(({ kind }) => kind === 'collection');
      expect(reported?.event).toMatchObject({
        outcome,
        data: {
          businessId: 'biz-1',
          mandateId,
          consentId: 'c-a1',
          accountName: 'ADA OBI',
          accountNumber: '0123456781',
          bankName: 'Sample Bank',
          totalAmount: 400,
          amountCollected,
          instalmentStatus: status,
          status: 'success',
          providerMessage: 'insufficient funds',
          collectedOn: '2026-01-31',
          collectionType: 'manual',
          instalmentReference: 'i1',
          reference: '',
        },
      });
    },
  );

  test('says when it happened where that is known', () => {
    const state = stateAfter(read('disputed', { a1: 'active' }), collection('i1', 'success', 40_000));
    const [at] = ['2026-01-31T07:00:00.000Z'];
    for (const { kind, event } of eventsOf(state, today, at))
      expect(event.data).toMatchObject(kind === 'collection' ? { collectedOn: at } : { occurredAt: at });
    for (const { kind, event } of eventsOf(state))
      if (kind !== 'collection') expect(event.data).not.toHaveProperty('occurredAt');
  });

  test('holds nothing of a payer who was erased, and is read all the same', () => {
    const state = stateAfter(
      read('disputed', { a1: 'active' }),
      collection('i1', 'success', 40_000, { account: 'a1' }),
    );
    const erased: LoanState = {
      ...state,
      isErased: true,
      payer: undefined,
      accounts: state.accounts.map((account) => ({ ...account, details: undefined })),
    };
    const bodies = stateChangesOf(erased, today).map((each) =>
      notificationBody(each, erased, { businessId: 'biz-1', happenedAt: undefined }),
    );
    expect(bodies.length).toBeGreaterThan(2);
    for (const body of bodies) expect(body).not.toMatch(/0123456781|ADA|Obi|058/i);
    for (const { kind, event } of eventsOf(erased)) expect(event.kind).toBe(kind);
  });

  test('leaves empty what the file does not hold', () => {
    const [reported] = eventsOf(stateAfter(collection('i1', 'failed', 0, { due: kobo(0) }))).filter(
      ({ kind }) => kind === 'collection',
    );
    expect(reported?.event.data).toMatchObject({
      consentId: '',
      accountNumber: '',
      bankName: '',
      providerMessage: '',
      totalAmount: 0,
    });
  });
});
