/** Spec §6.3 and §6.1 on the server, typed again by hand: what each lifecycle report must hold, and what the platform tells the bureau of its own accord. */
import { describe, expect, test } from 'vitest';
import { type BlackBox, collectable, DEBIT, deposit, FIRST, LOAN, place, report, STARTS, start } from './black-box.ts';

const CONTENTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'loan.approved': { offerTerms: { rate: 4 }, approvedAmount: 28_000, tenure: 'P3M' },
  'loan.disbursed': { amount: 28_000, date: '2026-01-05', reference: 'TRF-77' },
  'repayment.successful': { amount: 10_000, date: '2026-01-31', outstandingBalance: 20_000 },
  'repayment.missed': { dueAmount: 10_000, failureReason: 'Insufficient funds', outstandingBalance: 30_000 },
  'loan.restructured': { schedule: [{ dueDate: '2026-04-30', amount: 30_000 }], reason: 'Illness' },
  'loan.closed': { finalStatus: 'repaid', closeDate: '2026-06-30' },
};
const events = Object.keys(CONTENTS);
const fields = events.flatMap((event) =>
  Object.keys(CONTENTS[event] as object).map((field) => [event, field] as const),
);
const refusedFields = async (box: BlackBox, event: string, content: unknown) => {
  const { status, json } = await report(box, event, content);
  return [status, json.data.fields?.map(({ path }: { path: string }) => path)];
};
const placed = async () => {
  const box = await start();
  await place(box);
  await deposit(box);
  return box;
};

describe('a lifecycle report', () => {
  test('of each kind is taken, in this order, with what a bureau wants beside', async () => {
    const box = await placed();
    for (const event of events)
      expect([event, (await report(box, event, { ...CONTENTS[event], branch: 'Yaba' })).status]).toEqual([event, 201]);
    const { items, dropped } = (await box.control('GET /bureau/reports')).json;
    expect(dropped).toBe(0);
    expect(items).toEqual(
      events.map((event) => ({
        reportId: `${event}-${LOAN}`,
        event,
        mandateId: LOAN,
        occurredAt: STARTS,
        content: { ...CONTENTS[event], branch: 'Yaba' },
        source: 'merchant',
        receivedAt: '2026-01-05T08:00:00.000Z',
      })),
    );
  });

  test.each(fields)('%s needs %s', async (event, field) => {
    const box = await placed();
    for (const missing of [undefined, null])
      expect(await refusedFields(box, event, { ...CONTENTS[event], [field]: missing })).toEqual([
        400,
        [`content.${field}`],
      ]);
  });

  test.each([
    ['loan.disbursed', 'date'],
    ['repayment.successful', 'date'],
    ['loan.closed', 'closeDate'],
  ])('%s names its day as a real date, YYYY-MM-DD, as every date of the interface', async (event, field) => {
    const box = await placed();
    for (const wrong of ['2026-02-30', '30/01/2026', '2026-01-31T07:00:00Z', '30-Jan-2026', 20_260_131, '']) {
      expect(await refusedFields(box, event, { ...CONTENTS[event], [field]: wrong })).toEqual([
        400,
        [`content.${field}`],
      ]);
    }
  });

  test.each([
    ['loan.approved', 'approvedAmount'],
    ['loan.disbursed', 'amount'],
    ['repayment.successful', 'amount'],
    ['repayment.missed', 'dueAmount'],
  ])('%s needs an amount above zero, in whole kobo', async (event, field) => {
    const box = await placed();
    for (const wrong of [0, -1, 0.001, '10', 1e15]) {
      expect(await refusedFields(box, event, { ...CONTENTS[event], [field]: wrong })).toEqual([
        400,
        [`content.${field}`],
      ]);
    }
  });

  test('may leave a balance of nothing, and none below it', async () => {
    const box = await placed();
    await report(box, 'loan.approved', CONTENTS['loan.approved']);
    await report(box, 'loan.disbursed', CONTENTS['loan.disbursed']);
    const content = { ...CONTENTS['repayment.successful'], outstandingBalance: 0 };
    expect((await report(box, 'repayment.successful', content)).status).toBe(201);
    expect(await refusedFields(box, 'repayment.successful', { ...content, outstandingBalance: -0.01 })).toEqual([
      400,
      ['content.outstandingBalance'],
    ]);
  });

  test('of another name is told the six', async () => {
    const box = await placed();
    const { status, json } = await report(box, 'loan.forgiven', {});
    expect([status, json.data.fields]).toEqual([
      400,
      [{ path: 'event', message: `must be one of ${events.join(', ')}` }],
    ]);
  });

  test('needs an instant that names its offset', async () => {
    const box = await placed();
    const body = { reportId: 'r', event: 'loan.approved', mandateId: LOAN, content: CONTENTS['loan.approved'] };
    for (const occurredAt of ['2026-01-05', '2026-01-05T08:00:00', 'yesterday', undefined]) {
      expect(
        (await box.send('POST /_bureau/reports', { body: { ...body, occurredAt } })).json.data.fields,
      ).toMatchObject([{ path: 'occurredAt' }]);
    }
    expect(
      (await box.send('POST /_bureau/reports', { body: { ...body, occurredAt: '2026-01-05T09:00:00+01:00' } })).status,
    ).toBe(201);
  });

  test('of the closure shuts the gate for good: nothing is collected on a closed loan', async () => {
    const box = await start();
    await collectable(box, { collectionMode: 'manual' });
    expect((await box.send(DEBIT, { body: { mandateId: LOAN, amount: 100, debitDate: '2026-01-06' } })).status).toBe(
      200,
    );
    await report(box, 'loan.closed', { finalStatus: 'written_off', closeDate: '2026-01-05' });
    const { json, status } = await box.send(DEBIT, { body: { mandateId: LOAN, amount: 100, debitDate: '2026-01-06' } });
    expect([status, json.data.rule]).toEqual([422, 'debit-before-closure']);
    await box.moveTo('2026-02-02T00:00:00Z');
    expect((await box.mandate()).collectedAmount).toBe(0);
  });
});

test('the platform tells the bureau success, part and miss with amounts, day, reason and what is left', async () => {
  const box = await start({ policy: { attemptsPerDueDate: 1 } });
  await collectable(box);
  const balance = (naira: number) =>
    box.control(`PATCH /accounts/${FIRST.bankCode}/${FIRST.accountNumber}`, { balance: naira });
  await box.moveTo('2026-02-01T00:00:00Z');
  await balance(0);
  await box.moveTo('2026-03-01T12:00:00Z');
  await balance(4_000.5);
  await box.moveTo('2026-03-02T12:00:00Z');
  const [first, second] = (await box.mandate()).repaymentDetails.breakdown;
  const feed = (await box.control('GET /bureau/reports')).json.items.filter(
    ({ source }: { source: string }) => source === 'platform',
  );
  const reportId = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const of = (event: string, at: string, content: object) => ({
    reportId,
    event,
    mandateId: LOAN,
    occurredAt: at,
    content,
    source: 'platform',
    receivedAt: at,
  });
  expect(feed).toEqual([
    of('collection.success', '2026-01-31T07:00:00.000Z', {
      amount: 10_000,
      date: '2026-01-31',
      instalmentReference: first.instalmentReference,
      outstandingBalance: 20_000,
    }),
    of('collection.failed', '2026-03-01T07:00:00.000Z', {
      dueAmount: 10_000,
      failureReason: 'Insufficient funds',
      instalmentReference: second.instalmentReference,
      outstandingBalance: 20_000,
    }),
    of('collection.partial', '2026-03-02T07:00:00.000Z', {
      amount: 4_000.5,
      date: '2026-03-02',
      instalmentReference: second.instalmentReference,
      outstandingBalance: 15_999.5,
    }),
  ]);
});
