import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { progressLine, reconcileProgress } from '../../src/cli/worker/reconcile.ts';
import { durationText } from '../../src/cli/worker/reconcile-report.ts';
import { walkTo } from '../journeys/walk.ts';
import { dropWebhooks } from '../worker/dropped-webhooks.ts';
import { run, runWith } from './running.ts';

const handed: { config?: unknown } = {};
Object.assign(globalThis, { [Symbol.for('repaykit.test.reconcile')]: handed });

async function set(loans: number) {
  const stage = await dropWebhooks();
  for (let loan = 1; loan <= loans; loan++) await walkTo(stage, 'collecting', { loanId: `loan-${loan}` });
  await stage.moveTo('2026-02-01T09:00:00Z');
  const folder = await mkdtemp(join(tmpdir(), 'repaykit-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'repaykit.config.mjs');
  await writeFile(file, `export default () => globalThis[Symbol.for('repaykit.test.reconcile')].config;`);
  handed.config = { kit: stage.newKit(), inbox: stage.receiver };
  return { stage, flags: ['--config', file, '--rate', '100000'] };
}

describe('repaykit reconcile', () => {
  test('reports what no webhook reported, and prints for how long it was unreported', async () => {
    const { stage, flags } = await set(1);
    const { code, out, err } = await run('reconcile', ...flags, '--all');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^asked about 1 loan with 2 requests in /);
    expect(out).toMatch(/4 missing: stored for your handlers\n {2}loan {4}event .*\n/);
    expect(out).toMatch(/loan-1 {2}collection {9}2026-02-01T07:00:00\.000Z {13}2 h\n/);
    expect(out).toMatch(/loan-1 {2}mandate\.activated\n/);
    expect(out).toMatch(/loan-1 {2}collected {2}0 {8}30000 {11}put right\n/);
    expect(stage.handled).toHaveLength(4);
  });

  test('has nothing to say where nothing was missing', async () => {
    const { stage, flags } = await set(1);
    await stage.reconcileAll();
    expect((await run('reconcile', ...flags, '--all')).out).toMatch(/in \d+ s\n\nnothing was missing\n$/);
  });

  test('prints its report as one JSON object with --json', async () => {
    const { flags } = await set(2);
    const { out, code } = await run('reconcile', ...flags, '--all', '--json');
    expect(JSON.parse(out)).toMatchObject({ looked: 2, missingCount: 8, isTold: true, failed: 0 });
    expect(code).toBe(0);
  });

  test('ends with 1 when a loan could not be asked about, and says why', async () => {
    const { stage, flags } = await set(1);
    await stage.server.controls.addFault({ operation: 'getMandate', kind: 'status', status: 500 });
    const { code, out } = await run('reconcile', ...flags, '--all');
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/1 failed: tried again when they are due again\n {2}loan {4}why\n {2}loan-1 {2}\S/),
    ]);
  });

  test('says so where there is no handler', async () => {
    const { stage, flags } = await set(1);
    handed.config = stage.newKit();
    const { out, code } = await run('reconcile', ...flags, '--all');
    expect([code, out]).toEqual([0, expect.stringContaining('exports no inbox: no handler was notified')]);
    expect(stage.handled).toEqual([]);
  });

  test('marks the past as reported with --baseline, and calls no handler', async () => {
    const { stage, flags } = await set(1);
    const { code, out } = await run('reconcile', ...flags, '--baseline');
    expect([code, out]).toEqual([0, expect.stringContaining('4 marked as notified: no handler was called\n')]);
    expect(out).not.toContain('missing');
    expect((await run('reconcile', ...flags, '--all')).out).toContain('nothing was missing');
    expect(stage.handled).toEqual([]);
    handed.config = stage.newKit();
    expect(await run('reconcile', ...flags, '--baseline')).toMatchObject({
      code: 1,
      err: expect.stringContaining('baseline'),
    });
  });

  test('says how many loans another process held, which leaves a baseline unfinished', async () => {
    const { stage, flags } = await set(1);
    await stage.store.claim({ kinds: ['reconcile'], now: stage.server.clock.now(), leaseMs: 60_000, limit: 1 });
    const { code, out } = await run('reconcile', ...flags, '--all');
    expect([code, out]).toEqual([0, expect.stringContaining('1 held by another process')]);
    expect((await run('reconcile', ...flags, '--baseline')).code).toBe(1);
  });

  test('ends only when the handlers are through, and says so where it cannot wait any longer', async () => {
    const { stage, flags } = await set(1);
    const stop = new AbortController();
    const settled = () => {
      stop.abort();
      return new Promise<void>(() => {});
    };
    const { receiver } = stage;
    handed.config = {
      kit: stage.newKit(),
      inbox: { notify: receiver.notify, drain: receiver.drain, inbox: receiver.inbox, settled },
    };
    expect((await runWith({ stop: stop.signal }, 'reconcile', ...flags, '--all')).err).toContain(
      'your handlers are still running',
    );
  });

  test("prints no control characters of the service's words", async () => {
    const { stage, flags } = await set(1);
    const transport: typeof stage.transport = {
      ...stage.transport,
      reportsLeaving: true,
      close: async () => {},
      async send(request) {
        const answer = await stage.transport.send(request);
        return JSON.parse(
          JSON.stringify(answer)
            .replaceAll('"status":"active"', '"status":"\\u001b[2Jgone"')
            .replaceAll('\\"status\\":\\"active\\"', '\\"status\\":\\"\\\\u001b[2Jgone\\"'),
        );
      },
    };
    handed.config = { kit: stage.newKit({ transport }), inbox: stage.receiver };
    const { out } = await run('reconcile', ...flags, '--all');
    expect(out).toContain('unrecognised');
    expect(out).not.toContain('\u001b');
  });

  test('that is interrupted prints where to resume, and resumes there', async () => {
    const { stage, flags } = await set(0);
    for (let loan = 1; loan <= 103; loan++)
      await stage.kit.loans.open((await import('../journeys/people.ts')).openInput(undefined, `open-${loan}`));
    await walkTo(stage, 'collecting', { loanId: 'last' });
    const stop = new AbortController();
    const list = stage.store.list;
    let pages = 0;
    const listUntilStopped: typeof list = (page) => {
      if (page.limit === 100 && ++pages === 2) stop.abort();
      return list(page);
    };
    handed.config = {
      kit: stage.newKit({ store: { ...stage.store, list: listUntilStopped } }),
      inbox: stage.receiver,
    };
    const { code, out } = await runWith({ stop: stop.signal }, 'reconcile', ...flags, '--all');
    expect(code).toBe(1);
    const cursor = /--all --after (\S+)\n$/.exec(out)?.[1] as string;
    handed.config = { kit: stage.newKit(), inbox: stage.receiver };
    expect((await run('reconcile', ...flags, '--all', '--after', cursor)).out).toMatch(/asked about 1 loan with/);
    expect(stage.handled).toHaveLength(3);
  });

  test.each([
    [['--rate', '0'], '--rate'],
    [['--concurrency', 'many'], '--concurrency'],
    [['--after', '3'], '--after'],
  ])('is refused with %j before anything is loaded', async (flags, named) => {
    const { code, err } = await run('reconcile', '--config', '/nowhere.mjs', ...flags);
    expect([code, err]).toEqual([1, expect.stringContaining(named)]);
  });
});

describe('progress', () => {
  const progress = {
    done: 250,
    looked: 240,
    requests: 300,
    missing: 7,
    baseline: 0,
    differed: 1,
    failed: 2,
    next: '200',
  };

  test('is a bar with what is left on a terminal, and names the cursor elsewhere', () => {
    expect(progressLine(progress, { total: 1_000, elapsedMs: 25_000, isBar: true })).toBe(
      '[######------------------] 250/1000 loans · 7 missing · 2 failed · 12.0 requests/s · 1 min 15 s left',
    );
    expect(progressLine(progress, { total: 1_000, elapsedMs: 25_000, isBar: false })).toMatch(
      /^250\/1000 loans · .* · --after 200$/,
    );
    expect(progressLine({ ...progress, failed: 0 }, { total: undefined, elapsedMs: 25_000, isBar: true })).toBe(
      '250 loans · 7 missing · 12.0 requests/s',
    );
  });

  test('leaves no bar behind', () => {
    const lines: string[] = [];
    const io = {
      out: () => {},
      err: (text: string) => void lines.push(text),
      showsColour: false,
      isTerminal: true,
      stop: new AbortController().signal,
    };
    const display = reconcileProgress(io, 1_000);
    display.end();
    expect(lines).toEqual([]);
  });

  test.each([
    [0, '0 s'],
    [59_999, '59 s'],
    [7_200_000, '2 h'],
    [90_061_000, '1 d 1 h'],
  ])('writes %d ms as %s', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });
});
