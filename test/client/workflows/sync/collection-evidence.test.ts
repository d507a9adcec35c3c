import { describe, expect, test } from 'vitest';
import type { RepayKit } from '../../../../src/index.ts';
import { createTestDelivery, parse } from '../../../../src/webhooks/index.ts';
import type { CollectionPayload } from '../../../../src/wire/webhooks/webhook-types.ts';
import { altered, showingOnly } from '../../../journeys/altered.ts';
import { createFixture } from '../../../journeys/fixture.ts';
import { autoTerms, manualTerms, PRIMARY } from '../../../journeys/people.ts';
import { walkTo } from '../../../journeys/walk.ts';

/** A loan at collection at a service that shows no more of an instalment than its id; `deliver` hands in a forged webhook. */
async function bareScene({
  terms = autoTerms,
  fields = ['_id'],
}: {
  readonly terms?: typeof autoTerms;
  readonly fields?: readonly string[];
} = {}) {
  const fixture = await createFixture({ receivesWebhooks: false, kit: { frequencies: { daily: 'daily' } } });
  const loan = await walkTo(fixture, 'collecting', { terms });
  const { instalments } = await fixture.newKit().mandates.refresh(loan);
  const kit = fixture.newKit({ transport: showingOnly(fields, fixture.transport) });
  const reportTo = (to: RepayKit, claim: Partial<CollectionPayload>) => {
    const { body } = createTestDelivery(
      'collection',
      { mandateId: loan.mandateId, instalmentReference: referenceOf(0), ...claim },
      { secret: 's' },
    );
    return to.confirm(parse(body));
  };
  const referenceOf = (place: number) => instalments[place]?.instalmentReference ?? '';
  const reported = async () => {
    const events = await fixture.eventsOf();
    return events.flatMap((event) =>
      event.type === 'report.filed' && event.report.event.startsWith('repayment') ? [event.report.content] : [],
    );
  };
  const synced = async () =>
    (await fixture.eventsOf()).flatMap((event) => (event.type === 'collection.confirmed' ? [event] : []));
  return {
    fixture,
    loan,
    kit,
    referenceOf,
    reported,
    synced,
    deliver: (claim: Partial<CollectionPayload>) => reportTo(kit, claim),
    reportTo,
  };
}

describe('at a service that shows no more of an instalment than its id, a webhook is only a sync request', () => {
  test.each([1, 0.01, 900_000])(
    'a total of %d that it makes up neither turns a part into a success nor reaches the bureau',
    async (totalAmount) => {
      const { fixture, deliver, reported, synced } = await bareScene();
      await fixture.server.bank.setBalance(PRIMARY, 10_000);
      await fixture.moveTo('2026-02-01T22:00:00Z');
      expect(await deliver({ totalAmount, amountCollected: 1, instalmentStatus: 'success' })).toMatchObject({
        kind: 'unconfirmed',
      });
      expect(await synced()).toMatchObject([
        { status: 'partially paid', due: 3_000_000, collected: 1_000_000, date: '2026-02-01' },
      ]);
      expect(await reported()).toEqual([{ amount: 10_000, date: '2026-02-01', outstandingBalance: 80_000 }]);
    },
  );

  test('what was missed is reported with what was due, not with what the webhook says', async () => {
    const { fixture, deliver, reported } = await bareScene();
    await fixture.server.bank.setBalance(PRIMARY, 0);
    await fixture.moveTo('2026-02-01T22:00:00Z');
    expect(
      await deliver({ totalAmount: 1, amountCollected: 0, instalmentStatus: 'failed', providerMessage: 'made up' }),
    ).toMatchObject({ kind: 'confirmed' });
    expect(await reported()).toEqual([
      { dueAmount: 30_000, failureReason: 'Insufficient funds', outstandingBalance: 90_000 },
    ]);
  });

  test('a miss is failed on its due date and overdue later, whatever the webhook says', async () => {
    const { fixture, deliver, synced } = await bareScene();
    await fixture.server.bank.setBalance(PRIMARY, 0);
    await fixture.moveTo('2026-02-01T22:00:00Z');
    expect(await deliver({ amountCollected: 0, instalmentStatus: 'overdue' })).toMatchObject({ kind: 'unconfirmed' });
    expect((await synced()).at(-1)).toMatchObject({ status: 'failed' });
    await fixture.moveTo('2026-02-02T22:00:00Z');
    expect(await deliver({ amountCollected: 0, instalmentStatus: 'failed' })).toMatchObject({ kind: 'confirmed' });
    expect((await synced()).at(-1)).toMatchObject({ status: 'overdue' });
  });

  test('the day that it makes up is not used', async () => {
    const { fixture, deliver, synced } = await bareScene();
    await fixture.moveTo('2026-02-01T12:00:00Z');
    await deliver({ amountCollected: 30_000, collectedOn: '2031-01-01T00:00:00Z' });
    expect(await synced()).toMatchObject([{ date: '2026-02-01' }]);
  });

  test('what is due is found by its due date where the service shows that', async () => {
    const { fixture, deliver, synced } = await bareScene({ fields: ['_id', 'dueDate'] });
    await fixture.moveTo('2026-02-01T12:00:00Z');
    await deliver({ totalAmount: 5, amountCollected: 30_000 });
    expect(await synced()).toMatchObject([{ due: 3_000_000, status: 'success' }]);
  });

  test('where the service divides the loan otherwise, what is due is the largest amount that was asked for', async () => {
    const { fixture, reportTo, synced } = await bareScene();
    const dropLast = ({ repaymentDetails, ...mandate }: { repaymentDetails: { breakdown: object[] } }) => ({
      ...mandate,
      repaymentDetails: { breakdown: repaymentDetails.breakdown.slice(0, 2) },
    });
    const kit = fixture.newKit({
      transport: altered(showingOnly(['_id'], fixture.transport), '/get-mandate', dropLast),
    });
    await fixture.server.bank.setBalance(PRIMARY, 10_000);
    await fixture.moveTo('2026-02-02T22:00:00Z');
    await reportTo(kit, { totalAmount: 1, amountCollected: 1 });
    expect(await synced()).toMatchObject([{ due: 3_000_000, collected: 1_000_000, status: 'partially paid' }]);
  });

  test('of a due date on which nothing was tried nothing is believed', async () => {
    const { fixture, deliver, synced } = await bareScene({ terms: manualTerms });
    await fixture.moveTo('2026-02-03T12:00:00Z');
    expect(await deliver({ amountCollected: 0, instalmentStatus: 'overdue' })).toMatchObject({ kind: 'unconfirmed' });
    expect(await synced()).toEqual([]);
  });
});

describe('webhooks with made-up references', () => {
  const daily = { ...autoTerms, startDate: '2026-01-06', endDate: '2026-02-04', frequency: 'daily' } as const;

  test('cost one call once the references of what is due are known, and few before', async () => {
    const { fixture, deliver, reported } = await bareScene({ terms: daily });
    await fixture.moveTo('2026-01-25T12:00:00Z');
    const calls: number[] = [];
    let before = (await fixture.requests()).collectionAttempts ?? 0;
    for (let round = 0; round < 6; round++) {
      expect(await deliver({ instalmentReference: `made-up-${round}` })).toMatchObject({ kind: 'unconfirmed' });
      const now = (await fixture.requests()).collectionAttempts ?? 0;
      calls.push(now - before);
      before = now;
    }
    expect(calls).toEqual([12, 8, 0, 0, 0, 0]);
    expect(await reported()).toHaveLength(20);
  });

  test('never make anybody ask about what is not due yet', async () => {
    const { fixture, deliver } = await bareScene({ terms: daily });
    await deliver({ instalmentReference: 'made-up' });
    expect((await fixture.requests()).collectionAttempts).toBeUndefined();
  });

  test('do not hide the true one: it is found among the others, and needs one call when it arrives again', async () => {
    const { fixture, deliver, referenceOf, kit, loan } = await bareScene({ terms: daily });
    await fixture.moveTo('2026-01-07T12:00:00Z');
    await kit.mandates.refresh(loan);
    expect(await deliver({ instalmentReference: referenceOf(1), amountCollected: 3_000 })).toMatchObject({
      kind: 'confirmed',
    });
    const before = (await fixture.requests()).collectionAttempts ?? 0;
    expect(await deliver({ instalmentReference: referenceOf(1), amountCollected: 3_000 })).toMatchObject({
      kind: 'confirmed',
    });
    expect((await fixture.requests()).collectionAttempts).toBe(before + 1);
  });

  test('cost few calls on a loan debited on demand', async () => {
    const { fixture, deliver } = await bareScene({ terms: { ...daily, collectionMode: 'manual' } });
    await deliver({ instalmentReference: 'made-up' });
    expect((await fixture.requests()).collectionAttempts).toBe(12);
  });
});
