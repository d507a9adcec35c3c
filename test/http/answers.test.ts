import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { AnswerError, type RepayKitError, ServiceError } from '../../src/errors.ts';
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

  test('that is compressed without being asked for says so', async () => {
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

  test('names the contact that the lender configured, unmasked', async () => {
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
