import { Agent, getGlobalDispatcher, RetryAgent, setGlobalDispatcher } from 'undici';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchTransport } from '../../src/http/fetch-transport.ts';
import { faults } from './debit-faults.ts';
import {
  deadPort,
  debit,
  engineFor,
  errorOf,
  loopbackService,
  mandate,
  mandateId,
  respond,
  scheduledDebit,
  succeed,
} from './loopback-service.ts';
import { passDeadlines } from './pass-deadlines.ts';

const transport = fetchTransport();

const statement = {
  bvn: '22200000001',
  accountName: 'Ada',
  accountNumber: '0123456789',
  accountType: 'savings',
  bankName: 'B',
  bankCode: '044',
  statement: Buffer.from('%PDF-1.7 body'),
};

describe('through fetch', () => {
  test('a read is sent, repeated after a failure and checked', async () => {
    const service = await loopbackService((response, { count }) =>
      count === 1 ? respond(response, 503, {}) : succeed(response, mandate),
    );
    const { data, response } = await engineFor(service.url, { transport })
      .call('getMandate', { mandateId })
      .withResponse();
    expect(data).toMatchObject({ _id: mandateId });
    expect(response).toMatchObject({ status: 200, attempts: 2 });
    expect(service.seen[0]).toMatchObject({
      method: 'POST',
      headers: { token: 'pk_test_planted-public', 'content-type': 'application/json' },
      body: JSON.stringify({ mandateId }),
    });
  });

  test('a debit arrives whole', async () => {
    const service = await loopbackService((response) => succeed(response, scheduledDebit));
    await expect(engineFor(service.url, { transport }).call('collectManually', debit)).resolves.toMatchObject({
      paymentStatus: 'pending',
    });
    expect(JSON.parse(service.seen[0]?.body ?? '')).toEqual(debit);
  });

  test('no redirect is followed', async () => {
    const elsewhere = await loopbackService((response) => succeed(response, mandate));
    const service = await loopbackService((response) => response.writeHead(307, { location: elsewhere.url }).end());
    expect(await errorOf(engineFor(service.url, { transport }).call('getMandate', { mandateId }))).toMatchObject({
      name: 'ServiceError',
      status: 307,
    });
    expect(elsewhere.seen).toHaveLength(0);
  });

  test('a failed debit counts as sent, even where no connection was made, because fetch proves nothing', async () => {
    const engine = engineFor(`http://127.0.0.1:${await deadPort()}`, { transport });
    expect(await errorOf(engine.call('collectManually', debit))).toMatchObject({
      name: 'ConnectionError',
      attempts: 1,
      outcome: 'unknown',
    });
  });

  describe('under a retrying global dispatcher', () => {
    const before = getGlobalDispatcher();
    beforeEach(() => setGlobalDispatcher(new RetryAgent(new Agent(), { minTimeout: 1, maxTimeout: 2 })));
    afterEach(() => setGlobalDispatcher(before));

    test.each(faults)('the body of a debit reaches the wire once after $fault', async ({ answer, error }) => {
      const service = await loopbackService(answer);
      const failure = await errorOf<{ outcome: string }>(
        engineFor(service.url, { transport }).call('collectManually', debit),
      );
      expect([error.outcome, 'unknown']).toContain(failure.outcome);
      expect(service.seen.flatMap(({ body }) => body || [])).toEqual([JSON.stringify(debit)]);
    });

    test('a repeated debit has no body', async () => {
      const service = await loopbackService((_response, { socket }) => socket.destroy());
      await errorOf(engineFor(service.url, { transport }).call('collectManually', debit));
      await vi.waitFor(() => expect(service.seen.length).toBeGreaterThan(1));
      const [, ...repeated] = service.seen.map(({ headers, body }) => [headers['content-length'], body]);
      expect(repeated).toEqual(repeated.map(() => ['0', '']));
    });

    test('an upload whose length is known reaches the wire once', async () => {
      const service = await loopbackService((_response, { socket }) => socket.destroy());
      expect(await errorOf(engineFor(service.url, { transport }).call('uploadStatement', statement))).toMatchObject({
        outcome: 'unknown',
      });
      expect(service.seen.flatMap(({ body }) => body || [])).toHaveLength(1);
    });
  });

  test('the deadline ends a dripping body', async () => {
    const service = await loopbackService((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(drip));
      setTimeout(passDeadlines, 50);
    });
    expect(await errorOf(engineFor(service.url, { transport }).call('getMandate', { mandateId }))).toMatchObject({
      name: 'DeadlineError',
    });
  });

  test('an endless answer is cut off', async () => {
    const service = await loopbackService((response) => response.writeHead(200).end('x'.repeat(16_000_001)));
    expect(
      await errorOf(engineFor(service.url, { transport }).call('getMandate', { mandateId }, { retries: 0 })),
    ).toMatchObject({ name: 'AnswerError' });
  });

  test('an upload streams out', async () => {
    const service = await loopbackService((response) => succeed(response, null));
    await engineFor(service.url, { transport }).call('uploadStatement', statement);
    expect(service.seen[0]?.body).toContain('%PDF-1.7 body');
    expect(service.seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  });

  test('a function of the merchant is used', async () => {
    const own = fetchTransport({
      fetch: async () => Response.json({ status: true, message: 'hello', error: false, data: mandate }),
    });
    const { message } = await engineFor('http://127.0.0.1:9', { transport: own })
      .call('getMandate', { mandateId })
      .withResponse();
    expect(message).toBe('hello');
  });
});
