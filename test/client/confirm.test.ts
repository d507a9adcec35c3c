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
import type { CollectionPayload } from '../../src/wire/webhook-types.ts';
import { showingOnly } from '../journeys/altered.ts';
import { FIRST_BACKUP, manualTerms, PRIMARY, SECOND_BACKUP } from '../journeys/people.ts';
import { type Stage, setStage } from '../journeys/stage.ts';
import { troubled } from '../journeys/trouble.ts';
import { walkTo } from '../journeys/walk.ts';
import { eventsIn, storeWith } from '../loan-file/file-events.ts';

const secret = 'whsec_repaykit';

/** A loan at collection whose later deliveries were all lost: a payment, a miss with its late payment, a part and its rest. */
async function lostDeliveries(): Promise<{
  readonly stage: Stage;
  readonly loan: CollectingLoan;
  readonly lost: readonly Delivery[];
}> {
  const stage = await setStage({ hears: false });
  const loan = await walkTo(stage, 'collecting');
  const { bank, controls } = stage.server;
  await stage.moveTo('2026-02-01T22:00:00Z');
  for (const account of [PRIMARY, FIRST_BACKUP, SECOND_BACKUP]) await bank.setBalance(account, 0);
  await stage.moveTo('2026-03-02T22:00:00Z');
  await bank.setBalance(FIRST_BACKUP, 30_000);
  await stage.moveTo('2026-03-03T22:00:00Z');
  await bank.setBalance(PRIMARY, 20_000);
  await stage.moveTo('2026-04-01T22:00:00Z');
  await bank.setBalance(PRIMARY, 10_000);
  await stage.moveTo('2026-04-02T22:00:00Z');
  return { stage, loan, lost: (await controls.webhooks()).items };
}

/** The same merchant in another world: the file as it was at collection, and nothing heard since. */
async function afresh(stage: Stage) {
  const store = await storeWith(await stage.eventsOf());
  const kit = stage.newKit({ store });
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

/** What a file holds, without the order in which it was told. */
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
    const { stage, lost } = await lostDeliveries();
    expect(lost.filter(({ event }) => event.startsWith('collection'))).toHaveLength(6);
    const straight = await afresh(stage);
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
      const { receiver, store } = await afresh(stage);
      for (const { payload } of shuffled([...lost, ...lost, ...lost], seed)) {
        await receiver(requestOf(JSON.stringify(payload)));
        if (seed % 2 === 0) await receiver.settled();
      }
      await receiver.settled();
      expect(await contentOf(store)).toEqual(expected);
    }
  });

  test('heard again much later, past every inbox, change nothing', async () => {
    const stage = await setStage();
    await walkTo(stage, 'collecting');
    await stage.moveTo('2026-04-02T08:00:00Z');
    const events = await stage.eventsOf();
    const { items } = await stage.server.controls.webhooks();
    for (const { payload } of items)
      expect(await stage.newKit().confirm(parse(JSON.stringify(payload)))).toMatchObject({ kind: 'confirmed' });
    expect(await stage.eventsOf()).toEqual(events);
  });

  test('that a failing service kept from being confirmed are confirmed when the inbox is drained', async () => {
    let isDown = true;
    const { stage, lost } = await lostDeliveries();
    const { store } = await afresh(stage);
    const kit = stage.newKit({
      store,
      transport: troubled(stage.transport, () => (isDown ? { status: 503, body: {} } : undefined)),
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
    const { stage, lost } = await lostDeliveries();
    const { store } = await afresh(stage);
    const receivers = [1, 2, 3].map(() =>
      receive({ verify: sharedSecret({ secrets: [secret] }), inbox: memoryInbox(), confirm: stage.newKit({ store }) }),
    );
    for (const { payload } of lost)
      await Promise.all(receivers.map((receiver) => receiver(requestOf(JSON.stringify(payload)))));
    await Promise.all(receivers.map((receiver) => receiver.settled()));
    const { reports } = await contentOf(store);
    const told = reports
      .filter(({ report }) => report.event === 'repayment.successful')
      .map(({ report }) => (report.content as { amount: number }).amount);
    expect(told).toEqual([30_000, 30_000, 30_000]);
  });
});

describe('a made-up delivery', () => {
  async function toldTo(stage: Stage, delivery: TestDelivery) {
    const inbox = memoryInbox();
    const handled: string[] = [];
    const sync = ({ kind }: { readonly kind: string }) => void handled.push(kind);
    const on = { collection: sync, 'mandate.activated': sync, 'mandate.failed': sync, 'mandate.expired': sync };
    const receiver = receive({
      verify: sharedSecret({ secrets: [secret] }),
      inbox,
      confirm: stage.kit,
      on,
      unconfirmedForMs: 0,
    });
    const before = await stage.eventsOf();
    expect((await receiver(requestOf(delivery.body))).status).toBe(200);
    await receiver.settled();
    return {
      handled,
      quarantined: await inbox.list({ status: 'quarantined', limit: 5 }),
      changed: (await stage.eventsOf()).slice(before.length),
    };
  }

  async function collectingStage() {
    const stage = await setStage();
    const loan = await walkTo(stage, 'collecting');
    const { instalments } = await stage.kit.mandates.refresh(loan);
    return { stage, loan, reference: instalments[0]?.instalmentReference ?? '' };
  }

  const claims: readonly [string, Partial<CollectionPayload>][] = [
    ['a payment that never was', { instalmentStatus: 'success', amountCollected: 30_000 }],
    ['more than the whole loan', { instalmentStatus: 'success', amountCollected: 900_000, totalAmount: 900_000 }],
    ['a miss before the due date', { instalmentStatus: 'failed', amountCollected: 0 }],
    ['an overdue instalment before the due date', { instalmentStatus: 'overdue', amountCollected: 0 }],
    ['a part that never came', { instalmentStatus: 'partially paid', amountCollected: 0.01 }],
    ['a status that nobody knows, with money', { instalmentStatus: 'splendid', amountCollected: 5 }],
  ];

  test.each(claims)('of %s changes nothing and is quarantined', async (_what, claim) => {
    const { stage, loan, reference } = await collectingStage();
    const delivery = createTestDelivery(
      'collection',
      { mandateId: loan.mandateId, instalmentReference: reference, ...claim },
      { secret },
    );
    const { handled, quarantined, changed } = await toldTo(stage, delivery);
    expect({ handled, changed, quarantined: quarantined.length }).toEqual({ handled: [], changed: [], quarantined: 1 });
  });

  const bareServices: readonly [string, readonly string[]][] = [
    ['no more of an instalment than its id', ['_id']],
    ['an instalment’s reference but not how it stands', ['_id', 'instalmentReference']],
  ];

  test.each(bareServices)('changes nothing at a service that shows %s', async (_what, shown) => {
    const { stage, loan, reference } = await collectingStage();
    const bare = stage.newKit({ transport: showingOnly(shown, stage.transport) });
    await bare.mandates.refresh(loan);
    for (const [, claim] of claims) {
      const delivery = createTestDelivery(
        'collection',
        { mandateId: loan.mandateId, instalmentReference: reference, ...claim },
        { secret },
      );
      const { handled, changed } = await toldTo({ ...stage, kit: bare }, delivery);
      expect({ handled, changed }).toEqual({ handled: [], changed: [] });
    }
  });

  test.each(bareServices)('is told from a true one at a service that shows %s', async (_what, shown) => {
    const { stage, loan, reference } = await collectingStage();
    const bare = stage.newKit({ transport: showingOnly(shown, stage.transport) });
    await stage.moveTo('2026-02-01T08:00:00Z');
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
    const { stage, loan } = await collectingStage();
    const delivery = createTestDelivery(
      'collection',
      { mandateId: loan.mandateId, instalmentReference: 'no-such-one' },
      { secret },
    );
    const { handled, quarantined, changed } = await toldTo(stage, delivery);
    expect({ handled, changed }).toEqual({ handled: [], changed: [] });
    expect(quarantined).toMatchObject([{ reason: expect.stringContaining('no instalment') }]);
  });

  test('of more than was collected in truth lets the truth in and is quarantined', async () => {
    const { stage, loan, reference } = await collectingStage();
    await stage.server.bank.setBalance(PRIMARY, 10_000);
    await stage.moveTo('2026-02-01T22:00:00Z');
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
    const { quarantined, handled } = await toldTo(stage, delivery);
    expect({ handled, quarantined: quarantined.length }).toEqual({ handled: [], quarantined: 1 });
    expect(await stage.kit.loans.get('loan-1')).toMatchObject({ balances: { collected: 10_000, outstanding: 80_000 } });
  });

  test('of a mandate that no loan on file has is unrelated, and nobody is asked', async () => {
    const { stage } = await collectingStage();
    const asked = await stage.requests();
    for (const kind of ['collection', 'mandate.activated', 'mandate.failed', 'mandate.expired'] as const) {
      const { handled, quarantined, changed } = await toldTo(
        stage,
        createTestDelivery(kind, { mandateId: 'f'.repeat(24) }, { secret }),
      );
      expect({ handled, quarantined, changed }).toEqual({ handled: [], quarantined: [], changed: [] });
    }
    expect(await stage.requests()).toEqual(asked);
  });

  test.each(['mandate.activated', 'mandate.failed', 'mandate.expired'] as const)(
    'of %s while the payer is awaited is quarantined',
    async (kind) => {
      const stage = await setStage();
      const loan = await stage.kit.mandates.refresh(await walkTo(stage, 'verifying'));
      const delivery = createTestDelivery(
        kind,
        { mandateId: loan.mandateId, ...PRIMARY, consentId: 'c'.repeat(24) },
        { secret },
      );
      const { handled, quarantined, changed } = await toldTo(stage, delivery);
      expect({ handled, changed, quarantined: quarantined.length }).toEqual({
        handled: [],
        changed: [],
        quarantined: 1,
      });
      expect((await stage.kit.loans.get('loan-1')).stage).toBe('verifying');
    },
  );

  test.each(['mandate.failed', 'mandate.expired'] as const)(
    'of %s for an active mandate is quarantined',
    async (kind) => {
      const { stage, loan } = await collectingStage();
      const { handled, quarantined } = await toldTo(
        stage,
        createTestDelivery(kind, { mandateId: loan.mandateId, ...PRIMARY }, { secret }),
      );
      expect({ handled, quarantined: quarantined.length }).toEqual({ handled: [], quarantined: 1 });
    },
  );

  test('of a mandate that the service does not know is quarantined', async () => {
    const stage = await setStage();
    const { mandateId } = await walkTo(stage, 'selected');
    const { quarantined } = await toldTo(stage, createTestDelivery('mandate.activated', { mandateId }, { secret }));
    expect(quarantined).toMatchObject([{ reason: expect.stringContaining('does not know') }]);
  });
});

describe('repayment reports', () => {
  test('are not filed for a loan that was reported as closed, whose late deliveries are confirmed all the same', async () => {
    const { stage, loan, lost } = await lostDeliveries();
    await stage.kit.bureau.awaitReported(
      await stage.kit.bureau.close(loan, { finalStatus: 'written_off', closeDate: '2026-04-02' }),
    );
    for (const { payload } of lost)
      expect(await stage.kit.confirm(parse(JSON.stringify(payload)))).toMatchObject({ kind: 'confirmed' });
    const closed = await stage.kit.loans.get('loan-1');
    expect(closed).toMatchObject({ stage: 'closed', balances: { collected: 90_000 } });
    expect('reports' in closed && closed.reports.at(-1)?.event).toBe('loan.closed');
  });

  test('tell each repayment once, with what is outstanding after it, whatever came outside meanwhile', async () => {
    const stage = await setStage();
    await walkTo(stage, 'collecting', { terms: manualTerms });
    const present = async () => (await stage.kit.loans.get('loan-1')) as CollectingLoan;
    await stage.kit.loans.recordRepayment(await present(), { amount: 10_000, date: '2026-01-05', reference: 'CASH-1' });
    await stage.kit.collections.collect(await present(), { amount: 50_000, debitDate: '2026-02-01' });
    await stage.moveTo('2026-02-02T08:00:00Z');
    const { items } = await stage.server.controls.webhooks();
    for (const { id } of items) await stage.server.controls.redeliver(id);
    await stage.kit.bureau.awaitReported(await present());
    const reports = (await stage.server.controls.bureauReports()).items as {
      source: string;
      event: string;
      content: object;
    }[];
    const told = reports
      .filter(({ source, event }) => source === 'merchant' && event.startsWith('repayment'))
      .map(({ content }) => content);
    expect(told).toEqual([
      { amount: 30_000, date: '2026-02-01', outstandingBalance: 50_000 },
      { amount: 20_000, date: '2026-02-01', outstandingBalance: 30_000 },
    ]);
  });
});
