import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock/clock.ts';
import type { Transport } from '../../src/http/transport.ts';
import { reconcile, runDue } from '../../src/worker/index.ts';
import { walkTo } from '../journeys/walk.ts';
import { dropWebhooks, UNPACED } from './dropped-webhooks.ts';

async function set(loans: number) {
  const stage = await dropWebhooks();
  for (let loan = 1; loan <= loans; loan++) await walkTo(stage, 'collecting', { loanId: `loan-${loan}` });
  await stage.reconcileAll();
  await stage.moveTo('2026-01-10T09:00:00Z');
  return stage;
}

describe('a service that asks for a pause', () => {
  test('is left alone by the whole run for as long, and then everything is done', async () => {
    const stage = await set(6);
    await stage.server.controls.addFault({
      operation: 'getMandate',
      kind: 'status',
      status: 429,
      retryAfter: 1,
      times: 1,
    });
    const startedAt = systemClock.now();
    const report = await reconcile(stage.kit, { inbox: stage.receiver, all: true, concurrency: 2, ...UNPACED });
    expect(report).toMatchObject({ looked: 6, failed: 0, requests: 7 });
    expect(systemClock.now() - startedAt).toBeGreaterThanOrEqual(990);
  });

  test('is not asked again in a run of the worker, which says that more is due and holds nothing', async () => {
    const stage = await set(6);
    await stage.server.controls.addFault({ operation: 'getMandate', kind: 'status', status: 429, retryAfter: 1 });
    await stage.server.controls.clearRequests();
    const report = await runDue(stage.kit, { inbox: stage.receiver, concurrency: 1, ...UNPACED });
    expect(report).toMatchObject({ left: 'pause', reconcile: { looked: 0, failed: 1 } });
    expect((await stage.requests()).getMandate).toBe(3);
    await stage.server.controls.clearFaults();
    await stage.server.clock.advance('PT2M');
    expect(await runDue(stage.kit, { inbox: stage.receiver, ...UNPACED })).toMatchObject({
      reconcile: { looked: 6, failed: 0 },
    });
  });
});

describe('many loans that wait to be looked at', () => {
  test('do not keep a report waiting that is filed meanwhile', async () => {
    const stage = await set(6);
    const order: string[] = [];
    const approving = await walkTo(stage, 'verified', { loanId: 'loan-7' });
    const send: Transport['send'] = async (request) => {
      if ((await stage.kit.loans.get('loan-7')).stage === 'verified') await stage.kit.bureau.reportApproved(approving);
      return stage.transport.send(request);
    };
    const kit = stage.newKit({ transport: { reportsLeaving: true, close: async () => {}, send } });
    await runDue(kit, {
      inbox: stage.receiver,
      concurrency: 1,
      ...UNPACED,
      onProgress: ({ kind }) => void order.push(kind),
    });
    expect(order).toEqual(['reconcile', 'reports', ...Array(5).fill('reconcile')]);
  });

  test('are stopped at the limit, and the next run goes on', async () => {
    const stage = await set(5);
    expect(await reconcile(stage.kit, { inbox: stage.receiver, limit: 2, concurrency: 1, ...UNPACED })).toMatchObject({
      looked: 2,
      left: 'limit',
    });
    const rest = await reconcile(stage.kit, { inbox: stage.receiver, ...UNPACED });
    expect(rest).toMatchObject({ looked: 3 });
    expect(rest).not.toHaveProperty('left');
  });

  test('are left as they are by a run that is stopped, and progress is reported after each', async () => {
    const stage = await set(3);
    const stop = new AbortController();
    const reported: number[] = [];
    const report = await reconcile(stage.kit, {
      inbox: stage.receiver,
      concurrency: 1,
      signal: stop.signal,
      onProgress: ({ done }) => {
        reported.push(done);
        if (done === 2) stop.abort();
        throw new Error('nobody listens');
      },
      ...UNPACED,
    });
    expect(report).toMatchObject({ looked: 2, left: 'stopped', failed: 0 });
    expect(reported).toEqual([1, 2]);
    expect(await reconcile(stage.kit, { inbox: stage.receiver, ...UNPACED })).toMatchObject({ looked: 1 });
  });

  test('may be named', async () => {
    const stage = await set(3);
    expect(
      await reconcile(stage.kit, { inbox: stage.receiver, loanIds: ['loan-2', 'loan-2', 'nobody'], ...UNPACED }),
    ).toMatchObject({ looked: 1, failed: 1 });
  });
});

test.each([
  [
    { limit: 0, concurrency: 1.5, requestsPerSecond: 0, leaseMs: 1 },
    ['limit', 'concurrency', 'requestsPerSecond', 'leaseMs'],
  ],
  [{ inbox: {}, after: '3', onProgress: 'log', every: 1 }, ['every', 'inbox', 'onProgress', 'after']],
  [{ loanIds: [7], all: true }, ['loanIds.0', 'loanIds']],
])('a reconciliation with %j is refused with every mistake', async (options, paths) => {
  const stage = await dropWebhooks();
  const error = await reconcile(stage.kit, options as never).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'ConfigurationError' });
  expect((error as { issues: { path: string }[] }).issues.map(({ path }) => path)).toEqual(paths);
});
