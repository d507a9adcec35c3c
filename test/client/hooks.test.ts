import { AsyncLocalStorage } from 'node:async_hooks';
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Hooks } from '../../src/client/hooks.ts';
import { fetchTransport } from '../../src/http/fetch-transport.ts';
import {
  debit,
  engineFor,
  errorOf,
  loopbackService,
  mandate,
  mandateId,
  respond,
  scheduledDebit,
  succeed,
} from '../http/loopback-service.ts';

type Wrap = NonNullable<Hooks['wrap']>;

/** Rejections that are unhandled until some turns after the test's last call. */
function unhandledRejections(): { readonly soFar: () => Promise<unknown[]> } {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  const others = process.rawListeners('unhandledRejection') as NodeJS.UnhandledRejectionListener[];
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', note);
  onTestFinished(() => {
    process.off('unhandledRejection', note);
    for (const other of others) process.on('unhandledRejection', other);
  });
  const soFar = async () => {
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return unhandled;
  };
  return { soFar };
}

describe('hooks that are asynchronous', () => {
  const rejects = async () => {
    throw new Error('broken watcher');
  };

  test('break nothing by rejecting, nor do loggers or progress listeners', async () => {
    const { soFar } = unhandledRejections();
    const service = await loopbackService((response, { count }) =>
      count === 1 ? respond(response, 503, {}) : respond(response, 422, {}),
    );
    const hooks = { beforeRequest: rejects, afterResponse: rejects, onRetry: rejects, onError: rejects };
    const engine = engineFor(service.url, {
      hooks,
      logger: { debug: rejects, info: rejects, warn: rejects, error: rejects },
    });
    expect(await errorOf(engine.call('getMandate', { mandateId }))).toMatchObject({ status: 422 });
    const input = {
      bvn: '22200000001',
      accountName: 'Ada',
      accountNumber: '0123456789',
      accountType: 'savings',
      bankName: 'B',
      bankCode: '044',
    };
    const statement = Buffer.from('%PDF-1.7 body');
    await errorOf(engine.call('uploadStatement', { ...input, statement }, { onUploadProgress: rejects }));
    expect(await soFar()).toEqual([]);
  });
});

describe('wrap', () => {
  const debits = async (wrap: Wrap) => {
    const service = await loopbackService((response) => succeed(response, scheduledDebit));
    const call = engineFor(service.url, { hooks: { wrap } }).call('collectManually', debit);
    return { service, call };
  };

  test('goes around each whole call, attempts and waits included', async () => {
    const reported: string[] = [];
    const wrap: Wrap = async (event, next) => {
      reported.push(`begin ${event.operation} ${event.attempt}`);
      try {
        return await next();
      } finally {
        reported.push('end');
      }
    };
    const service = await loopbackService((response, { count }) =>
      count === 1 ? respond(response, 503, {}) : succeed(response, mandate),
    );
    const hooks: Hooks = { wrap, beforeRequest: ({ attempt }) => void reported.push(`attempt ${attempt}`) };
    expect(await engineFor(service.url, { hooks }).call('getMandate', { mandateId })).toMatchObject({ _id: mandateId });
    expect(reported).toEqual(['begin getMandate 1', 'attempt 1', 'attempt 2', 'end']);
  });

  test('carries its context into the other hooks', async () => {
    const storage = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    const hooks: Hooks = {
      wrap: (event, next) => storage.run(event.operation, next),
      afterResponse: () => void seen.push(storage.getStore()),
    };
    const service = await loopbackService((response) => succeed(response, mandate));
    await engineFor(service.url, { hooks }).call('getMandate', { mandateId });
    expect(seen).toEqual(['getMandate']);
  });

  const meddling: readonly [what: string, wrap: Wrap][] = [
    ['returns something else', async (_event, next) => next().then(() => ({ data: 'else' }) as never)],
    ['returns nothing', (() => undefined) as never],
    [
      'throws before',
      () => {
        throw new Error('broken');
      },
    ],
    [
      'rejects before',
      async () => {
        throw new Error('broken');
      },
    ],
    [
      'rejects after',
      async (_event, next) => {
        await next();
        throw new Error('broken');
      },
    ],
    [
      'begins the call twice',
      async (_event, next) => {
        await next();
        return next();
      },
    ],
    ['begins the call twice at once', async (_event, next) => (await Promise.all([next(), next()]))[0]],
    [
      'never ends',
      (_event, next) => {
        void next();
        return new Promise(() => {});
      },
    ],
  ];

  test.each(meddling)(
    'that %s changes nothing: the debit goes out once and its own result counts',
    async (_what, wrap) => {
      const { soFar } = unhandledRejections();
      const { service, call } = await debits(wrap);
      await expect(call).resolves.toMatchObject({ paymentStatus: 'pending' });
      expect(service.seen).toHaveLength(1);
      expect(await soFar()).toEqual([]);
    },
  );

  test('cannot hide a failure', async () => {
    const { soFar } = unhandledRejections();
    const service = await loopbackService((response) => respond(response, 500, {}));
    const wrap: Wrap = (_event, next) => next().catch(() => ({}) as never);
    expect(await errorOf(engineFor(service.url, { hooks: { wrap } }).call('collectManually', debit))).toMatchObject({
      status: 500,
      outcome: 'unknown',
    });
    expect(await soFar()).toEqual([]);
  });

  test('that never begins the call cannot hold it beyond its deadline', async () => {
    const service = await loopbackService((response) => succeed(response, scheduledDebit));
    const engine = engineFor(service.url, { hooks: { wrap: () => new Promise(() => {}) } });
    expect(await errorOf(engine.call('collectManually', debit, { timeoutMs: 50 }))).toMatchObject({
      name: 'DeadlineError',
      outcome: 'none',
      attempts: 0,
    });
    expect(service.seen).toHaveLength(0);
  });
});

describe('keys without a known prefix', () => {
  const keys = { publicKey: 'live/0123456789+abcdef-PUBLIC=', secretKey: 'live-22200000001-abcdef-SECRET' };
  const echo = `Key ${keys.publicKey} and ${keys.secretKey} (${encodeURIComponent(keys.publicKey)}) are unknown`;

  function printedBy(service: { readonly url: string }, more: object = {}) {
    const lines: unknown[] = [];
    const line = (...facts: unknown[]) => void lines.push(facts);
    const hooks = { beforeRequest: line, afterResponse: line, onRetry: line, onError: line };
    const engine = engineFor(service.url, {
      ...keys,
      ...more,
      hooks,
      logger: { debug: line, info: line, warn: line, error: line },
    });
    const print = (...values: unknown[]) =>
      inspect([engine, lines, ...values], { depth: 9, showHidden: true }) + JSON.stringify([lines, ...values]);
    return { engine, print };
  }

  function expectNoKeyIn(text: string): void {
    for (const part of [keys.publicKey, keys.secretKey, 'abcdef-PUBLIC', 'abcdef-SECRET', 'abcdef-secret'])
      expect(text).not.toContain(part);
  }

  test.each([401, 429, 503, 200])('that a refusal with status %i repeats are printed nowhere', async (status) => {
    const data = { code: keys.secretKey, rule: keys.publicKey, fields: [{ path: keys.secretKey, message: echo }] };
    const headers = { 'x-request-id': `for ${keys.secretKey}`, 'content-type': `text/${keys.secretKey}` };
    const service = await loopbackService((response) =>
      respond(response, status, { status: false, error: true, message: echo, data }, headers),
    );
    const { engine, print } = printedBy(service);
    const error = await errorOf<Error>(engine.call('getMandate', { mandateId }, { retries: 1 }));
    expect(error.message).toContain('Key [secret] and [secret]');
    expectNoKeyIn(print(error) + error.stack);
  });

  test('that an answer of another shape, a contradiction or a broken connection repeats are printed nowhere', async () => {
    const bodies = [
      { status: true, data: { ...mandate, consents: [{ [keys.secretKey]: 1 }], totalAmountDue: keys.secretKey } },
      { status: true, error: echo, data: null },
    ];
    const service = await loopbackService((response, { count }) =>
      respond(response, 200, bodies[count - 1], { 'content-type': `text/${keys.secretKey}` }),
    );
    const { engine, print } = printedBy(service);
    const errors = [
      await errorOf(engine.call('getMandate', { mandateId })),
      await errorOf(engine.call('collectManually', debit)),
    ];
    const fetch = () => Promise.reject(Object.assign(new Error(echo), { code: keys.secretKey }));
    const lost = printedBy(service, { transport: fetchTransport({ fetch }) });
    const { message } = await errorOf<Error>(lost.engine.call('getMandate', { mandateId }, { retries: 1 }));
    expectNoKeyIn(print(...errors) + message);
  });
});
