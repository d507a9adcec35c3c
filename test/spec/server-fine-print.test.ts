/** What spec §1, §3, §6 and §8 mean where two of their rules meet on the server. */
import { describe, expect, test } from 'vitest';
import {
  type Account,
  ATTACH,
  type BlackBox,
  CREATE,
  collectable,
  DEBIT,
  deposit,
  disburse,
  FIRST,
  LIST,
  LOAN,
  LOG,
  place,
  placement,
  SECOND,
  SIGN,
  signature,
  start,
  THIRD,
} from './black-box.ts';

const OTHER_LOAN = 'beef00000000000000000001';
const pathOf = ({ bankCode, accountNumber }: Account) => `/accounts/${bankCode}/${accountNumber}`;
const balance = (box: BlackBox, naira: number, account: Account = FIRST) =>
  box.control(`PATCH ${pathOf(account)}`, { balance: naira });
const walked = async (box: BlackBox, mandateId = LOAN, nth = 0) => {
  const { _id } = (await box.mandate(mandateId)).repaymentDetails.breakdown[nth];
  const { data } = (await box.send(`${LOG}/installment?mandateId=${mandateId}&breakdownId=${_id}`)).json;
  return data.map((one: Record<string, string>) => [one.accountNumber, one.responseCode]).reverse();
};
const collected = async (box: BlackBox, mandateId = LOAN) => (await box.mandate(mandateId)).collectedAmount;
const gateOf = async (box: BlackBox) => (await box.control(`GET /mandates/${LOAN}`)).json.gate;
const debit = (box: BlackBox, amount: number, debitDate: string, mandateId = LOAN) =>
  box.send(DEBIT, { body: { mandateId, amount, debitDate } });

describe('at one instant', () => {
  test('two loans on one account are collected in the order of their creation', async () => {
    const box = await start();
    await place(box, { mandateId: OTHER_LOAN });
    await collectable(box);
    await deposit(box, FIRST, { mandateId: OTHER_LOAN });
    await disburse(box, OTHER_LOAN);
    await balance(box, 10_000);
    await box.moveTo('2026-01-31T07:00:00Z');
    expect([await collected(box, OTHER_LOAN), await collected(box)]).toEqual([10_000, 0]);
  });

  test('a debit on demand comes before the scheduled attempts, also of an older loan', async () => {
    const box = await start();
    await collectable(box);
    await collectable(box, { mandateId: OTHER_LOAN, collectionMode: 'manual' });
    await balance(box, 10_000);
    expect((await debit(box, 10_000, '2026-01-31', OTHER_LOAN)).status).toBe(200);
    await box.moveTo('2026-01-31T07:00:00Z');
    expect([await collected(box), await collected(box, OTHER_LOAN)]).toEqual([0, 10_000]);
  });

  test('two debits on demand run in the order in which they were asked for', async () => {
    const box = await start();
    await collectable(box, { collectionMode: 'manual' });
    for (const amount of [600, 500]) await debit(box, amount, '2026-01-06');
    await balance(box, 1_000);
    await box.control('PATCH /policy', { partialCollection: false });
    await box.moveTo('2026-01-06T07:00:00Z');
    const { data } = (await box.send(`${LIST}?type=manual`)).json;
    expect(data.map((log: Record<string, unknown>) => [log.amount, log.status])).toEqual([
      [500, 'failed'],
      [600, 'successful'],
    ]);
  });
});

describe('the cascade', () => {
  test('begins with the primary wherever it stands in the order of placement', async () => {
    const box = await start();
    await place(box, { accounts: [SECOND], primary: false });
    await place(box, { accounts: [THIRD], primary: false });
    await place(box, { accounts: [FIRST], primary: true });
    for (const account of [FIRST, SECOND, THIRD]) {
      await deposit(box, account);
      await balance(box, 0, account);
    }
    await disburse(box);
    await box.moveTo('2026-01-31T07:00:00Z');
    expect((await walked(box)).map(([account]: string[]) => account)).toEqual(
      [FIRST, SECOND, THIRD].map(({ accountNumber }) => accountNumber),
    );
  });

  test('does not begin while only a backup is active: the gate waits for the primary', async () => {
    const box = await start();
    await place(box, { accounts: [FIRST, SECOND] });
    await deposit(box, SECOND);
    await disburse(box);
    expect([(await box.mandate()).status, await gateOf(box)]).toMatchObject([
      'pending',
      { open: false, rule: 'debit-needs-active-mandate' },
    ]);
    await box.moveTo('2026-02-02T00:00:00Z');
    expect(await collected(box)).toBe(0);
  });

  test('takes a backup that joins between two attempts of a day', async () => {
    const box = await start();
    await collectable(box);
    await balance(box, 0);
    await box.moveTo('2026-01-31T08:00:00Z');
    await place(box, { accounts: [SECOND] });
    await deposit(box, SECOND);
    await box.moveTo('2026-01-31T11:00:00Z');
    expect(await walked(box)).toEqual([
      [FIRST.accountNumber, '51'],
      [FIRST.accountNumber, '51'],
      [SECOND.accountNumber, '00'],
    ]);
  });

  test('stops with a primary that its bank takes back, and goes on with the next primary', async () => {
    const box = await start();
    await place(box);
    await deposit(box);
    await disburse(box);
    await box.send(CREATE, { body: placement(SECOND) });
    await box.send(SIGN, { body: signature(SECOND) });
    await box.moveTo('2026-02-01T00:00:00Z');
    expect(await collected(box)).toBe(10_000);
    await box.control('POST /signatures', { mandateId: LOAN, ...SECOND, outcome: 'mismatched' });
    expect((await gateOf(box)).open).toBe(true);
    await balance(box, 0);
    await box.moveTo('2026-03-02T00:00:00Z');
    expect(await walked(box, LOAN, 1)).toEqual(Array.from({ length: 3 }, () => [FIRST.accountNumber, '51']));
  });
});

describe('a debit on demand', () => {
  test.each([
    ['the merchant is suspended', (box: BlackBox) => box.control('PATCH /merchant', { status: 'suspended' })],
    ['the mandate is disputed', (box: BlackBox) => box.control(`POST /mandates/${LOAN}/dispute`, {})],
    [
      'its account disputed the deposit',
      async (box: BlackBox) => {
        await place(box, { accounts: [SECOND] });
        return deposit(box, SECOND, { outcome: 'disputed' });
      },
    ],
  ])('fails without an attempt when, by the time it runs, %s', async (_, happens) => {
    const box = await start();
    await collectable(box, { collectionMode: 'manual' });
    await debit(box, 5_000, '2026-01-10');
    await happens(box);
    await box.moveTo('2026-01-10T07:00:00Z');
    await box.control('PATCH /merchant', { status: 'approved' });
    expect((await box.send(`${LOG}?mandateId=${LOAN}`)).json.data).toMatchObject({ status: 'failed', amount: 5_000 });
    expect([await collected(box), await walked(box)]).toEqual([0, []]);
  });
});

describe('a dispute', () => {
  test('of the deposit and one of the mandate are both over with the resolution', async () => {
    const box = await start();
    await collectable(box);
    await place(box, { accounts: [SECOND] });
    await deposit(box, SECOND, { outcome: 'disputed' });
    await box.control(`POST /mandates/${LOAN}/dispute`, {});
    await box.control(`POST /mandates/${LOAN}/resolve-dispute`, { outcome: 'reinstated' });
    const { mandate, gate } = (await box.control(`GET /mandates/${LOAN}`)).json;
    expect([mandate.status, gate.open, mandate.consents.map(({ status }: { status: string }) => status)]).toEqual([
      'active',
      true,
      ['active', 'pending'],
    ]);
  });

  test('upheld leaves room for another account, with which collecting goes on', async () => {
    const box = await start();
    await collectable(box);
    await box.control(`POST /mandates/${LOAN}/dispute`, {});
    await box.control(`POST /mandates/${LOAN}/resolve-dispute`, { outcome: 'failed' });
    await place(box, { accounts: [SECOND], primary: true });
    await deposit(box, SECOND);
    await box.moveTo('2026-01-31T07:00:00Z');
    expect(await walked(box)).toEqual([[SECOND.accountNumber, '00']]);
  });

  test('of a settled loan collects nothing twice', async () => {
    const box = await start();
    await collectable(box);
    await box.moveTo('2026-03-31T08:00:00Z');
    await box.control(`POST /mandates/${LOAN}/dispute`, {});
    await box.control(`POST /mandates/${LOAN}/resolve-dispute`, { outcome: 'reinstated' });
    await box.moveTo('2026-04-02T00:00:00Z');
    expect([await collected(box), (await box.control(`GET ${pathOf(FIRST)}`)).json.balance]).toEqual([30_000, 70_000]);
  });
});

describe('after the tenure', () => {
  const cases: readonly (readonly [string, 'accepted' | 'rejected', string])[] = [
    ['expired', 'accepted', 'expired'],
    ['had failed before', 'rejected', 'failed'],
  ];

  test.each(cases)(
    'of a mandate that %s no account is added, attached or proved any more',
    async (_, outcome, status) => {
      // The windows stay open beyond the tenure, so that it is the tenure that refuses.
      const box = await start({ policy: { microDepositHours: 8_760 } });
      await place(box, { accounts: [FIRST, SECOND] });
      await deposit(box, FIRST, { outcome });
      await box.moveTo('2026-03-31T22:59:59Z');
      expect((await box.send(CREATE, { body: placement(THIRD) })).status).toBe(200);
      await box.advance('PT1S');
      expect((await box.mandate()).status).toBe(status);
      const stranger = { accountNumber: '7000000009', bankCode: '011' };
      for (const late of [
        box.send(CREATE, { body: placement(stranger) }),
        box.send(ATTACH, { body: placement(THIRD) }),
        box.send(SIGN, { body: signature(THIRD) }),
      ]) {
        expect(await late).toMatchObject({ status: 422, json: { data: { rule: 'mandate-within-tenure' } } });
      }
      for (const late of [
        deposit(box, SECOND),
        box.control('POST /signatures', { mandateId: LOAN, ...SECOND, outcome: 'matched' }),
      ]) {
        expect(await late).toMatchObject({ status: 409, json: { data: { code: 'account_settled' } } });
      }
      const { consents } = await box.mandate();
      expect(consents.map(({ active }: { active: boolean }) => active)).toEqual([outcome === 'accepted', false, false]);
      expect((await box.send(CREATE, { body: placement(FIRST) })).status).toBe(200);
    },
  );
});
