import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/http/transport.ts';
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
import { passDeadlines } from './pass-deadlines.ts';

interface Timed {
  readonly elapsedMs: number;
}

function neverSettling(): Promise<never> {
  passDeadlines();
  return new Promise(() => {});
}

describe('the deadline of a call', () => {
  test('covers an answer that never comes', async () => {
    const service = await loopbackService(passDeadlines);
    const error = await errorOf(engineFor(service.url).call('getMandate', { mandateId }, { timeoutMs: 120_000 }));
    expect(error).toMatchObject({
      name: 'DeadlineError',
      code: 'deadline_exceeded',
      deadlineMs: 120_000,
      attempts: 1,
      outcome: 'none',
      retryable: true,
    });
  });

  test('covers a body that drips for ever', async () => {
    const service = await loopbackService((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(drip));
      setTimeout(passDeadlines, 50);
    });
    expect(await errorOf(engineFor(service.url).call('getMandate', { mandateId }))).toMatchObject({
      name: 'DeadlineError',
      attempts: 1,
    });
  });

  test('covers all attempts together', async () => {
    const service = await loopbackService((response, { count }) =>
      count < 3 ? respond(response, 503, {}) : passDeadlines(),
    );
    const error = await errorOf(engineFor(service.url).call('getMandate', { mandateId }, { retries: 10 }));
    expect(error).toMatchObject({ name: 'DeadlineError', attempts: 3 });
    expect(service.seen).toHaveLength(3);
  });

  test('is kept even if a transport of the lender never settles', async () => {
    const stuck: Transport = { send: neverSettling, close: async () => {} };
    const error = await errorOf(engineFor('http://127.0.0.1:9', { transport: stuck }).call('collectManually', debit));
    expect(error).toMatchObject({ name: 'DeadlineError', attempts: 1, outcome: 'unknown' });
  });

  test('that passes before the first byte left leaves no effect', async () => {
    const stuck: Transport = { reportsLeaving: true, send: neverSettling, close: async () => {} };
    const error = await errorOf(engineFor('http://127.0.0.1:9', { transport: stuck }).call('collectManually', debit));
    expect(error).toMatchObject({ name: 'DeadlineError', attempts: 0, outcome: 'none', retryable: true });
  });

  test('ends many calls at their own times', async () => {
    const service = await loopbackService(() => {});
    const engine = engineFor(service.url);
    const limits = [200, 40, 120, 80];
    const errors = await Promise.all(
      limits.map((timeoutMs) => errorOf<Timed>(engine.call('getMandate', { mandateId }, { timeoutMs }))),
    );
    for (const [index, error] of errors.entries()) {
      expect(error).toMatchObject({ name: 'DeadlineError', deadlineMs: limits[index] });
      expect(error.elapsedMs).toBeGreaterThanOrEqual((limits[index] ?? 0) - 1);
    }
  });

  test('ends a request that still waits for a connection, and nothing of it leaves later', async () => {
    let answerFirst = () => {};
    const service = await loopbackService((response, { url }) => {
      if (url.includes('products')) return succeed(response, []);
      answerFirst = () => succeed(response, mandate);
    });
    const { undiciTransport } = await import('../../src/http/undici-transport.ts');
    const engine = engineFor(service.url, { transport: undiciTransport({ connections: 1 }) });
    const first = engine.call('getMandate', { mandateId }).then((read) => read);
    while (service.seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const error = await errorOf(engine.call('attachByMicroDeposit', attachment, { timeoutMs: 50 }));
    expect(error).toMatchObject({ name: 'DeadlineError', attempts: 0, outcome: 'none' });
    answerFirst();
    await first;
    await engine.call('listProducts', { type: 'gadget' });
    expect(service.seen.map(({ url }) => url)).toEqual([
      '/v1/mandates/consent/business/get-mandate',
      '/v1/erm/policy/products/type',
    ]);
  });

  test('has its own default for reads, placements, debits and uploads', async () => {
    const stuck: Transport = { send: () => new Promise(() => {}), close: async () => {} };
    const engine = engineFor('http://127.0.0.1:9', {
      transport: stuck,
      timeouts: { readMs: 11, placeMs: 12, debitMs: 13, uploadMs: 14 },
    });
    const statement = {
      bvn: '22200000001',
      accountName: 'Ada',
      accountNumber: '0123456789',
      accountType: 'savings',
      bankName: 'B',
      bankCode: '044',
      statement: Buffer.from('%PDF-1.7'),
    };
    const limits = await Promise.all(
      [
        engine.call('getMandate', { mandateId }),
        engine.call('attachByMicroDeposit', attachment),
        engine.call('collectManually', debit),
        engine.call('uploadStatement', statement),
      ].map(async (call) => (await errorOf<{ deadlineMs: number }>(call)).deadlineMs),
    );
    expect(limits).toEqual([11, 12, 13, 14]);
  });

  test('leaves no timer that keeps the process alive', async () => {
    const service = await loopbackService((response) => succeed(response, mandate));
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    const before = timers();
    const engine = engineFor(service.url);
    await Promise.all(Array.from({ length: 20 }, () => engine.call('getMandate', { mandateId })));
    expect(timers()).toBeLessThanOrEqual(before);
  });
});
