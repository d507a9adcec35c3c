/** The design's table of refusals, typed again by hand: each status with its cause, and the same request without the cause. */
import { describe, expect, test } from 'vitest';
import {
  BACKUP,
  deposit,
  disburse,
  MANDATE_ID,
  place,
  placement,
  type Send,
  type Sent,
  serverWithCaller,
  TERMS,
} from '../server/merchant.ts';

const GET_MANDATE = 'POST /v1/mandates/consent/business/get-mandate';
const CONSENT = 'POST /v1/mandates/mandates/consent/create';
const DISCOVER = 'POST /v1/discovery/';
const MANUAL = 'PUT /v1/mandates/consent/business/manual/activate';
const read: Sent = { body: { mandateId: MANDATE_ID } };
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const discover = (headers: Record<string, string>): Sent => ({ headers, body: { bvn: '22200000001', type: 'bvn' } });
const consent = (changes: object = {}): Sent => ({ body: { ...placement(), ...TERMS, ...changes } });

interface Case {
  readonly cause: string;
  readonly status: number;
  readonly code: string;
  readonly refused: readonly [string, Sent];
  readonly fine: readonly [string, Sent];
  readonly given?: (send: Send) => Promise<unknown>;
}

const manualTerms = { ...TERMS, collectionMode: 'manual' };
const placeManual = async (send: Send) => {
  await send(CONSENT, { body: { ...placement(), ...manualTerms } });
  await send('POST /v1/mandates/micro-deposit/create/mandate', { body: placement() });
  await deposit(send);
  await disburse(send);
};
const debit = (changes: object = {}): Sent => ({
  body: { mandateId: MANDATE_ID, amount: 1_000, debitDate: '2026-01-10', ...changes },
});

const cases: readonly Case[] = [
  {
    cause: 'a sub-kobo amount',
    status: 400,
    code: 'input_invalid',
    refused: [CONSENT, consent({ totalAmountDue: 90_000.005 })],
    fine: [CONSENT, consent({ totalAmountDue: 90_000.05 })],
  },
  {
    cause: 'an unreal date',
    status: 400,
    code: 'input_invalid',
    refused: [CONSENT, consent({ startDate: '2026-02-30' })],
    fine: [CONSENT, consent({ startDate: '2026-02-28' })],
  },
  {
    cause: 'a short account number',
    status: 400,
    code: 'input_invalid',
    refused: [CONSENT, consent({ accountNumber: '010000001' })],
    fine: [CONSENT, consent()],
  },
  {
    cause: 'JSON that is cut off',
    status: 400,
    code: 'body_malformed',
    refused: [GET_MANDATE, { raw: '{"mandateId":' }],
    fine: [GET_MANDATE, read],
    given: place,
  },
  {
    cause: 'no body',
    status: 400,
    code: 'body_malformed',
    refused: [GET_MANDATE, {}],
    fine: [GET_MANDATE, read],
    given: place,
  },
  {
    cause: 'no key',
    status: 401,
    code: 'key_missing',
    refused: [GET_MANDATE, { ...read, headers: { token: '' } }],
    fine: [GET_MANDATE, read],
    given: place,
  },
  {
    cause: 'an unknown key',
    status: 401,
    code: 'key_unknown',
    refused: [GET_MANDATE, { ...read, headers: { token: 'pk_live_x' } }],
    fine: [GET_MANDATE, read],
    given: place,
  },
  {
    cause: 'the secret key for a token',
    status: 401,
    code: 'key_wrong_kind',
    refused: [GET_MANDATE, { ...read, headers: { token: 'sk_test_repaykit' } }],
    fine: [GET_MANDATE, read],
    given: place,
  },
  {
    cause: 'the public key as a bearer',
    status: 401,
    code: 'key_wrong_kind',
    refused: [DISCOVER, discover(bearer('pk_test_repaykit'))],
    fine: [DISCOVER, discover(bearer('sk_test_repaykit'))],
  },
  {
    cause: 'a token where a bearer is wanted',
    status: 401,
    code: 'key_missing',
    refused: [DISCOVER, discover({})],
    fine: [DISCOVER, discover(bearer('sk_test_repaykit'))],
  },
  {
    cause: 'the bank list without its scheme',
    status: 401,
    code: 'key_missing',
    refused: ['GET /v1/mandates/micro-deposit/bank-list', {}],
    fine: ['GET /v1/mandates/micro-deposit/bank-list', { headers: { authorization: 'token pk_test_repaykit' } }],
  },
  {
    cause: "another merchant's appId",
    status: 403,
    code: 'merchant_mismatch',
    refused: [CONSENT, consent({ appId: '650000000000000000000009' })],
    fine: [CONSENT, consent()],
  },
  {
    cause: "another merchant's businessId, without a key",
    status: 403,
    code: 'merchant_mismatch',
    refused: [CONSENT, { ...consent({ businessId: '650000000000000000000009' }), headers: { token: '' } }],
    fine: [CONSENT, { ...consent(), headers: { token: '' } }],
  },
  {
    cause: 'an unknown path',
    status: 404,
    code: 'path_unknown',
    refused: ['POST /v1/mandates/consent/business/get-mandates', read],
    fine: [GET_MANDATE, read],
    given: place,
  },
  {
    cause: 'an unknown mandate',
    status: 404,
    code: 'mandate_unknown',
    refused: [GET_MANDATE, { body: { mandateId: 'f'.repeat(24) } }],
    fine: [GET_MANDATE, read],
    given: place,
  },
  {
    cause: 'an unknown payer',
    status: 404,
    code: 'payer_unknown',
    refused: [DISCOVER, { ...discover(bearer('sk_test_repaykit')), body: { bvn: '99999999999', type: 'bvn' } }],
    fine: [DISCOVER, discover(bearer('sk_test_repaykit'))],
  },
  {
    cause: 'another method',
    status: 405,
    code: 'method_not_allowed',
    refused: ['GET /v1/mandates/consent/business/get-mandate', {}],
    fine: [GET_MANDATE, read],
    given: place,
  },
  {
    cause: 'the same mandate with another e-mail',
    status: 409,
    code: 'mandate_conflict',
    refused: [CONSENT, consent({ email: 'other@example.com', ...BACKUP })],
    fine: [CONSENT, consent(BACKUP)],
    given: place,
  },
  {
    cause: 'another media type',
    status: 415,
    code: 'media_type_unsupported',
    refused: [GET_MANDATE, { ...read, headers: { 'content-type': 'text/plain' } }],
    fine: [GET_MANDATE, { ...read, headers: { 'content-type': 'application/json; charset=utf-8' } }],
    given: place,
  },
  {
    cause: 'a compressed body',
    status: 415,
    code: 'media_type_unsupported',
    refused: [GET_MANDATE, { ...read, headers: { 'content-encoding': 'gzip' } }],
    fine: [GET_MANDATE, read],
    given: place,
  },
  {
    cause: 'a debit on demand in automatic mode',
    status: 422,
    code: 'rule_refused',
    refused: [MANUAL, debit()],
    fine: [GET_MANDATE, read],
    given: async (send) => {
      await place(send);
      await deposit(send);
      await disburse(send);
    },
  },
  {
    cause: 'an over-collection',
    status: 422,
    code: 'rule_refused',
    refused: [MANUAL, debit({ amount: 90_000.01 })],
    fine: [MANUAL, debit({ amount: 90_000 })],
    given: placeManual,
  },
  {
    cause: 'a debit date in the past',
    status: 422,
    code: 'rule_refused',
    refused: [MANUAL, debit({ debitDate: '2026-01-04' })],
    fine: [MANUAL, debit({ debitDate: '2026-01-05' })],
    given: placeManual,
  },
];

describe('a refusal', () => {
  test.each(cases)('$status for $cause, and not without it', async ({ status, code, refused, fine, given }) => {
    const { server, send } = serverWithCaller();
    await given?.(send);
    const answer = await send(...refused);
    expect({ status: answer.status, code: answer.json.data.code }).toEqual({ status, code });
    expect(answer.json).toMatchObject({ status: false, error: true, message: expect.stringMatching(/\w/) });
    expect((await send(...fine)).status).toBe(200);
    await server.close();
  });

  test('names every field that does not fit, and never its value', async () => {
    const { send } = serverWithCaller();
    const { json, text } = await send(
      CONSENT,
      consent({ accountNumber: '777', email: 'not-an-address', totalAmountDue: 0.001, address: '' }),
    );
    expect(json.data.fields.map(({ path }: { path: string }) => path).sort()).toEqual([
      'accountNumber',
      'address',
      'email',
      'totalAmountDue',
    ]);
    expect(text).not.toMatch(/777|not-an-address/);
  });

  test('names the rule that refused', async () => {
    const { send } = serverWithCaller();
    await placeManual(send);
    expect((await send(MANUAL, debit({ amount: 90_001 }))).json.data.rule).toMatch(/^[a-z-]+$/);
  });

  test('says with Allow which methods a path takes', async () => {
    const { send } = serverWithCaller();
    expect((await send('DELETE /v1/mandates/consent/business/get-mandate')).headers.get('allow')).toBe('POST');
  });

  test.each(['in-review', 'suspended'] as const)(
    'meets a merchant that is %s, until it is approved',
    async (status) => {
      const { send } = serverWithCaller();
      await place(send);
      await send('PATCH /_control/merchant', { body: { status } });
      expect(await send(GET_MANDATE, read)).toMatchObject({
        status: 403,
        json: { data: { code: 'merchant_not_approved' } },
      });
      await send('PATCH /_control/merchant', { body: { status: 'approved' } });
      expect((await send(GET_MANDATE, read)).status).toBe(200);
    },
  );
});

describe('the order of checks', () => {
  // Each request has two faults; the earlier one in the design's order is told.
  const orders: readonly (readonly [string, number, string, Sent])[] = [
    ['path before key', 404, 'POST /v1/nothing', { headers: { token: 'x' } }],
    ['method before key', 405, 'PATCH /v1/mandates/consent/business/get-mandate', { headers: { token: 'x' } }],
    ['key before media type', 401, GET_MANDATE, { raw: 'x', headers: { token: 'x', 'content-type': 'text/plain' } }],
    ['key before size', 401, GET_MANDATE, { raw: 'x'.repeat(500), headers: { token: 'x' } }],
    ['media type before size', 415, GET_MANDATE, { raw: 'x'.repeat(500), headers: { 'content-type': 'text/plain' } }],
    ['size before shape', 413, GET_MANDATE, { raw: 'x'.repeat(500) }],
    ['merchant before shape', 403, CONSENT, { body: { appId: '650000000000000000000009', businessId: 'x' } }],
    [
      'shape before existence',
      400,
      'GET /v1/mandates/consent/business/collection-log/installment?mandateId=ffffffffffffffffffffffff',
      {},
    ],
    [
      'existence before rule',
      404,
      MANUAL,
      { body: { mandateId: 'f'.repeat(24), amount: 10, debitDate: '2020-01-01' } },
    ],
  ];
  test.each(orders)('%s', async (_name, status, target, sent) => {
    const { send } = serverWithCaller({ bodyLimit: 400 });
    expect((await send(target, sent)).status).toBe(status);
  });

  test('merchant before media type', async () => {
    const { send } = serverWithCaller({ merchant: { status: 'suspended' } });
    expect((await send(GET_MANDATE, { raw: 'x', headers: { 'content-type': 'text/plain' } })).status).toBe(403);
  });
});
