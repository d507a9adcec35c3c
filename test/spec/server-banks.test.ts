/** What the banks of the reference server do: balances move, every response code can be had, long cascades, the daily lock. */
import { describe, expect, test } from 'vitest';
import { type Account, type BlackBox, collectable, FIRST, LOAN, LOG, payer, start } from './black-box.ts';

const pathOf = ({ bankCode, accountNumber }: Account) => `/accounts/${bankCode}/${accountNumber}`;
const item = async (box: BlackBox) => (await box.mandate()).repaymentDetails.breakdown[0];
const attempts = async (box: BlackBox) =>
  (await box.send(`${LOG}/installment?mandateId=${LOAN}&breakdownId=${(await item(box))._id}`)).json.data.reverse();

// Spec §7 and what is customary beside it, typed by hand.
const UNKNOWN = ['01', '09', '68', '96', '97'];
const DECLINES = '51 61 65 06 07 08 25 57 05 34 35 63 26 94 91 92 03 12 13 14 15 16 17 18 30'.split(' ');
const UNLISTED = ['02', '55', '75', '99', 'A1', 'z9'];

describe('a bank that is told to decline', () => {
  test.each([...DECLINES, ...UNLISTED])(
    'with %s does so, moves no money, and the next account is asked',
    async (code) => {
      const box = await start();
      const second = { accountNumber: '7000000002', bankCode: '033' };
      await collectable(box, { accounts: [FIRST, second] });
      await box.control(`PATCH ${pathOf(FIRST)}`, { declineWith: code });
      await box.moveTo('2026-01-31T07:00:00Z');
      expect(await attempts(box)).toMatchObject([
        { ...FIRST, status: 'failed', responseCode: code, responseMessage: expect.stringMatching(/\w/) },
        { ...second, status: 'successful', responseCode: '00' },
      ]);
      expect((await box.control(`GET ${pathOf(FIRST)}`)).json).toMatchObject({ balance: 100_000, declineWith: code });
      expect((await box.control(`GET ${pathOf(second)}`)).json.balance).toBe(90_000);
      expect((await item(box)).status).toBe('success');
    },
  );

  test.each(UNKNOWN)(
    'with %s leaves the outcome open: no other account is asked before it is settled',
    async (code) => {
      const box = await start();
      const second = { accountNumber: '7000000002', bankCode: '033' };
      await collectable(box, { accounts: [FIRST, second] });
      await box.control(`PATCH ${pathOf(FIRST)}`, { declineWith: code });
      await box.moveTo('2026-01-31T22:00:00Z');
      expect(await attempts(box)).toMatchObject([{ ...FIRST, status: 'pending', responseCode: code }]);
      expect((await item(box)).status).toBe('processing');
      expect((await box.control(`GET ${pathOf(FIRST)}`)).json.balance).toBe(100_000);
    },
  );

  test('with 00 declines nothing, and null clears it', async () => {
    const box = await start();
    await collectable(box);
    expect((await box.control(`PATCH ${pathOf(FIRST)}`, { declineWith: '00' })).json.declineWith).toBeNull();
    await box.control(`PATCH ${pathOf(FIRST)}`, { declineWith: '51' });
    await box.moveTo('2026-01-31T07:00:00Z');
    await box.control(`PATCH ${pathOf(FIRST)}`, { declineWith: null });
    await box.moveTo('2026-01-31T11:00:00Z');
    expect((await attempts(box)).map((one: { responseCode: string }) => one.responseCode)).toEqual(['51', '00']);
  });

  test.each(['', '5', '511', '5-', 51, true, '5 '])(
    'with %j is refused: a response code has two characters',
    async (declineWith) => {
      const box = await start();
      const { status, json } = await box.control(`PATCH ${pathOf(FIRST)}`, { declineWith });
      expect([status, json.data.fields[0].path]).toEqual([400, 'declineWith']);
      expect((await box.control(`PATCH ${pathOf(FIRST)}`, { script: ['51', declineWith] })).status).toBe(400);
      expect((await box.control(`GET ${pathOf(FIRST)}`)).json).toMatchObject({ declineWith: null, script: [] });
    },
  );

  test('follows its script first, then the code that stands, then the balance', async () => {
    const box = await start({ policy: { attemptsPerDueDate: 6, attemptGapHours: 1 } });
    await collectable(box);
    await box.control(`PATCH ${pathOf(FIRST)}`, { declineWith: '91', script: ['61', 'X9'] });
    await box.moveTo('2026-01-31T10:00:00Z');
    await box.control(`PATCH ${pathOf(FIRST)}`, { declineWith: null, balance: 9_999.99 });
    await box.moveTo('2026-01-31T11:00:00Z');
    await box.control(`PATCH ${pathOf(FIRST)}`, { balance: 10_000 });
    await box.moveTo('2026-01-31T12:00:00Z');
    expect((await attempts(box)).map((one: { responseCode: string }) => one.responseCode)).toEqual([
      '61',
      'X9',
      '91',
      '91',
      '51',
      '00',
    ]);
    expect((await box.control(`GET ${pathOf(FIRST)}`)).json).toMatchObject({ balance: 0, script: [] });
  });
});

describe('fifty backups on one loan (spec §8: no platform limit)', () => {
  const accounts = Array.from({ length: 51 }, (_, nth) => ({
    accountNumber: String(8_000_000_000 + nth),
    bankCode: ['011', '033', '070'][nth % 3] as string,
  }));
  const withAccounts = async () => {
    const box = await start();
    const people = {
      ...payer(),
      bvn: '29900000088',
      accounts: accounts.map((account) => ({ ...account, balance: 100 })),
    };
    expect((await box.control('POST /payers', people)).status).toBe(201);
    return box;
  };

  test('are tried in the order of the array, each once, until one pays', async () => {
    const box = await withAccounts();
    await collectable(box, { accounts });
    const last = accounts[50] as Account;
    await box.control(`PATCH ${pathOf(last)}`, { balance: 10_000 });
    await box.moveTo('2026-01-31T07:00:00Z');
    const tried = await attempts(box);
    expect(tried.map((one: Account) => one.accountNumber)).toEqual(accounts.map(({ accountNumber }) => accountNumber));
    expect(tried.map((one: { responseCode: string }) => one.responseCode)).toEqual([
      ...Array.from({ length: 50 }, () => '51'),
      '00',
    ]);
    expect((await item(box)).status).toBe('success');
    expect((await box.mandate()).consents).toHaveLength(51);
  });

  test('are swept in the same order when nobody has it all', async () => {
    const box = await withAccounts();
    await collectable(box, { accounts });
    const { json } = await box.moveTo('2026-01-31T22:00:00Z');
    // Three walks over 51 accounts, then a sweep that empties each of ₦100.
    expect(json.ran.attempts).toBe(4 * 51);
    const swept = (await attempts(box)).slice(3 * 51);
    expect(swept.map((one: Account) => one.accountNumber)).toEqual(accounts.map(({ accountNumber }) => accountNumber));
    expect(await item(box)).toMatchObject({ status: 'partially paid', amountCollected: 5_100 });
    expect(await box.mandate()).toMatchObject({ collectedAmount: 5_100, outstandingBalance: 24_900 });
  });
});

describe('the daily lock', () => {
  test('is off by default, is set like any term of the agreement, and shows on the account', async () => {
    const box = await start({ policy: { attemptsPerDueDate: 6, attemptGapHours: 1 } });
    expect((await box.control('GET /policy')).json.dailyLock).toBe(false);
    expect((await box.control('PATCH /policy', { dailyLock: 'yes' })).status).toBe(400);
    expect((await box.control('PATCH /policy', { dailyLock: true })).json.dailyLock).toBe(true);
    await collectable(box);
    await box.control(`PATCH ${pathOf(FIRST)}`, { balance: 0 });
    await box.moveTo('2026-01-31T22:00:00Z');
    expect((await attempts(box)).map((one: { responseCode: string }) => one.responseCode)).toEqual([
      '51',
      '51',
      '51',
      '51',
      '51',
      '65',
    ]);
    expect((await box.control(`GET ${pathOf(FIRST)}`)).json.locked).toBe(true);
    await box.moveTo('2026-01-31T23:00:00Z');
    expect((await box.control(`GET ${pathOf(FIRST)}`)).json.locked).toBe(false);
  });

  test('is an option too', async () => {
    const box = await start({ policy: { dailyLock: true } });
    expect((await box.control('GET /policy')).json.dailyLock).toBe(true);
  });
});
