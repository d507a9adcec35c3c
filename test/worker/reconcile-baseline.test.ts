import { describe, expect, test } from 'vitest';
import { memoryInbox } from '../../src/webhooks/index.ts';
import { reconcile, runDue } from '../../src/worker/index.ts';
import { CLAIM } from '../client/sample-claim.ts';
import { walkTo } from '../journeys/walk.ts';
import { dropWebhooks, UNPACED } from './dropped-webhooks.ts';

async function set({ loans = 2, warn = (_message: string) => {} } = {}) {
  const stage = await dropWebhooks({ kit: { logger: { warn } } });
  for (let loan = 1; loan <= loans; loan++) await walkTo(stage, 'collecting', { loanId: `loan-${loan}` });
  await stage.moveTo('2026-02-01T22:00:00Z');
  const baseline = () => reconcile(stage.kit, { inbox: stage.receiver, all: true, baseline: true, ...UNPACED });
  return { stage, baseline };
}

const workAll = async ({ stage }: Awaited<ReturnType<typeof set>>) => {
  await stage.server.clock.advance('PT10M');
  await runDue(stage.kit, { inbox: stage.receiver, ...UNPACED });
  await stage.receiver.drain();
  await stage.receiver.settled();
};

test('every loan of the store is visited, and no request that was sent once under a key', async () => {
  const { stage } = await set();
  const { server, kit } = stage;
  await server.controls.addPolicy({ number: CLAIM.policy_number, productType: 'gadget', amount: 50_000 });
  await kit.insurance.claim(CLAIM, { once: 'claim-1' });
  const report = await reconcile(kit, { inbox: stage.receiver, all: true, ...UNPACED });
  expect(report).toMatchObject({ looked: 2, failed: 0 });
});

describe('a baseline', () => {
  test('brings files up to date and marks what they show as reported, so that the past reaches no handler, also by late webhooks', async () => {
    const past = await set();
    const { stage, baseline } = past;
    expect(await baseline()).toMatchObject({
      looked: 2,
      baseline: 8,
      missing: [],
      missingCount: 0,
      failed: 0,
      heldElsewhere: 0,
    });
    expect(await stage.kit.loans.get('loan-1')).toMatchObject({ balances: { collected: 30_000 } });
    const items = await stage.inbox.list({ limit: 100 });
    expect(items.map(({ status, body }) => [status, body])).toEqual(Array(8).fill(['done', '']));
    await workAll(past);
    await stage.reconcileAll();
    await stage.letAllThrough();
    expect(stage.handled).toEqual([]);
  });

  test('ends with itself: what happens afterwards is reported', async () => {
    const { stage, baseline } = await set();
    await baseline();
    await stage.moveTo('2026-03-01T22:00:00Z');
    expect(await stage.reconcileAll()).toMatchObject({ missingCount: 2 });
    expect(stage.handled.map((words) => words.split(' ')[0])).toEqual(['collection', 'collection']);
  });

  test('leaves what the inbox has as it is, also what is kept aside, and repeated it keeps nothing', async () => {
    const { stage, baseline } = await set({ loans: 1 });
    await stage.reconcileAll();
    await stage.inbox.store({
      key: 'aside',
      body: '{}',
      kind: 'collection',
      source: 'webhook',
      receivedAt: '2026-02-01T20:00:00Z',
    });
    await stage.inbox.decide('aside', { kind: 'quarantine', reason: 'a person looks at it' });
    expect(await baseline()).toMatchObject({ baseline: 0 });
    const before = await stage.inbox.list({ limit: 100 });
    expect(before.map(({ status }) => status)).toEqual([...Array(4).fill('done'), 'quarantined']);
    expect(await baseline()).toMatchObject({ baseline: 0 });
    expect(await stage.inbox.list({ limit: 100 })).toEqual(before);
  });

  test('covers loans that are over and had no handler', async () => {
    const stage = await dropWebhooks();
    await walkTo(stage, 'closed', { loanId: 'over' });
    const report = await reconcile(stage.kit, { inbox: stage.receiver, all: true, baseline: true, ...UNPACED });
    expect(report).toMatchObject({ looked: 0 });
    expect(report.baseline).toBe(3);
    await stage.server.clock.advance('PT10M');
    expect(await runDue(stage.kit, { inbox: stage.receiver, ...UNPACED })).toMatchObject({ reconcile: { missing: 0 } });
    expect(stage.handled).toEqual([]);
  });

  test.each(['store', 'claim', 'settle'] as const)(
    'that ends at a call of %s calls no handler then, nor later, nor repeated',
    async (name) => {
      const past = await set({ loans: 1 });
      const { stage, baseline } = past;
      let isDead = false;
      const call = stage.inbox[name] as (...args: unknown[]) => Promise<unknown>;
      const dying = async (...args: unknown[]) => {
        if (isDead) throw new Error('gone');
        isDead = true;
        if (name === 'store') await call(...args);
        throw new Error('gone');
      };
      const inbox = { ...stage.inbox, [name]: dying };
      await reconcile(stage.kit, { inbox: stage.process({ inbox }), all: true, baseline: true, ...UNPACED });
      expect((await stage.inbox.list({ status: 'unfinished', limit: 9 })).length).toBe(1);
      await stage.server.clock.advance('PT10M');
      await stage.receiver.drain();
      expect((await stage.inbox.list({ limit: 9 })).filter(({ status }) => status !== 'done')).toEqual([]);
      await baseline();
      await workAll(past);
      expect((await stage.inbox.list({ limit: 100 })).map(({ status }) => status)).toEqual(Array(4).fill('done'));
      expect(stage.handled).toEqual([]);
    },
  );

  test.each([
    [{ baseline: true }, ['baseline']],
    [{ baseline: 'yes', all: true }, ['baseline']],
    [{ baseline: true, all: true }, ['baseline']],
  ])('is refused with %j', async (options, paths) => {
    const { kit } = await dropWebhooks();
    await expect(reconcile(kit, options as never)).rejects.toMatchObject({ issues: paths.map((path) => ({ path })) });
  });
});

describe('an inbox that never held a webhook', () => {
  async function warnings(act: (set: Awaited<ReturnType<typeof dropWebhooks>>) => Promise<unknown>, loans = 3) {
    const warned: string[] = [];
    const { stage } = await set({ loans, warn: (message) => void (/new inbox/.test(message) && warned.push(message)) });
    await act(stage);
    await act(stage);
    return { warned, stage };
  }

  test.each([
    [
      'reconcile',
      (stage: Awaited<ReturnType<typeof dropWebhooks>>) =>
        reconcile(stage.kit, { inbox: stage.process(), all: true, ...UNPACED }),
    ],
    [
      'a worker',
      (stage: Awaited<ReturnType<typeof dropWebhooks>>) => runDue(stage.kit, { inbox: stage.process(), ...UNPACED }),
    ],
  ])('is warned of once when %s reports the past of loans through it, and all is reported', async (_who, act) => {
    const { warned, stage } = await warnings(act);
    expect(warned).toEqual([expect.stringContaining('repaykit reconcile --baseline')]);
    await stage.receiver.settled();
    expect(stage.handled).toHaveLength(12);
  });

  test('does not matter where little is reported, where loans are new, where a webhook came, nor of a baseline', async () => {
    const walk = (stage: Awaited<ReturnType<typeof dropWebhooks>>) => stage.reconcileAll();
    expect((await warnings(walk, 2)).warned).toEqual([]);
    const synced = memoryInbox();
    await synced.store({
      key: 'k',
      body: '{}',
      kind: 'unknown',
      source: 'webhook',
      receivedAt: '2026-01-10T00:00:00Z',
    });
    expect(
      (
        await warnings((stage) =>
          reconcile(stage.kit, { inbox: stage.process({ inbox: synced }), all: true, ...UNPACED }),
        )
      ).warned,
    ).toEqual([]);
    expect(
      (
        await warnings((stage) =>
          reconcile(stage.kit, { inbox: stage.receiver, all: true, baseline: true, ...UNPACED }),
        )
      ).warned,
    ).toEqual([]);
    const warned: string[] = [];
    const stage = await dropWebhooks({ kit: { logger: { warn: (message) => void warned.push(message) } } });
    for (let loan = 1; loan <= 4; loan++) await walkTo(stage, 'verified', { loanId: `loan-${loan}` });
    expect(await stage.reconcileAll()).toMatchObject({ missingCount: 12 });
    expect(warned.filter((message) => /new inbox/.test(message))).toEqual([]);
  });
});

describe('a loan that another process holds', () => {
  const hold = async (stage: Awaited<ReturnType<typeof dropWebhooks>>) =>
    stage.store.claim({
      kinds: ['reconcile'],
      now: stage.server.clock.now(),
      leaseMs: 60_000,
      limit: 1,
      loanId: 'loan-1',
    });

  test('is passed over by a walk, and counted', async () => {
    const { stage } = await set();
    await hold(stage);
    expect(await stage.reconcileAll()).toMatchObject({ looked: 1, heldElsewhere: 1, missingCount: 4 });
    await stage.server.clock.advance('PT2M');
    expect(await stage.reconcileAll()).toMatchObject({ looked: 2, heldElsewhere: 0, missingCount: 4 });
  });

  test('is visited once more at the end of the walk', async () => {
    const { stage } = await set();
    await hold(stage);
    const report = await reconcile(stage.kit, {
      inbox: stage.receiver,
      all: true,
      ...UNPACED,
      concurrency: 1,
      // It runs out while the other loan is visited.
      onProgress: ({ done }) => done === 1 && stage.server.clock.advance('PT2M'),
    } as Parameters<typeof reconcile>[1]);
    expect(report).toMatchObject({ looked: 2, heldElsewhere: 0, missingCount: 8 });
  });
});
