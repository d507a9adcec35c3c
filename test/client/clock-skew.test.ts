import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/clock/clock.ts';
import type { Transport } from '../../src/http/transport.ts';
import type { RepayKit, RepayKitOptions } from '../../src/index.ts';
import { faulty } from '../journeys/faulty-transport.ts';
import { errorOf } from '../journeys/fixture.ts';
import { type DebitFixture, debitFixture, dyingStore, LOST, SHOWS_NOTHING, WANTED } from './debit-fixture.ts';

const assumed = { resendAbsent: 'assuming-absence-means-it-never-arrived' } as const;
const notTaken = { result: 'not-taken', decidedBy: 'ops', reason: 'the list does not show it' } as const;

/** A debit that was taken and whose reply was lost; the lender's clock is ahead of the service's, by some minutes at its intent and by others afterwards. */
async function lostReply(aheadAtIntent: number, aheadLater: number) {
  const stage = await debitFixture();
  let ahead = aheadAtIntent;
  const { clock: real } = stage.server;
  const clock: Clock = {
    now: () => real.now() + ahead * 60_000,
    today: () => real.today(),
    sleep: (ms, signal) => real.sleep(ms, signal),
  };
  const kit = stage.process(stage.store, { clock });
  stage.faults.debit = 'reset-after';
  const { debit } = await kit.collections.collect(stage.first, WANTED);
  expect(debit.outcome).toBe('unknown');
  stage.faults.debit = undefined;
  ahead = aheadLater;
  const settle = async (how?: Parameters<typeof kit.collections.settle>[1]) =>
    kit.collections.settle(await stage.loan(), how);
  return { ...stage, kit, debitId: debit.debitId, settle };
}

describe.each([
  ['by an hour, and was set right afterwards', 60, 0],
  ['by three hours, and was set right afterwards', 180, 0],
])('a lender whose clock was ahead %s', (_how, atIntent, afterwards) => {
  test('never debits a second time: money that nothing explains may be the debit', async () => {
    const { settle, pass, loan, left, debitId, kit } = await lostReply(atIntent, afterwards);
    for (const minutes of [20, 2, 300, 2, 24 * 60, 2]) {
      await pass(minutes);
      await settle(assumed);
    }
    expect((await loan()).debits).toMatchObject([{ status: 'parked' }]);
    expect(await errorOf(settle({ debitId, ...notTaken }))).toMatchObject({ rule: 'verdict-agrees-with-service' });
    expect(
      await errorOf(kit.collections.collect(await loan(), { ...WANTED, amount: 60_001, debitDate: '2026-01-07' })),
    ).toMatchObject({
      rule: 'debit-within-terms',
    });
    expect(left()).toBe(1);
    const { loan: settled } = await settle({
      debitId,
      result: 'taken',
      decidedBy: 'ops',
      reason: 'the payer’s bank shows it',
    });
    expect(settled.balances).toMatchObject({ collected: 30_000, openDebits: 0, outstanding: 60_000 });
  });
});

test.each([1.9, 2.1, 10, 55])('a lender whose clock is ahead by %d minutes finds the debit', async (minutes) => {
  const { settle } = await lostReply(minutes, minutes);
  expect((await settle()).debits).toMatchObject([{ status: 'successful' }]);
});

/** A process whose clock is off by some minutes, on a wire of its own where that is wanted. */
function skewed(stage: DebitFixture, minutes: number, options: Partial<RepayKitOptions> = {}): RepayKit {
  const { clock: real } = stage.server;
  return stage.process(stage.store, { clock: { ...real, now: () => real.now() + minutes * 60_000 }, ...options });
}

test('another process finds the debit too, because how far the clock was ahead is on file with the intent', async () => {
  const stage = await debitFixture();
  const fast = skewed(stage, 10);
  await fast.mandates.get(stage.first.mandateId);
  stage.faults.debit = 'reset-after';
  expect((await fast.collections.collect(stage.first, WANTED)).debit.outcome).toBe('unknown');
  expect((await stage.kit.collections.settle(await stage.loan())).debits).toMatchObject([{ status: 'successful' }]);
});

test('a clock that is ahead does not count absence sooner, and the logger is warned once', async () => {
  const stage = await debitFixture();
  const warnings: unknown[] = [];
  const fast = skewed(stage, 10, { logger: { warn: (message, facts) => void warnings.push([message, facts]) } });
  stage.faults.debit = LOST;
  const { debit } = await stage.kit.collections.collect(stage.first, WANTED);
  await stage.pass(14);
  for (let look = 0; look < 3; look += 1) await fast.collections.settle(await stage.loan());
  expect(await stage.kinds()).not.toContain('debit.unseen');
  const early = fast.collections.settle(await stage.loan(), { debitId: debit.debitId, ...notTaken });
  expect(await errorOf(early)).toMatchObject({ rule: 'verdict-after-quiet-window' });
  expect(warnings).toMatchObject([
    [expect.stringContaining('set it right (NTP)'), { aheadMs: expect.closeTo(600_000, -4) }],
  ]);
});

test('the debit of a sender whose clock is behind counts as absent no sooner', async () => {
  const stage = await debitFixture();
  const slow = skewed(stage, -10);
  await slow.mandates.get(stage.first.mandateId);
  stage.faults.debit = LOST;
  await slow.collections.collect(stage.first, WANTED);
  await stage.pass(13);
  await stage.kit.collections.settle(await stage.loan());
  expect(await stage.kinds()).not.toContain('debit.unseen');
});

test.each([
  'Mon, 05 Jan 1976 08:00:00 GMT',
  'Mon, 05 Jan 2026 07:10:00 GMT',
  'Mon, 05 Jan 2026 09:00:00 GMT',
  'Fri, 05 Jan 2126 08:00:00 GMT',
  'soon',
])('a date header of %s makes no debit absent sooner, nor send it again', async (date) => {
  const stage = await debitFixture();
  const dated: Transport = {
    ...stage.transport,
    close: async () => {},
    send: async (request) => {
      const response = await stage.transport.send(request);
      return request.path.endsWith('/manual/activate')
        ? Promise.reject(new Error('lost'))
        : { ...response, headers: { ...response.headers, date } };
    },
  };
  const kit = skewed(stage, 0, { transport: dated });
  await kit.mandates.get(stage.first.mandateId);
  expect((await kit.collections.collect(stage.first, WANTED)).debit.outcome).toBe('unknown');
  stage.faults.list = SHOWS_NOTHING;
  await stage.pass(14);
  for (let look = 0; look < 3; look += 1) await kit.collections.settle(await stage.loan(), assumed);
  expect(await stage.kinds()).not.toContain('debit.unseen');
  for (let hour = 0; hour < 30; hour += 1) {
    await stage.pass(60);
    await kit.collections.settle(await stage.loan(), assumed);
  }
  expect((await stage.loan()).balances.collected).toBe(30_000);
  expect((await stage.requests()).collectManually).toBe(1);
});

test('a sender whose clock is far behind, and that waits to connect, is not taken for lost before it was watched for a quarter of an hour', async () => {
  const stage = await debitFixture();
  const { kit, loan, pass } = stage;
  const decide = async (by = kit) =>
    by.collections.settle(await loan(), { debitId: (await loan()).debits[0]?.debitId ?? '', ...notTaken });
  const transport = faulty(stage.transport, async ({ path }) => {
    if (!path.endsWith('/manual/activate')) return undefined;
    // Meanwhile others ask: one whose clock is behind too, then one whose clock is right.
    await skewed(stage, -40).collections.settle(await loan());
    await kit.collections.settle(await loan());
    await pass(1);
    for (const how of [{}, assumed])
      expect((await kit.collections.settle(await loan(), how)).debits).toMatchObject([{ status: 'intended' }]);
    expect(await errorOf(decide())).toMatchObject({ rule: 'verdict-needs-doubt' });
    expect(await errorOf(kit.collections.collect(await loan(), WANTED))).toMatchObject({ rule: 'debit-is-single' });
    return undefined;
  });
  const slow = stage.newKit({
    store: stage.store,
    transport,
    clock: { ...stage.server.clock, now: () => stage.server.clock.now() - 18 * 60_000 },
  });
  expect((await slow.collections.collect(stage.first, WANTED)).debit.outcome).toBe('scheduled');
  expect((await stage.requests()).collectManually).toBe(1);
});

test('a debit whose sender never wrote down its end is parked once clocks that can be compared have seen a quarter of an hour pass, or an hour and a half over others', async () => {
  const parkedAfter = async (process: (stage: DebitFixture) => RepayKit) => {
    const stage = await debitFixture();
    stage.faults.debit = LOST;
    await errorOf(stage.process(dyingStore(stage.store)).collections.collect(stage.first, WANTED));
    await stage.pass(20);
    for (let minutes = 0; minutes < 200; minutes += 1) {
      const { debits } = await process(stage).collections.settle(await stage.loan());
      if (debits[0]?.status === 'parked') return minutes;
      await stage.pass(1);
    }
    return undefined;
  };
  expect(await parkedAfter((stage) => stage.process())).toBe(16);
  expect(await parkedAfter((stage) => skewed(stage, 0, { transport: undated(stage) }))).toBe(90);
});

/** The service, with answers without the time. */
function undated({ transport }: DebitFixture): Transport {
  return {
    close: async () => {},
    send: async (request) => {
      const response = await transport.send(request);
      return { ...response, headers: { ...response.headers, date: '' } };
    },
  };
}

describe('a debit that its sender gave up as unknown', () => {
  test.each([-14, -20, -120, -3_000])(
    'by a clock that was %d minutes off and never measured is watched by the asking clock',
    async (minutes) => {
      const stage = await debitFixture();
      stage.faults.debit = LOST;
      const { debit } = await skewed(stage, minutes).collections.collect(stage.first, WANTED);
      const settle = async (how = {}) => stage.kit.collections.settle(await stage.loan(), how);
      for (let minute = 0; minute < 14; minute += 1) {
        await stage.pass(1);
        expect((await settle(assumed)).debits).toMatchObject([{ status: 'unknown' }]);
        expect(await errorOf(settle({ debitId: debit.debitId, ...notTaken }))).toMatchObject({
          rule: 'verdict-after-quiet-window',
        });
      }
      for (const wait of [4, 2]) {
        await stage.pass(wait);
        await settle();
      }
      expect((await stage.loan()).debits).toMatchObject([{ status: 'parked' }]);
    },
  );

  test.each([75, 180, 23 * 60])(
    'is not absent because the clock of its own client was set %d minutes forward',
    async (minutes) => {
      const stage = await debitFixture();
      let ahead = 0;
      const { clock: real } = stage.server;
      const kit = stage.process(stage.store, { clock: { ...real, now: () => real.now() + ahead * 60_000 } });
      stage.faults.debit = LOST;
      const { debit } = await kit.collections.collect(stage.first, WANTED);
      ahead = minutes;
      for (let minute = 0; minute < 14; minute += 1) {
        await stage.pass(1);
        expect((await kit.collections.settle(await stage.loan(), assumed)).debits).toMatchObject([
          { status: 'unknown' },
        ]);
      }
      const early = kit.collections.settle(await stage.loan(), { debitId: debit.debitId, ...notTaken });
      expect(await errorOf(early)).toMatchObject({ rule: 'verdict-after-quiet-window' });
    },
  );
});

test.each([
  ['is set forward between two looks', false],
  ['is another one at each look', true],
])('a debit that waits to connect is not taken for lost by a clock that %s', async (_how, isAnother) => {
  const stage = await debitFixture();
  const { loan } = stage;
  let ahead = 0;
  const jumping = { ...stage.server.clock, now: () => stage.server.clock.now() + ahead * 60_000 };
  let asker = stage.process(stage.store, { clock: jumping });
  const transport = faulty(stage.transport, async ({ path }) => {
    if (!path.endsWith('/manual/activate')) return undefined;
    for (ahead of [0, 75, 180, 1_200]) {
      if (isAnother) asker = stage.process(stage.store, { clock: jumping });
      await stage.pass(0.25);
      expect((await asker.collections.settle(await loan(), assumed)).debits).toMatchObject([{ status: 'intended' }]);
      const decision = { debitId: (await loan()).debits[0]?.debitId ?? '', ...notTaken };
      expect(await errorOf(asker.collections.settle(await loan(), decision))).toMatchObject({
        rule: 'verdict-needs-doubt',
      });
    }
    return undefined;
  });
  const sender = stage.newKit({ store: stage.store, transport });
  expect((await sender.collections.collect(stage.first, WANTED)).debit.outcome).toBe('scheduled');
  expect((await stage.requests()).collectManually).toBe(1);
});
