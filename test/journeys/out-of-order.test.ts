import { describe, expect, test } from 'vitest';
import { type LoanStage, type LoanStepName, loanSteps } from '../../src/domain/loan/stages.ts';
import type { RepayKit } from '../../src/index.ts';
import { createFixture, errorOf, type Fixture } from './fixture.ts';
import { BEGINNING, choice, chosenBy, DORMANT, manualTerms, transfer } from './people.ts';
import { ROAD, walkTo } from './walk.ts';

/** Every step as plain JavaScript would call it: with whatever there is in the place of a loan. */
const call: Readonly<Record<LoanStepName, (kit: RepayKit, loan: never) => Promise<unknown>>> = {
  discover: ({ discovery }, loan) => discovery.discover(loan),
  select: ({ discovery }, loan) => discovery.select(loan, choice),
  place: ({ mandates }, loan) => mandates.place(loan),
  attach: ({ mandates }, loan) => mandates.attach(loan, { by: 'micro-deposit' }),
  refresh: ({ mandates }, loan) => mandates.refresh(loan),
  awaitActive: ({ mandates }, loan) => mandates.awaitActive(loan, { timeoutMs: 0 }),
  reselect: ({ discovery }, loan) => discovery.reselect(loan, choice),
  reportApproved: ({ bureau }, loan) => bureau.reportApproved(loan),
  mayDisburse: ({ loans }, loan) => loans.mayDisburse(loan),
  reportDisbursed: ({ bureau }, loan) => bureau.reportDisbursed(loan, transfer),
  awaitReported: ({ bureau }, loan) => bureau.awaitReported(loan),
  collect: ({ collections }, loan) => collections.collect(loan, { amount: 1_000, debitDate: '2026-02-01' }),
  reportRestructured: ({ bureau }, loan) =>
    bureau.reportRestructured(loan, { schedule: [{ dueDate: '2026-06-01', amount: 1 }], reason: 'flood' }),
  recordRepayment: ({ loans }, loan) =>
    loans.recordRepayment(loan, { amount: 1_000, date: '2026-01-05', reference: 'CASH' }),
  recordReversal: ({ loans }, loan) =>
    loans.recordReversal(loan, {
      of: 'collection',
      amount: 1_000,
      date: '2026-01-05',
      reference: 'BACK',
      reason: 'chargeback',
    }),
  recordObligation: ({ loans }, loan) => loans.recordObligation(loan, { amount: 1_000, basis: 'clause 7' }),
  addBackup: ({ mandates }, loan) => mandates.addBackup(loan, { account: DORMANT, chosenBy }, { by: 'micro-deposit' }),
  revokeScope: ({ mandates }, loan) =>
    mandates.revokeScope(loan, { scope: 'cascadeDebit', revokedAt: BEGINNING, channel: 'web' }),
  requestCancellation: ({ mandates }, loan) =>
    mandates.requestCancellation(loan, { requestedAt: BEGINNING, channel: 'web' }),
  openDispute: ({ mandates }, loan) =>
    mandates.openDispute(loan, { reference: 'D-1', reason: 'not mine', openedAt: BEGINNING }),
  resolveDispute: ({ mandates }, loan) =>
    mandates.resolveDispute(loan, { reference: 'D-1', outcome: 'dismissed', reason: 'it is', resolvedAt: BEGINNING }),
  close: ({ bureau }, loan) => bureau.close(loan, { finalStatus: 'written_off', closeDate: '2026-01-05' }),
  abandon: ({ loans }, loan) => loans.abandon(loan, { reason: 'withdrawn' }),
};

const steps = Object.keys(call) as LoanStepName[];
// These take a loan at later stages too: to deliver what was filed since.
const isWelcome = (step: LoanStepName, stage: LoanStage) =>
  loanSteps[step].from.includes(stage) || (step === 'awaitReported' && (stage === 'collecting' || stage === 'closed'));

async function unchanged(fixture: Fixture, action: () => Promise<unknown>) {
  const [requests, events] = [await fixture.requests(), await fixture.eventsOf()];
  const error = await errorOf(action);
  expect(await fixture.requests()).toEqual(requests);
  expect(await fixture.eventsOf()).toEqual(events);
  return error;
}

describe.each(ROAD)('a loan that is %s', (at) => {
  const wrong = steps.filter((step) => !isWelcome(step, at));

  test('refuses every step that is not due by the rule of its sequence, before anything is sent or written', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const loan = await walkTo(fixture, at, { terms: manualTerms });
    for (const step of wrong) {
      const { rule, spec } = (at === 'closed' && loanSteps[step].onceClosed) || loanSteps[step];
      expect(await unchanged(fixture, () => call[step](fixture.kit, loan as never))).toMatchObject({
        name: 'RuleError',
        rule,
        spec,
        outcome: 'none',
      });
    }
  });

  test('is not fooled by a value that claims another stage', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const loan = await walkTo(fixture, at, { terms: manualTerms });
    for (const step of wrong.filter((candidate) => loanSteps[candidate].to !== at)) {
      const forged = { ...loan, stage: loanSteps[step].from[0] };
      const error = await unchanged(fixture, () => call[step](fixture.kit, forged as never));
      expect(['StaleLoanError', 'RuleError']).toContain(error.name);
    }
  });

  test('is answered as it is when the step that led there is taken again', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const loan = await walkTo(fixture, at, { terms: manualTerms });
    const [requests, events] = [await fixture.requests(), await fixture.eventsOf()];
    for (const step of wrong.filter((candidate) => loanSteps[candidate].to === at)) {
      expect(await call[step](fixture.kit, { ...loan, stage: loanSteps[step].from[0] } as never)).toEqual(loan);
    }
    expect([await fixture.requests(), await fixture.eventsOf()]).toEqual([requests, events]);
  });
});

describe.each(steps)('%s', (step) => {
  test.each([
    undefined,
    null,
    7,
    'loan-1',
    [],
    {},
    { stage: 'collecting' },
    { loanId: 'loan-1' },
    { loanId: 7, stage: 'closed' },
  ])('given %j in the place of a loan says what to pass', async (value) => {
    const fixture = await createFixture({ receivesWebhooks: false });
    expect(await errorOf(call[step](fixture.kit, value as never))).toMatchObject({
      name: 'InputError',
      code: 'input_invalid',
    });
  });

  test('given a promise says to await it', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const promise = walkTo(fixture, 'consented');
    expect(await errorOf(call[step](fixture.kit, promise as never))).toMatchObject({
      name: 'InputError',
      message: expect.stringContaining('await'),
    });
    await promise;
  });

  test('given a loan of another store says that it is unknown', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const [from] = loanSteps[step].from;
    const loan = { loanId: 'elsewhere', stage: from };
    expect(await errorOf(call[step](fixture.kit, loan as never))).toMatchObject({
      name: 'InputError',
      issues: [{ path: 'loanId' }],
    });
  });
});

test('a loan cannot be changed by its holder, and what was changed beneath is not believed', async () => {
  const fixture = await createFixture();
  const loan = await walkTo(fixture, 'collecting', { terms: manualTerms });
  expect(() => Object.assign(loan, { stage: 'closed' })).toThrow(TypeError);
  const richer = {
    ...loan,
    balances: { ...loan.balances, collectable: 1_000_000 },
    terms: { ...loan.terms, totalAmountDue: 1_000_000 },
  };
  expect(
    await errorOf(fixture.kit.collections.collect(richer, { amount: 90_001, debitDate: '2026-02-01' })),
  ).toMatchObject({ rule: 'debit-within-terms' });
});
