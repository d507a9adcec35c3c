import { describe, expect, test } from 'vitest';
import { createTestDelivery, memoryInbox, receive, sharedSecret } from '../../src/webhooks/index.ts';
import { reconcile } from '../../src/worker/index.ts';
import { createFixture } from '../journeys/fixture.ts';
import { walkTo } from '../journeys/walk.ts';

const secret = 'whsec_repaykit';

async function merchant() {
  const fixture = await createFixture({ receivesWebhooks: false });
  const loan = await walkTo(fixture, 'collecting');
  const reported: string[] = [];
  const inbox = memoryInbox();
  const newReceiver = () =>
    receive({
      verify: sharedSecret({ secrets: [secret] }),
      inbox,
      confirm: fixture.newKit(),
      clock: fixture.server.clock,
      on: { collection: ({ data }) => void reported.push(`${data.instalmentStatus} ${data.amountCollected}`) },
    });
  let number = 0;
  const forged = (instalmentReference?: string) => {
    number += 1;
    const { headers, body } = createTestDelivery(
      'collection',
      {
        mandateId: loan.mandateId,
        instalmentReference: instalmentReference ?? 'forged',
        reference: `forged ${number}`,
      },
      { secret },
    );
    return new Request('http://127.0.0.1/webhooks', { method: 'POST', headers, body });
  };
  const readings = async () => (await fixture.requests()).getMandate ?? 0;
  return { fixture, loan, reported, inbox, newReceiver, forged, readings };
}

describe('forged notifications about one mandate', () => {
  test('cost twelve readings an hour and are left to reconciliation beyond that', async () => {
    const { newReceiver, forged, readings, inbox } = await merchant();
    const receiver = newReceiver();
    const before = await readings();
    for (let count = 0; count < 50; count += 1) {
      await receiver(forged());
      await receiver.settled();
    }
    expect((await readings()) - before).toBe(12);
    expect((await inbox.list({ status: 'done', limit: 99 })).length).toBeGreaterThanOrEqual(37);
  });

  test('cost no more questions about instalments, whichever they name', async () => {
    const { fixture, loan, newReceiver, forged } = await merchant();
    const { breakdown = [] } = (await fixture.kit.mandates.get(loan.mandateId)).repaymentDetails ?? {};
    const receiver = newReceiver();
    const before = (await fixture.requests()).collectionAttempts ?? 0;
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(breakdown.map(({ instalmentReference }) => receiver(forged(instalmentReference))));
      await receiver.settled();
      await fixture.moveTo(new Date(fixture.server.clock.now() + 5 * 60_000).toISOString());
    }
    expect(((await fixture.requests()).collectionAttempts ?? 0) - before).toBe(12);
  });

  test('wait for the next hour where reconciliation does not look any more', async () => {
    const { fixture, loan, newReceiver, forged, inbox } = await merchant();
    await fixture.kit.bureau.close(loan, { finalStatus: 'written_off', closeDate: '2026-01-05' });
    const receiver = newReceiver();
    for (let count = 0; count < 15; count += 1) {
      await receiver(forged());
      await receiver.settled();
    }
    const waiting = await inbox.list({ status: 'unfinished', limit: 99 });
    expect(waiting.filter(({ reason }) => reason?.includes('often enough'))).toHaveLength(3);
    await fixture.moveTo(new Date(fixture.server.clock.now() + 60 * 60_000).toISOString());
    await receiver.drain();
    const looked = await inbox.list({ status: 'unfinished', limit: 99 });
    expect(looked.filter(({ reason }) => reason?.includes('often enough'))).toEqual([]);
  });

  test('share the looks that follow', async () => {
    const { fixture, newReceiver, forged, readings } = await merchant();
    const receiver = newReceiver();
    const before = await readings();
    await Promise.all(Array.from({ length: 50 }, () => receiver(forged())));
    await receiver.settled();
    const atOnce = (await readings()) - before;
    const began = fixture.server.clock.now();
    for (const minutes of [2, 3, 5, 11, 12]) {
      await fixture.moveTo(new Date(began + minutes * 60_000).toISOString());
      await receiver.drain();
    }
    // 32 are worked on at a time: those that come while one reading is under way share the next.
    expect(atOnce).toBeLessThanOrEqual(5);
    expect((await readings()) - before).toBeLessThanOrEqual(atOnce + 4);
  });

  test('hide nothing that is true: reconciliation reports it once, within a quarter of an hour', async () => {
    const { fixture, reported, newReceiver, forged } = await merchant();
    const receiver = newReceiver();
    await fixture.moveTo('2026-02-01T22:00:00Z');
    for (let count = 0; count < 15; count += 1) {
      await receiver(forged());
      await receiver.settled();
    }
    await fixture.moveTo('2026-02-01T22:15:00Z');
    await reconcile(fixture.kit, { inbox: receiver });
    await receiver.settled();
    expect(reported).toEqual(['success 30000']);
  });
});
