import { describe, expect, test } from 'vitest';
import {
  ATTACH,
  BUSINESS_ID,
  BVN,
  CREATE,
  collectable,
  deposit,
  FIRST,
  LOAN,
  place,
  placement,
  READ,
  SECOND,
  SECRET_KEY,
  SIGN,
  signature,
  start,
  TERMS,
  THIRD,
} from './black-box.ts';

const HEX24 = /^[0-9a-f]{24}$/;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('placing a mandate', () => {
  test('takes the eight fields of the document and nothing more', async () => {
    const box = await start();
    const { status, json } = await box.send(CREATE, { body: placement() });
    expect([status, json.status, json.error, json.data._id]).toEqual([200, true, false, LOAN]);
  });

  test.each(['appId', 'businessId', 'email', 'accountNumber', 'bankCode', 'address', 'mobileNumber'])(
    'misses %s',
    async (field) => {
      const box = await start();
      const { status, json } = await box.send(CREATE, { body: { ...placement(), [field]: undefined } });
      expect(status).toBe(400);
      expect(json).toMatchObject({
        status: false,
        error: true,
        message: expect.any(String),
        data: { code: expect.any(String), fields: [{ path: field, message: expect.any(String) }] },
      });
    },
  );

  test('mints a mandateId where none was sent, another one for another loan', async () => {
    const box = await start();
    const { mandateId: _, ...body } = placement();
    const one = await box.send(CREATE, { body });
    const two = await box.send(CREATE, { body });
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.json.data._id).toMatch(HEX24);
    expect(two.json.data._id).toMatch(HEX24);
    expect(two.json.data._id).not.toBe(one.json.data._id);
    expect((await box.mandate(one.json.data._id)).bvn).toBe(BVN);
  });

  test('answers a mandate with every field that the document shows', async () => {
    const box = await start();
    await box.send(CREATE, { body: { ...placement(), ...TERMS, collectionMode: 'auto' } });
    const { status, json } = await box.send(READ, { body: { mandateId: LOAN } });
    expect([status, json.status, json.error]).toEqual([200, true, false]);
    expect(json.data).toMatchObject({
      ...TERMS,
      _id: LOAN,
      businessId: BUSINESS_ID,
      reference: expect.stringMatching(UUID),
      bvn: BVN,
      status: 'pending',
      outstandingBalance: 30_000,
      collectedAmount: 0,
      collectionMode: 'auto',
      consents: [
        { _id: expect.stringMatching(HEX24), ...FIRST, accountName: 'NGOZI SAMPLE', primary: true, active: false },
      ],
    });
  });

  test('is done once per account: again changes nothing, another account joins', async () => {
    const box = await start();
    const first = await box.send(CREATE, { body: { ...placement(), ...TERMS } });
    await box.advance('PT1H');
    const again = await box.send(CREATE, { body: { ...placement(), ...TERMS } });
    expect([again.status, again.json.data]).toEqual([200, first.json.data]);
    expect((await box.send(CREATE, { body: placement(SECOND) })).status).toBe(200);
    expect(
      (await box.mandate()).consents.map(({ accountNumber, primary }: { accountNumber: string; primary: boolean }) => [
        accountNumber,
        primary,
      ]),
    ).toEqual([
      [FIRST.accountNumber, true],
      [SECOND.accountNumber, false],
    ]);
  });

  test.each([
    ['another email', { email: 'other@example.com' }],
    ['another BVN', { bvn: '22200000001' }],
    ['another total', { totalAmountDue: 30_001 }],
    ['another start', { startDate: '2026-01-30' }],
    ['another end', { endDate: '2026-04-30' }],
    ['another frequency', { frequency: 'weekly' }],
    ['another mode', { collectionMode: 'manual' }],
    ['a second primary', { primary: true }],
  ])('under the same mandateId is a conflict with %s', async (_, differing) => {
    const box = await start();
    await place(box);
    const before = await box.mandate();
    const { status, json } = await box.send(CREATE, { body: { ...placement(SECOND), ...TERMS, ...differing } });
    expect([status, json.status, json.error]).toEqual([409, false, true]);
    expect(await box.mandate()).toEqual(before);
  });

  test('may bring its terms with a later call', async () => {
    const box = await start();
    await box.send(CREATE, { body: placement() });
    expect(await box.mandate()).toMatchObject({ totalAmountDue: 0, startDate: null, endDate: null });
    expect((await box.send(CREATE, { body: { ...placement(SECOND), ...TERMS } })).status).toBe(200);
    expect(await box.mandate()).toMatchObject({ ...TERMS, outstandingBalance: 30_000 });
  });

  test('makes the account primary that says so', async () => {
    const box = await start();
    await box.send(CREATE, { body: { ...placement(), ...TERMS, primary: false } });
    await box.send(CREATE, { body: { ...placement(SECOND), primary: true } });
    expect((await box.mandate()).consents.map((consent: { primary: boolean }) => consent.primary)).toEqual([
      false,
      true,
    ]);
  });

  test('gives way to another primary once the old one failed', async () => {
    const box = await start();
    await place(box);
    await deposit(box, FIRST, { outcome: 'rejected' });
    expect((await box.mandate()).status).toBe('failed');
    expect((await box.send(CREATE, { body: { ...placement(SECOND), primary: true } })).status).toBe(200);
    expect((await box.mandate()).consents.map((consent: { primary: boolean }) => consent.primary)).toEqual([
      false,
      true,
    ]);
    await box.send(ATTACH, { body: placement(SECOND) });
    await deposit(box, SECOND);
    expect((await box.mandate()).status).toBe('active');
  });

  test.each([
    ['appId', { appId: 'f'.repeat(24) }, 403],
    ['businessId', { businessId: 'f'.repeat(24) }, 403],
    ['an account number of nine digits', { accountNumber: '700000001' }, 400],
    ['an account number in letters', { accountNumber: '70000000AB' }, 400],
    ['a bank code of four digits', { bankCode: '0110' }, 400],
    ['a mandateId that is no 24 hex digits', { mandateId: 'abc' }, 400],
    ['a mandateId that is a number', { mandateId: 7 }, 400],
    ['an email without an at', { email: 'nobody' }, 400],
    ['a sub-kobo total', { ...TERMS, totalAmountDue: 100.001 }, 400],
    ['a total below zero', { ...TERMS, totalAmountDue: -5 }, 400],
    ['a day that is none', { ...TERMS, startDate: '2026-02-30' }, 400],
    ['a date in another order', { ...TERMS, startDate: '31/01/2026' }, 400],
    ['an end before the start', { ...TERMS, endDate: '2026-01-30' }, 400],
    ['a frequency that nobody knows', { ...TERMS, frequency: 'fortnightly' }, 400],
    ['a mode that nobody knows', { ...TERMS, collectionMode: 'sometimes' }, 400],
    ['a primary that is no boolean', { primary: 'yes' }, 400],
  ])('refuses %s', async (_, wrong, status) => {
    const box = await start();
    const reply = await box.send(CREATE, { body: { ...placement(), ...wrong } });
    expect([reply.status, reply.json.status, reply.json.error]).toEqual([status, false, true]);
    expect((await box.send(READ, { body: { mandateId: LOAN } })).status).toBe(404);
  });

  test('is open to an approved merchant only', async () => {
    const box = await start();
    for (const status of ['in-review', 'suspended']) {
      await box.control('PATCH /merchant', { status });
      expect((await box.send(CREATE, { body: placement() })).status).toBe(403);
    }
    await box.control('PATCH /merchant', { status: 'approved' });
    expect((await box.send(CREATE, { body: placement() })).status).toBe(200);
  });

  test('needs no token, since appId and businessId name the merchant; a wrong one is refused all the same', async () => {
    const box = await start();
    expect((await box.send(CREATE, { body: placement(), headers: { token: '' } })).status).toBe(200);
    expect((await box.send(CREATE, { body: placement(), headers: { token: 'pk_live_nobody' } })).status).toBe(401);
    expect((await box.send(CREATE, { body: placement(), headers: { token: SECRET_KEY } })).status).toBe(401);
  });
});

describe('the schedule', () => {
  const scheduleOf = async (terms: Record<string, unknown>) => {
    const box = await start();
    const reply = await box.send(CREATE, { body: { ...placement(), ...terms } });
    expect(reply.status).toBe(200);
    return (await box.mandate()).repaymentDetails.breakdown as { dueDate: string; amount: number }[];
  };

  test('has items with an id, a reference, a due date, an amount and a state', async () => {
    for (const item of await scheduleOf(TERMS)) {
      expect(item).toMatchObject({
        _id: expect.stringMatching(HEX24),
        instalmentReference: expect.stringMatching(UUID),
        amount: 10_000,
        amountCollected: 0,
        status: 'scheduled',
      });
    }
  });

  test.each([
    ['monthly', '2026-01-31', '2026-05-31', ['2026-01-31', '2026-03-01', '2026-03-31', '2026-05-01', '2026-05-31']],
    ['M', '2026-01-30', '2026-03-30', ['2026-01-30', '2026-03-01', '2026-03-30']],
    ['Y', '2028-02-29', '2031-03-01', ['2028-02-29', '2029-03-01', '2030-03-01', '2031-03-01']],
    ['yearly', '2028-02-29', '2032-02-29', ['2028-02-29', '2029-03-01', '2030-03-01', '2031-03-01', '2032-02-29']],
    ['weekly', '2026-02-26', '2026-03-12', ['2026-02-26', '2026-03-05', '2026-03-12']],
    ['W', '2026-02-26', '2026-03-11', ['2026-02-26', '2026-03-05']],
    ['daily', '2026-02-27', '2026-03-02', ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']],
    ['D', '2026-02-28', '2026-02-28', ['2026-02-28']],
  ])('of %s from %s to %s falls on the days counted from its anchor', async (frequency, startDate, endDate, days) => {
    const breakdown = await scheduleOf({ totalAmountDue: 1_000, frequency, startDate, endDate });
    expect(breakdown.map(({ dueDate }) => dueDate)).toEqual(days);
  });

  test('splits whole kobo and leaves the remainder to the last', async () => {
    expect((await scheduleOf({ ...TERMS, totalAmountDue: 100 })).map(({ amount }) => amount)).toEqual([
      33.33, 33.33, 33.34,
    ]);
    expect((await scheduleOf({ ...TERMS, totalAmountDue: 0.05 })).map(({ amount }) => amount)).toEqual([
      0.01, 0.01, 0.03,
    ]);
  });

  test('is the breakdown that the merchant sent', async () => {
    const breakdown = [
      { dueDate: '2026-01-31', amount: 10_000.1 },
      { dueDate: '2026-03-15', amount: 19_999.9 },
    ];
    expect(await scheduleOf({ ...TERMS, repaymentDetails: { breakdown } })).toMatchObject(breakdown);
  });

  test('echoes the frequency as it was sent', async () => {
    for (const frequency of ['monthly', 'M', 'Y', 'yearly', 'daily', 'D', 'weekly', 'W']) {
      const box = await start();
      await box.send(CREATE, { body: { ...placement(), ...TERMS, frequency } });
      expect((await box.mandate()).frequency).toBe(frequency);
    }
  });

  test.each([
    ['a kobo too little', [{ dueDate: '2026-01-31', amount: 29_999.99 }]],
    ['a kobo too much', [{ dueDate: '2026-01-31', amount: 30_000.01 }]],
    [
      'a day twice',
      [
        { dueDate: '2026-01-31', amount: 15_000 },
        { dueDate: '2026-01-31', amount: 15_000 },
      ],
    ],
    [
      'days out of order',
      [
        { dueDate: '2026-03-01', amount: 15_000 },
        { dueDate: '2026-02-01', amount: 15_000 },
      ],
    ],
    ['a day before the tenure', [{ dueDate: '2026-01-30', amount: 30_000 }]],
    ['a day after the tenure', [{ dueDate: '2026-04-01', amount: 30_000 }]],
    ['a day that is none', [{ dueDate: '2026-02-29', amount: 30_000 }]],
    [
      'a sub-kobo amount',
      [
        { dueDate: '2026-01-31', amount: 9_999.995 },
        { dueDate: '2026-02-28', amount: 20_000.005 },
      ],
    ],
    [
      'an amount below zero',
      [
        { dueDate: '2026-01-31', amount: -1 },
        { dueDate: '2026-02-28', amount: 30_001 },
      ],
    ],
  ])('refuses a breakdown with %s', async (_, breakdown) => {
    const box = await start();
    const { status, json } = await box.send(CREATE, {
      body: { ...placement(), ...TERMS, repaymentDetails: { breakdown } },
    });
    expect(status).toBe(400);
    expect(json.data.fields[0].path).toMatch(/^repaymentDetails\.breakdown/);
  });
});

describe('attaching by micro-deposit', () => {
  test('asks for ₦50 and says where to', async () => {
    const box = await start();
    await box.send(CREATE, { body: { ...placement(), ...TERMS } });
    const { status, json } = await box.send(ATTACH, { body: placement() });
    const consentId = (await box.mandate()).consents[0]._id;
    expect([status, json.status, json.error]).toEqual([200, true, false]);
    expect(json.message).toMatch(/₦50/);
    expect(json.data.mandate).toEqual({ _id: LOAN, consents: [consentId] });
    expect(json.data.transfer_destinations.length).toBeGreaterThan(0);
    for (const destination of json.data.transfer_destinations) {
      expect(destination).toEqual({
        bank_name: expect.any(String),
        account_number: expect.stringMatching(/^\d{10}$/),
        icon: expect.stringMatching(/^https?:/),
      });
    }
  });

  test('again gives the same answer, also once the account is active', async () => {
    const box = await start();
    await box.send(CREATE, { body: { ...placement(), ...TERMS } });
    const once = await box.send(ATTACH, { body: placement() });
    expect((await box.send(ATTACH, { body: placement() })).json).toEqual(once.json);
    await deposit(box);
    expect((await box.send(ATTACH, { body: placement() })).json).toEqual(once.json);
    expect((await box.mandate()).status).toBe('active');
  });

  test('has an order: an account that was never placed is refused by a rule, a mandate that nobody placed is unknown', async () => {
    const box = await start();
    for (const [operation, body] of [
      [ATTACH, placement],
      [SIGN, signature],
    ] as const) {
      expect((await box.send(operation, { body: body(FIRST, 'd'.repeat(24)) })).status).toBe(404);
    }
    await box.send(CREATE, { body: { ...placement(), ...TERMS } });
    for (const [operation, body] of [
      [ATTACH, placement],
      [SIGN, signature],
    ] as const) {
      const { status, json } = await box.send(operation, { body: body(SECOND) });
      expect([status, typeof json.data.rule]).toEqual([422, 'string']);
    }
  });

  test.each(['appId', 'businessId', 'mandateId', 'accountNumber', 'bankCode', 'email', 'mobileNumber', 'address'])(
    'needs %s',
    async (field) => {
      const box = await start();
      await box.send(CREATE, { body: { ...placement(), ...TERMS } });
      const { status, json } = await box.send(ATTACH, { body: { ...placement(), [field]: undefined } });
      expect([status, json.data.fields[0].path]).toEqual([400, field]);
    },
  );

  test('under another email is a conflict', async () => {
    const box = await start();
    await box.send(CREATE, { body: { ...placement(), ...TERMS } });
    expect((await box.send(ATTACH, { body: { ...placement(), email: 'other@example.com' } })).status).toBe(409);
    expect((await box.send(SIGN, { body: { ...signature(), email: 'other@example.com' } })).status).toBe(409);
  });
});

test('a placement under an active mandate adds a backup that starts unverified', async () => {
  const box = await start();
  await collectable(box);
  await place(box, { accounts: [THIRD] });
  expect(await box.mandate()).toMatchObject({
    status: 'active',
    consents: [
      { ...FIRST, active: true },
      { ...THIRD, primary: false, active: false },
    ],
  });
});
