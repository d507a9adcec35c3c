import { describe, expect, test } from 'vitest';
import type { AnswerError, RepayKitError } from '../../src/errors.ts';
import { CLAIM } from '../client/sample-claim.ts';
import { attachment, debit, engineFor, errorOf, loopbackService, respond } from './loopback-service.ts';

const no = { status: false, error: true, message: 'no', data: null };

const assumed = { acceptRefusals: 'assuming-a-failure-envelope-means-nothing-was-done' } as const;

async function outcomeOf(
  status: number,
  body: unknown,
  options: Parameters<typeof engineFor>[1] = {},
): Promise<unknown> {
  const isText = typeof body === 'string';
  const service = await loopbackService((response) =>
    isText ? response.writeHead(status, { 'content-type': 'text/html' }).end(body) : respond(response, status, body),
  );
  const error = await errorOf<RepayKitError>(engineFor(service.url, options).call('collectManually', debit));
  expect(error.message.includes('may have taken effect')).toBe(error.outcome === 'unknown');
  if (error.outcome === 'unknown') expect(error).toMatchObject({ retryable: false, attempts: 1 });
  return error.outcome;
}

describe('that a write took no effect is believed', () => {
  test.each([400, 401, 403, 404, 405, 409, 413, 415, 422, 429])(
    'with status %i in the envelope of the service',
    async (status) => {
      expect(await outcomeOf(status, no)).toBe('none');
      expect(
        await outcomeOf(status, {
          status: false,
          message: 'no',
          data: { code: 'too_much', rule: 'debit-within-terms' },
        }),
      ).toBe('none');
      expect(
        await outcomeOf(status, { ...no, data: { code: 'merchant_not_approved', rule: 'merchant-is-approved' } }),
      ).toBe('none');
      expect(
        await outcomeOf(status, { ...no, statusCode: status, code: String(status), error: { code: 'E_AMOUNT' } }),
      ).toBe('none');
    },
  );

  test.each([
    200, 201, 202, 300, 402, 406, 408, 410, 418, 421, 423, 424, 425, 428, 431, 444, 451, 460, 499, 500, 502, 503, 504,
    520, 599,
  ])('never with status %i', async (status) => {
    expect(await outcomeOf(status, no)).toBe('unknown');
  });

  test.each([
    ['a page', '<html><h1>403 Forbidden</h1></html>'],
    ['nothing', ''],
    ['JSON of another program', { message: 'Forbidden' }],
    ['no flag', { error: true, message: 'no' }],
    ['a word for a flag', { status: 'error', message: 'no' }],
    ['a flag of another name', { success: false, message: 'no' }],
    ['no message', { status: false, error: true, data: null }],
    ['an empty message', { status: false, message: ' ' }],
    ['a flag that says there is no error', { status: false, error: false, message: 'no' }],
    ['an unreadable message', { status: false, message: '\u200b' }],
    ['members that it does not have', { ...no, httpCode: 504 }],
    ['another flag of success', { ...no, successful: true }],
    ['a payload of a debit', { ...no, data: { totalAmount: 10_000, outstandingBalance: 80_000 } }],
    ['a payload in words', { ...no, data: 'pending' }],
    ['an error that gave up waiting', { ...no, error: { message: 'timeout of 30000ms exceeded' } }],
    ['a message that says it is not over', { ...no, message: 'Transaction is being processed' }],
    ['a message that says who gave up', { ...no, message: 'Request timed out' }],
    ['a message that it was done', { ...no, message: 'Request already processed' }],
    [
      'one of several messages that it was done',
      { ...no, message: ['no', 'Debit was scheduled, email could not be sent'] },
    ],
    ['a message that holds more than words', { ...no, message: ['no', { state: 'booked' }] }],
    ['an unknown error', { ...no, error: 'Unable to confirm transaction status' }],
    [
      'a field that says it was done',
      { ...no, data: { fields: [{ path: 'debitDate', message: 'A debit is already scheduled' }] } },
    ],
    ['a list', [no]],
  ])('never without the envelope of the service: %s', async (_what, body) => {
    for (const status of [400, 401, 403, 422, 429]) expect(await outcomeOf(status, body)).toBe('unknown');
  });

  test.each([
    { status: 504, error: 'gateway timeout' },
    { ...no, statusCode: 500 },
    { ...no, statusCode: '504' },
    { ...no, status_code: 200 },
    { ...no, code: 502 },
    { ...no, code: 'HTTP_504' },
    { ...no, code: '500 Internal Server Error' },
    { ...no, code: 1001 },
    { ...no, code: '09' },
    { ...no, data: { statusCode: 500 } },
    { ...no, data: { status: true } },
    { ...no, error: { code: 503 } },
    { ...no, error: 504 },
    { ...no, error: '504 Gateway Time-out' },
    { ...no, error: { status: '408' } },
    { ...no, errors: [{ status: 599 }] },
    { ...no, data: { error: { response: { statusCode: 504 } } } },
    { ...no, data: { responseCode: '09' } },
    { ...no, data: { responseCode: '94' } },
    { ...no, data: { responseCode: '00' } },
    { ...no, data: { transactionRefence: 'TRX-1' } },
    { ...no, data: { paymentStatus: 'pending' } },
    { ...no, statusCode: [504] },
    { ...no, errors: [{ code: [[502]] }] },
    { ...no, statusCode: 422 },
    { ...no, data: { reference: 'TRX-1' } },
    { ...no, data: { txRef: 'TRX-1' } },
    { ...no, transaction_id: 17 },
    { ...no, code: 'GATEWAY_TIMEOUT' },
    { ...no, code: 'DEBIT_PENDING' },
    { ...no, code: 'SUCCESS' },
    { ...no, data: { code: 'DUPLICATE' } },
    { ...no, data: { code: 'ALREADY_DONE' } },
    { ...no, data: { rule: 'already-processed' } },
    { ...no, error: { code: 'ETIMEDOUT' } },
    { ...no, error: 'Request Timed Out' },
    { ...no, data: { status: 'UPSTREAM_ERROR' } },
  ])('never where something in it contradicts: %j', async (body) => {
    expect(await outcomeOf(400, body)).toBe('unknown');
    expect(await outcomeOf(409, body, assumed)).toBe('unknown');
  });

  test.each([
    '{"status":true,"status":false,"error":true,"message":"no"}',
    '{"status":false,"message":"no","data":[{"c\\u006fde":504, "code" : 400}]}',
  ])('never where a name is there twice: %s', async (body) => {
    expect(await outcomeOf(400, body)).toBe('unknown');
    expect(await outcomeOf(400, body, assumed)).toBe('unknown');
  });

  test('with fewer proofs where the lender assumes so: any failure envelope, but no other status', async () => {
    for (const body of [
      no,
      { success: false },
      { status: 'failed', error: 'no' },
      { ...no, message: 'Request timed out' },
    ]) {
      for (const status of [200, 400, 429]) expect(await outcomeOf(status, body, assumed)).toBe('none');
      for (const status of [302, 408, 425, 444, 499, 500, 504])
        expect(await outcomeOf(status, body, assumed)).toBe('unknown');
    }
    expect(await outcomeOf(403, '<html></html>', assumed)).toBe('unknown');
  });

  test.each(['attachByMicroDeposit', 'createClaim'] as const)('by the same rule for %s', async (operation) => {
    const input = operation === 'createClaim' ? CLAIM : attachment;
    const outcome = async (status: number, body: object) => {
      const service = await loopbackService((response) => respond(response, status, body));
      return (await errorOf<RepayKitError>(engineFor(service.url).call(operation, input as never))).outcome;
    };
    expect([
      await outcome(422, no),
      await outcome(200, no),
      await outcome(403, { message: 'Forbidden' }),
      await outcome(460, no),
    ]).toEqual(['none', 'unknown', 'unknown', 'unknown']);
  });
});

describe('a success of a write is not believed', () => {
  const success = { status: true, error: false, message: null };
  test.each([
    { ...success, statusCode: 504 },
    { ...success, code: 500 },
    { ...success, responseCode: '96' },
    { ...success, meta: { code: 'GATEWAY_TIMEOUT' } },
    { ...success, data: { responseCode: '51' } },
  ])('where something in it contradicts: %j', async (body) => {
    for (const [operation, input] of [
      ['collectManually', debit],
      ['createClaim', CLAIM],
    ] as const) {
      const service = await loopbackService((response) => respond(response, 200, body));
      const error = await errorOf<AnswerError>(engineFor(service.url).call(operation, input as never));
      expect(error).toMatchObject({ name: 'AnswerError', outcome: 'unknown' });
      expect(error.message).toContain('says success, and');
    }
  });
});
