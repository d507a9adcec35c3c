/** Judges banks and money over real HTTP: magic accounts, the daily lock, scripts, many backups, policies, digests, scenarios. */
import { describe, expect, test } from 'vitest';
import {
  ATTACH,
  type BlackBox,
  CREATE,
  collectable,
  deposit,
  disburse,
  FIRST,
  LOAN,
  LOG,
  ok,
  placement,
  SECOND,
  start,
  TERMS,
} from './black-box.ts';

const DUE = '2026-01-31T07:00:00Z';
const ATTEMPTS = `${LOG}/installment`;
const NGOZI = '22200000003';

type Row = { accountNumber: string; status: string; responseCode: string; amount: number; createdAt: string };

/** The attempts of the nth instalment, oldest first, one text each. */
async function attempts(box: BlackBox, nth = 0): Promise<string[]> {
  const breakdownId = (await box.mandate()).repaymentDetails.breakdown[nth]._id;
  const { data } = (await box.send(`${ATTEMPTS}?mandateId=${LOAN}&breakdownId=${breakdownId}`)).json;
  return data.toReversed().map((row: Row) => `${row.accountNumber.slice(-2)} ${row.responseCode} ${row.amount}`);
}

const patch = (box: BlackBox, account: { accountNumber: string; bankCode: string }, body: object) =>
  ok(box.control(`PATCH /accounts/${account.bankCode}/${account.accountNumber}`, body));

/** A loan of Ngozi Eze over her magic accounts, ready to be collected. */
async function magicLoan(
  box: BlackBox,
  accounts: readonly { accountNumber: string; bankCode: string }[],
): Promise<void> {
  for (const account of accounts) {
    await ok(box.send(CREATE, { body: { ...placement(account), bvn: NGOZI, ...TERMS } }));
    await ok(box.send(ATTACH, { body: placement(account) }));
    await ok(deposit(box, account));
  }
  await disburse(box);
}

const [POOR, DOWN, UNKNOWN, SLOW, INACTIVE, PLAIN] = [
  { accountNumber: '0000000051', bankCode: '058' },
  { accountNumber: '0000000091', bankCode: '044' },
  { accountNumber: '0000000097', bankCode: '057' },
  { accountNumber: '0000000099', bankCode: '033' },
  { accountNumber: '0000000025', bankCode: '011' },
  { accountNumber: '0300000031', bankCode: '035' },
];

describe('a magic account', () => {
  test('0000000051 and 0000000091 decline, and the next account pays', async () => {
    const box = await start();
    await magicLoan(box, [POOR, DOWN, PLAIN]);
    await box.moveTo(DUE);
    expect(await attempts(box)).toEqual(['51 51 10000', '91 91 10000', '31 00 10000']);
  });

  test('0000000097 stops the walk and is booked at the next attempt time, never twice', async () => {
    const box = await start();
    await magicLoan(box, [UNKNOWN, PLAIN]);
    await box.moveTo(DUE);
    expect((await box.mandate()).repaymentDetails.breakdown[0].status).toBe('processing');
    expect(await attempts(box)).toEqual(['97 97 10000']);
    await box.moveTo('2026-01-31T11:00:00Z');
    expect(await box.mandate()).toMatchObject({ collectedAmount: 10_000, outstandingBalance: 20_000 });
    expect(await attempts(box)).toEqual(['97 00 10000']);
    expect((await box.control('GET /accounts/035/0300000031')).json.balance).toBe(1_000_000);
  });

  test('0000000099 is booked 45 seconds later', async () => {
    const box = await start();
    await magicLoan(box, [SLOW, PLAIN]);
    await box.moveTo('2026-01-31T07:00:44Z');
    expect((await box.mandate()).collectedAmount).toBe(0);
    await box.moveTo('2026-01-31T07:00:45Z');
    expect((await box.mandate()).collectedAmount).toBe(10_000);
  });

  test('0000000025 cannot be proved: its mandate fails', async () => {
    const box = await start();
    await ok(box.send(CREATE, { body: { ...placement(INACTIVE), bvn: NGOZI, ...TERMS } }));
    await ok(box.send(ATTACH, { body: placement(INACTIVE) }));
    await deposit(box, INACTIVE);
    expect((await box.mandate()).status).toBe('failed');
  });
});

describe('a bank', () => {
  test('answers by its script one by one, and then as ever', async () => {
    const box = await start();
    await collectable(box);
    await patch(box, FIRST, { script: ['51', '91', '00'] });
    await box.moveTo('2026-01-31T20:00:00Z');
    expect(await attempts(box)).toEqual(['01 51 10000', '01 91 10000', '01 00 10000']);
    await box.moveTo('2026-03-01T07:00:00Z');
    expect(await attempts(box, 1)).toEqual(['01 00 10000']);
  });

  test('declines with any code until it is cleared', async () => {
    const box = await start();
    await collectable(box, { accounts: [FIRST, SECOND] });
    await patch(box, FIRST, { declineWith: '57' });
    await box.moveTo(DUE);
    expect(await attempts(box)).toEqual(['01 57 10000', '02 00 10000']);
    await patch(box, FIRST, { declineWith: null });
    await box.moveTo('2026-03-01T07:00:00Z');
    expect(await attempts(box, 1)).toEqual(['01 00 10000']);
  });

  test('locks an account for the day after five declines for want of funds, where the policy has it', async () => {
    const box = await start();
    expect((await box.control('GET /policy')).json.dailyLock).toBe(false);
    await ok(
      box.control('PATCH /policy', {
        dailyLock: true,
        attemptsPerDueDate: 7,
        attemptGapHours: 2,
        partialCollection: false,
      }),
    );
    await collectable(box);
    await patch(box, FIRST, { balance: 0 });
    await box.moveTo('2026-01-31T17:00:00Z');
    expect((await attempts(box)).map((row) => row.slice(3, 5))).toEqual(['51', '51', '51', '51', '51', '65']);
    expect((await box.control(`GET /accounts/${FIRST.bankCode}/${FIRST.accountNumber}`)).json.locked).toBe(true);
    await patch(box, FIRST, { balance: 50_000 });
    expect((await box.moveTo('2026-01-31T22:59:00Z')).status).toBe(200);
    expect((await box.mandate()).collectedAmount).toBe(0);
    await box.moveTo('2026-02-01T07:00:00Z');
    expect((await box.mandate()).collectedAmount).toBe(10_000);
  });

  test('after bank walks fifty backups in the order they were placed', async () => {
    const box = await start();
    const accounts = Array.from({ length: 51 }, (_, nth) => ({
      accountNumber: `80000000${String(nth + 10)}`,
      bankCode: '058',
    }));
    const held = accounts.map((account, nth) => ({ ...account, balance: nth === 50 ? 10_000 : 0 }));
    await ok(box.control('POST /payers', { bvn: '29900000088', name: 'Bola Sample', accounts: held }));
    await collectable(box, { accounts });
    await box.moveTo(DUE);
    const walked = await attempts(box);
    expect(walked.map((row) => row.slice(0, 5))).toEqual(
      accounts.map(({ accountNumber }, nth) => `${accountNumber.slice(-2)} ${nth === 50 ? '00' : '51'}`),
    );
    expect((await box.mandate()).collectedAmount).toBe(10_000);
  });

  test('moves the money that it says it moves, and sweeps in cascade order what is left', async () => {
    const box = await start();
    await collectable(box, { accounts: [FIRST, SECOND] });
    await patch(box, FIRST, { balance: 1_500.25 });
    await patch(box, SECOND, { balance: 2_000 });
    await box.moveTo('2026-01-31T20:00:00Z');
    expect(await box.mandate()).toMatchObject({ collectedAmount: 3_500.25, outstandingBalance: 26_499.75 });
    expect((await attempts(box)).slice(-2)).toEqual(['01 00 1500.25', '02 00 2000']);
    for (const { bankCode, accountNumber } of [FIRST, SECOND])
      expect((await box.control(`GET /accounts/${bankCode}/${accountNumber}`)).json.balance).toBe(0);
  });
});

describe('a scenario', () => {
  const ends: Record<string, { status: string; seen?: object }> = {
    'happy-loan': { status: 'active', seen: { outstandingBalance: 0 } },
    'first-account-fails': { status: 'active' },
    'all-fail': { status: 'active', seen: { collectedAmount: 0 } },
    'wrong-account': { status: 'pending' },
    'deposit-dispute': { status: 'disputed' },
    'late-dispute': { status: 'disputed' },
    'time-out': { status: 'pending_timeout' },
    partial: { status: 'active' },
    expired: { status: 'expired' },
    restructured: { status: 'active' },
    'closed-early': { status: 'active' },
  };

  test('is there by all eleven names', async () => {
    const { items, dropped } = (await (await start()).control('GET /scenarios')).json;
    expect([items.map(({ name }: { name: string }) => name), dropped]).toEqual([Object.keys(ends), 0]);
  });

  test.each(Object.entries(ends))(
    '%s is made with 201, and its mandate is where it should be',
    async (name, { status, seen = {} }) => {
      const box = await start();
      const made = await box.control(`POST /scenarios/${name}`, {});
      expect(made.status).toBe(201);
      expect(await box.mandate(made.json.mandateId)).toMatchObject({ status, ...seen });
    },
  );

  test.each(Object.keys(ends))('%s shows a merchant that keeps to the rules', async (name) => {
    const box = await start();
    await box.control(`POST /scenarios/${name}`, {});
    const { items } = (await box.control('GET /violations')).json;
    // The loan whose tenure ends unpaid is told to be one whose closure is still to be reported.
    expect(items.map(({ rule }: { rule: string }) => rule)).toEqual(name === 'expired' ? ['closure-is-reported'] : []);
  });
});

describe('the explanation of a scenario', () => {
  test.each([
    ['happy-loan', 'repaid', /fully repaid/],
    ['all-fail', 'scheduled', /instalment of 2026-02-05 is tried every day/],
    ['wrong-account', 'blocked', /not active.*another account/s],
    ['deposit-dispute', 'blocked', /disputed/],
    ['late-dispute', 'blocked', /disputed.*The payer says: The loan is repaid already\. Since/s],
    ['time-out', 'blocked', /not active.*in time/s],
    ['expired', 'ended', /tenure of the loan is over/],
    ['closed-early', 'ended', /loan\.closed/],
  ])('%s: %s, because %s', async (name, verdict, reason) => {
    const box = await start();
    const { mandateId } = (await box.control(`POST /scenarios/${name}`, {})).json;
    const explained = (await box.control(`GET /explain?mandateId=${mandateId}`)).json;
    expect([explained.verdict, explained.summary]).toEqual([verdict, expect.stringMatching(reason)]);
    expect(explained.summary).not.toContain('..');
    if (verdict === 'ended')
      for (const { why } of explained.instalments) expect(why).not.toContain('the first attempt is at');
  });
});
