import { describe, expect, test } from 'vitest';
import { reconcile, runDue } from '../../src/worker/index.ts';
import { manualTerms, PRIMARY } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';
import { dropWebhooks, UNPACED } from './dropped-webhooks.ts';

const counts = (words: readonly string[]) =>
  Object.fromEntries([...new Set(words)].map((word) => [word, words.filter((each) => each === word).length]));

describe('what no webhook reported', () => {
  test('collections of an automatic loan are reported with the events that webhooks would have brought, each once', async () => {
    const stage = await dropWebhooks();
    await walkTo(stage, 'collecting');
    await stage.reconcileAll();
    expect(counts(stage.handled)).toEqual({ 'mandate.activated': 3 });
    await stage.moveTo('2026-02-01T09:00:00Z');
    const report = await stage.reconcileAll();
    expect(report).toMatchObject({
      looked: 1,
      isTold: true,
      failed: 0,
      missingCount: 1,
      missing: [
        { loanId: 'loan-1', kind: 'collection', happenedAt: '2026-02-01T07:00:00.000Z', unreportedForMs: 7_200_000 },
      ],
    });
    expect(stage.handled.slice(3)).toEqual(['collection success 30000']);
    expect(stage.events.at(-1)).toMatchObject({
      outcome: 'collected',
      data: { accountNumber: PRIMARY.accountNumber, collectionType: 'auto' },
    });
  });

  test('what was collected in part, and missed, is reported as that', async () => {
    const stage = await dropWebhooks();
    await walkTo(stage, 'collecting');
    await stage.server.controls.patchAccount(PRIMARY, { balance: 10_000 });
    await stage.moveTo('2026-02-01T22:30:00Z');
    await stage.reconcileAll();
    await stage.server.controls.patchAccount(PRIMARY, { balance: 0 });
    await stage.moveTo('2026-03-02T20:00:00Z');
    await stage.reconcileAll();
    const collections = stage.handled.filter((words) => words.startsWith('collection'));
    expect(collections[0]).toBe('collection partially paid 10000');
    expect(collections.slice(1)).toEqual([expect.stringMatching(/^collection (failed|overdue) 0$/)]);
  });

  test('a worker learns within seconds that a payer proved the account', async () => {
    const stage = await dropWebhooks();
    const loan = await walkTo(stage, 'verifying');
    await stage.server.clock.advance('PT40S');
    await stage.server.controls.makeDeposit({ mandateId: loan.mandateId, ...PRIMARY });
    await stage.server.clock.advance('PT15S');
    const { reconcile: done } = await runDue(stage.kit, { inbox: stage.receiver, ...UNPACED });
    expect(done).toMatchObject({ looked: 1, missing: 1, failed: 0 });
    expect(stage.handled).toEqual(['mandate.activated']);
    expect(await stage.kit.loans.get('loan-1')).toMatchObject({ stage: 'verified' });
  });

  test('a micro-deposit that never came is reported as a time-out, for which there is no webhook', async () => {
    const stage = await dropWebhooks();
    await walkTo(stage, 'verifying');
    await stage.server.clock.advance('PT169H');
    await runDue(stage.kit, { inbox: stage.receiver, ...UNPACED });
    expect(stage.handled).toEqual(['mandate.pending_timeout']);
  });

  test('a dispute is reported whenever there is one, and that the mandate is active again when it ended well', async () => {
    const stage = await dropWebhooks();
    const { mandateId } = await walkTo(stage, 'collecting');
    await stage.reconcileAll();
    stage.handled.splice(0);
    await stage.server.controls.openDispute(mandateId, { reason: 'not mine' });
    const report = await stage.reconcileAll();
    expect(report.differed).toContainEqual({
      loanId: 'loan-1',
      what: 'mandate-status',
      onFile: 'active',
      atService: 'disputed',
    });
    expect(stage.handled).toEqual(['mandate.disputed']);
    await stage.server.controls.resolveDispute(mandateId, { outcome: 'reinstated' });
    expect((await stage.reconcileAll()).differed).toEqual([
      { loanId: 'loan-1', what: 'mandate-status', onFile: 'disputed', atService: 'active' },
    ]);
    await stage.server.controls.openDispute(mandateId, { reason: 'again' });
    await stage.reconcileAll();
    expect(stage.handled).toEqual(['mandate.disputed', 'mandate.activated', 'mandate.disputed']);
  });

  test('a signature that the bank refused is reported as a failure', async () => {
    const stage = await dropWebhooks();
    const loan = await walkTo(stage, 'collecting');
    await stage.reconcileAll();
    stage.handled.splice(0);
    await stage.server.controls.openDispute(loan.mandateId, {});
    await stage.server.controls.resolveDispute(loan.mandateId, { outcome: 'failed' });
    await stage.reconcileAll();
    expect(stage.handled).toContain('mandate.failed');
  });

  test('the end of the tenure is reported when its last day is over, without a request', async () => {
    const stage = await dropWebhooks();
    await walkTo(stage, 'collecting');
    await stage.moveTo('2026-04-15T20:00:00Z');
    await stage.reconcileAll();
    expect(stage.handled).not.toContain('mandate.expired');
    const asked = (await stage.requests()).getMandate;
    await stage.moveTo('2026-04-15T23:00:00Z');
    const { reconcile: done } = await runDue(stage.kit, { inbox: stage.receiver, ...UNPACED });
    expect(done).toMatchObject({ looked: 0, missing: 1 });
    expect(stage.handled.filter((words) => words === 'mandate.expired')).toHaveLength(1);
    expect((await stage.requests()).getMandate).toBe(asked);
  });

  test('the sync that finds how a debit on demand ended reports it, without a second request', async () => {
    const stage = await dropWebhooks();
    const loan = await walkTo(stage, 'collecting', { terms: manualTerms });
    await stage.reconcileAll();
    await stage.kit.collections.collect(loan, { amount: 30_000, debitDate: '2026-02-01' });
    await stage.moveTo('2026-02-01T07:05:00Z');
    const before = (await stage.requests()).getMandate ?? 0;
    const report = await runDue(stage.kit, { inbox: stage.receiver, kinds: ['debits'], ...UNPACED });
    expect(report).toMatchObject({ debits: { settled: 1 }, reconcile: { looked: 0, missing: 1 } });
    expect(stage.handled.at(-1)).toBe('collection success 30000');
    const look = await runDue(stage.kit, { inbox: stage.receiver, ...UNPACED });
    expect(look).toMatchObject({ reconcile: { looked: 0 } });
    expect((await stage.requests()).getMandate).toBe(before + 1);
  });
});

describe('nothing is reported twice', () => {
  test('when the webhooks come after all', async () => {
    const stage = await dropWebhooks();
    await walkTo(stage, 'collecting');
    await stage.moveTo('2026-03-01T09:00:00Z');
    await stage.reconcileAll();
    const reported = [...stage.handled];
    expect(counts(reported)).toEqual({ 'mandate.activated': 3, 'collection success 30000': 2 });
    await stage.letAllThrough();
    expect(stage.handled).toEqual(reported);
  });

  test('when the webhooks came before', async () => {
    const stage = await dropWebhooks();
    await stage.server.controls.clearFaults();
    await walkTo(stage, 'collecting');
    await stage.moveTo('2026-03-01T09:00:00Z');
    expect(counts(stage.handled)).toEqual({ 'mandate.activated': 3, 'collection success 30000': 2 });
    const report = await stage.reconcileAll();
    expect(report).toMatchObject({ looked: 1, missing: [], missingCount: 0, differed: [], requests: 1 });
    expect(stage.handled).toHaveLength(5);
  });

  test('by two processes that look at everything at once, nor is a loan looked at by both', async () => {
    const stage = await dropWebhooks();
    for (let loan = 1; loan <= 6; loan++) await walkTo(stage, 'collecting', { loanId: `loan-${loan}` });
    await stage.moveTo('2026-02-02T21:00:00Z');
    const [one, other] = [stage.newKit(), stage.newKit()];
    const before = (await stage.requests()).getMandate ?? 0;
    const reports = await Promise.all(
      [one, other].map((kit) => reconcile(kit, { inbox: stage.process({ kit }), ...UNPACED })),
    );
    expect(reports.map(({ failed }) => failed)).toEqual([0, 0]);
    expect(counts(stage.handled)).toMatchObject({ 'mandate.activated': 18, 'collection success 30000': 3 });
    expect(stage.handled).toHaveLength(24);
    expect((await stage.requests()).getMandate).toBe(before + 6);
  });
});

describe('a loan', () => {
  test('of which nothing is new costs one request, and nothing is written', async () => {
    const stage = await dropWebhooks();
    await walkTo(stage, 'collecting');
    await stage.reconcileAll();
    const { version } = await stage.kit.loans.get('loan-1');
    await stage.server.controls.clearRequests();
    expect(await stage.reconcileAll()).toMatchObject({ looked: 1, requests: 1, missingCount: 0, differedCount: 0 });
    expect(await stage.requests()).toEqual({ getMandate: 1 });
    expect((await stage.kit.loans.get('loan-1')).version).toBe(version);
  });

  test('is not asked about before an account is attached, nor after its end', async () => {
    const stage = await dropWebhooks();
    await walkTo(stage, 'placed', { loanId: 'early' });
    await walkTo(stage, 'closed', { loanId: 'over' });
    await stage.server.controls.clearRequests();
    expect(await stage.reconcileAll()).toMatchObject({ looked: 0, requests: 0, failed: 0 });
    expect(await stage.requests()).toEqual({});
  });

  test('that came to its end while a look was planned is not asked about, nor one without debits about debits, and neither is met again', async () => {
    const stage = await dropWebhooks();
    await walkTo(stage, 'closed', { loanId: 'over' });
    await walkTo(stage, 'collecting');
    for (const [loanId, kind] of [
      ['over', 'reconcile'],
      ['loan-1', 'debits'],
    ] as const) {
      await stage.store.append(loanId, (await stage.store.load(loanId))?.version ?? 0, [], {
        work: { [kind]: 1, news: null },
      });
    }
    await stage.server.controls.clearRequests();
    const report = await runDue(stage.kit, { inbox: stage.receiver, limit: 5, ...UNPACED });
    expect(report).toMatchObject({ debits: { asked: 0, failed: 0 }, reconcile: { looked: 0, failed: 0 }, errors: [] });
    expect(report).not.toHaveProperty('left');
    expect(await runDue(stage.kit, { inbox: stage.receiver, ...UNPACED })).toMatchObject({ loans: 0 });
    expect((await stage.requests()).collectionLog).toBeUndefined();
  });

  test('whose file an older version wrote is looked at by a walk over all, and is due by itself from then on', async () => {
    const stage = await dropWebhooks();
    await walkTo(stage, 'collecting');
    const file = await stage.store.load('loan-1');
    await stage.store.append('loan-1', file?.version ?? 0, [], { work: { reconcile: null, news: null } });
    await stage.moveTo('2026-02-02T20:00:00Z');
    expect(await reconcile(stage.kit, { inbox: stage.receiver, ...UNPACED })).toMatchObject({ looked: 0 });
    expect(await stage.reconcileAll()).toMatchObject({ looked: 1, missingCount: 4 });
    await stage.moveTo('2026-02-03T21:00:00Z');
    expect(await reconcile(stage.kit, { inbox: stage.receiver, ...UNPACED })).toMatchObject({ looked: 1 });
  });

  test('that fails stops no other, and is tried again later', async () => {
    const stage = await dropWebhooks();
    for (let loan = 1; loan <= 3; loan++) await walkTo(stage, 'collecting', { loanId: `loan-${loan}` });
    const { mandateId } = await stage.kit.loans.get('loan-2');
    await stage.server.controls.addFault({ operation: 'getMandate', kind: 'status', status: 500, mandateId, times: 3 });
    const report = await stage.reconcileAll();
    expect(report).toMatchObject({ looked: 2, failed: 1, errors: [{ loanId: 'loan-2' }] });
    await stage.server.clock.advance('PT1M');
    expect(await reconcile(stage.kit, { inbox: stage.receiver, ...UNPACED })).toMatchObject({ looked: 1, failed: 0 });
  });
});

test('without a receiver the files are corrected and no handler runs, until there is one', async () => {
  const stage = await dropWebhooks();
  await walkTo(stage, 'collecting');
  await stage.moveTo('2026-02-01T20:00:00Z');
  const report = await reconcile(stage.kit, { all: true, ...UNPACED });
  expect(report).toMatchObject({ looked: 1, isTold: false, missing: [] });
  expect(await stage.kit.loans.get('loan-1')).toMatchObject({ balances: { collected: 30_000 } });
  expect(stage.handled).toEqual([]);
  await stage.server.clock.advance('PT5M');
  await reconcile(stage.kit, { inbox: stage.receiver, ...UNPACED });
  expect(counts(stage.handled)).toEqual({ 'mandate.activated': 3, 'collection success 30000': 1 });
});
