import { describe, expect, test } from 'vitest';
import { StoreError } from '../../src/index.ts';
import { startWorker, type WorkerHealth } from '../../src/worker/index.ts';
import { createFixture, errorOf } from '../journeys/fixture.ts';
import { disbursedLoans, testBureau } from './bureaus.ts';

async function set(loans = 1) {
  const bureau = testBureau();
  const fixture = await createFixture({ kit: { bureau, random: () => 0.5 }, receivesWebhooks: false });
  await disbursedLoans(fixture, loans);
  return { fixture, bureau };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
async function until(holds: () => boolean) {
  while (!holds()) await turn();
}

describe('a worker', () => {
  test('works at once, then again after each pause, on the client’s clock', async () => {
    const { fixture } = await set();
    const runs: WorkerHealth[] = [];
    const worker = startWorker(fixture.kit, { everyMs: 60_000, onRun: (health) => runs.push(health) });
    await until(() => runs.length === 1);
    expect(runs[0]).toMatchObject({
      state: 'waiting',
      runs: 1,
      failedRuns: 0,
      lastReport: { reports: { delivered: 2 } },
    });
    await fixture.server.clock.advance('PT59S');
    await turn();
    expect(runs).toHaveLength(1);
    await fixture.server.clock.advance('PT1S');
    await until(() => runs.length === 2);
    expect(runs[1]?.lastReport).toMatchObject({ loans: 0 });
    await worker.stop();
    expect(worker.health()).toMatchObject({ state: 'stopped', runs: 2, startedAt: '2026-01-05T08:00:00.000Z' });
  });

  test('never runs twice at a time, however long a run takes', async () => {
    const { fixture, bureau } = await set(2);
    let [atOnce, most] = [0, 0];
    const ends: (() => void)[] = [];
    bureau.fault = () => {
      most = Math.max(most, ++atOnce);
      return new Promise<void>((resolve) => ends.push(resolve)).then(() => atOnce--);
    };
    const worker = startWorker(fixture.kit, { everyMs: 1_000, concurrency: 1 });
    await until(() => ends.length === 1);
    await fixture.server.clock.advance('PT10S');
    await turn();
    expect(ends).toHaveLength(1);
    bureau.fault = undefined;
    for (const end of ends) end();
    await worker.stop();
    expect(most).toBe(1);
  });

  test('finishes what it holds when it is stopped, and takes no more', async () => {
    const { fixture, bureau } = await set(3);
    let finish: () => void = () => undefined;
    bureau.fault = () => new Promise<void>((resolve) => (finish = resolve));
    const worker = startWorker(fixture.kit, { concurrency: 1 });
    await until(() => bureau.given.length === 1);
    const stopping = worker.stop();
    bureau.fault = undefined;
    finish();
    await stopping;
    expect(bureau.given.map(({ event }) => event)).toEqual(['loan.approved', 'loan.disbursed']);
    expect((await fixture.kit.loans.get('loan-1')).stage).toBe('collecting');
    expect(worker.health()).toMatchObject({ state: 'stopped', lastReport: { left: 'stopped' } });
  });

  test('stops at once when its signal says so, also while it waits', async () => {
    const { fixture, bureau } = await set();
    const stop = new AbortController();
    bureau.fault = () => new Promise(() => undefined);
    const worker = startWorker(fixture.kit, { signal: stop.signal });
    await until(() => bureau.given.length === 1);
    stop.abort();
    await worker.done;
    expect(worker.health().state).toBe('stopped');
    const waiting = startWorker(fixture.newKit({ bureau: testBureau() }));
    await until(() => waiting.health().runs === 1);
    await waiting[Symbol.asyncDispose]();
    expect(waiting.health()).toMatchObject({ state: 'stopped', runs: 1 });
  });

  test('goes on when the store cannot be reached for a while, and says so', async () => {
    const { fixture } = await set();
    let isDown = true;
    const claim: typeof fixture.store.claim = (query) =>
      isDown ? Promise.reject(new StoreError('no connection')) : fixture.store.claim(query);
    const worker = startWorker(fixture.newKit({ store: { ...fixture.store, claim } }), { everyMs: 1_000 });
    await until(() => worker.health().runs === 1);
    expect(worker.health()).toMatchObject({ failedRuns: 1, lastError: 'no connection' });
    isDown = false;
    await fixture.server.clock.advance('PT1S');
    await until(() => worker.health().runs === 2);
    expect(worker.health()).toMatchObject({ failedRuns: 0, lastReport: { reports: { delivered: 2 } } });
    expect(worker.health()).not.toHaveProperty('lastError');
    await worker.stop();
  });

  test('is not hurt by a listener of its runs', async () => {
    const { fixture } = await set();
    const worker = startWorker(fixture.kit, {
      onRun: () => {
        throw new Error('nobody listens');
      },
    });
    await until(() => worker.health().runs === 1);
    await worker.stop();
    expect(worker.health().failedRuns).toBe(0);
  });

  test('with options that are not right does not begin', async () => {
    const { fixture } = await set(0);
    const error = await errorOf(async () => startWorker(fixture.kit, { everyMs: 0, onRun: 'log', pause: 1 } as never));
    expect(error.issues.map(({ path }: { path: string }) => path)).toEqual(['pause', 'everyMs', 'onRun']);
  });
});
