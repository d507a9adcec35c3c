import { describe, expect, test } from 'vitest';
import {
  type Account,
  ATTACH,
  type BlackBox,
  CREATE,
  deposit,
  endpoint,
  FIRST,
  LOAN,
  place,
  placement,
  READ,
  SECOND,
  SIGN,
  signature,
  start,
  TERMS,
  THIRD,
} from './black-box.ts';

// Spec §3.1, and what the design decides about deposits and signatures.
const statusOf = async (box: BlackBox) => (await box.mandate()).status;
const activeOf = async (box: BlackBox) =>
  (await box.mandate()).consents.map((consent: { active: boolean }) => consent.active);
const stateOf = async (box: BlackBox, { accountNumber }: Account) =>
  (await box.control(`GET /mandates/${LOAN}`)).json.mandate.consents.find(
    (consent: Account) => consent.accountNumber === accountNumber,
  ).status;

describe('the ₦50', () => {
  test('activates the account when the bank accepts it', async () => {
    const box = await start();
    await place(box);
    expect(await statusOf(box)).toBe('pending');
    const reply = await deposit(box);
    expect(reply.status).toBeLessThan(300);
    expect(reply.json).toMatchObject({ ...FIRST, status: 'active' });
    expect([await statusOf(box), await activeOf(box)]).toEqual(['active', [true]]);
  });

  test.each([
    ['accepted', 'active'],
    ['rejected', 'failed'],
    ['disputed', 'disputed'],
  ])('%s makes the mandate %s', async (outcome, status) => {
    const box = await start();
    await place(box);
    await deposit(box, FIRST, { outcome });
    expect([await statusOf(box), await activeOf(box)]).toEqual([status, [status === 'active']]);
  });

  test('fails on an account that is inactive', async () => {
    const box = await start();
    await box.control(`PATCH /accounts/${FIRST.bankCode}/${FIRST.accountNumber}`, { active: false });
    await place(box);
    await deposit(box);
    expect(await statusOf(box)).toBe('failed');
  });

  test('fails on the magic account that is always inactive', async () => {
    const box = await start();
    const magic = { accountNumber: '0000000025', bankCode: '011' };
    await box.send(CREATE, { body: { ...placement(magic), ...TERMS, bvn: '29900000077' } });
    await box.send(ATTACH, { body: placement(magic) });
    await deposit(box, magic);
    expect(await statusOf(box)).toBe('failed');
  });

  test.each([
    ['another account of the payer', SECOND],
    ['somebody else', { accountNumber: '7999999999', bankCode: '058' }],
    ['the same number at another bank', { ...FIRST, bankCode: '058' }],
  ])('from %s verifies nothing', async (_, from) => {
    const box = await start();
    await place(box);
    const reply = await deposit(box, FIRST, { from });
    expect([reply.status, reply.json.status]).toEqual([200, 'pending']);
    expect(await statusOf(box)).toBe('pending');
    await deposit(box, FIRST, { from: FIRST });
    expect(await statusOf(box)).toBe('active');
  });

  test('never touches a balance', async () => {
    const box = await start();
    await place(box);
    await deposit(box);
    expect((await box.control(`GET /accounts/${FIRST.bankCode}/${FIRST.accountNumber}`)).json.balance).toBe(100_000);
  });

  test.each(['accepted', 'rejected'])('on an account that was settled (%s) is a conflict', async (outcome) => {
    const box = await start();
    await place(box);
    await deposit(box, FIRST, { outcome });
    expect((await deposit(box)).status).toBe(409);
  });

  test('on an account that was not attached is a conflict', async () => {
    const box = await start();
    await box.send(CREATE, { body: { ...placement(), ...TERMS } });
    expect((await deposit(box)).status).toBe(409);
    expect((await deposit(box, SECOND)).status).toBeGreaterThanOrEqual(404);
    expect((await deposit(box, FIRST, { mandateId: 'd'.repeat(24) })).status).toBe(404);
  });
});

describe('the time-out', () => {
  test('comes 168 hours after the attachment, not after the placement and not a second earlier', async () => {
    const box = await start();
    await box.send(CREATE, { body: { ...placement(), ...TERMS } });
    await box.advance('P2D');
    await box.send(ATTACH, { body: placement() });
    await box.advance('PT167H59M59S');
    expect(await statusOf(box)).toBe('pending');
    const { json } = await box.advance('PT1S');
    expect([await statusOf(box), json.ran.timeouts]).toEqual(['pending_timeout', 1]);
    expect((await deposit(box)).status).toBe(409);
  });

  test('never comes to an account that was not attached', async () => {
    const box = await start();
    await box.send(CREATE, { body: { ...placement(), ...TERMS } });
    await box.advance('P20D');
    expect(await statusOf(box)).toBe('pending');
  });

  test('follows the policy', async () => {
    const box = await start();
    await box.control('PATCH /policy', { microDepositHours: 2 });
    await place(box);
    await box.advance('PT2H');
    expect(await statusOf(box)).toBe('pending_timeout');
  });

  test('of a backup leaves the mandate what its primary is', async () => {
    const box = await start();
    await place(box, { accounts: [FIRST, SECOND] });
    await deposit(box);
    await box.advance('P8D');
    expect([await statusOf(box), await stateOf(box, SECOND)]).toEqual(['active', 'pending_timeout']);
  });

  test('of the primary leaves room for another choice under the same mandateId', async () => {
    const box = await start();
    await place(box);
    await box.advance('P7D');
    await place(box, { accounts: [SECOND], primary: true });
    await deposit(box, SECOND);
    expect(await statusOf(box)).toBe('active');
  });
});

describe('the mandate', () => {
  test.each([
    [['accepted', 'rejected'], 'active'],
    [['rejected', 'accepted'], 'failed'],
    [['accepted', 'disputed'], 'disputed'],
    [[undefined, 'accepted'], 'pending'],
  ])('whose accounts answer %j is %s', async (outcomes, status) => {
    const box = await start();
    await place(box, { accounts: [FIRST, SECOND] });
    for (const [index, outcome] of outcomes.entries())
      if (outcome) await deposit(box, [FIRST, SECOND][index], { outcome });
    expect(await statusOf(box)).toBe(status);
  });
});

describe('the signature', () => {
  const signed = async (box: BlackBox) => {
    await box.send(CREATE, { body: { ...placement(), ...TERMS } });
    return box.send(SIGN, { body: signature() });
  };

  test('that matches is judged at once', async () => {
    const box = await start();
    const { status, json } = await signed(box);
    expect([status, json.status, json.error, typeof json.message]).toEqual([200, true, false, 'string']);
    expect(json.data).toEqual({
      hasResult: expect.any(Boolean),
      result: expect.any(String),
      resultType: 1,
      message: expect.any(String),
      validationMessages: null,
      successful: true,
      exceptionThrown: false,
      error: null,
      responseCode: '00',
    });
    expect(await statusOf(box)).toBe('active');
  });

  test('that does not match is answered 200, with code 63, and fails the account', async () => {
    const box = await start();
    await box.control('PATCH /policy', { signatures: 'mismatched' });
    const { status, json } = await signed(box);
    expect([status, json.data.successful, json.data.responseCode, json.data.resultType]).toEqual([200, false, '63', 0]);
    expect(await statusOf(box)).toBe('failed');
  });

  test.each(['matched', 'mismatched'])(
    'can be judged %s by a control call: beforehand, afterwards, or when the bank waits for it',
    async (outcome) => {
      const status = outcome === 'matched' ? 'active' : 'failed';
      const judge = (box: BlackBox) => box.control('POST /signatures', { mandateId: LOAN, ...FIRST, outcome });
      const before = await start();
      await before.control('PATCH /policy', { signatures: outcome === 'matched' ? 'mismatched' : 'matched' });
      await before.send(CREATE, { body: { ...placement(), ...TERMS } });
      expect((await judge(before)).status).toBe(200);
      expect([(await signed(before)).json.data.successful, await statusOf(before)]).toEqual([
        outcome === 'matched',
        status,
      ]);

      const after = await start();
      await after.control('PATCH /policy', { signatures: outcome === 'matched' ? 'mismatched' : 'matched' });
      await signed(after);
      expect(await statusOf(after)).not.toBe(status);
      expect((await judge(after)).json).toMatchObject({ ...FIRST, status });
      expect(await statusOf(after)).toBe(status);

      const waiting = await start();
      await waiting.control('PATCH /policy', { signatures: 'manual' });
      await signed(waiting);
      expect(await statusOf(waiting)).toBe('pending');
      await judge(waiting);
      expect(await statusOf(waiting)).toBe(status);
    },
  );

  test('again gives the same answer', async () => {
    const box = await start();
    const once = await signed(box);
    expect((await box.send(SIGN, { body: signature() })).json).toEqual(once.json);
  });

  test.each([
    'appId',
    'businessId',
    'mandateId',
    'accountNumber',
    'accountName',
    'bankCode',
    'email',
    'phone',
    'address',
    'bankAddress',
    'file',
  ])('needs %s', async (field) => {
    const box = await start();
    await box.send(CREATE, { body: { ...placement(), ...TERMS } });
    const { status, json } = await box.send(SIGN, { body: { ...signature(), [field]: undefined } });
    expect([status, json.data.fields[0].path]).toEqual([400, field]);
  });

  test('has to be base64', async () => {
    const box = await start();
    await box.send(CREATE, { body: { ...placement(), ...TERMS } });
    for (const file of ['', '***', 'a b c'])
      expect((await box.send(SIGN, { body: { ...signature(), file } })).status).toBe(400);
  });
});

describe('news of verification', () => {
  test('goes out once per account, activated or failed, with these fields', async () => {
    const hook = await endpoint();
    const box = await start({ webhook: { url: hook.url } });
    await place(box, { accounts: [FIRST, SECOND] });
    await deposit(box);
    await deposit(box, SECOND, { outcome: 'rejected' });
    const { consents } = await box.mandate();
    const common = { mandateId: LOAN, businessId: '650000000000000000000002', occurredAt: '2026-01-05T08:00:00.000Z' };
    expect(hook.received.map(({ json }) => json)).toEqual([
      { event: 'mandate.activated', data: { ...common, ...FIRST, consentId: consents[0]._id, status: 'active' } },
      {
        event: 'mandate.failed',
        data: { ...common, ...SECOND, consentId: consents[1]._id, status: 'failed', reason: expect.any(String) },
      },
    ]);
  });

  test('does not exist for a dispute and a time-out', async () => {
    const hook = await endpoint();
    const box = await start({ webhook: { url: hook.url } });
    await place(box, { accounts: [FIRST, SECOND, THIRD] });
    await deposit(box, FIRST, { outcome: 'disputed' });
    await deposit(box, SECOND, { from: THIRD });
    await box.advance('P8D');
    expect(hook.received).toEqual([]);
  });
});

test('an unknown mandate is 404, a malformed id 400, and hex digits may be written in either case', async () => {
  const box = await start();
  await place(box);
  expect((await box.send(READ, { body: { mandateId: 'd'.repeat(24) } })).status).toBe(404);
  for (const mandateId of ['', 'xyz', 'd'.repeat(23), 'd'.repeat(25), 'g'.repeat(24), null, 5, undefined]) {
    expect((await box.send(READ, { body: { mandateId } })).status, String(mandateId)).toBe(400);
  }
  expect((await box.send(READ, { body: { mandateId: LOAN.toUpperCase() } })).json.data._id).toBe(LOAN);
});
