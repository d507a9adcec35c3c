import { deserialize, serialize } from 'node:v8';
import { describe, expect, test } from 'vitest';
import { platformOperations } from '../../../src/server/endpoints/handlers.ts';
import { payloadOf } from '../../../src/server/engine/collection/collection-webhooks.ts';
import { nextDueInstant, runTick, runTo } from '../../../src/server/engine/collection/timeline.ts';
import type { World } from '../../../src/server/engine/world/world.ts';
import { BACKUP, instant, LoanStory, MANDATE_ID, PRIMARY } from './loan-story.ts';

describe('time', () => {
  test('runs every due instant in order and settles after each that raised webhooks', async () => {
    const { world } = LoanStory.collecting();
    const settled: string[] = [];
    const settle = async () => {
      settled.push(`${new Date(world.now).toISOString()} ${world.outgoing.length}`);
      world.outgoing = [];
    };
    await runTo(world, instant('2026-06-01T00:00:00Z'), { settle });
    expect(settled).toEqual([
      '2026-01-31T07:00:00.000Z 1',
      '2026-03-01T07:00:00.000Z 1',
      '2026-03-31T07:00:00.000Z 1',
      '2026-04-10T23:00:00.000Z 1',
    ]);
    expect(world.now).toBe(instant('2026-06-01T00:00:00Z'));
    expect(nextDueInstant(world)).toBeUndefined();
  });

  test('is whole milliseconds, however finely the policy divides an hour', () => {
    const policy = {
      dueHour: 8.123_456_7,
      attemptGapHours: 0.123_456_7,
      microDepositHours: 0.123_456_7,
      readinessMinutes: 0.123_456_7,
    };
    const { world } = LoanStory.collecting({ policy });
    const due: (number | undefined)[] = [];
    for (let next = nextDueInstant(world); next !== undefined; next = nextDueInstant(world)) {
      due.push(next);
      world.now = next;
      runTick(world, world.now);
    }
    expect(due.length).toBeGreaterThan(5);
    expect(due.filter((at) => !Number.isInteger(at))).toEqual([]);
  });

  test('lets a webhook handler act at the instant of its webhook', async () => {
    const story = LoanStory.collecting({ terms: { collectionMode: 'manual' } });
    const { world } = story;
    story.collect(10_000, '2026-02-02');
    let asked = 0;
    const settle = async () => {
      world.outgoing = [];
      asked += 1;
      if (asked === 1)
        platformOperations.collectManually(world, { mandateId: MANDATE_ID, amount: 5_000, debitDate: '2026-02-02' });
    };
    await runTo(world, instant('2026-02-02T07:00:00Z'), { settle });
    expect(asked).toBe(2);
    expect(story.mandate().collectedAmount).toBe(15_000);
  });

  test('stops for an aborted signal with its reason', async () => {
    const { world } = LoanStory.collecting();
    const stop = new AbortController();
    const settle = async () => stop.abort(new Error('enough'));
    await expect(runTo(world, instant('2026-06-01T00:00:00Z'), { settle, signal: stop.signal })).rejects.toThrow(
      'enough',
    );
    expect(world.now).toBe(instant('2026-01-31T07:00:00Z'));
  });

  test('runs expiry before anything else of its instant, time-outs before expiry', async () => {
    const story = new LoanStory('2026-04-03T23:00:00Z');
    story.place(PRIMARY);
    story.attach(PRIMARY);
    // The window of 168 hours closes at the very midnight that ends the tenure: timed out first, so there is nothing to expire.
    expect(await story.until('2026-04-10T23:00:00Z')).toEqual({ attempts: 0, timeouts: 1, expiries: 0 });
    expect(story.mandate().status).toBe('pending_timeout');
    expect(story.events()).toEqual([]);
  });

  test('lives through an instant that a flowing clock has passed as if it were then', () => {
    const { world } = LoanStory.collecting();
    world.now = instant('2026-01-31T09:30:00Z');
    expect([runTick(world, world.now), world.attempts]).toEqual([true, 1]);
    expect(world.now).toBe(instant('2026-01-31T09:30:00Z'));
    expect(world.outgoing[0]?.occurredAt).toBe(instant('2026-01-31T07:00:00Z'));
  });

  test('finds nothing to do where nothing is due', () => {
    const { world } = new LoanStory();
    expect(nextDueInstant(world)).toBeUndefined();
    expect([runTick(world, world.now), world.attempts]).toEqual([true, 0]);
  });
});

describe('a world', () => {
  async function live(world: World): Promise<string> {
    await runTo(world, instant('2026-06-01T00:00:00Z'), { settle: async () => undefined });
    return JSON.stringify(
      world.outgoing.map(({ content, ...webhook }) => ({ ...webhook, payload: payloadOf(world, content) })),
    );
  }

  test('with the same seed and the same calls gives the same bytes', async () => {
    const play = () => {
      const story = LoanStory.collecting({ accounts: [PRIMARY, BACKUP] });
      story.bank(PRIMARY, { balance: 12_000 });
      story.bank(BACKUP, { balance: 11_000, script: ['97', null, '51'] });
      return live(story.world);
    };
    const first = await play();
    expect(first).toContain('partially paid');
    expect(await play()).toBe(first);
  });

  test('goes on from a clone as the original does, each for itself', async () => {
    const story = LoanStory.collecting({ accounts: [PRIMARY, BACKUP] });
    story.bank(PRIMARY, { balance: 12_000, script: ['97'] });
    await story.until('2026-01-31T08:00:00Z');
    const fork = deserialize(serialize(story.world));
    const forked = await live(fork);
    expect(story.mandate().collectedAmount).toBe(0);
    expect(await live(story.world)).toBe(forked);
    expect(forked).toContain('success');
  });

  test('never gives two records one identifier', () => {
    const story = new LoanStory();
    const ids = new Set<string>();
    for (let each = 0; each < 200; each += 1) {
      const answer = story.place(PRIMARY, {
        mandateId: undefined,
        totalAmountDue: 100,
        startDate: '2026-02-01',
        endDate: '2026-02-05',
        frequency: 'D',
      });
      for (const id of [
        answer._id,
        answer.reference,
        ...(answer.repaymentDetails?.breakdown ?? []).flatMap((line) => [line._id, line.instalmentReference]),
      ])
        ids.add(id ?? '');
    }
    expect(ids.size).toBe(200 * (2 + 2 * 5));
  });
});
