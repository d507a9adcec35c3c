/** The control API of the design, call by call. */
import { describe, expect, test } from 'vitest';
import {
  BACKUP,
  deposit,
  disburse,
  MANDATE_ID,
  PRIMARY,
  place,
  type Send,
  serverWithCaller,
} from '../server/merchant.ts';

const GET_MANDATE = 'POST /v1/mandates/consent/business/get-mandate';
const read = { body: { mandateId: MANDATE_ID } };

async function collecting(): Promise<Send> {
  const { send } = serverWithCaller();
  await place(send);
  await deposit(send);
  await disburse(send);
  return send;
}

describe('health and reset', () => {
  test('health says ok and the virtual time', async () => {
    const { send } = serverWithCaller({ now: '2026-05-01T00:00:00+01:00' });
    expect(await send('GET /_control/health')).toMatchObject({
      status: 200,
      json: { status: 'ok', now: '2026-04-30T23:00:00.000Z' },
    });
  });

  test('a reset empties everything but the webhook endpoint', async () => {
    const { send, server } = serverWithCaller();
    const { url } = await server.listen();
    await send('PUT /_control/webhook-endpoint', { body: { url: `${url}/sink` } });
    await place(send);
    await send('PATCH /_control/policy', { body: { attemptsPerDueDate: 1 } });
    await send('POST /_control/clock', { body: { advance: 'P1D' } });
    expect(await send('POST /_control/reset')).toMatchObject({
      status: 200,
      json: { now: '2026-01-05T08:00:00.000Z' },
    });
    expect((await send(GET_MANDATE, read)).status).toBe(404);
    expect((await send('GET /_control/policy')).json.attemptsPerDueDate).toBe(3);
    expect((await send('GET /_control/requests')).json.items).toHaveLength(1);
    await place(send);
    await deposit(send);
    expect((await send('GET /_control/webhooks')).json.items).toMatchObject([
      { id: 'wh_1', status: 'failed', attempts: [{ status: 404 }] },
    ]);
    await server.close();
  });

  test('a reset takes a seed and an instant, also an earlier one', async () => {
    const { send } = serverWithCaller();
    const idAfter = async (seed: number) => {
      await send('POST /_control/reset', { body: { seed, now: '2025-01-01T00:00:00Z' } });
      await place(send);
      return (await send(GET_MANDATE, read)).json.data.reference;
    };
    expect(await idAfter(5)).toBe(await idAfter(5));
    expect(await idAfter(5)).not.toBe(await idAfter(6));
    expect((await send('GET /_control/clock')).json.now).toBe('2025-01-01T00:00:00.000Z');
  });
});

describe('the clock', () => {
  test('moves by a duration, months by the missing-day rule', async () => {
    const { send } = serverWithCaller({ now: '2026-01-31T07:00:00Z' });
    expect((await send('POST /_control/clock', { body: { advance: 'P1M' } })).json).toEqual({
      now: '2026-03-01T07:00:00.000Z',
      ran: { attempts: 0, timeouts: 0, expiries: 0, webhooks: 0 },
    });
  });

  test('says what ran on the way', async () => {
    const send = await collecting();
    const moved = await send('POST /_control/clock', { body: { to: '2026-03-01T07:00:00Z' } });
    expect(moved.json).toEqual({
      now: '2026-03-01T07:00:00.000Z',
      ran: { attempts: 2, timeouts: 0, expiries: 0, webhooks: 2 },
    });
  });

  test('does not run backwards, and may be moved to where it stands', async () => {
    const { send } = serverWithCaller();
    expect(await send('POST /_control/clock', { body: { to: '2026-01-05T07:59:59.999Z' } })).toMatchObject({
      status: 422,
      json: { status: false, data: { rule: 'clock-runs-forwards' } },
    });
    expect((await send('POST /_control/clock', { body: { to: '2026-01-05T08:00:00Z' } })).status).toBe(200);
  });

  test.each([
    [{}],
    [{ advance: '-P1D' }],
    [{ advance: '30 days' }],
    [{ to: '2026-03-01' }],
    [{ advance: 'P1D', to: '2027-01-01T00:00:00Z' }],
    [{ by: 'P1D' }],
  ])('refuses %j as malformed', async (body) => {
    const { send } = serverWithCaller();
    const { status, json } = await send('POST /_control/clock', { body });
    expect([status, json.data.code]).toEqual([400, 'input_invalid']);
    expect(json.data.fields).not.toEqual([]);
  });

  test('two moves at once happen one after the other', async () => {
    const { send } = serverWithCaller();
    const both = await Promise.all([
      send('POST /_control/clock', { body: { advance: 'P1D' } }),
      send('POST /_control/clock', { body: { advance: 'P1D' } }),
    ]);
    expect(both.map(({ json }) => json.now)).toEqual(['2026-01-06T08:00:00.000Z', '2026-01-07T08:00:00.000Z']);
  });
});

describe('policy and merchant', () => {
  test('a policy changes where the body names it', async () => {
    const { send } = serverWithCaller();
    const before = (await send('GET /_control/policy')).json;
    expect(before).toMatchObject({
      attemptsPerDueDate: 3,
      attemptGapHours: 4,
      dueHour: 8,
      partialCollection: true,
      microDepositHours: 168,
      signatures: 'matched',
    });
    const { json } = await send('PATCH /_control/policy', { body: { dueHour: 9, webhook: { attempts: 2 } } });
    expect(json).toEqual({ ...before, dueHour: 9, webhook: { ...before.webhook, attempts: 2 } });
    expect((await send('PATCH /_control/policy', { body: { dueHour: 24 } })).json.data.fields).toMatchObject([
      { path: 'dueHour' },
    ]);
    expect((await send('PATCH /_control/policy', { body: { duehour: 9 } })).json.data.fields).toMatchObject([
      { path: 'duehour' },
    ]);
  });

  test('a merchant that is not approved works again once it is', async () => {
    const { send } = serverWithCaller();
    expect((await send('GET /_control/merchant')).json.status).toBe('approved');
    expect((await send('PATCH /_control/merchant', { body: { status: 'in-review' } })).json.status).toBe('in-review');
    expect((await send('PATCH /_control/merchant', { body: { status: 'gone' } })).status).toBe(400);
  });
});

describe('payers and accounts', () => {
  const payer = {
    bvn: '33300000001',
    name: 'Bola Ige',
    accounts: [{ accountNumber: '0300000031', bankCode: '058', balance: 1_000.5 }],
  };

  test('a payer is added and discovered', async () => {
    const { send } = serverWithCaller();
    expect((await send('POST /_control/payers', { body: payer })).status).toBe(201);
    const headers = { authorization: 'Bearer sk_test_repaykit' };
    const { json } = await send('POST /v1/discovery/', { headers, body: { bvn: payer.bvn, type: 'bvn' } });
    expect(json.data).toEqual([
      {
        accountNumber: '0300000031',
        bankCode: '058',
        bankName: expect.any(String),
        accountName: expect.any(String),
        active: true,
      },
    ]);
    expect((await send('POST /_control/payers', { body: payer })).status).toBe(409);
    expect((await send('POST /_control/payers', { body: { ...payer, bvn: '1' } })).json.data.fields).toMatchObject([
      { path: 'bvn' },
    ]);
  });

  test('an account is read and changed', async () => {
    const { send } = serverWithCaller();
    const path = `/_control/accounts/${PRIMARY.bankCode}/${PRIMARY.accountNumber}`;
    expect(
      (
        await send(`PATCH ${path}`, {
          body: { balance: 12.34, active: false, declineWith: '51', script: ['91', null] },
        })
      ).status,
    ).toBe(200);
    expect((await send(`GET ${path}`)).json).toMatchObject({
      balance: 12.34,
      active: false,
      declineWith: '51',
      script: ['91', null],
    });
    expect((await send(`PATCH ${path}`, { body: { balance: -1 } })).status).toBe(400);
    expect((await send('GET /_control/accounts/058/9999999999')).status).toBe(404);
  });
});

describe('deposits, signatures and disputes', () => {
  test('a deposit activates its account; from elsewhere it stays pending; a second one is a conflict', async () => {
    const { send } = serverWithCaller();
    await place(send);
    expect(
      await send('POST /_control/micro-deposits', { body: { mandateId: MANDATE_ID, ...PRIMARY, from: BACKUP } }),
    ).toMatchObject({
      status: 200,
      json: { status: 'pending' },
    });
    expect(await deposit(send)).toMatchObject({ status: 200, json: { status: 'active' } });
    expect((await deposit(send)).status).toBe(409);
    expect((await deposit(send, BACKUP)).status).toBe(409);
  });

  test('a dispute shuts the gate, its resolution opens it', async () => {
    const send = await collecting();
    const look = async () => (await send(`GET /_control/mandates/${MANDATE_ID}`)).json;
    expect(await look()).toMatchObject({
      gate: { open: true },
      mandate: { _id: MANDATE_ID },
      repaymentDetails: { breakdown: [{}, {}, {}] },
    });
    await send(`POST /_control/mandates/${MANDATE_ID}/dispute`, { body: { reason: 'not my loan' } });
    expect((await look()).gate).toMatchObject({ open: false, reason: expect.any(String) });
    await send(`POST /_control/mandates/${MANDATE_ID}/resolve-dispute`, { body: { outcome: 'reinstated' } });
    expect((await look()).gate.open).toBe(true);
    expect((await look()).events.map(({ event }: { event: string }) => event)).toEqual(
      expect.arrayContaining(['mandate.activated', 'dispute.opened', 'dispute.resolved']),
    );
    expect((await send(`GET /_control/mandates/${'f'.repeat(24)}`)).status).toBe(404);
  });
});

describe('records', () => {
  test('the journal holds what was asked, masked, until it is emptied', async () => {
    const { send } = serverWithCaller();
    await place(send);
    await send('POST /v1/nothing', { raw: 'x' });
    const { json, text } = await send('GET /_control/requests');
    expect(json).toMatchObject({
      dropped: 0,
      items: [
        { operation: 'createConsent', status: 200, input: { bankCode: '058' } },
        { operation: 'attachByMicroDeposit' },
        { operation: null, status: 404 },
      ],
    });
    expect(json.items[0].time).toBe('2026-01-05T08:00:00.000Z');
    expect(text).not.toMatch(/0100000011|ada\.obiora|Sample Street|08030000001/);
    expect((await send('DELETE /_control/requests')).json).toEqual({ items: [], dropped: 0 });
    expect((await send('GET /_control/requests')).json.items).toEqual([]);
  });

  test('the bureau holds reports of the merchant and of the platform, and knows a repeat', async () => {
    const send = await collecting();
    const body = {
      reportId: `approved:${MANDATE_ID}`,
      event: 'loan.approved',
      mandateId: MANDATE_ID,
      occurredAt: '2026-01-05T08:00:00Z',
      content: { offerTerms: 'three months', approvedAmount: 85_000, tenure: 'P3M' },
    };
    expect(await send('POST /_bureau/reports', { body })).toMatchObject({ status: 200, json: { duplicate: true } });
    expect(
      (await send('POST /_bureau/reports', { body: { ...body, content: { ...body.content, approvedAmount: 1 } } }))
        .status,
    ).toBe(409);
    expect((await send('POST /_bureau/reports', { body, headers: { token: '' } })).status).toBe(401);
    expect(
      (await send('POST /_bureau/reports', { body, headers: { token: '', authorization: 'Bearer sk_test_repaykit' } }))
        .status,
    ).toBe(200);
    expect((await send('GET /_bureau/reports')).status).toBe(405);
    await send('POST /_control/clock', { body: { to: '2026-02-02T00:00:00Z' } });
    const { json } = await send('GET /_control/bureau/reports');
    expect(json.items.map(({ source, event }: { source: string; event: string }) => `${source} ${event}`)).toEqual([
      'merchant loan.approved',
      'merchant loan.disbursed',
      'platform collection.success',
    ]);
    expect(json.dropped).toBe(0);
  });
});

describe('paths and keepers', () => {
  test('an unknown control path is 404, another method 405 with Allow', async () => {
    const { send } = serverWithCaller();
    expect(await send('GET /_control/nothing')).toMatchObject({
      status: 404,
      json: { status: false, data: { code: 'path_unknown' } },
    });
    const { status, headers } = await send('PUT /_control/clock', { body: {} });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST']);
  });

  test('where a control token is set, calls without it are refused; operations need none', async () => {
    const { send } = serverWithCaller({ controlToken: 'open-sesame' });
    expect((await send('GET /_control/health')).status).toBe(401);
    expect((await send('GET /_control/health', { headers: { 'x-repaykit-control': 'open-sesam' } })).status).toBe(401);
    expect((await send('GET /_control/health', { headers: { 'x-repaykit-control': 'open-sesame' } })).status).toBe(200);
    expect((await send(GET_MANDATE, read)).status).toBe(404);
  });

  test.each([
    ['localhost:4010', 200],
    ['[::1]:4010', 200],
    ['app.localhost', 200],
    ['127.9.9.9', 200],
    ['Platform.Test:80', 200],
    ['127.0.0.1.evil.example', 403],
    ['10.0.0.7', 403],
    ['localhost.evil.example:4010', 403],
  ])('a control call to the host %s gets %i', async (host, status) => {
    const { send } = serverWithCaller({ allowHosts: ['platform.test'] });
    expect((await send('GET /_control/health', { headers: { host } })).status).toBe(status);
  });
});
