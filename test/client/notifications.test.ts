import { describe, expect, test } from 'vitest';
import { memoryInbox, receive, sharedSecret, type WebhookEvent } from '../../src/webhooks/index.ts';
import { createFixture } from '../journeys/fixture.ts';
import { walkTo } from '../journeys/walk.ts';

const secret = 'whsec_repaykit';

type Fields = Record<string, unknown>;

/** A loan whose first instalment was paid and that no webhook reported, and the webhook that was lost. */
async function paidUnreported() {
  const fixture = await createFixture({ receivesWebhooks: false });
  const loan = await walkTo(fixture, 'collecting');
  await fixture.moveTo('2026-02-01T22:00:00Z');
  const { items } = await fixture.server.controls.webhooks();
  const paid = items.find(({ event }) => event.startsWith('collection'))?.payload as Fields;
  const inbox = memoryInbox();
  const reported: string[] = [];
  const unknown: (string | undefined)[] = [];
  const receiver = receive({
    verify: sharedSecret({ secrets: [secret] }),
    inbox,
    confirm: fixture.kit,
    clock: fixture.server.clock,
    on: {
      collection: ({ data }: Extract<WebhookEvent, { kind: 'collection' }>) =>
        void reported.push(`${data.instalmentStatus} ${data.amountCollected}`),
      unknown: (_event, { loan: known }) => void unknown.push(known?.loanId),
    },
  });
  const deliver = async (body: unknown) => {
    const headers = { 'content-type': 'application/json', 'x-auth-signature': secret };
    const { status } = await receiver(
      new Request('http://127.0.0.1/webhooks', { method: 'POST', body: JSON.stringify(body), headers }),
    );
    await receiver.settled();
    return status;
  };
  const collected = async () => {
    const found = await fixture.kit.loans.get('loan-1');
    return 'balances' in found ? found.balances.collected : undefined;
  };
  return { fixture, loan, paid, inbox, reported, unknown, deliver, collected };
}

const without = (fields: Fields, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

describe('a true collection', () => {
  test.each<[string, (paid: Fields, mandateId: string) => unknown]>([
    ['without bankName', (paid) => without(paid, 'bankName')],
    ['without status', (paid) => without(paid, 'status')],
    ['without the words of the bank', (paid) => ({ ...paid, providerMessage: null })],
    ['with nothing but its mandate', ({ mandateId }) => ({ mandateId })],
    ['with nothing but its mandate, as an object', ({ mandateId }) => ({ mandateId: { _id: mandateId } })],
    ['with nothing but its instalment', ({ instalmentReference }) => ({ instalmentReference })],
    ['without its mandate', (paid) => without(paid, 'mandateId')],
    ['with a mandate that is no id', (paid) => ({ ...paid, mandateId: [] })],
    ['without its instalment', (paid) => without(paid, 'instalmentReference')],
    ['without an amount', (paid) => without(paid, 'amountCollected')],
    ['with an amount that cannot be read', (paid) => ({ ...paid, amountCollected: '30.000,00' })],
    ['with another amount', (paid) => ({ ...paid, amountCollected: 29_000 })],
    ['with another instalment', (paid) => ({ ...paid, instalmentReference: '00000000-0000-4000-8000-000000000000' })],
    ['with an instalment of ours beside a mandate of no loan', (paid) => ({ ...paid, mandateId: 'b'.repeat(24) })],
    ['as an event of a policy', (_paid, mandateId) => ({ event: 'policy.debited', data: { mandateId } })],
    [
      'as an event of a statement',
      (_paid, mandateId) => ({ event: 'pdf_upload', data: { mandate: { _id: mandateId } } }),
    ],
    ['as an insight', (paid) => ({ event: 'income_insight', ...paid })],
    [
      'as a failed insight that names the instalment alone',
      ({ instalmentReference }) => ({ event: 'income_insight_failure', data: { instalmentReference } }),
    ],
    [
      'with amounts as text and the time as a number',
      (paid) => ({ ...paid, amountCollected: '30000.00', totalAmount: '30000', collectedOn: 1_769_990_000 }),
    ],
    ['without the status of the instalment', (paid) => without(paid, 'instalmentStatus')],
    ['with an unknown status', (paid) => ({ ...paid, instalmentStatus: 'settled' })],
    ['under an unknown name', (paid) => ({ event: 'repayment.received', data: paid })],
    [
      'under an unknown name, in a document',
      (_paid, mandateId) => ({ event: 'mandate.debited', data: { _id: mandateId, total: 1 } }),
    ],
    ['under the mandate', (_paid, mandateId) => ({ event: 'debit', data: { mandate: { _id: mandateId } } })],
    ['in one more envelope', (paid) => ({ event: 'collection.success', data: { data: paid } })],
    ['in an envelope without a name', (paid) => ({ status: true, data: paid })],
    ['in a list', (paid) => [paid]],
    ['in a list beside what is no notification', (paid) => [null, paid, 7]],
    ['last in a list of an envelope', (paid) => ({ event: 'digest', data: { collections: [...strangers(6), paid] } })],
    [
      'last in a list of mandates',
      (_paid, mandateId) => ({ event: 'digest', mandates: [...strangers(6).map((each) => each.mandateId), mandateId] }),
    ],
    [
      'as the mandate with its instalments',
      (_paid, mandateId) => ({ event: 'mandate.debited', data: { _id: mandateId, repaymentDetails: { breakdown } } }),
    ],
    [
      'in a document deeper inside',
      (_paid, mandateId) => ({ id: 'evt_1', event: 'mandate.debited', data: { details: { _id: mandateId } } }),
    ],
    [
      'in a list of one mandate',
      (_paid, mandateId) => ({ event: 'mandate.debited', data: { mandate: [{ _id: mandateId }] } }),
    ],
    ['as text', (paid) => ({ event: 'x', data: JSON.stringify(without(paid, 'amountCollected')) })],
  ])('%s ends on file, and its handler runs once', async (_how, alter) => {
    const { paid, loan, deliver, collected, reported } = await paidUnreported();
    expect(await deliver(alter(paid, loan.mandateId))).toBe(200);
    expect(await collected()).toBe(30_000);
    expect(reported).toEqual(['success 30000']);
    await deliver(paid);
    expect(reported).toEqual(['success 30000']);
  });
});

const breakdown = ['a', 'b'].map((digit) => ({
  _id: digit.repeat(24),
  instalmentReference: `${digit.repeat(8)}-0000-4000-8000-000000000000`,
}));
const strangers = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    mandateId: String(place + 1).repeat(24),
    instalmentStatus: 'success',
  }));

describe('the same notification again', () => {
  test('of a mandate alone reports whatever is new by then, and handlers run once for each', async () => {
    const { fixture, loan, deliver, collected, reported } = await paidUnreported();
    const bare = { event: 'collection.success', data: { mandateId: loan.mandateId } };
    await deliver(bare);
    await fixture.moveTo('2026-03-01T22:00:00Z');
    await deliver(bare);
    expect(await collected()).toBe(60_000);
    await deliver(bare);
    expect(reported).toEqual(['success 30000', 'success 30000']);
  });

  test('of an instalment whose end is on file sends no request', async () => {
    const { fixture, paid, deliver } = await paidUnreported();
    await deliver(paid);
    const before = await fixture.requests();
    await deliver(paid);
    expect(await fixture.requests()).toEqual(before);
  });
});

describe('an unknown notification', () => {
  test('about a loan of ours reaches the fallback with the loan, also where nothing is new', async () => {
    const { loan, deliver, unknown, reported } = await paidUnreported();
    await deliver({ event: 'mandate.paused', data: { mandateId: loan.mandateId } });
    await deliver({ event: 'mandate.resumed', data: { mandateId: loan.mandateId } });
    expect([unknown, reported]).toEqual([['loan-1', 'loan-1'], ['success 30000']]);
  });

  test.each([
    [{ event: 'loan.moved', data: { mandateId: 'ffffffffffffffffffffffff' } }],
    [{ event: 'loan.moved', data: { _id: 'ffffffffffffffffffffffff' } }],
    [{ event: 'policy.updated', data: { _id: 'ffffffffffffffffffffffff' } }],
    [{ event: 'income_insight', data: { mandateId: 'ffffffffffffffffffffffff' } }],
  ])('about nothing of ours sends no request: %j', async (body) => {
    const { fixture, deliver } = await paidUnreported();
    const before = await fixture.requests();
    await deliver(body);
    expect(await fixture.requests()).toEqual(before);
  });

  test('about an instalment that no file shows is kept for a person, and sends no request', async () => {
    const { fixture, inbox, deliver } = await paidUnreported();
    const before = await fixture.requests();
    await deliver({ instalmentReference: '00000000-0000-4000-8000-000000000000', amountCollected: 5 });
    expect(await inbox.list({ limit: 9 })).toMatchObject([
      { status: 'unfinished', reason: expect.stringContaining('no loan on file shows that instalment') },
    ]);
    expect(await fixture.requests()).toEqual(before);
  });

  test('is kept with a reason that names no person, whatever it calls the instalment', async () => {
    const { loan, inbox, deliver } = await paidUnreported();
    const name = 'Ogbonnaya Chukwuemeka, 7 Okpara Avenue';
    await deliver({
      event: 'collection.success',
      mandateId: loan.mandateId,
      instalmentReference: name,
      instalmentStatus: 'success',
      amountCollected: 1,
    });
    await deliver({ instalmentReference: name });
    const reasons = (await inbox.list({ limit: 9 })).flatMap(({ reason }) => reason ?? []);
    expect(reasons).toHaveLength(2);
    expect(reasons.join()).not.toMatch(/Ogbonnaya|Okpara/);
  });
});
