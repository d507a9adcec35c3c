import { describe, expect, test } from 'vitest';
import {
  type BlackBox,
  collectable,
  deposit,
  disburse,
  FIRST,
  LOAN,
  ok,
  place,
  report,
  SECRET_KEY,
  STARTS,
  start,
} from './black-box.ts';

// Spec §3.4, §6.1, §6.3; the intake's path and answers are the design's.
const APPROVED = { offerTerms: 'three instalments', approvedAmount: 28_000, tenure: 'P3M' };
const DISBURSED = { amount: 28_000, date: '2026-01-05', reference: 'TRF-77' };
const gateOf = async (box: BlackBox) => (await box.control(`GET /mandates/${LOAN}`)).json.gate;
const held = async (box: BlackBox) => (await box.control('GET /bureau/reports')).json.items;

describe('the gate', () => {
  test('opens when the mandate is active and the disbursement is reported, whichever comes last', async () => {
    const box = await start();
    await place(box);
    expect(await gateOf(box)).toMatchObject({ open: false, reason: expect.any(String) });
    await disburse(box);
    expect((await gateOf(box)).open).toBe(false);
    await deposit(box);
    expect((await gateOf(box)).open).toBe(true);
  });

  test('stays shut over approval alone; nothing is collected and nothing is said', async () => {
    const box = await start();
    await place(box);
    await deposit(box);
    await report(box, 'loan.approved', APPROVED);
    await box.moveTo('2026-02-02T00:00:00Z');
    expect((await gateOf(box)).open).toBe(false);
    expect((await box.mandate()).collectedAmount).toBe(0);
    expect((await box.control('GET /webhooks')).json.items.map(({ event }: { event: string }) => event)).toEqual([
      'mandate.activated',
    ]);
    expect((await held(box)).map(({ event }: { event: string }) => event)).toEqual(['loan.approved']);
  });

  test('lets an instalment that fell due behind it be collected at the next 08:00', async () => {
    const box = await start();
    await place(box);
    await deposit(box);
    await box.moveTo('2026-02-02T10:00:00Z');
    await disburse(box);
    await box.moveTo('2026-02-03T06:59:59Z');
    expect((await box.mandate()).collectedAmount).toBe(0);
    await box.advance('PT1S');
    expect((await box.mandate()).collectedAmount).toBe(10_000);
  });

  test('that shuts between two attempts ends the day without webhook or miss', async () => {
    const box = await start();
    await collectable(box);
    await box.control(`PATCH /accounts/${FIRST.bankCode}/${FIRST.accountNumber}`, { balance: 0 });
    await box.moveTo('2026-01-31T07:00:00Z');
    await box.control(`POST /mandates/${LOAN}/dispute`, {});
    await box.moveTo('2026-02-05T00:00:00Z');
    expect((await box.control('GET /webhooks')).json.items.map(({ event }: { event: string }) => event)).toEqual([
      'mandate.activated',
    ]);
    expect((await held(box)).every(({ source }: { source: string }) => source === 'merchant')).toBe(true);
  });

  test('is shut for a suspended merchant, whose collection stops until it is approved again', async () => {
    const box = await start();
    await collectable(box);
    await box.control('PATCH /merchant', { status: 'suspended' });
    await box.moveTo('2026-02-01T00:00:00Z');
    await box.control('PATCH /merchant', { status: 'approved' });
    expect((await box.mandate()).collectedAmount).toBe(0);
    await box.moveTo('2026-02-02T00:00:00Z');
    expect((await box.mandate()).collectedAmount).toBe(10_000);
  });
});

describe('the intake', () => {
  test('answers 201, then 200 to the same report', async () => {
    const box = await start();
    await place(box);
    expect((await report(box, 'loan.approved', APPROVED)).status).toBe(201);
    const again = await report(box, 'loan.approved', APPROVED);
    expect([again.status, again.json.duplicate]).toEqual([200, true]);
    expect(await held(box)).toHaveLength(1);
  });

  test('refuses the same reportId with another content as a conflict', async () => {
    const box = await start();
    await place(box);
    await report(box, 'loan.approved', APPROVED);
    const { status, json } = await report(box, 'loan.approved', { ...APPROVED, approvedAmount: 1 });
    expect([status, json.status, json.error]).toEqual([409, false, true]);
  });

  test('keeps reports with their source and their extra fields', async () => {
    const box = await start();
    await place(box);
    await report(box, 'loan.approved', { ...APPROVED, officer: 'Sample' });
    expect(await held(box)).toMatchObject([
      { event: 'loan.approved', mandateId: LOAN, source: 'merchant', content: { ...APPROVED, officer: 'Sample' } },
    ]);
  });

  test('takes lifecycle reports in their order only', async () => {
    const box = await start();
    await place(box);
    await deposit(box);
    const closed = { finalStatus: 'written_off', closeDate: '2026-01-05' };
    const repaid = { amount: 10, date: '2026-01-05', outstandingBalance: 29_990 };
    for (const [event, content] of [
      ['loan.disbursed', DISBURSED],
      ['repayment.successful', repaid],
      ['loan.closed', closed],
    ] as const) {
      const { status, json } = await report(box, event, content);
      expect([event, status, typeof json.data?.rule]).toEqual([event, 422, 'string']);
    }
    expect((await report(box, 'loan.approved', APPROVED)).status).toBe(201);
    expect((await report(box, 'loan.approved', APPROVED, { reportId: 'second approval' })).status).toBe(422);
    expect((await report(box, 'loan.disbursed', DISBURSED)).status).toBe(201);
    expect((await report(box, 'loan.disbursed', DISBURSED, { reportId: 'second disbursement' })).status).toBe(422);
    expect((await report(box, 'repayment.successful', repaid)).status).toBe(201);
    expect(
      (await report(box, 'repayment.missed', { dueAmount: 10, failureReason: 'funds', outstandingBalance: 29_990 }))
        .status,
    ).toBe(201);
    expect(
      (await report(box, 'loan.restructured', { schedule: [{ dueDate: '2026-04-01', amount: 5 }], reason: 'hardship' }))
        .status,
    ).toBe(201);
    expect((await report(box, 'loan.closed', closed)).status).toBe(201);
    expect((await report(box, 'repayment.successful', repaid, { reportId: 'after the end' })).status).toBe(422);
  });

  test.each([
    ['an event that nobody knows', { event: 'loan.forgotten' }, 400],
    ['no event', { event: undefined }, 400],
    ['no reportId', { reportId: undefined }, 400],
    ['an empty reportId', { reportId: '' }, 400],
    ['a reportId of 201 characters', { reportId: 'r'.repeat(201) }, 400],
    ['a mandateId that is no 24 hex digits', { mandateId: 'x' }, 400],
    ['a mandate that nobody placed', { mandateId: 'd'.repeat(24) }, 404],
    ['a time without offset', { occurredAt: '2026-01-05T08:00:00' }, 400],
    ['no content', { content: undefined }, 400],
    ['a content that misses a field', { content: { ...APPROVED, tenure: undefined } }, 400],
    ['a sub-kobo amount', { content: { ...APPROVED, approvedAmount: 1.005 } }, 400],
  ])('refuses %s', async (_, wrong, status) => {
    const box = await start();
    await place(box);
    const good = { reportId: 'r', event: 'loan.approved', mandateId: LOAN, occurredAt: STARTS, content: APPROVED };
    const reply = await box.send('POST /_bureau/reports', { body: { ...good, ...wrong } });
    expect([reply.status, reply.json.status, reply.json.error]).toEqual([status, false, true]);
    expect((await box.send('POST /_bureau/reports', { body: { ...good, reportId: 'r'.repeat(200) } })).status).toBe(
      201,
    );
  });

  test('wants a key as any operation does', async () => {
    const box = await start();
    await place(box);
    const body = { reportId: 'r', event: 'loan.approved', mandateId: LOAN, occurredAt: STARTS, content: APPROVED };
    for (const token of ['', 'pk_live_nobody'])
      expect((await box.send('POST /_bureau/reports', { body, headers: { token } })).status).toBe(401);
    expect((await box.send('POST /_bureau/reports', { body })).status).toBe(201);
    expect((await box.send('GET /_bureau/reports')).status).toBe(405);
    expect(SECRET_KEY).toMatch(/^sk_test_/);
  });

  test("hears the platform's own collections under their own names", async () => {
    const box = await start();
    await collectable(box);
    await box.moveTo('2026-02-01T00:00:00Z');
    await box.control(`PATCH /accounts/${FIRST.bankCode}/${FIRST.accountNumber}`, { balance: 0 });
    await box.moveTo('2026-03-02T00:00:00Z');
    await box.control(`PATCH /accounts/${FIRST.bankCode}/${FIRST.accountNumber}`, { balance: 4_000 });
    await box.moveTo('2026-03-03T00:00:00Z');
    const platform = (await held(box)).filter(({ source }: { source: string }) => source === 'platform');
    expect(platform.map(({ event, mandateId }: Record<string, string>) => [event, mandateId])).toEqual([
      ['collection.success', LOAN],
      ['collection.failed', LOAN],
      ['collection.partial', LOAN],
    ]);
  });
});

test('disbursing without an active primary is not refused', async () => {
  const box = await start();
  await place(box);
  await ok(report(box, 'loan.approved', APPROVED));
  expect((await report(box, 'loan.disbursed', DISBURSED)).status).toBe(201);
});
