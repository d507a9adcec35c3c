import { Agent, type Dispatcher, interceptors, RetryAgent } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { UndiciDispatcher } from '../../src/http/undici-dispatcher.ts';
import { faults } from './debit-faults.ts';
import {
  attachment,
  deadPort,
  debit,
  engineFor,
  errorOf,
  loopbackService,
  mandate,
  mandateId,
  scheduledDebit,
  succeed,
} from './loopback-service.ts';
import { passDeadlines } from './pass-deadlines.ts';

const quick = { minTimeout: 1, maxTimeout: 2, maxRetries: 5 };

/** Dispatchers that repeat requests by themselves. */
const repeating: readonly [name: string, make: () => Dispatcher][] = [
  ['a retrying agent', () => new RetryAgent(new Agent(), quick)],
  ['a retrying agent that passes statuses on', () => new RetryAgent(new Agent(), { ...quick, throwOnError: false })],
  [
    'a retrying, redirecting agent',
    () => new RetryAgent(new Agent().compose(interceptors.redirect({ maxRedirections: 5 })), quick),
  ],
  [
    'composed interceptors',
    () => new Agent().compose(interceptors.retry(quick), interceptors.redirect({ maxRedirections: 5 })),
  ],
  ['an agent that hides when requests start', () => new Agent().compose(hidingStarts)],
  ['a retrying agent that hides when requests start', () => new RetryAgent(new Agent().compose(hidingStarts), quick)],
  ['an agent that sends whatever failed again', () => new Agent().compose(sendingAgain)],
];

// Reports everything to the transport except the start of a request.
function hidingStarts(dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch {
  return (options, handler) => dispatch(options, reported(handler, { onRequestStart: () => {} }));
}

// Asks nothing and looks at nothing: the same options go out again, until there is an answer.
function sendingAgain(dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch {
  return (options, handler) => {
    let left = 3;
    const once = (): boolean =>
      dispatch(
        options,
        reported(handler, {
          onRequestStart: () => {},
          onResponseError: (controller: never, error: Error) =>
            left-- > 0 ? void once() : handler.onResponseError?.(controller, error),
        }),
      );
    return once();
  };
}

function reported(handler: Dispatcher.DispatchHandler, changes: object): Dispatcher.DispatchHandler {
  const pass = (name: keyof Dispatcher.DispatchHandler) => ({
    [name]: (...args: never[]) => (handler[name] as ((...all: never[]) => unknown) | undefined)?.(...args),
  });
  return Object.assign(
    {},
    pass('onRequestStart'),
    pass('onResponseStart'),
    pass('onResponseData'),
    pass('onResponseEnd'),
    pass('onResponseError'),
    changes,
  );
}

function given(make: () => Dispatcher): UndiciDispatcher {
  const dispatcher = make();
  onTestFinished(() => dispatcher.destroy());
  return dispatcher as unknown as UndiciDispatcher;
}

describe.each(repeating)('through %s', (_name, make) => {
  test.each(faults)(
    'a debit reaches the wire once and no effect is denied, after $fault',
    async ({ answer, error }) => {
      const service = await loopbackService(answer);
      const engine = engineFor(service.url, { transport: given(make) });
      const failure = await errorOf<{ outcome: string }>(engine.call('collectManually', debit));
      // What the dispatcher swallowed is not known any more; a refusal may become less certain, an unknown effect never more so.
      expect([error.outcome, 'unknown']).toContain(failure.outcome);
      expect(service.seen.map(({ method }) => method)).toEqual(['PUT']);
    },
  );

  test('a debit arrives whole, with its length', async () => {
    const service = await loopbackService((response) => succeed(response, scheduledDebit));
    const { response } = await engineFor(service.url, { transport: given(make) })
      .call('collectManually', debit)
      .withResponse();
    expect(response.attempts).toBe(1);
    expect(JSON.parse(service.seen[0]?.body ?? '')).toEqual(debit);
    expect(service.seen[0]?.headers).toMatchObject({ 'content-length': String(JSON.stringify(debit).length) });
  });

  test('an upload of unknown length reaches the wire once', async () => {
    const service = await loopbackService((_response, { socket }) => socket.destroy());
    async function* statement() {
      yield Buffer.from('%PDF-1.7 body');
    }
    const input = {
      bvn: '22200000001',
      accountName: 'Ada',
      accountNumber: '0123456789',
      accountType: 'savings',
      bankName: 'B',
      bankCode: '044',
    };
    const call = engineFor(service.url, { transport: given(make) }).call('uploadStatement', {
      ...input,
      statement: statement(),
    });
    expect(await errorOf(call)).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', attempts: 1 });
    expect(service.seen).toHaveLength(1);
  });

  test('a debit that found no connection had no effect', async () => {
    const engine = engineFor(`http://127.0.0.1:${await deadPort()}`, { transport: given(make) });
    expect(await errorOf(engine.call('collectManually', debit, { retries: 0 }))).toMatchObject({
      name: 'ConnectionError',
      attempts: 0,
      outcome: 'none',
    });
  });
});

describe('through a dispatcher that reports nothing', () => {
  const silent = (code?: string): UndiciDispatcher => ({
    dispatch(_options, handler) {
      setImmediate(() =>
        handler.onResponseError({ abort: () => {} }, Object.assign(new Error('no'), code && { code })),
      );
      return true;
    },
  });

  test.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'UND_ERR_CONNECT_TIMEOUT',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])('%s proves that nothing left', async (code) => {
    const engine = engineFor('http://127.0.0.1:9', { transport: silent(code) });
    expect(await errorOf(engine.call('collectManually', debit, { retries: 0 }))).toMatchObject({
      attempts: 0,
      outcome: 'none',
    });
  });

  test.each(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_DESTROYED', undefined])(
    '%s proves nothing, so nothing is sent again',
    async (code) => {
      const engine = engineFor('http://127.0.0.1:9', { transport: silent(code) });
      expect(await errorOf(engine.call('collectManually', debit))).toMatchObject({ attempts: 1, outcome: 'unknown' });
      expect(await errorOf(engine.call('attachByMicroDeposit', attachment))).toMatchObject({
        attempts: 1,
        outcome: 'unknown',
      });
    },
  );

  test('a deadline leaves the effect unknown', async () => {
    const dispatch = () => {
      passDeadlines();
      return true;
    };
    const engine = engineFor('http://127.0.0.1:9', { transport: { dispatch } });
    expect(await errorOf(engine.call('collectManually', debit))).toMatchObject({
      name: 'DeadlineError',
      attempts: 1,
      outcome: 'unknown',
    });
  });

  test('reads are repeated all the same', async () => {
    const service = await loopbackService((response, { count, socket }) =>
      count === 1 ? socket.destroy() : succeed(response, mandate),
    );
    const engine = engineFor(service.url, { transport: given(() => new Agent().compose(hidingStarts)) });
    await expect(engine.call('getMandate', { mandateId })).resolves.toMatchObject({ _id: mandateId });
  });
});
