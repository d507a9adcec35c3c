import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { AnswerError, type RepayKitError, ServiceError } from '../../src/errors.ts';
import { CLAIM } from '../client/sample-claim.ts';
import {
  attachment,
  debit,
  engineFor,
  errorOf,
  loopbackService,
  mandate,
  mandateId,
  respond,
  succeed,
} from './loopback-service.ts';

/** The answers that most clients hand out as results. */
const misfits: readonly [what: string, type: string, body: string, says: string][] = [
  ['a page', 'text/html', '<!doctype html><title>Welcome</title>', 'is not JSON (text/html'],
  ['nothing', 'application/json', '', 'is empty'],
  ['null', 'application/json', 'null', 'without the envelope'],
  ['an empty object', 'application/json', '{}', 'without the envelope'],
  ['a list', 'application/json', '[]', 'without the envelope'],
  ['half a text', 'application/json', '{"status": true, "data":', 'is not JSON (application/json'],
  ['no data', 'application/json', '{"status": true, "message": null, "error": false}', 'data'],
  ['data null', 'application/json', '{"status": true, "message": null, "error": false, "data": null}', 'data'],
];

describe('a success that is none', () => {
  test.each(misfits)('%s is an AnswerError for a read, without effect', async (_what, type, body, says) => {
    const service = await loopbackService((response) =>
      response.writeHead(200, { 'content-type': type, 'x-request-id': 'r-1' }).end(body),
    );
    const error = await errorOf<AnswerError>(engineFor(service.url).call('getMandate', { mandateId }));
    expect(error).toBeInstanceOf(AnswerError);
    expect(error).toMatchObject({
      code: 'answer_invalid',
      status: 200,
      outcome: 'none',
      requestId: 'r-1',
      attempts: 1,
      operation: 'getMandate',
    });
    expect(error.message).toContain(says);
    expect(service.seen).toHaveLength(1);
  });

  test.each(misfits)('%s leaves the effect of a debit unknown', async (_what, type, body) => {
    const service = await loopbackService((response) => response.writeHead(200, { 'content-type': type }).end(body));
    expect(await errorOf(engineFor(service.url).call('collectManually', debit))).toMatchObject({
      name: 'AnswerError',
      outcome: 'unknown',
      retryable: false,
    });
  });

  test('names every field that does not fit, and no value', async () => {
    const service = await loopbackService((response) =>
      succeed(response, { ...mandate, totalAmountDue: { bvn: '22200000009' }, consents: [{ accountNumber: 7 }] }),
    );
    const error = await errorOf<AnswerError>(engineFor(service.url).call('getMandate', { mandateId }));
    expect(error.issues.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['data.totalAmountDue', 'data.consents.0.accountNumber', 'data.consents.0.bankCode']),
    );
    expect(JSON.stringify(error)).not.toContain('22200000009');
  });

  test('that is compressed though nobody asked for it says so', async () => {
    const body = gzipSync('{"status":true,"error":false,"message":"ok","data":[]}');
    const answered = async (coding: string, bytes: Buffer) => {
      const service = await loopbackService((response) =>
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding }).end(bytes),
      );
      return errorOf(engineFor(service.url).call('getMandate', { mandateId }));
    };
    expect((await answered('GZIP', body)).message).toContain(
      `is not JSON (application/json with content-encoding gzip, ${body.length} bytes)`,
    );
    expect((await answered('identity', Buffer.from('{'))).message).toContain('is not JSON (application/json, 1 bytes)');
  });

  test('that is endless is cut off at a limit', async () => {
    const service = await loopbackService((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const flood = () => {
        while (!response.destroyed && response.write('x'.repeat(1_000_000)));
        if (!response.destroyed) response.once('drain', flood);
      };
      flood();
    });
    const error = await errorOf(engineFor(service.url).call('getMandate', { mandateId }, { retries: 0 }));
    expect(error).toMatchObject({
      name: 'AnswerError',
      issues: [{ path: '', message: 'is longer than 16000000 bytes' }],
    });
  });
});

describe('a refusal', () => {
  test('carries what the service said: code, rule, fields and message', async () => {
    const data = {
      code: 'shape_failed',
      rule: 'debit-within-outstanding',
      fields: [{ path: 'amount', message: 'is too much' }],
    };
    const service = await loopbackService((response) =>
      respond(
        response,
        422,
        { status: false, error: true, message: 'More than is owed', data },
        { 'x-request-id': 'r-2' },
      ),
    );
    const error = await errorOf<ServiceError>(engineFor(service.url).call('collectManually', debit));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({
      status: 422,
      serviceCode: 'shape_failed',
      rule: 'debit-within-outstanding',
      fields: data.fields,
      requestId: 'r-2',
      outcome: 'none',
    });
    expect(error.message).toContain('More than is owed');
  });

  test('may come with status 200', async () => {
    const service = await loopbackService((response) =>
      respond(response, 200, { status: 'failed', message: 'Mandate not found' }),
    );
    expect(await errorOf(engineFor(service.url).call('getMandate', { mandateId }))).toMatchObject({
      name: 'ServiceError',
      status: 200,
      outcome: 'none',
    });
  });

  test('need not be JSON', async () => {
    const service = await loopbackService((response) =>
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>'),
    );
    expect(await errorOf(engineFor(service.url).call('getMandate', { mandateId }))).toMatchObject({
      name: 'ServiceError',
      status: 404,
      serviceCode: undefined,
      fields: [],
    });
  });

  test.each([
    [401, 'check publicKey and secretKey'],
    [403, 'check appId, businessId'],
  ])('with status %i says what to check', async (status, hint) => {
    const service = await loopbackService((response) => respond(response, status, {}));
    expect((await errorOf<RepayKitError>(engineFor(service.url).call('getMandate', { mandateId }))).message).toContain(
      hint,
    );
  });

  test('names the contact that the merchant configured, unmasked', async () => {
    const service = await loopbackService((response) =>
      respond(response, 400, { status: false, message: 'no account of ada@example.com' }),
    );
    const error = await errorOf<RepayKitError>(
      engineFor(service.url, { supportContact: 'help@lender.example' }).call('attachByMicroDeposit', attachment),
    );
    expect(error.message).toContain('Help: help@lender.example');
    expect(error.stack).toContain('Help: help@lender.example');
    expect(error.message).not.toContain('ada@example.com');
  });
});

describe('an answer that says success and failure at once', () => {
  const contradictions = [
    { status: true, error: 'slow bank' },
    { status: true, error: true },
    { status: 'success', success: false },
    { success: true, error: true },
    { status: 'failed', success: true },
  ];

  test.each(contradictions)('%j leaves the effect of a write open', async (flags) => {
    const service = await loopbackService((response) =>
      respond(response, 200, { ...flags, message: 'Debit queued', data: null }),
    );
    const engine = engineFor(service.url);
    for (const call of [
      () => engine.call('collectManually', debit),
      () => engine.call('attachByMicroDeposit', attachment),
    ]) {
      const error = await errorOf<AnswerError>(call());
      expect(error).toMatchObject({
        name: 'AnswerError',
        outcome: 'unknown',
        retryable: false,
        status: 200,
        attempts: 1,
      });
      expect(error.message).toMatch(/success and failure at once.*(Debit queued|slow bank).*it may have taken effect/);
    }
  });

  test.each(contradictions)('%j refuses a read, which has no effect', async (flags) => {
    const service = await loopbackService((response) => respond(response, 200, { ...flags, data: null }));
    expect(await errorOf(engineFor(service.url).call('getMandate', { mandateId }))).toMatchObject({
      name: 'ServiceError',
      outcome: 'none',
    });
  });

  test.each([
    { status: false, error: true },
    { status: false },
    { error: true },
    { status: 'failed', error: 'no' },
    { success: false, error: null },
  ])('is not %j, which plainly refuses, but with status 200 proves nothing about a write', async (flags) => {
    const service = await loopbackService((response) =>
      respond(response, 200, { ...flags, message: 'no', data: null }),
    );
    expect(await errorOf(engineFor(service.url).call('collectManually', debit))).toMatchObject({
      name: 'ServiceError',
      outcome: 'unknown',
    });
  });
});

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
    ['somebody else’s JSON', { message: 'Forbidden' }],
    ['no flag', { error: true, message: 'no' }],
    ['a word for a flag', { status: 'error', message: 'no' }],
    ['a flag of another name', { success: false, message: 'no' }],
    ['no message', { status: false, error: true, data: null }],
    ['an empty message', { status: false, message: ' ' }],
    ['a flag that says there is no error', { status: false, error: false, message: 'no' }],
    ['a message that nobody can read', { status: false, message: '\u200b' }],
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
    ['an error that nobody knows', { ...no, error: 'Unable to confirm transaction status' }],
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

test('an answer that begins with a byte order mark is read', async () => {
  const body = `\uFEFF${JSON.stringify({ status: true, message: null, error: false, data: mandate })}`;
  const refusal = `\uFEFF${JSON.stringify({ status: false, message: 'More than is owed' })}`;
  const service = await loopbackService((response, { method }) =>
    response.writeHead(method === 'PUT' ? 422 : 200).end(method === 'PUT' ? refusal : body),
  );
  const engine = engineFor(service.url);
  await expect(engine.call('getMandate', { mandateId })).resolves.toEqual(mandate);
  expect((await errorOf<Error>(engine.call('collectManually', debit))).message).toContain('More than is owed');
});

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])(
    'with status %i is followed by no operation, so that no key goes elsewhere',
    async (status) => {
      const elsewhere = await loopbackService((response) => succeed(response, mandate));
      const service = await loopbackService((response) =>
        response.writeHead(status, { location: `${elsewhere.url}/v1` }).end(),
      );
      const engine = engineFor(service.url);
      expect(await errorOf(engine.call('getMandate', { mandateId }))).toMatchObject({
        name: 'ServiceError',
        status,
        outcome: 'none',
      });
      expect(await errorOf(engine.call('attachByMicroDeposit', attachment))).toMatchObject({
        name: 'ServiceError',
        status,
        outcome: 'unknown',
      });
      expect(elsewhere.seen).toHaveLength(0);
      expect(service.seen).toHaveLength(2);
    },
  );
});
