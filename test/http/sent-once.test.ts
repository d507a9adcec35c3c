import { createServer, type Server } from 'node:http';
import { Agent, getGlobalDispatcher, interceptors, RetryAgent, setGlobalDispatcher } from 'undici';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import { faults } from './debit-faults.ts';
import { deadPort, debit, engineFor, errorOf, loopbackService, scheduledDebit, succeed } from './loopback-service.ts';

function hostile(): RetryAgent {
  return new RetryAgent(new Agent().compose(interceptors.redirect({ maxRedirections: 5 })), {
    minTimeout: 1,
    maxTimeout: 2,
    maxRetries: 5,
  });
}

describe.each(faults)('after $fault', ({ answer, error }) => {
  test('a debit has reached the wire once', async () => {
    const service = await loopbackService(answer);
    expect(await errorOf(engineFor(service.url).call('collectManually', debit))).toMatchObject({
      ...error,
      attempts: 1,
      retryable: isPassing(error),
    });
    expect(service.seen.map(({ method }) => method)).toEqual(['PUT']);
  });

  describe('with a retrying, redirecting global dispatcher', () => {
    const before = getGlobalDispatcher();
    beforeEach(() => setGlobalDispatcher(hostile()));
    afterEach(() => setGlobalDispatcher(before));

    test('a debit has reached the wire once', async () => {
      const service = await loopbackService(answer);
      expect(await errorOf(engineFor(service.url).call('collectManually', debit))).toMatchObject(error);
      expect(service.seen.map(({ method }) => method)).toEqual(['PUT']);
    });
  });
});

function isPassing({ name, outcome }: (typeof faults)[number]['error']): boolean {
  return name === 'RateLimitError' && outcome === 'none';
}

describe('a debit', () => {
  test('takes a connection of its own, even when one lies ready', async () => {
    const service = await loopbackService((response, { method }) =>
      succeed(response, method === 'PUT' ? scheduledDebit : []),
    );
    const engine = engineFor(service.url);
    await engine.call('listPolicies', {});
    await engine.call('collectManually', debit);
    await engine.call('listPolicies', {});
    expect(service.sockets()).toBe(2);
    expect(service.seen[1]?.headers.connection).toBe('close');
  });

  test('is sent when the service can be reached at last, and then once', async () => {
    const port = await deadPort();
    let late: Server | undefined;
    let debits = 0;
    const hooks = {
      onRetry: () => {
        late ??= createServer((request, response) => {
          request.resume().on('end', () => {
            debits += 1;
            succeed(response, scheduledDebit);
          });
        }).listen(port, '127.0.0.1');
      },
    };
    onTestFinished(() => void late?.close());
    const engine = engineFor(`http://127.0.0.1:${port}`, {
      hooks,
      retry: { retries: 10, firstDelayMs: 20 },
      random: () => 0.9,
    });
    const { response } = await engine.call('collectManually', debit).withResponse();
    expect(response.attempts).toBe(1);
    expect(debits).toBe(1);
  });

  test('that never found a connection had no effect and may be called again', async () => {
    const error = await errorOf(engineFor(`http://127.0.0.1:${await deadPort()}`).call('collectManually', debit));
    expect(error).toMatchObject({ name: 'ConnectionError', attempts: 0, outcome: 'none', retryable: true });
  });

  test('whose host does not exist had no effect', async () => {
    const engine = engineFor('https://does-not-exist.invalid', {
      allowMixedKeys: true,
      repaymentReports: 'merchant',
      ...merchantPromises,
    });
    expect(await errorOf(engine.call('collectManually', debit, { retries: 0 }))).toMatchObject({
      name: 'ConnectionError',
      attempts: 0,
      outcome: 'none',
    });
  });

  test('whose service does not speak TLS had no effect', async () => {
    const service = await loopbackService((response) => succeed(response, scheduledDebit));
    const engine = engineFor(service.url.replace('http:', 'https:'));
    expect(await errorOf(engine.call('collectManually', debit, { retries: 1 }))).toMatchObject({
      name: 'ConnectionError',
      attempts: 0,
      outcome: 'none',
    });
    expect(service.seen).toHaveLength(0);
  });

  test('whose caller had given up before is not sent', async () => {
    const service = await loopbackService((response) => succeed(response, scheduledDebit));
    const error = await errorOf(engineFor(service.url).call('collectManually', debit, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ name: 'AbortedError', attempts: 0, outcome: 'none' });
    expect(service.seen).toHaveLength(0);
  });

  test('whose caller gives up while it is under way may have taken effect', async () => {
    const caller = new AbortController();
    const service = await loopbackService(() => caller.abort('enough'));
    const error = await errorOf<Error>(
      engineFor(service.url).call('collectManually', debit, { signal: caller.signal }),
    );
    expect(error).toMatchObject({ name: 'AbortedError', attempts: 1, outcome: 'unknown', cause: 'enough' });
    expect(service.seen).toHaveLength(1);
  });
});

const merchantPromises = {
  store: memoryStore(),
  bureau: { submit: async () => {} },
};
