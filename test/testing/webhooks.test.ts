import { describe, expect, test } from 'vitest';
import { AbortedError, DeadlineError, InputError } from '../../src/errors.ts';
import { REFERENCE_DEFAULTS } from '../../src/server/index.ts';
import { createTestDelivery } from '../../src/webhooks/index.ts';
import { reconcile } from '../../src/worker/index.ts';
import { makeKit } from './made-kit.ts';

describe('waiting for a webhook', () => {
  test('gives one that came already', async () => {
    const { loanAt, clock, webhooks } = await makeKit();
    const loan = await loanAt('collecting');
    await clock.advance({ months: 1 });
    const event = await webhooks.waitFor('collection.success', { mandateId: loan.mandateId });
    expect(event).toMatchObject({
      kind: 'collection',
      outcome: 'collected',
      data: { mandateId: loan.mandateId, amountCollected: 30_000 },
    });
  });

  test('gives one that comes later', async () => {
    const { loanAt, clock, webhooks } = await makeKit();
    await loanAt('collecting');
    const waiting = webhooks.waitFor('collection.success');
    await clock.advance({ months: 1 });
    expect((await waiting).data.amountCollected).toBe(30_000);
  });

  test('gives each webhook once to the same name, in order', async () => {
    const { loanAt, clock, webhooks } = await makeKit();
    await loanAt('collecting');
    await clock.advance({ months: 2 });
    const [first, second] = [
      await webhooks.waitFor('collection.success'),
      await webhooks.waitFor('collection.success'),
    ];
    expect(first.data.instalmentReference).not.toBe(second.data.instalmentReference);
    await expect(webhooks.waitFor('collection.success', { timeoutMs: 5 })).rejects.toThrow(
      /2 came and went to waits before/,
    );
    expect((await webhooks.waitFor('collection')).data.instalmentReference).toBe(first.data.instalmentReference);
  });

  test('gives two waits for the same name two webhooks', async () => {
    const { loanAt, clock, webhooks } = await makeKit();
    await loanAt('collecting');
    const both = Promise.all([webhooks.waitFor('collection.success'), webhooks.waitFor('collection.success')]);
    await clock.advance({ months: 2 });
    const [one, other] = await both;
    expect(one).not.toBe(other);
  });

  test('keeps loans apart', async () => {
    const { loanAt, clock, webhooks } = await makeKit();
    const [first, second] = [await loanAt('collecting'), await loanAt('collecting')];
    await clock.advance({ months: 1 });
    for (const { mandateId } of [second, first]) {
      expect((await webhooks.waitFor('collection.success', { mandateId })).data.mandateId).toBe(mandateId);
    }
  });

  test('ends with what came instead, when the time is up', async () => {
    const { loanAt, webhooks } = await makeKit();
    const { mandateId } = await loanAt('collecting', { accounts: 1 });
    const wait = webhooks.waitFor('collection.failed', { timeoutMs: 5 });
    await expect(wait).rejects.toThrow(DeadlineError);
    await expect(wait).rejects.toThrow(
      /'collection.failed' came within 5 ms; what came: mandate.activated\. What is due later comes when the clock is moved/,
    );
    await expect(webhooks.waitFor('mandate.failed', { timeoutMs: 5, mandateId })).rejects.toThrow(
      `mandate.activated (${mandateId})`,
    );
  });

  test.each([
    ['mandate.disputd', "no webhook is called 'mandate.disputd'; did you mean 'mandate.disputed'?"],
    ['collection_failed', "did you mean 'collection.failed'?"],
    [['collection'], 'name: takes one name, not a list'],
    ['constructor', 'the names are collection, '],
    [undefined, "no webhook is called 'undefined'"],
  ])('refuses at once a name that no webhook has: %s', async (name, said) => {
    const { webhooks } = await makeKit();
    const began = Date.now();
    const wait = webhooks.waitFor(name as 'collection', { timeoutMs: 60_000 });
    await expect(wait).rejects.toThrow(InputError);
    await expect(wait).rejects.toThrow(said);
    expect(Date.now() - began).toBeLessThan(30_000);
  });

  test.each([
    [{ mandateID: 'mdt-1' }, 'mandateID: is unknown; did you mean mandateId?'],
    [{ timeout: 5 }, 'timeout: is unknown; did you mean timeoutMs?'],
    [{ timeoutMs: '5' }, 'timeoutMs: is a string, but must be a number of milliseconds, 0 or more'],
    [{ timeoutMs: Number.NaN }, 'timeoutMs: is NaN, but must be a number of milliseconds, 0 or more'],
    [{ timeoutMs: -1 }, 'timeoutMs: must be a number of milliseconds, 0 or more'],
    [{ mandateId: 7 }, 'mandateId: is a number, but must be the id of a mandate'],
    [{ signal: {} }, 'signal: must be an AbortSignal'],
    ['mdt-1', 'must be an object'],
    [5_000, 'must be an object'],
    [null, 'is null: give an object with timeoutMs, signal, mandateId'],
  ])('refuses at once options that are unknown or invalid: %j', async (options, said) => {
    const { webhooks, loanAt } = await makeKit();
    await loanAt('collecting');
    const wait = webhooks.waitFor('mandate.activated', options as { timeoutMs: number });
    await expect(wait).rejects.toThrow(InputError);
    await expect(wait).rejects.toThrow(said);
  });

  test('gives a dispute and a time-out, which no webhook reports, once reconciliation has found them', async () => {
    const { loanAt, payer, clock, kit, webhooks } = await makeKit();
    const { mandateId } = await loanAt('collecting');
    await payer.disputes();
    await expect(webhooks.waitFor('mandate.disputed', { timeoutMs: 5 })).rejects.toThrow(
      /no webhook of this: reconcile\(kit, \{ inbox: webhooks\.receiver, all: true \}\) finds it/,
    );
    await reconcile(kit, { inbox: webhooks.receiver, all: true });
    expect((await webhooks.waitFor('mandate.disputed', { mandateId })).data.mandateId).toBe(mandateId);
    const verifying = await loanAt('verifying');
    await clock.advance({ days: 30 });
    await reconcile(kit, { inbox: webhooks.receiver, all: true });
    expect((await webhooks.waitFor('mandate.pending_timeout', { mandateId: verifying.mandateId })).kind).toBe(
      'mandate.pending_timeout',
    );
  });

  test('gives every kind that can be delivered', async () => {
    const { loanAt, payer, webhooks } = await makeKit();
    const { mandateId } = await loanAt('collecting');
    await payer.disputes();
    const { webhookSecret: secret } = REFERENCE_DEFAULTS;
    for (const kind of [
      'income_transaction',
      'income_insight',
      'pdf_upload',
      'income_insight_failure',
      'policy',
    ] as const) {
      await webhooks.deliver(createTestDelivery(kind, {}, { secret }));
      expect((await webhooks.waitFor(kind)).kind).toBe(kind);
    }
    await webhooks.deliver(createTestDelivery('mandate.disputed', { mandateId }, { secret }));
    expect((await webhooks.waitFor('mandate.disputed')).data.mandateId).toBe(mandateId);
  });

  test('ends at once by its signal', async () => {
    const { webhooks } = await makeKit();
    const stop = new AbortController();
    const wait = webhooks.waitFor('policy', { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(wait).rejects.toThrow(AbortedError);
    await expect(webhooks.waitFor('policy', { signal: stop.signal })).rejects.toMatchObject({
      cause: new Error('enough'),
    });
  });
});

describe('what was received', () => {
  test('went through the real receiver: the loan in the file has moved', async () => {
    const { loanAt, clock, kit, webhooks } = await makeKit();
    const { loanId } = await loanAt('collecting');
    await clock.advance({ months: 1 });
    const loan = await kit.loans.get(loanId);
    expect(loan).toMatchObject({ balances: { collected: 30_000, outstanding: 60_000 } });
    expect(webhooks.received.at(-1)).toMatchObject({ kind: 'collection', outcome: 'collected' });
  });

  test('leaves out what carries a wrong secret, and what the service does not bear out', async () => {
    const { loanAt, webhooks } = await makeKit();
    const { mandateId } = await loanAt('collecting');
    const before = webhooks.received.length;
    const forged = createTestDelivery('collection', { mandateId }, { secret: 'whsec_guessed' });
    expect((await webhooks.deliver(forged)).status).toBe(401);
    const untrue = createTestDelivery('collection', { mandateId }, { secret: REFERENCE_DEFAULTS.webhookSecret });
    expect((await webhooks.deliver(untrue)).status).toBe(200);
    expect(webhooks.received).toHaveLength(before);
  });

  test('holds deliveries of your own too', async () => {
    const { webhooks } = await makeKit();
    await webhooks.deliver(createTestDelivery('income_insight', {}, { secret: REFERENCE_DEFAULTS.webhookSecret }));
    expect((await webhooks.waitFor('income_insight')).kind).toBe('income_insight');
  });
});
