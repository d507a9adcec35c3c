import { describe, expect, test } from 'vitest';
import {
  type BrokenKind,
  brokenKinds,
  createTestDelivery,
  describeBroken,
  memoryInbox,
  parse,
  receive,
  sharedSecret,
  type TestDeliveryKind,
  testDeliveryKinds,
  type WebhookEvent,
} from '../../src/webhooks/index.ts';

const secret = 'whsec_repaykit';

/** A real receiver whose service knows one mandate and what was collected on it: what a webhook says beyond that is not so. */
function merchant() {
  const handled: WebhookEvent[] = [];
  const inbox = memoryInbox();
  const confirm = async (event: WebhookEvent) => {
    const isSo = event.kind !== 'collection' || event.data.amountCollected <= 25_000;
    return isSo
      ? ({ kind: 'confirmed' } as const)
      : ({ kind: 'unconfirmed', reason: 'the service shows less' } as const);
  };
  const on = Object.fromEntries(
    [...testDeliveryKinds, 'unknown'].map((kind) => [kind, (event: WebhookEvent) => void handled.push(event)]),
  );
  const receiver = receive({
    verify: sharedSecret({ secrets: secret }),
    inbox,
    confirm: { confirm },
    on,
    unconfirmedForMs: 0,
  });
  return { receiver, inbox, handled };
}

async function sendBroken(kind: TestDeliveryKind, broken: BrokenKind) {
  const { receiver, inbox, handled } = merchant();
  const { headers, body, times } = createTestDelivery(kind, {}, { secret, broken });
  const statuses: number[] = [];
  for (let sent = 0; sent < times; sent += 1) {
    statuses.push(
      (
        await receiver(
          new Request('http://127.0.0.1/webhooks', { method: 'POST', headers, body: body as Uint8Array<ArrayBuffer> }),
        )
      ).status,
    );
  }
  await receiver.settled();
  return { statuses, handled, quarantined: (await inbox.list({ status: 'quarantined', limit: 9 })).length };
}

describe('a valid test delivery', () => {
  test.each(testDeliveryKinds)('of %s is read as what it is', (kind) => {
    expect(parse(createTestDelivery(kind, {}, { secret }).body).kind).toBe(kind);
  });
});

describe('a broken test delivery', () => {
  test.each(brokenKinds.filter((kind) => describeBroken(kind).wanted === 'refused'))(
    '%s is refused by the receiver, and kept or counted for a person only where its sender is verified',
    async (broken) => {
      for (const kind of testDeliveryKinds) {
        const { statuses, handled, quarantined } = await sendBroken(kind, broken);
        const isProven = !['wrong-secret', 'missing-secret'].includes(broken);
        expect([statuses.every((status) => status >= 400 && status < 500), handled, quarantined], kind).toEqual([
          true,
          [],
          isProven ? 1 : 0,
        ]);
      }
    },
  );

  test.each([
    ['wrong-secret', 401],
    ['missing-secret', 401],
    ['truncated', 400],
    ['not-json', 400],
    ['empty-body', 400],
    ['utf16', 400],
    ['gzip-encoded', 415],
    ['wrong-content-type', 415],
    ['oversized', 413],
  ] as const)('%s is answered %i', async (broken, status) => {
    expect((await sendBroken('collection', broken)).statuses).toEqual([status]);
  });

  test('duplicate is answered twice and worked on once', async () => {
    const { statuses, handled } = await sendBroken('mandate.activated', 'duplicate');
    expect([statuses, handled.length]).toEqual([[200, 200], 1]);
  });

  test('unknown-event reaches the fallback', async () => {
    const { statuses, handled } = await sendBroken('collection', 'unknown-event');
    expect([statuses, handled]).toMatchObject([[200], [{ kind: 'unknown', event: 'sample.unheard_of', problems: [] }]]);
  });

  test.each(['missing-fields', 'wrong-types'] as const)(
    '%s is never taken for the event that it claims to be',
    async (broken) => {
      for (const kind of testDeliveryKinds.slice(0, 6)) {
        const [event] = (await sendBroken(kind, broken)).handled;
        expect([event?.kind, event?.kind === 'unknown' && event.problems.length > 0], kind).toEqual(['unknown', true]);
      }
    },
  );

  test('proto-pollution changes no object', async () => {
    const { handled } = await sendBroken('collection', 'proto-pollution');
    expect(handled).toMatchObject([{ kind: 'collection' }]);
    expect([
      ({} as { polluted?: true }).polluted,
      (handled[0]?.raw as { polluted?: true } | undefined)?.polluted,
    ]).toEqual([undefined, undefined]);
    expect(createTestDelivery('policy', {}, { secret, broken: 'proto-pollution' }).body.toString()).toContain(
      '"__proto__"',
    );
  });

  test('bom is read as the delivery behind the mark', async () => {
    const { body } = createTestDelivery('collection', {}, { secret, broken: 'bom' });
    expect([...body.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect((await sendBroken('collection', 'bom')).handled).toMatchObject([{ kind: 'collection' }]);
  });

  test('tampered-amount is quarantined, because the service says otherwise', async () => {
    const { statuses, handled, quarantined } = await sendBroken('collection', 'tampered-amount');
    expect([statuses, handled, quarantined]).toEqual([[200], [], 1]);
  });

  test('other-business names another merchant, replayed-old a day one year before', () => {
    const read = (broken: BrokenKind) =>
      parse(createTestDelivery('mandate.activated', {}, { secret, broken }).body).data;
    const good = parse(createTestDelivery('mandate.activated', {}, { secret }).body).data;
    expect(read('other-business')).toEqual({ ...(good as object), businessId: '65ffffffffffffffffffffff' });
    expect(read('replayed-old')).toEqual({ ...(good as object), occurredAt: '2025-01-31T07:00:00.000Z' });
  });

  test('carries the fields that the test is about', () => {
    const { body } = createTestDelivery('collection', { amountCollected: 3.5 }, { secret, broken: 'tampered-amount' });
    expect(parse(body)).toMatchObject({ data: { amountCollected: 35, totalAmount: 250_000 } });
  });

  test.each([
    ['pdf_upload', 'tampered-amount'],
    ['policy', 'replayed-old'],
    ['pdf_upload', 'missing-fields'],
    ['policy', 'wrong-types'],
  ] as const)('is not made where %s has nothing that could be %s', (kind, broken) => {
    expect(() => createTestDelivery(kind, {}, { secret, broken })).toThrow(
      expect.objectContaining({
        name: 'InputError',
        message: expect.stringContaining('createTestDelivery'),
        issues: [{ path: 'broken', message: `${kind} has nothing to break as '${broken}': try it on collection` }],
      }),
    );
  });

  test('carries another secret of the same length when it is the wrong one', () => {
    for (const [right, wrong] of [
      ['whsec_repaykit', 'whsec_repaykix'],
      ['ends-in-x', 'ends-in-y'],
      ['ends-in-y', 'ends-in-x'],
    ] as const) {
      const { headers } = createTestDelivery('policy', {}, { secret: right, broken: 'wrong-secret' });
      expect(headers).toEqual({ 'content-type': 'application/json', 'x-auth-signature': wrong });
    }
  });
});
