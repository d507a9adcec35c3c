import { describe, expect, test } from 'vitest';
import { loanBalances } from '../../src/domain/loan/balances.ts';
import { reduceLoan } from '../../src/domain/loan/transitions/reduce.ts';
import { nairaFromKobo } from '../../src/domain/money.ts';
import {
  type BrokenKind,
  brokenKinds,
  createTestDelivery,
  memoryInbox,
  receive,
  sharedSecret,
} from '../../src/webhooks/index.ts';
import type { CollectionPayload } from '../../src/wire/webhooks/webhook-types.ts';
import { createFixture } from '../journeys/fixture.ts';
import { walkTo } from '../journeys/walk.ts';
import { eventsIn, storeWith } from '../loan-file/file-events.ts';

const secret = 'whsec_repaykit';

/** A loan at collection whose first instalment was collected, and its webhook, which never arrived. */
async function unreported() {
  const fixture = await createFixture({ receivesWebhooks: false });
  await walkTo(fixture, 'collecting');
  await fixture.moveTo('2026-02-01T22:00:00Z');
  const payload = (await fixture.server.controls.webhooks()).items.find(({ event }) => event === 'collection.success')
    ?.payload as CollectionPayload;
  return { fixture, payload };
}

/** Sends a broken form of the true webhook to a fresh lender; answers what became of it. */
async function sendBroken({ fixture, payload }: Awaited<ReturnType<typeof unreported>>, broken: BrokenKind) {
  const store = await storeWith(await fixture.eventsOf());
  const [kit, inbox] = [fixture.newKit({ store }), memoryInbox()];
  const receiver = receive({ verify: sharedSecret({ secrets: secret }), inbox, confirm: kit, unconfirmedForMs: 0 });
  const { headers, body, times } = createTestDelivery('collection', payload, { secret, broken });
  for (let sent = 0; sent < times; sent += 1) {
    await receiver(
      new Request('http://127.0.0.1/webhooks', { method: 'POST', headers, body: body as Uint8Array<ArrayBuffer> }),
    );
  }
  await receiver.settled();
  const state = reduceLoan(await eventsIn(store));
  if (!state) throw new Error('the loan is gone');
  return {
    collected: nairaFromKobo(loanBalances(state).collected),
    quarantined: (await inbox.list({ status: 'quarantined', limit: 9 })).length,
  };
}

describe('whatever is wrong with a delivery, the loan file', () => {
  test('holds what the service says or what it held before, and never more', async () => {
    const loan = await unreported();
    const said = loan.payload.amountCollected;
    expect(said).toBeGreaterThan(0);
    for (const broken of brokenKinds) {
      const { collected } = await sendBroken(loan, broken);
      expect([0, said], broken).toContain(collected);
    }
  });

  test('takes the true amount where ten times as much was claimed, and the claim is quarantined', async () => {
    const loan = await unreported();
    expect(await sendBroken(loan, 'tampered-amount')).toEqual({
      collected: loan.payload.amountCollected,
      quarantined: 1,
    });
  });
});
