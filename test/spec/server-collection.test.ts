import { describe, expect, test } from 'vitest';
import {
  attempts,
  type BlackBox,
  BVN,
  balances,
  collectable,
  deposit,
  disburse,
  FIRST,
  instalments,
  LIST,
  LOAN,
  LOG,
  ONE,
  pathOf,
  payer,
  place,
  SECOND,
  start,
  THIRD,
  THREE,
  TWO,
} from './black-box.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const statuses = async (box: BlackBox) => (await instalments(box)).map((item: { status: string }) => item.status);

const tried = async (box: BlackBox, nth = 0) =>
  (await attempts(box, nth))
    .reverse()
    .map((one: Record<string, string>) => [
      one.createdAt?.slice(0, 16),
      one.accountNumber,
      one.amount,
      one.responseCode,
    ]);

const walked = async (box: BlackBox) => (await tried(box)).map(([, account, , code]: string[]) => [account, code]);

describe('on the due date', () => {
  test('at 08:00 in Lagos, and not a second earlier, the primary account is debited', async () => {
    const box = await start();
    await collectable(box, { accounts: [FIRST, SECOND] });
    await box.moveTo('2026-01-31T06:59:59Z');
    expect(await statuses(box)).toEqual(['scheduled', 'scheduled', 'scheduled']);
    const { json } = await box.advance('PT1S');
    expect(json.ran.attempts).toBe(1);
    expect(await statuses(box)).toEqual(['success', 'scheduled', 'scheduled']);
    expect(await box.mandate()).toMatchObject({
      totalAmountDue: 30_000,
      collectedAmount: 10_000,
      outstandingBalance: 20_000,
    });
    expect((await box.control(`GET ${pathOf(FIRST)}`)).json.balance).toBe(90_000);
    expect((await box.control(`GET ${pathOf(SECOND)}`)).json.balance).toBe(100_000);
  });

  test('an attempt has every field of the document, and so has the log', async () => {
    const box = await start();
    await collectable(box);
    await box.moveTo('2026-01-31T07:00:00Z');
    const [item] = await instalments(box);
    const common = {
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      mandateId: LOAN,
      amount: 10_000,
      status: 'successful',
      collectionType: 'auto',
      createdAt: '2026-01-31T07:00:00.000Z',
    };
    expect(await attempts(box)).toEqual([
      {
        ...common,
        ...FIRST,
        instalmentReference: item.instalmentReference,
        responseCode: '00',
        responseMessage: expect.any(String),
      },
    ]);
    const log = {
      ...common,
      businessId: '650000000000000000000002',
      consentId: (await box.mandate()).consents[0]._id,
      transactionRefence: expect.stringMatching(UUID),
    };
    expect((await box.send(`${LOG}?mandateId=${LOAN}`)).json.data).toEqual(log);
    expect((await box.send(`${LIST}?type=auto`)).json.data).toEqual([{ ...log, bvn: BVN }]);
  });

  test('the backups are tried in the order of the array until one pays', async () => {
    const box = await start();
    await collectable(box, { accounts: [FIRST, SECOND, THIRD] });
    await balances(box, 5_000, 9_999.99, 10_000);
    await box.moveTo('2026-01-31T07:00:00Z');
    expect(await tried(box)).toEqual([
      ['2026-01-31T07:00', ONE, 10_000, '51'],
      ['2026-01-31T07:00', TWO, 10_000, '51'],
      ['2026-01-31T07:00', THREE, 10_000, '00'],
    ]);
    expect(await statuses(box)).toEqual(['success', 'scheduled', 'scheduled']);
    const log = (await box.send(`${LOG}?mandateId=${LOAN}`)).json.data;
    expect([log.status, log.consentId]).toEqual(['successful', (await box.mandate()).consents[2]._id]);
  });

  test('attempts are listed newest first', async () => {
    const box = await start();
    await collectable(box, { accounts: [FIRST, SECOND] });
    await balances(box, 0, 0);
    await box.moveTo('2026-01-31T11:00:00Z');
    expect(
      (await attempts(box)).map((one: Record<string, string>) => [one.createdAt?.slice(11, 16), one.accountNumber]),
    ).toEqual([
      ['11:00', TWO],
      ['11:00', ONE],
      ['07:00', TWO],
      ['07:00', ONE],
    ]);
  });

  test('only active accounts are tried', async () => {
    const box = await start();
    await place(box, { accounts: [FIRST, SECOND, THIRD] });
    for (const account of [FIRST, THIRD]) await deposit(box, account);
    await disburse(box);
    await balances(box, 0);
    await box.moveTo('2026-01-31T07:00:00Z');
    expect((await tried(box)).map(([, account]: string[]) => account)).toEqual([ONE, THREE]);
  });

  test('three attempts, four hours apart, are made where nothing is there', async () => {
    const box = await start();
    await collectable(box);
    await balances(box, 0);
    await box.moveTo('2026-01-31T22:59:59Z');
    expect((await tried(box)).map(([at]: string[]) => at)).toEqual([
      '2026-01-31T07:00',
      '2026-01-31T11:00',
      '2026-01-31T15:00',
    ]);
    expect(await statuses(box)).toEqual(['failed', 'scheduled', 'scheduled']);
    expect((await box.send(`${LOG}?mandateId=${LOAN}`)).json.data.status).toBe('failed');
  });

  test('hour, gap and number of attempts follow the policy', async () => {
    const box = await start({ policy: { dueHour: 10, attemptGapHours: 1 } });
    await box.control('PATCH /policy', { attemptsPerDueDate: 2 });
    await collectable(box);
    await balances(box, 0);
    await box.moveTo('2026-01-31T22:59:59Z');
    expect((await tried(box)).map(([at]: string[]) => at)).toEqual(['2026-01-31T09:00', '2026-01-31T10:00']);
  });
});

describe('what is left', () => {
  test('is swept in cascade order with the last attempt of the day, and the instalment is partially paid', async () => {
    const box = await start();
    await collectable(box, { accounts: [FIRST, SECOND, THIRD] });
    await balances(box, 4_000, 0, 3_000.5);
    await box.moveTo('2026-01-31T14:59:59Z');
    expect((await box.mandate()).collectedAmount).toBe(0);
    await box.advance('PT1S');
    expect((await tried(box)).slice(6)).toEqual([
      ['2026-01-31T15:00', ONE, 10_000, '51'],
      ['2026-01-31T15:00', TWO, 10_000, '51'],
      ['2026-01-31T15:00', THREE, 10_000, '51'],
      ['2026-01-31T15:00', ONE, 4_000, '00'],
      ['2026-01-31T15:00', THREE, 3_000.5, '00'],
    ]);
    expect(await box.mandate()).toMatchObject({ collectedAmount: 7_000.5, outstandingBalance: 22_999.5 });
    expect((await instalments(box))[0]).toMatchObject({ amountCollected: 7_000.5, status: 'partially paid' });
  });

  test('is tried again the next day, for the rest', async () => {
    const box = await start();
    await collectable(box);
    await balances(box, 4_000);
    await box.moveTo('2026-02-01T06:59:59Z');
    await balances(box, 6_000);
    await box.advance('PT1S');
    expect((await tried(box)).at(-1)).toEqual(['2026-02-01T07:00', ONE, 6_000, '00']);
    expect((await instalments(box))[0]).toMatchObject({ amountCollected: 10_000, status: 'success' });
  });

  test('stays in the account where the agreement knows no partial collection', async () => {
    const box = await start({ policy: { partialCollection: false } });
    await collectable(box);
    await balances(box, 4_000);
    await box.moveTo('2026-02-01T00:00:00Z');
    expect(await statuses(box)).toEqual(['failed', 'scheduled', 'scheduled']);
    expect((await box.control(`GET ${pathOf(FIRST)}`)).json.balance).toBe(4_000);
  });

  test('is not swept where the bank declines for another reason than funds', async () => {
    const box = await start();
    await collectable(box, { accounts: [FIRST, SECOND] });
    await balances(box, 4_000, 3_000);
    await box.control(`PATCH ${pathOf(FIRST)}`, { declineWith: '61' });
    await box.moveTo('2026-02-01T00:00:00Z');
    expect((await tried(box)).slice(4)).toEqual([
      ['2026-01-31T15:00', ONE, 10_000, '61'],
      ['2026-01-31T15:00', TWO, 10_000, '51'],
      ['2026-01-31T15:00', TWO, 3_000, '00'],
    ]);
  });

  test('is failed on the due date and overdue on later days', async () => {
    const box = await start();
    await collectable(box);
    await balances(box, 0);
    await box.moveTo('2026-01-31T15:00:00Z');
    expect((await statuses(box))[0]).toBe('failed');
    await box.moveTo('2026-02-01T15:00:00Z');
    expect((await statuses(box))[0]).toBe('overdue');
  });

  test('of an older instalment comes before a younger one', async () => {
    const box = await start();
    await collectable(box);
    await balances(box, 0);
    await box.moveTo('2026-03-01T06:00:00Z');
    await balances(box, 15_000);
    await box.moveTo('2026-03-02T00:00:00Z');
    expect(
      (await instalments(box)).map((item: Record<string, unknown>) => [item.status, item.amountCollected]),
    ).toEqual([
      ['success', 10_000],
      ['partially paid', 5_000],
      ['scheduled', 0],
    ]);
  });
});

describe('an unknown outcome', () => {
  test.each(['01', '09', '68', '96', '97'])(
    '(%s) stops the walk, and nothing is debited before it is settled',
    async (code) => {
      const box = await start();
      await collectable(box, { accounts: [FIRST, SECOND] });
      await box.control(`PATCH ${pathOf(FIRST)}`, { declineWith: code });
      await box.moveTo('2026-01-31T07:00:00Z');
      const [attempt, ...more] = await attempts(box);
      expect([attempt.status, attempt.responseCode, more]).toEqual(['pending', code, []]);
      expect((await statuses(box))[0]).toBe('processing');
      await box.moveTo('2026-02-03T00:00:00Z');
      expect((await attempts(box)).map((one: { accountNumber: string }) => one.accountNumber)).toEqual([ONE]);
      expect((await box.mandate()).collectedAmount).toBe(0);
      await box.control(`PATCH ${pathOf(FIRST)}`, { declineWith: null, balance: 0 });
      await box.moveTo('2026-02-03T07:00:00Z');
      expect((await walked(box)).slice(1)).toEqual([
        [ONE, '51'],
        [TWO, '00'],
      ]);
      expect((await attempts(box)).at(-1).status).toBe('failed');
    },
  );

  test.each(['51', '61', '91', '05', '57'])('is not meant by %s: the next account is asked', async (code) => {
    const box = await start();
    await collectable(box, { accounts: [FIRST, SECOND] });
    await box.control(`PATCH ${pathOf(FIRST)}`, { declineWith: code });
    await box.moveTo('2026-01-31T07:00:00Z');
    expect(await walked(box)).toEqual([
      [ONE, code],
      [TWO, '00'],
    ]);
  });

  test('of the magic account is booked at the next attempt time, once', async () => {
    const box = await start();
    const magic = { accountNumber: '0000000097', bankCode: '011' };
    await box.control('POST /payers', {
      ...payer(),
      bvn: '29900000088',
      accounts: [{ ...magic, accountName: 'M', balance: 50_000 }],
    });
    await collectable(box, { accounts: [magic] });
    await box.moveTo('2026-01-31T07:00:00Z');
    expect([(await statuses(box))[0], (await attempts(box))[0].status]).toEqual(['processing', 'pending']);
    await box.moveTo('2026-01-31T11:00:00Z');
    expect([(await statuses(box))[0], await tried(box)]).toEqual([
      'success',
      [['2026-01-31T07:00', magic.accountNumber, 10_000, '00']],
    ]);
    expect((await box.mandate()).collectedAmount).toBe(10_000);
  });
});

test.each([
  ['0000000051', '51'],
  ['0000000091', '91'],
])('the magic account %s declines with %s', async (accountNumber, code) => {
  const box = await start();
  const magic = { accountNumber, bankCode: '044' };
  await box.control('POST /payers', {
    ...payer(),
    bvn: '29900000088',
    accounts: [{ ...magic, accountName: 'M', balance: 50_000 }],
  });
  await collectable(box, { accounts: [magic] });
  await box.moveTo('2026-01-31T07:00:00Z');
  expect(await walked(box)).toEqual([[accountNumber, code]]);
});

test('a script of codes is used up one by one, then the balance decides', async () => {
  const box = await start();
  await collectable(box);
  await box.control(`PATCH ${pathOf(FIRST)}`, { script: ['91', '51'] });
  await box.moveTo('2026-02-01T00:00:00Z');
  expect((await tried(box)).map(([, , , code]: string[]) => code)).toEqual(['91', '51', '00']);
});
