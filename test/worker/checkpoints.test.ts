import { generateKeyPairSync } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Checkpoint, type CheckpointSink, memoryCheckpoints, type RepayKitOptions } from '../../src/index.ts';
import { runDue, startWorker } from '../../src/worker/index.ts';
import { verifyCheckpoints } from '../evidence/sample-evidence.ts';
import { createFixture } from '../journeys/fixture.ts';
import { disbursedLoans, testBureau } from './bureaus.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const { privateKey: key, publicKey } = generateKeyPairSync('ed25519');

/** A lender who keeps checkpoints. */
async function set({
  loans = 1,
  sink = memoryCheckpoints(),
}: {
  readonly loans?: number;
  readonly sink?: CheckpointSink;
} = {}) {
  const fixture = await createFixture({
    kit: { bureau: testBureau(), checkpoints: { key, sink } },
    receivesWebhooks: false,
  });
  await disbursedLoans(fixture, loans);
  const all = async () => {
    const records = [];
    for await (const record of sink.all?.() ?? []) records.push(record);
    return records;
  };
  return {
    fixture,
    sink,
    all,
    kitWith: (put: Partial<CheckpointSink>) => fixture.newKit(withSink({ ...sink, ...put })),
  };
}

const withSink = (sink: CheckpointSink): Partial<RepayKitOptions> => ({ checkpoints: { key, sink } });

describe('a run of a client that keeps checkpoints', () => {
  test('takes one when there is none yet, after its work', async () => {
    const { fixture, all } = await set();
    expect(await runDue(fixture.kit)).toMatchObject({ reports: { delivered: 2 }, checkpoint: 1, errors: [] });
    const [record] = await all();
    expect(record?.leaves).toMatchObject([{ loanId: 'loan-1', version: (await fixture.eventsOf()).length }]);
    expect(await verifyCheckpoints(await all(), publicKey)).toMatchObject({ ok: true, count: 1 });
  });

  test('takes the next one an hour later, not before, whichever process took the one before', async () => {
    const { fixture, all } = await set();
    await fixture.kit.checkpoint();
    await fixture.moveTo('2026-01-05T08:59:59.999Z');
    expect(await runDue(fixture.kit)).not.toHaveProperty('checkpoint');
    await fixture.moveTo('2026-01-05T09:00:00Z');
    expect(await runDue(fixture.kit)).toMatchObject({ checkpoint: 2 });
    expect(await runDue(fixture.newKit())).not.toHaveProperty('checkpoint');
    expect((await all()).map(({ checkpoint }) => checkpoint.at)).toEqual([
      '2026-01-05T08:00:00.000Z',
      '2026-01-05T09:00:00.000Z',
    ]);
  });

  test('takes them as often as configured, or never', async () => {
    const { fixture, all } = await set();
    expect(await runDue(fixture.kit, { checkpointEveryMs: 0 })).not.toHaveProperty('checkpoint');
    expect(await runDue(fixture.kit, { checkpointEveryMs: 60_000 })).toMatchObject({ checkpoint: 1 });
    await fixture.moveTo('2026-01-05T08:01:00Z');
    expect(await runDue(fixture.kit, { checkpointEveryMs: 60_001 })).not.toHaveProperty('checkpoint');
    expect(await runDue(fixture.kit, { checkpointEveryMs: 60_000 })).toMatchObject({ checkpoint: 2 });
    expect(await all()).toHaveLength(2);
  });

  test('takes none of nothing', async () => {
    const { fixture, sink } = await set({ loans: 0 });
    expect(await runDue(fixture.kit)).not.toHaveProperty('checkpoint');
    expect(await sink.latest()).toBeUndefined();
  });

  test('takes one after one that is dated far ahead, and after one whose date cannot be read', async () => {
    for (const at of ['2036-01-05T08:00:00.000Z', 'soon']) {
      const { fixture, sink, kitWith } = await set();
      await fixture.kit.checkpoint();
      const latest = async () => ({ ...((await sink.latest()) as Checkpoint), at });
      expect(await runDue(kitWith({ latest }))).toMatchObject({ checkpoint: 2 });
    }
  });

  test('that is stopped takes none', async () => {
    const { fixture, sink } = await set();
    await runDue(fixture.kit, { signal: AbortSignal.abort() });
    expect(await sink.latest()).toBeUndefined();
  });
});

test('a client without checkpoints takes none', async () => {
  const fixture = await createFixture({ kit: { bureau: testBureau() }, receivesWebhooks: false });
  await disbursedLoans(fixture, 1);
  const report = await runDue(fixture.kit, { checkpointEveryMs: 1 });
  expect(report).not.toHaveProperty('checkpoint');
  expect(report.errors).toEqual([]);
});

describe('several workers', () => {
  test('at once take one checkpoint', async () => {
    const { fixture, all } = await set({ loans: 3 });
    for (let hour = 1; hour <= 3; hour++) {
      const reports = await Promise.all([1, 2, 3].map(() => runDue(fixture.newKit())));
      expect(reports.map(({ checkpoint }) => checkpoint).filter((number) => number !== undefined)).toEqual([hour]);
      expect(reports.flatMap(({ errors }) => errors)).toEqual([]);
      await fixture.server.clock.advance('PT1H');
    }
    expect(await all()).toHaveLength(3);
  });

  test('of whom one decides while the other takes it take one too', async () => {
    const { fixture, sink, all, kitWith } = await set();
    // Decides that none is there, and goes on when the other is done.
    const slow = kitWith({ latest: async () => sink.latest().finally(() => runDue(fixture.kit)) });
    const report = await runDue(slow);
    expect(report).not.toHaveProperty('checkpoint');
    expect(report.errors).toEqual([]);
    expect(await all()).toHaveLength(1);
  });

  test('keep the hours for as long as they run', async () => {
    const { fixture, all } = await set();
    const workers = [1, 2].map(() => startWorker(fixture.newKit(), { everyMs: 60_000 }));
    for (let minute = 0; minute < 200; minute++) {
      for (let turns = 0; turns < 20; turns++) await turn();
      await fixture.server.clock.advance('PT1M');
    }
    await Promise.all(workers.map((worker) => worker.stop()));
    const times = (await all()).map(({ checkpoint }) => Date.parse(checkpoint.at));
    expect(times).toHaveLength(4);
    const gaps = times.slice(1).map((time, index) => time - (times[index] as number));
    for (const gap of gaps) expect(gap >= HOUR_MS && gap <= HOUR_MS + 3 * MINUTE_MS).toBe(true);
  });
});

describe('a place that fails', () => {
  test.each([
    [
      'when it is read',
      { latest: () => Promise.reject(Object.assign(new Error('/mnt/checkpoints'), { code: 'EACCES' })) },
      'Error (EACCES)',
    ],
    ['when it is written', { put: () => Promise.reject(new TypeError('no such bucket')) }, 'TypeError'],
  ])('%s stops nothing else, and is reported', async (_when, broken, reason) => {
    const { fixture, kitWith } = await set();
    const report = await runDue(kitWith(broken));
    expect(report).toMatchObject({ reports: { delivered: 2 }, errors: [{ kind: 'checkpoint', reason }] });
    expect(report).not.toHaveProperty('checkpoint');
    expect(await runDue(fixture.kit)).toMatchObject({ checkpoint: 1, errors: [] });
  });

  test('by never answering is left after five minutes of the machine, or when the run is ended', async () => {
    const { kitWith } = await set();
    let asked = 0;
    const silent = kitWith({ put: () => new Promise(() => void asked++) });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const waiting = runDue(silent);
    while (asked < 1) await turn();
    await vi.advanceTimersByTimeAsync(300_000);
    expect(await waiting).toMatchObject({
      errors: [{ kind: 'checkpoint', reason: 'No checkpoint could be taken within 300000 ms' }],
    });
    const stop = new AbortController();
    const ended = runDue(silent, { signal: stop.signal });
    while (asked < 2) await turn();
    stop.abort();
    expect(await ended).toMatchObject({ left: 'stopped', errors: [] });
  });
});
