import { describe, expect, test } from 'vitest';
import { memoryInbox } from '../../src/webhooks/index.ts';
import { reconcile, runDue, type Silence } from '../../src/worker/index.ts';
import { usualPause } from '../../src/worker/reconcile/silence.ts';
import { walkTo } from '../journeys/walk.ts';
import { dropWebhooks, UNPACED } from './dropped-webhooks.ts';

const HOUR_MS = 3_600_000;
const begin = Date.parse('2026-02-10T00:00:00Z');

/** Every so many hours a webhook, for so many days. */
async function arrivals(everyHours: number, days: number) {
  const inbox = memoryInbox();
  for (let hour = 0; hour <= days * 24; hour += everyHours) {
    await inbox.store({
      key: `k${hour}`,
      body: '{}',
      kind: 'collection',
      source: 'webhook',
      receivedAt: new Date(begin + hour * HOUR_MS).toISOString(),
    });
  }
  return inbox;
}

async function set({ everyHours = 4, days = 5 } = {}) {
  const warnings: unknown[] = [];
  const stage = await dropWebhooks({
    kit: { logger: { warn: (message, facts) => void (/no webhook/.test(message) && warnings.push(facts)) } },
  });
  const inbox = await arrivals(everyHours, days);
  const synced: Silence[] = [];
  const receiver = stage.process({ inbox });
  const at = async (hours: number) => {
    await stage.moveTo(new Date(begin + (days * 24 + hours) * HOUR_MS).toISOString());
    return (
      await runDue(stage.kit, {
        inbox: { ...receiver, drain: async () => ({ done: 0, failed: 0, quarantined: 0, elsewhere: 0 }) },
        onSilence: (silence) => synced.push(silence),
        ...UNPACED,
      })
    ).silence;
  };
  return { stage, inbox, receiver, at, synced, warnings };
}

describe('webhooks that stay away', () => {
  test('for longer than the longest pause before are a silence, and not before that', async () => {
    const { at } = await set();
    expect(await at(3.9)).toBeUndefined();
    expect(await at(4.1)).toEqual({
      since: '2026-02-15T00:00:00.000Z',
      silentForMs: Math.round(4.1 * HOUR_MS),
      usualMs: 4 * HOUR_MS,
      missing: 0,
    });
  });

  test('are reported once, however many runs see it, and again when they stay away another time', async () => {
    const { at, inbox, synced, warnings } = await set();
    for (const hours of [5, 6, 7]) expect(await at(hours)).toMatchObject({ silentForMs: hours * HOUR_MS });
    expect([synced.length, warnings.length]).toEqual([1, 1]);
    await inbox.store({
      key: 'late',
      body: '{}',
      kind: 'collection',
      source: 'webhook',
      receivedAt: new Date(begin + (5 * 24 + 8) * HOUR_MS).toISOString(),
    });
    expect(await at(9)).toBeUndefined();
    // By now a pause of eight hours is nothing unusual.
    expect(await at(15)).toBeUndefined();
    expect(await at(17)).toMatchObject({ since: '2026-02-15T08:00:00.000Z', usualMs: 8 * HOUR_MS });
    expect([synced.length, warnings.length]).toEqual([2, 2]);
  });

  test('are no silence within the hour, nor where less than some days of them are known, until a day is over', async () => {
    const { at } = await set({ everyHours: 0.25, days: 1 });
    expect(await at(0.9)).toBeUndefined();
    expect(await at(20)).toBeUndefined();
    expect(await at(26)).toMatchObject({ usualMs: 25 * HOUR_MS });
  });

  test('and of which too few came are not judged', async () => {
    const { at } = await set({ everyHours: 24, days: 8 });
    expect(await at(500)).toBeUndefined();
  });

  test('although something happened that they should have reported are a silence at once, also where none ever came', async () => {
    const stage = await dropWebhooks();
    await walkTo(stage, 'collecting');
    await stage.moveTo('2026-02-01T09:00:00Z');
    expect((await stage.reconcileAll()).silence).toEqual({ missing: 1 });
    await stage.moveTo('2026-02-01T20:00:00Z');
    expect((await stage.reconcileAll()).silence).toBeUndefined();
  });

  test('are no silence when only the calendar says that a tenure is over, until a day has passed', async () => {
    const stage = await dropWebhooks();
    await stage.server.controls.clearFaults();
    await walkTo(stage, 'collecting');
    await stage.server.controls.addFault({ kind: 'webhook-drop' });
    await stage.moveTo('2026-04-15T22:00:00Z');
    await stage.reconcileAll();
    stage.handled.splice(0);
    const newest = new Date(stage.server.clock.now()).toISOString();
    await stage.inbox.store({ key: 'last', body: '{}', kind: 'unknown', source: 'webhook', receivedAt: newest });
    const late = stage.process();
    const at = async (instant: string, inbox = late) => {
      await stage.moveTo(instant);
      return reconcile(stage.kit, { inbox, all: true, ...UNPACED });
    };
    const early = await at('2026-04-15T23:30:00Z');
    expect(early).toMatchObject({ missing: [{ kind: 'mandate.expired', unreportedForMs: HOUR_MS / 2 }] });
    expect(early).not.toHaveProperty('silence');
    const other = memoryInbox();
    await other.store({ key: 'last', body: '{}', kind: 'unknown', source: 'webhook', receivedAt: newest });
    expect((await at('2026-04-16T23:31:00Z', stage.process({ inbox: other }))).silence).toMatchObject({ missing: 1 });
  });

  test('are none where one of many was lost', async () => {
    const stage = await dropWebhooks();
    await stage.server.controls.clearFaults();
    await walkTo(stage, 'collecting');
    await stage.server.controls.addFault({ kind: 'webhook-drop', times: 1 });
    await stage.moveTo('2026-03-01T09:00:00Z');
    expect(await stage.reconcileAll()).toMatchObject({ missingCount: 1 });
    expect((await stage.reconcileAll()).silence).toBeUndefined();
  });

  test('do not stop a run whose listener throws, or whose inbox cannot be listed', async () => {
    const { stage, receiver } = await set();
    await stage.moveTo('2026-03-01T00:00:00Z');
    const onSilence = () => {
      throw new Error('no');
    };
    expect((await runDue(stage.kit, { inbox: receiver, onSilence, ...UNPACED })).silence).toBeDefined();
    const broken = Object.assign((...args: Parameters<typeof receiver>) => receiver(...args), receiver, {
      inbox: { ...receiver.inbox, list: () => Promise.reject(new Error('gone')) },
    });
    expect((await runDue(stage.kit, { inbox: broken, ...UNPACED })).errors).toEqual([
      { kind: 'silence', reason: 'Error' },
    ]);
    expect(await reconcile(stage.kit, { inbox: broken, ...UNPACED })).toMatchObject({ failed: 0 });
  });
});

test('the usual pause is an hour at least, the longest otherwise, and unknown of less than ten', () => {
  const every = (hours: number, count: number) => Array.from({ length: count }, (_, index) => index * hours * HOUR_MS);
  expect(usualPause(every(0.1, 2_000))).toBe(HOUR_MS);
  expect(usualPause([...every(5, 30), 30 * 5 * HOUR_MS + 10 * HOUR_MS])).toBe(15 * HOUR_MS);
  expect(usualPause(every(5, 9))).toBeUndefined();
  expect(usualPause(every(0.1, 100))).toBe(25 * HOUR_MS);
});
