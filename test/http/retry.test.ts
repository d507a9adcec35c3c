import { describe, expect, test } from 'vitest';
import { ConnectionError, RateLimitError, ServiceError } from '../../src/errors.ts';
import {
  attachment,
  deadPort,
  engineFor,
  errorOf,
  loopbackService,
  mandate,
  mandateId,
  respond,
  succeed,
} from './loopback-service.ts';

const busy = { status: false, message: 'busy', error: true, data: null };

describe('a read', () => {
  test.each([408, 425, 429, 500, 502, 503, 504])('is sent again after status %i', async (status) => {
    const service = await loopbackService((response, { count }) =>
      count === 1 ? respond(response, status, busy) : succeed(response, mandate),
    );
    const { data, response } = await engineFor(service.url).call('getMandate', { mandateId }).withResponse();
    expect(data._id).toBe(mandateId);
    expect(response.attempts).toBe(2);
    expect(service.seen).toHaveLength(2);
  });

  test.each([400, 401, 404, 409, 422, 501])('is not sent again after status %i', async (status) => {
    const service = await loopbackService((response) => respond(response, status, busy));
    const error = await errorOf(engineFor(service.url).call('getMandate', { mandateId }));
    expect(error).toMatchObject({ name: 'ServiceError', status, attempts: 1, outcome: 'none' });
    expect(service.seen).toHaveLength(1);
  });

  test('is sent again after its connection was reset', async () => {
    const service = await loopbackService((response, { count, socket }) =>
      count < 3 ? socket.destroy() : succeed(response, mandate),
    );
    const { response } = await engineFor(service.url).call('getMandate', { mandateId }).withResponse();
    expect(response.attempts).toBe(3);
  });

  test('ends with the last failure when the retries are used up', async () => {
    const service = await loopbackService((response) => respond(response, 503, busy));
    const error = await errorOf(engineFor(service.url).call('getMandate', { mandateId }, { retries: 2 }));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ status: 503, attempts: 3, retryable: true });
    expect(service.seen).toHaveLength(3);
  });

  test('is sent once when retries are switched off', async () => {
    const service = await loopbackService((response) => respond(response, 503, busy));
    await errorOf(engineFor(service.url, { retry: { retries: 0 } }).call('getMandate', { mandateId }));
    expect(service.seen).toHaveLength(1);
  });

  test('uses one socket for eight retries, though the refusals have bodies that are not read', async () => {
    const service = await loopbackService((response, { count }) =>
      count <= 8 ? respond(response, 503, { ...busy, padding: 'x'.repeat(100_000) }) : succeed(response, mandate),
    );
    const { response } = await engineFor(service.url, { retry: { retries: 8, firstDelayMs: 1, maxDelayMs: 2 } })
      .call('getMandate', { mandateId })
      .withResponse();
    expect(response.attempts).toBe(9);
    expect(service.sockets()).toBe(1);
  });
});

describe('the wait before a retry', () => {
  test('is chance up to a limit that doubles until it is capped', async () => {
    const service = await loopbackService((response, { count }) =>
      count <= 4 ? respond(response, 503, busy) : succeed(response, mandate),
    );
    const delays: number[] = [];
    const options = {
      retry: { retries: 4, firstDelayMs: 10, maxDelayMs: 30 },
      random: () => 0.5,
      hooks: { onRetry: ({ delayMs }: { delayMs: number }) => void delays.push(delayMs) },
    };
    await engineFor(service.url, options).call('getMandate', { mandateId });
    expect(delays).toEqual([5, 10, 15, 15]);
  });

  test.each([
    ['in milliseconds', { 'retry-after-ms': '40' }, 40],
    ['in seconds', { 'retry-after': '0' }, 0],
    ['as a date', { 'retry-after': 'Mon, 05 Jan 2026 08:00:00 GMT', date: 'Mon, 05 Jan 2026 08:00:00 GMT' }, 0],
  ])('is the one the service asks for %s', async (_form, headers, delayMs) => {
    const service = await loopbackService((response, { count }) =>
      count === 1 ? respond(response, 429, busy, headers) : succeed(response, mandate),
    );
    const delays: number[] = [];
    const hooks = { onRetry: (event: { delayMs: number }) => void delays.push(event.delayMs) };
    const { response } = await engineFor(service.url, { hooks, retry: { firstDelayMs: 3_000 }, random: () => 0.9 })
      .call('getMandate', { mandateId })
      .withResponse();
    expect(delays).toEqual([delayMs]);
    expect(response.elapsedMs).toBeGreaterThanOrEqual(delayMs);
  });

  test('that goes beyond the remaining time ends the call at once and carries the wait', async () => {
    const service = await loopbackService((response) => respond(response, 429, busy, { 'retry-after': '60' }));
    const error = await errorOf<RateLimitError>(
      engineFor(service.url).call('getMandate', { mandateId }, { timeoutMs: 30_000 }),
    );
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfterMs: 60_000, attempts: 1, retryable: true, outcome: 'none' });
  });

  test('of an overloaded service is named in its error too', async () => {
    const service = await loopbackService((response) => respond(response, 503, busy, { 'retry-after': '60' }));
    const error = await errorOf<ServiceError>(engineFor(service.url).call('getMandate', { mandateId }));
    expect(error).toMatchObject({ name: 'ServiceError', status: 503, attempts: 1 });
    expect(error.message).toContain('it asks to wait 60000 ms');
  });

  test("is ended at once by the caller's signal, whose reason becomes the cause", async () => {
    const service = await loopbackService((response) => respond(response, 503, busy));
    const caller = new AbortController();
    const reason = new Error('the payer closed the page');
    const hooks = { onRetry: () => void setImmediate(() => caller.abort(reason)) };
    const engine = engineFor(service.url, {
      hooks,
      retry: { firstDelayMs: 3_600_000, maxDelayMs: 3_600_000 },
      random: () => 0.9,
    });
    const error = await errorOf<Error>(
      engine.call('getMandate', { mandateId }, { signal: caller.signal, timeoutMs: 3_600_000 }),
    );
    expect(error).toMatchObject({ name: 'AbortedError', code: 'aborted', outcome: 'none', attempts: 1 });
    expect(error.cause).toBe(reason);
  });
});

describe('a write that may be repeated only after asking', () => {
  test.each([429, 500, 503])('is not sent again after status %i', async (status) => {
    const service = await loopbackService((response) => respond(response, status, busy));
    const error = await errorOf(engineFor(service.url).call('attachByMicroDeposit', attachment));
    expect(error).toMatchObject({ attempts: 1, outcome: status >= 500 ? 'unknown' : 'none' });
    expect(service.seen).toHaveLength(1);
  });

  test('is not sent again after its connection broke, and its effect is unknown', async () => {
    const service = await loopbackService((_response, { socket }) => socket.destroy());
    const error = await errorOf(engineFor(service.url).call('attachByMicroDeposit', attachment));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ attempts: 1, outcome: 'unknown', retryable: false });
    expect(service.seen).toHaveLength(1);
  });

  test('is tried again while no connection can be made, and then had no effect', async () => {
    const retries: string[] = [];
    const hooks = { onRetry: ({ reason }: { reason: string }) => void retries.push(reason) };
    const engine = engineFor(`http://127.0.0.1:${await deadPort()}`, { hooks });
    const error = await errorOf(engine.call('attachByMicroDeposit', attachment, { retries: 2 }));
    expect(error).toMatchObject({ name: 'ConnectionError', attempts: 0, outcome: 'none', retryable: true });
    expect(retries).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
  });
});
