import { describe, expect, test } from 'vitest';
import {
  type BlackBox,
  collectable,
  DEBIT,
  deposit,
  disburse,
  endpoint,
  FIRST,
  LIST,
  LOAN,
  LOG,
  place,
  SECOND,
  SECRET_KEY,
  start,
} from './black-box.ts';

// Spec §4.7 and what the design decides about it. Instalments of ₦10,000 on 31 January, 1 and 31 March.
const MANUAL = { collectionMode: 'manual' };
const debit = (box: BlackBox, amount: unknown, debitDate: unknown, more: Record<string, unknown> = {}) =>
  box.send(DEBIT, { body: { mandateId: LOAN, amount, debitDate, ...more } });
const balance = (box: BlackBox, { bankCode, accountNumber }: typeof FIRST, naira: number) =>
  box.control(`PATCH /accounts/${bankCode}/${accountNumber}`, { balance: naira });
const filled = async (box: BlackBox) =>
  (await box.mandate()).repaymentDetails.breakdown.map((item: { status: string; amountCollected: number }) => [
    item.status,
    item.amountCollected,
  ]);
const attemptsOf = async (box: BlackBox, nth: number) => {
  const { _id } = (await box.mandate()).repaymentDetails.breakdown[nth];
  return (await box.send(`${LOG}/installment?mandateId=${LOAN}&breakdownId=${_id}`)).json.data.reverse();
};
const list = async (box: BlackBox, query = 'type=manual') => (await box.send(`${LIST}?${query}`)).json.data;

describe('a debit on demand', () => {
  test('is scheduled for 08:00 in Lagos of its day, and listed as pending until then', async () => {
    const box = await start();
    await collectable(box, MANUAL);
    const { status, json } = await debit(box, 4_000, '2026-02-02');
    expect([status, json.status, json.error]).toEqual([200, true, false]);
    expect(json.data).toEqual({
      mandateId: LOAN,
      totalAmount: expect.any(Number),
      outstandingBalance: 30_000,
      transactionRefence: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      paymentStatus: 'pending',
      dueDate: '2026-02-02T07:00:00.000Z',
    });
    const { transactionRefence } = json.data;
    expect(await list(box)).toMatchObject([
      { transactionRefence, status: 'pending', amount: 4_000, collectionType: 'manual' },
    ]);
    expect((await box.send(`${LOG}?mandateId=${LOAN}`)).json.data).toMatchObject({
      transactionRefence,
      status: 'pending',
    });
    await box.moveTo('2026-02-02T06:59:59Z');
    expect((await box.mandate()).collectedAmount).toBe(0);
    await box.advance('PT1S');
    expect(await box.mandate()).toMatchObject({ collectedAmount: 4_000, outstandingBalance: 26_000 });
    expect(await list(box)).toMatchObject([{ transactionRefence, status: 'successful', amount: 4_000 }]);
  });

  test('of today runs at once when 08:00 has passed, and at 08:00 when it has not', async () => {
    const late = await start();
    await collectable(late, MANUAL);
    await debit(late, 10, '2026-01-05');
    expect((await late.mandate()).collectedAmount).toBe(10);
    const early = await start({ now: '2026-01-05T06:00:00Z' });
    await collectable(early, MANUAL);
    await debit(early, 10, '2026-01-05');
    expect((await early.mandate()).collectedAmount).toBe(0);
    await early.advance('PT1H');
    expect((await early.mandate()).collectedAmount).toBe(10);
  });

  test('is one bank debit that fills the oldest instalments, one attempt each under one reference', async () => {
    const hook = await endpoint();
    const box = await start({ webhook: { url: hook.url } });
    await collectable(box, MANUAL);
    hook.received.length = 0;
    const { transactionRefence } = (await debit(box, 15_000, '2026-01-05')).json.data;
    expect(await filled(box)).toEqual([
      ['success', 10_000],
      ['partially paid', 5_000],
      ['scheduled', 0],
    ]);
    expect([await attemptsOf(box, 0), await attemptsOf(box, 1), await attemptsOf(box, 2)]).toMatchObject([
      [{ amount: 10_000, status: 'successful', collectionType: 'manual' }],
      [{ amount: 5_000, status: 'successful', collectionType: 'manual' }],
      [],
    ]);
    expect(await list(box)).toMatchObject([{ transactionRefence, amount: 15_000, status: 'successful' }]);
    expect(
      hook.received.map(({ json }) => [
        json.reference,
        json.collectionType,
        json.instalmentStatus,
        json.totalAmount,
        json.amountCollected,
      ]),
    ).toEqual([
      [transactionRefence, 'manual', 'success', 10_000, 10_000],
      [transactionRefence, 'manual', 'partially paid', 10_000, 5_000],
    ]);
  });

  test('walks the whole cascade, once, and sweeps what is there', async () => {
    const box = await start();
    await collectable(box, { ...MANUAL, accounts: [FIRST, SECOND] });
    await balance(box, FIRST, 0);
    await debit(box, 1_000, '2026-01-05');
    expect(
      (await attemptsOf(box, 0)).map((one: Record<string, string>) => [one.accountNumber, one.responseCode]),
    ).toEqual([
      [FIRST.accountNumber, '51'],
      [SECOND.accountNumber, '00'],
    ]);
    await balance(box, FIRST, 300);
    await balance(box, SECOND, 200.5);
    await debit(box, 2_000, '2026-01-05');
    expect(await box.mandate()).toMatchObject({ collectedAmount: 1_500.5 });
    await box.advance('P1D');
    expect(await box.mandate()).toMatchObject({ collectedAmount: 1_500.5 });
  });

  test('without partial collection takes all or nothing', async () => {
    const box = await start({ policy: { partialCollection: false } });
    await collectable(box, MANUAL);
    await balance(box, FIRST, 300);
    await debit(box, 2_000, '2026-01-05');
    expect((await box.mandate()).collectedAmount).toBe(0);
    expect(await list(box)).toMatchObject([{ status: 'failed' }]);
  });

  test('that finds the gate shut when it runs has failed', async () => {
    const box = await start();
    await collectable(box, MANUAL);
    await debit(box, 1_000, '2026-01-06');
    await box.control(`POST /mandates/${LOAN}/dispute`, {});
    await box.moveTo('2026-01-06T07:00:00Z');
    expect(await list(box)).toMatchObject([{ status: 'failed' }]);
    expect((await box.mandate()).collectedAmount).toBe(0);
  });
});

describe('a debit is refused by a rule', () => {
  const refused = async (box: BlackBox, amount: unknown, debitDate: unknown) => {
    const { status, json } = await debit(box, amount, debitDate);
    expect(json).toMatchObject({
      status: false,
      error: true,
      message: expect.any(String),
      data: { code: expect.any(String), rule: expect.any(String) },
    });
    expect(await list(box)).toEqual([]);
    return status;
  };

  test('on a mandate that is collected by schedule', async () => {
    const box = await start();
    await collectable(box);
    expect(await refused(box, 100, '2026-01-06')).toBe(422);
  });

  test('for more than what is outstanding', async () => {
    const box = await start();
    await collectable(box, MANUAL);
    expect(await refused(box, 30_000.01, '2026-01-06')).toBe(422);
    expect((await debit(box, 30_000, '2026-01-06')).status).toBe(200);
  });

  test('for more than what is outstanding together with what is scheduled', async () => {
    const box = await start();
    await collectable(box, MANUAL);
    await debit(box, 20_000, '2026-01-06');
    expect((await debit(box, 10_000.01, '2026-01-07')).status).toBe(422);
    expect((await debit(box, 10_000, '2026-01-07')).status).toBe(200);
    expect((await debit(box, 0.01, '2026-01-08')).status).toBe(422);
  });

  test('on a day in the past, as Lagos counts days', async () => {
    const box = await start({ now: '2026-01-05T23:30:00Z' });
    await collectable(box, MANUAL);
    expect(await refused(box, 100, '2026-01-05')).toBe(422);
    expect((await debit(box, 100, '2026-01-06')).status).toBe(200);
  });

  test('while nothing is active, while disbursement was not reported, while disputed', async () => {
    const box = await start();
    await place(box, MANUAL);
    expect(await refused(box, 100, '2026-01-06')).toBe(422);
    await deposit(box);
    expect(await refused(box, 100, '2026-01-06')).toBe(422);
    await disburse(box);
    await box.control(`POST /mandates/${LOAN}/dispute`, {});
    expect(await refused(box, 100, '2026-01-06')).toBe(422);
    await box.control(`POST /mandates/${LOAN}/resolve-dispute`, { outcome: 'reinstated' });
    expect((await debit(box, 100, '2026-01-06')).status).toBe(200);
  });

  test('after full repayment', async () => {
    const box = await start();
    await collectable(box, MANUAL);
    await debit(box, 30_000, '2026-01-05');
    expect((await box.mandate()).outstandingBalance).toBe(0);
    expect((await debit(box, 0.01, '2026-01-06')).status).toBe(422);
  });
});

describe('a debit is malformed', () => {
  test.each([
    ['without a mandate', { mandateId: undefined }, 'mandateId'],
    ['without an amount', { amount: undefined }, 'amount'],
    ['without a date', { debitDate: undefined }, 'debitDate'],
    ['of nothing', { amount: 0 }, 'amount'],
    ['below zero', { amount: -1 }, 'amount'],
    ['of a fraction of a kobo', { amount: 10.001 }, 'amount'],
    ['in text', { amount: '10' }, 'amount'],
    ['of null', { amount: null }, 'amount'],
    ['on a day that is none', { debitDate: '2026-02-29' }, 'debitDate'],
    ['on a timestamp', { debitDate: '2026-02-02T00:00:00Z' }, 'debitDate'],
    ['on a day in another order', { debitDate: '02/02/2026' }, 'debitDate'],
    ['on a mandate that is no 24 hex digits', { mandateId: '12' }, 'mandateId'],
  ])('%s', async (_, wrong, path) => {
    const box = await start();
    await collectable(box, MANUAL);
    const { status, json } = await debit(box, 100, '2026-02-02', wrong);
    expect([status, json.data.fields.map((field: { path: string }) => field.path)]).toEqual([400, [path]]);
  });

  test('on a mandate that nobody placed, and without a key', async () => {
    const box = await start();
    expect((await debit(box, 100, '2026-02-02')).status).toBe(404);
    for (const token of ['', 'pk_live_nobody', SECRET_KEY])
      expect((await box.send(DEBIT, { body: {}, headers: { token } })).status).toBe(401);
  });
});

test('in manual mode nothing is collected by itself, and a due date that passes unpaid is overdue without a word', async () => {
  const hook = await endpoint();
  const box = await start({ webhook: { url: hook.url } });
  await collectable(box, MANUAL);
  hook.received.length = 0;
  await box.moveTo('2026-02-01T12:00:00Z');
  expect(await filled(box)).toEqual([
    ['overdue', 0],
    ['scheduled', 0],
    ['scheduled', 0],
  ]);
  expect(hook.received).toEqual([]);
  expect(await list(box, 'type=auto')).toEqual([]);
  expect((await box.mandate()).collectedAmount).toBe(0);
});
