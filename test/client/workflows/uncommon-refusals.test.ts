import { expect, test } from 'vitest';
import { payerOf } from '../../../src/client/workflows/payer/known-payer.ts';
import { memoryStore } from '../../../src/loan-file/memory-store.ts';
import type { LoanStore } from '../../../src/loan-file/store.ts';
import { loanAt } from '../../domain/loan/sample-loan.ts';
import { createFixture, errorOf } from '../../journeys/fixture.ts';
import { manualTerms } from '../../journeys/people.ts';
import { walkTo } from '../../journeys/walk.ts';

test('nothing is asked in the name of a payer who was erased', async () => {
  expect(payerOf(loanAt('collecting')).payerId).toBe('payer-1');
  const erased = loanAt('collecting', [{ type: 'payer.erased', at: '2026-05-01T08:00:00Z', reason: 'asked for it' }]);
  expect(await errorOf(async () => payerOf(erased))).toMatchObject({
    name: 'RuleError',
    rule: 'payer-not-erased',
    spec: 'Spec §1.1',
  });
});

test('nothing is sent inside a transaction of the lender’s own, which could still be rolled back', async () => {
  const store = memoryStore();
  const fixture = await createFixture({ kit: { store } });
  const loan = await walkTo(fixture, 'collecting', { terms: manualTerms });
  const requests = await fixture.requests();
  const transaction: LoanStore = {
    isTransaction: true,
    load: (loanId, afterSeq) => store.load(loanId, afterSeq),
    append: (loanId, expectedVersion, events, extras) => store.append(loanId, expectedVersion, events, extras),
    find: (label, page) => store.find(label, page),
    list: (page) => store.list(page),
    claim: (query) => store.claim(query),
    settle: (claim, end) => store.settle(claim, end),
  };
  const kit = fixture.newKit({ store: transaction });
  const refusal = await errorOf(kit.collections.collect(loan, { amount: 1_000, debitDate: '2026-02-01' }));
  expect(refusal).toMatchObject({ name: 'RuleError', rule: 'intent-before-request', spec: 'Spec §4.7' });
  expect(await fixture.requests()).toEqual(requests);
  const paid = await kit.loans.recordRepayment(loan, { amount: 1_000, date: '2026-01-05', reference: 'CASH' });
  expect(paid.balances.repaidOutside).toBe(1_000);
});
