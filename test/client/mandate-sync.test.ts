import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/http/transport.ts';
import { RuleError } from '../../src/index.ts';
import { createTestDelivery, parse } from '../../src/webhooks/index.ts';
import { altered } from '../journeys/altered.ts';
import { createFixture } from '../journeys/fixture.ts';
import { PRIMARY } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

const secret = 'whsec_repaykit';

/** Lets requests of a path wait until they are let go. */
function heldBack(path: string) {
  const waiting: (() => void)[] = [];
  let isHolding = false;
  const wrap = (transport: Transport): Transport => ({
    ...transport,
    reportsLeaving: true,
    close: () => transport.close(),
    async send(request) {
      if (isHolding && request.path.includes(path)) await new Promise<void>((resolve) => waiting.push(resolve));
      return transport.send(request);
    },
  });
  return {
    wrap,
    hold: () => {
      isHolding = true;
    },
    release: () => {
      isHolding = false;
      for (const go of waiting.splice(0)) go();
    },
    waiting,
  };
}

/** A loan of three instalments, the first of which was paid and that no webhook reported. */
async function paidUnreported(gate = heldBack('/get-mandate')) {
  const fixture = await createFixture({ receivesWebhooks: false, wrap: gate.wrap });
  const loan = await walkTo(fixture, 'collecting');
  await fixture.moveTo('2026-02-01T22:00:00Z');
  const { items } = await fixture.server.controls.webhooks();
  const paid = items.find(({ event }) => event.startsWith('collection'));
  const collection = parse(JSON.stringify(paid?.payload));
  const activated = parse(
    createTestDelivery('mandate.activated', { mandateId: loan.mandateId, ...PRIMARY }, { secret }).body,
  );
  return { fixture, gate, loan, collection, activated };
}

const readsOf = async (fixture: Awaited<ReturnType<typeof createFixture>>) =>
  (await fixture.requests()).getMandate ?? 0;

describe('webhooks about one mandate', () => {
  test('that come together are confirmed by one reading', async () => {
    const { fixture, collection, activated } = await paidUnreported();
    const before = await fixture.requests();
    const answers = await Promise.all(
      [collection, activated, collection, activated, collection].map((event) => fixture.kit.confirm(event)),
    );
    expect(answers.map(({ kind }) => kind)).toEqual(Array(5).fill('confirmed'));
    const after = await fixture.requests();
    // The first is on its way when the others come: they share the next one.
    expect((after.getMandate ?? 0) - (before.getMandate ?? 0)).toBe(2);
    expect((after.collectionAttempts ?? 0) - (before.collectionAttempts ?? 0)).toBe(2);
  });

  test('that came before a reading began are answered by it, also when they report an earlier state', async () => {
    const { fixture, collection, activated } = await paidUnreported();
    const terms = { since: fixture.server.clock.now(), mostAnHour: 12 };
    if (collection.kind !== 'collection') throw new Error('The event is about another thing');
    const processing = {
      ...collection,
      data: { ...collection.data, instalmentStatus: 'processing', amountCollected: 0 },
    };
    const before = await fixture.requests();
    const answers = [];
    for (const event of [activated, collection, processing, activated])
      answers.push(await fixture.kit.confirm(event, { terms }));
    expect(answers.map(({ kind }) => kind)).toEqual(Array(4).fill('confirmed'));
    const after = await fixture.requests();
    expect((after.getMandate ?? 0) - (before.getMandate ?? 0)).toBe(1);
    expect((after.collectionAttempts ?? 0) - (before.collectionAttempts ?? 0)).toBe(1);
  });

  test('that come while one is being read wait for the next reading, which may show something newer', async () => {
    const { fixture, gate, collection, activated } = await paidUnreported();
    const before = await readsOf(fixture);
    gate.hold();
    const first = fixture.kit.confirm(activated);
    while (gate.waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const later = [collection, activated, collection].map((event) => fixture.kit.confirm(event));
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(gate.waiting).toHaveLength(1);
    gate.release();
    expect((await Promise.all([first, ...later])).map(({ kind }) => kind)).toEqual(Array(4).fill('confirmed'));
    expect((await readsOf(fixture)) - before).toBe(2);
  });

  test('all get the error when it cannot be read, and read anew when they come again', async () => {
    const down = { is: true };
    const fixture = await createFixture({
      receivesWebhooks: false,
      wrap: (transport) => ({
        ...transport,
        reportsLeaving: true,
        close: () => transport.close(),
        send: (request) =>
          down.is && request.path.includes('/get-mandate')
            ? Promise.reject(new Error('down'))
            : transport.send(request),
      }),
    });
    down.is = false;
    const loan = await walkTo(fixture, 'collecting');
    const activated = parse(
      createTestDelivery('mandate.activated', { mandateId: loan.mandateId, ...PRIMARY }, { secret }).body,
    );
    down.is = true;
    const ends = await Promise.allSettled([activated, activated, activated].map((event) => fixture.kit.confirm(event)));
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    down.is = false;
    expect(await fixture.kit.confirm(activated)).toMatchObject({ kind: 'confirmed' });
  });

  test('are answered one by one where only one instalment cannot be read', async () => {
    const { fixture } = await paidUnreported();
    await fixture.moveTo('2026-03-02T22:00:00Z');
    const { items } = await fixture.server.controls.webhooks();
    const [first, second] = items
      .filter(({ event }) => event.startsWith('collection'))
      .map(({ payload }) => parse(JSON.stringify(payload)));
    if (!first || !second) return expect.fail('two collections were sent');
    const reference = (second.data as { instalmentReference: string }).instalmentReference;
    const kit = fixture.newKit({
      transport: altered(
        fixture.transport,
        '/collection-log/installment',
        (attempts: { instalmentReference: string; amount: number }[]) =>
          attempts.map((attempt) => (attempt.instalmentReference === reference ? { ...attempt, amount: -1 } : attempt)),
      ),
    });
    const [good, bad] = await Promise.allSettled([first, second].map((event) => kit.confirm(event)));
    expect(good).toMatchObject({ status: 'fulfilled', value: { kind: 'confirmed' } });
    expect(bad).toMatchObject({ status: 'rejected', reason: { code: 'answer_invalid' } });
  });
});

describe('before the service is asked', () => {
  test('a turn is waited for, once for all that share a reading', async () => {
    const { fixture, collection } = await paidUnreported();
    const turns: number[] = [];
    const beforeAsking = async () => void turns.push(await readsOf(fixture));
    const before = await readsOf(fixture);
    await Promise.all([1, 2, 3, 4].map(() => fixture.kit.confirm(collection, { beforeAsking })));
    expect(turns).toEqual([before, before + 1]);
  });

  test('a mutex that refuses ends the sync', async () => {
    const { fixture, collection } = await paidUnreported();
    const before = await fixture.requests();
    const refusal = new RuleError({ rule: 'not-now', spec: 'Spec §6', message: 'Not now' });
    await expect(fixture.kit.confirm(collection, { beforeAsking: () => Promise.reject(refusal) })).rejects.toBe(
      refusal,
    );
    expect(await fixture.requests()).toEqual(before);
  });

  test('no turn is waited for where nothing has to be asked', async () => {
    const { fixture, collection } = await paidUnreported();
    const asked: string[] = [];
    const beforeAsking = async () => void asked.push('asked');
    const stranger = parse(createTestDelivery('collection', { mandateId: 'f'.repeat(24) }, { secret }).body);
    expect(await fixture.kit.confirm(stranger, { beforeAsking })).toMatchObject({ kind: 'unrelated' });
    expect(await fixture.kit.confirm(collection, { beforeAsking, isProven: true })).toMatchObject({
      kind: 'confirmed',
      loan: { loanId: 'loan-1' },
    });
    expect(asked).toEqual([]);
  });
});

describe('the name of a confirmed state change', () => {
  test('is the same for the same outcome, however else a webhook is worded', async () => {
    const { fixture, collection } = await paidUnreported();
    const worded = {
      ...collection,
      data: {
        ...(collection.data as object),
        reference: 'another',
        providerMessage: 'Paid',
        collectedOn: '2026-02-01T09:00:00Z',
      },
    };
    const [one, other] = [await fixture.kit.confirm(collection), await fixture.kit.confirm(worded as never)];
    expect(one).toMatchObject({ kind: 'confirmed', news: expect.stringContaining('collection:') });
    expect(other).toMatchObject({ news: (one as { news: string }).news });
  });

  test('is the primary’s for a webhook that names no account', async () => {
    const { fixture, loan, activated } = await paidUnreported();
    const bare = parse(JSON.stringify({ event: 'mandate.activated', data: { mandateId: loan.mandateId } }));
    const named = await fixture.kit.confirm(activated);
    expect(named).toMatchObject({ news: expect.stringMatching(/^mandate\.activated:/) });
    expect(await fixture.kit.confirm(bare)).toMatchObject({ news: (named as { news: string }).news });
  });
});
