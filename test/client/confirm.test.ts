import { describe, expect, test } from 'vitest';
import { reduceLoan } from '../../src/domain/loan/transitions/reduce.ts';
import type { CollectingLoan } from '../../src/index.ts';
import type { LoanStore } from '../../src/loan-file/store.ts';
import type { Delivery } from '../../src/server/index.ts';
import {
  createTestDelivery,
  memoryInbox,
  parse,
  receive,
  sharedSecret,
  type TestDelivery,
} from '../../src/webhooks/index.ts';
import type { CollectionPayload } from '../../src/wire/webhooks/webhook-types.ts';
import { showingOnly } from '../journeys/altered.ts';
import { faulty } from '../journeys/faulty-transport.ts';
import { createFixture, type Fixture } from '../journeys/fixture.ts';
import { FIRST_BACKUP, manualTerms, PRIMARY, SECOND_BACKUP } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';
import { eventsIn, storeWith } from '../loan-file/file-events.ts';

const secret = 'whsec_repaykit';

/** A loan at collection whose later deliveries were all lost: a payment, a miss with its late payment, a part and its rest. */
async function lostDeliveries(): Promise<{
  readonly fixture: Fixture;
  readonly loan: CollectingLoan;
  readonly lost: readonly Delivery[];
}> {
  const fixture = await createFixture({ receivesWebhooks: false });
  const loan = await walkTo(fixture, 'collecting');
  const { bank, controls } = fixture.server;
  await fixture.moveTo('2026-02-01T22:00:00Z');
  for (const account of [PRIMARY, FIRST_BACKUP, SECOND_BACKUP]) await bank.setBalance(account, 0);
  await fixture.moveTo('2026-03-02T22:00:00Z');
  await bank.setBalance(FIRST_BACKUP, 30_000);
  await fixture.moveTo('2026-03-03T22:00:00Z');
  await bank.setBalance(PRIMARY, 20_000);
  await fixture.moveTo('2026-04-01T22:00:00Z');
  await bank.setBalance(PRIMARY, 10_000);
  await fixture.moveTo('2026-04-02T22:00:00Z');
  return { fixture, loan, lost: (await controls.webhooks()).items };
}

/** The same lender in another world: the file as it was at collection, and nothing received since. */
async function afresh(fixture: Fixture) {
  const store = await storeWith(await fixture.eventsOf());
  const kit = fixture.newKit({ store });
  const receiver = receive({ verify: sharedSecret({ secrets: [secret] }), inbox: memoryInbox(), confirm: kit });
  return { kit, store, receiver };
}

function requestOf(body: string): Request {
  return new Request('http://127.0.0.1/webhooks', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-auth-signature': secret },
  });
}

function shuffled<Item>(items: readonly Item[], seed: number): readonly Item[] {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state;
  };
  return items
    .map((item) => ({ item, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** What a file holds, without the order in which it arrived. */
async function contentOf(store: LoanStore) {
  const state = reduceLoan(await eventsIn(store));
  if (!state) return expect.fail('there is no file');
  const { version: _, collections, reports, ...rest } = state;
  const byName = (a: string, b: string) => (a < b ? -1 : 1);
  return {
    ...rest,
    collections: [...collections].sort((a, b) => byName(a.instalmentReference, b.instalmentReference)),
    reports: [...reports].sort((a, b) => byName(a.report.reportId, b.report.reportId)),
  };
}

describe('the deliveries of a loan', () => {
  test('end in the same file, in any order and repetition, one by one or all at once', async () => {
    const { fixture, lost } = await lostDeliveries();
    expect(lost.filter(({ event }) => event.startsWith('collection'))).toHaveLength(6);
    const straight = await afresh(fixture);
    for (const { payload } of lost) {
      await straight.receiver(requestOf(JSON.stringify(payload)));
      await straight.receiver.settled();
    }
    const expected = await contentOf(straight.store);
    expect(expected).toMatchObject({
      collected: 9_000_000,
      collections: [{ status: 'success' }, { status: 'success' }, { status: 'success' }],
    });

    for (let seed = 1; seed <= 12; seed++) {
      const { receiver, store } = await afresh(fixture);
      for (const { payload } of shuffled([...lost, ...lost, ...lost], seed)) {
        await receiver(requestOf(JSON.stringify(payload)));
        if (seed % 2 === 0) await receiver.settled();
      }
      await receiver.settled();
      expect(await contentOf(store)).toEqual(expected);
    }
  });

  test('received again much later, past every inbox, change nothing', async () => {
    const fixture = await createFixture();
    await walkTo(fixture, 'collecting');
    await fixture.moveTo('2026-04-02T08:00:00Z');
    const events = await fixture.eventsOf();
    const { items } = await fixture.server.controls.webhooks();
    for (const { payload } of items)
      expect(await fixture.newKit().confirm(parse(JSON.stringify(payload)))).toMatchObject({ kind: 'confirmed' });
    expect(await fixture.eventsOf()).toEqual(events);
  });

  test('that a failing service kept from being confirmed are confirmed when the inbox is drained', async () => {
    let isDown = true;
    const { fixture, lost } = await lostDeliveries();
    const { store } = await afresh(fixture);
    const kit = fixture.newKit({
      store,
      transport: faulty(fixture.transport, () => (isDown ? { status: 503, body: {} } : undefined)),
    });
    const receiver = receive({ verify: sharedSecret({ secrets: [secret] }), inbox: memoryInbox(), confirm: kit });
    for (const { payload } of lost) expect((await receiver(requestOf(JSON.stringify(payload)))).status).toBe(200);
    await receiver.settled();
    expect((await contentOf(store)).collected).toBe(0);
    isDown = false;
    expect(await receiver.drain()).toEqual({ done: lost.length, failed: 0, quarantined: 0, elsewhere: 0 });
    expect((await contentOf(store)).collected).toBe(9_000_000);
  });

  test('of two receivers at once file each repayment once', async () => {
    const { fixture, lost } = await lostDeliveries();
    const { store } = await afresh(fixture);
    const receivers = [1, 2, 3].map(() =>
      receive({
        verify: sharedSecret({ secrets: [secret] }),
        inbox: memoryInbox(),
        confirm: fixture.newKit({ store }),
      }),
    );
    for (const { payload } of lost)
      await Promise.all(receivers.map((receiver) => receiver(requestOf(JSON.stringify(payload)))));
    await Promise.all(receivers.map((receiver) => receiver.settled()));
    const { reports } = await contentOf(store);
    const reported = reports
      .filter(({ report }) => report.event === 'repayment.successful')
      .map(({ report }) => (report.content as { amount: number }).amount);
    // The last instalment was collected on two days.
    expect(reported).toEqual([30_000, 30_000, 20_000, 10_000]);
  });
});

describe('a made-up delivery', () => {
  async function reportedTo(fixture: Fixture, delivery: TestDelivery) {
    const inbox = memoryInbox();
    const handled: string[] = [];
    const sync = ({ kind }: { readonly kind: string }) => void handled.push(kind);
    const on = { collection: sync, 'mandate.activated': sync, 'mandate.failed': sync, 'mandate.expired': sync };
    const receiver = receive({
      verify: sharedSecret({ secrets: [secret] }),
      inbox,
      confirm: fixture.kit,
      on,
      unconfirmedForMs: 0,
    });
    const before = await fixture.eventsOf();
    expect((await receiver(requestOf(delivery.body))).status).toBe(200);
    await receiver.settled();
    return {
      handled,
      quarantined: await inbox.list({ status: 'quarantined', limit: 5 }),
      changed: (await fixture.eventsOf()).slice(before.length),
    };
  }

  async function collectingStage() {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'collecting');
    const { instalments } = await fixture.kit.mandates.refresh(loan);
    return { fixture, loan, reference: instalments[0]?.instalmentReference ?? '' };
  }

  const claims: readonly [string, Partial<CollectionPayload>][] = [
    ['a payment that never was', { instalmentStatus: 'success', amountCollected: 30_000 }],
    ['more than the whole loan', { instalmentStatus: 'success', amountCollected: 900_000, totalAmount: 900_000 }],
    ['a miss before the due date', { instalmentStatus: 'failed', amountCollected: 0 }],
    ['an overdue instalment before the due date', { instalmentStatus: 'overdue', amountCollected: 0 }],
    ['a part that never came', { instalmentStatus: 'partially paid', amountCollected: 0.01 }],
    ['an unknown status, with money', { instalmentStatus: 'splendid', amountCollected: 5 }],
  ];

  test.each(claims)('of %s changes nothing and is quarantined', async (_what, claim) => {
    const { fixture, loan, reference } = await collectingStage();
    const delivery = createTestDelivery(
      'collection',
      { mandateId: loan.mandateId, instalmentReference: reference, ...claim },
      { secret },
    );
    const { handled, quarantined, changed } = await reportedTo(fixture, delivery);
    expect({ handled, changed, quarantined: quarantined.length }).toEqual({ handled: [], changed: [], quarantined: 1 });
  });

  const bareServices: readonly [string, readonly string[]][] = [
    ['no more of an instalment than its id', ['_id']],
    ['an instalment’s reference but not how it stands', ['_id', 'instalmentReference']],
  ];

  test.each(bareServices)('changes nothing at a service that shows %s', async (_what, shown) => {
    const { fixture, loan, reference } = await collectingStage();
    const bare = fixture.newKit({ transport: showingOnly(shown, fixture.transport) });
    await bare.mandates.refresh(loan);
    for (const [, claim] of claims) {
      const delivery = createTestDelivery(
        'collection',
        { mandateId: loan.mandateId, instalmentReference: reference, ...claim },
        { secret },
      );
      const { handled, changed } = await reportedTo({ ...fixture, kit: bare }, delivery);
      expect({ handled, changed }).toEqual({ handled: [], changed: [] });
    }
  });

  test.each(bareServices)('is distinguished from a true one at a service that shows %s', async (_what, shown) => {
    const { fixture, loan, reference } = await collectingStage();
    const bare = fixture.newKit({ transport: showingOnly(shown, fixture.transport) });
    await fixture.moveTo('2026-02-01T08:00:00Z');
    const claim = {
      mandateId: loan.mandateId,
      instalmentReference: reference,
      totalAmount: 30_000,
      amountCollected: 30_000,
    };
    expect(await bare.confirm(parse(createTestDelivery('collection', claim, { secret }).body))).toMatchObject({
      kind: 'confirmed',
    });
    const more = createTestDelivery('collection', { ...claim, amountCollected: 30_000.01 }, { secret });
    expect(await bare.confirm(parse(more.body))).toMatchObject({ kind: 'unconfirmed' });
  });

  test('of an instalment that the mandate does not have changes nothing and is quarantined', async () => {
    const { fixture, loan } = await collectingStage();
    const delivery = createTestDelivery(
      'collection',
      { mandateId: loan.mandateId, instalmentReference: 'no-such-one' },
      { secret },
    );
    const { handled, quarantined, changed } = await reportedTo(fixture, delivery);
    expect({ handled, changed }).toEqual({ handled: [], changed: [] });
    expect(quarantined).toMatchObject([{ reason: expect.stringContaining('no instalment') }]);
  });

  test('of more than was collected in truth lets the truth in and is quarantined', async () => {
    const { fixture, loan, reference } = await collectingStage();
    await fixture.server.bank.setBalance(PRIMARY, 10_000);
    await fixture.moveTo('2026-02-01T22:00:00Z');
    const delivery = createTestDelivery(
      'collection',
      {
        mandateId: loan.mandateId,
        instalmentReference: reference,
        instalmentStatus: 'success',
        amountCollected: 30_000,
      },
      { secret },
    );
    const { quarantined, handled } = await reportedTo(fixture, delivery);
    expect({ handled, quarantined: quarantined.length }).toEqual({ handled: [], quarantined: 1 });
    expect(await fixture.kit.loans.get('loan-1')).toMatchObject({
      balances: { collected: 10_000, outstanding: 80_000 },
    });
  });

  test('of a mandate that no loan on file has is unrelated, and the service is not asked', async () => {
    const { fixture } = await collectingStage();
    const asked = await fixture.requests();
    for (const kind of ['collection', 'mandate.activated', 'mandate.failed', 'mandate.expired'] as const) {
      const { handled, quarantined, changed } = await reportedTo(
        fixture,
        createTestDelivery(kind, { mandateId: 'f'.repeat(24) }, { secret }),
      );
      expect({ handled, quarantined, changed }).toEqual({ handled: [], quarantined: [], changed: [] });
    }
    expect(await fixture.requests()).toEqual(asked);
  });

  test.each(['mandate.activated', 'mandate.failed', 'mandate.expired'] as const)(
    'of %s while the payer is awaited is quarantined',
    async (kind) => {
      const fixture = await createFixture();
      const loan = await fixture.kit.mandates.refresh(await walkTo(fixture, 'verifying'));
      const delivery = createTestDelivery(
        kind,
        { mandateId: loan.mandateId, ...PRIMARY, consentId: 'c'.repeat(24) },
        { secret },
      );
      const { handled, quarantined, changed } = await reportedTo(fixture, delivery);
      expect({ handled, changed, quarantined: quarantined.length }).toEqual({
        handled: [],
        changed: [],
        quarantined: 1,
      });
      expect((await fixture.kit.loans.get('loan-1')).stage).toBe('verifying');
    },
  );

  test.each(['mandate.failed', 'mandate.expired'] as const)(
    'of %s for an active mandate is quarantined',
    async (kind) => {
      const { fixture, loan } = await collectingStage();
      const { handled, quarantined } = await reportedTo(
        fixture,
        createTestDelivery(kind, { mandateId: loan.mandateId, ...PRIMARY }, { secret }),
      );
      expect({ handled, quarantined: quarantined.length }).toEqual({ handled: [], quarantined: 1 });
    },
  );

  test('of a mandate that the service does not know is quarantined', async () => {
    const fixture = await createFixture();
    const { mandateId } = await walkTo(fixture, 'selected');
    const { quarantined } = await reportedTo(
      fixture,
      createTestDelivery('mandate.activated', { mandateId }, { secret }),
    );
    expect(quarantined).toMatchObject([{ reason: expect.stringContaining('does not know') }]);
  });
});

describe('repayment reports', () => {
  test('are not filed for a loan that was reported as closed, whose late deliveries are confirmed all the same', async () => {
    const { fixture, loan, lost } = await lostDeliveries();
    await fixture.kit.bureau.awaitReported(
      await fixture.kit.bureau.close(loan, { finalStatus: 'written_off', closeDate: '2026-04-02' }),
    );
    for (const { payload } of lost)
      expect(await fixture.kit.confirm(parse(JSON.stringify(payload)))).toMatchObject({ kind: 'confirmed' });
    const closed = await fixture.kit.loans.get('loan-1');
    expect(closed).toMatchObject({ stage: 'closed', balances: { collected: 90_000 } });
    expect('reports' in closed && closed.reports.at(-1)?.event).toBe('loan.closed');
  });

  test('report each repayment once, with what is outstanding after it, whatever came outside meanwhile', async () => {
    const fixture = await createFixture();
    await walkTo(fixture, 'collecting', { terms: manualTerms });
    const present = async () => (await fixture.kit.loans.get('loan-1')) as CollectingLoan;
    await fixture.kit.loans.recordRepayment(await present(), {
      amount: 10_000,
      date: '2026-01-05',
      reference: 'CASH-1',
    });
    await fixture.kit.collections.collect(await present(), { amount: 50_000, debitDate: '2026-02-01' });
    await fixture.moveTo('2026-02-02T08:00:00Z');
    const { items } = await fixture.server.controls.webhooks();
    for (const { id } of items) await fixture.server.controls.redeliver(id);
    await fixture.kit.bureau.awaitReported(await present());
    const reports = (await fixture.server.controls.bureauReports()).items as {
      source: string;
      event: string;
      content: object;
    }[];
    const reported = reports
      .filter(({ source, event }) => source === 'merchant' && event.startsWith('repayment'))
      .map(({ content }) => content);
    expect(reported).toEqual([
      { amount: 30_000, date: '2026-02-01', outstandingBalance: 50_000 },
      { amount: 20_000, date: '2026-02-01', outstandingBalance: 30_000 },
    ]);
  });
});
