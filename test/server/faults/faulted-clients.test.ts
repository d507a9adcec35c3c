/** What the real client makes of each fault, through every adapter. */
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  AnswerError,
  ConnectionError,
  DeadlineError,
  fetchTransport,
  RateLimitError,
  type RepayKitOptions,
  ServiceError,
} from '../../../src/index.ts';
import { createReferenceServer, type NewFault, type ReferenceServer } from '../../../src/server/index.ts';
import { engineFor, errorOf } from '../../http/loopback-service.ts';
import { passDeadlines } from '../../http/pass-deadlines.ts';
import { caller, deposit, disburse, MANDATE_ID, PRIMARY, placement, STARTS, TERMS } from '../merchant.ts';

type Adapter = (server: ReferenceServer) => Promise<Partial<RepayKitOptions>>;

const adapters: readonly (readonly [string, Adapter])[] = [
  ['the dispatcher', async ({ url, dispatcher }) => ({ baseUrl: url, transport: dispatcher })],
  ['a port', async (server) => ({ baseUrl: (await server.listen()).url })],
  [
    'fetch',
    async ({ url, fetch }) => ({
      baseUrl: url,
      transport: fetchTransport({ fetch: fetch as typeof globalThis.fetch }),
    }),
  ],
];

const debit = { mandateId: MANDATE_ID, amount: 5_000, debitDate: '2026-02-02' };

describe.each(adapters)('through %s', (_name, adapter) => {
  /** A loan on demand that is ready to be debited, and a client of it. */
  async function lending(more: Partial<RepayKitOptions> = {}) {
    const server = createReferenceServer({ now: STARTS });
    onTestFinished(() => server.close());
    const send = caller(server);
    await send('POST /v1/mandates/mandates/consent/create', {
      body: { ...placement(), ...TERMS, collectionMode: 'manual' },
    });
    await send('POST /v1/mandates/micro-deposit/create/mandate', { body: placement(PRIMARY) });
    await deposit(send);
    await disburse(send);
    const keys = { publicKey: 'pk_test_repaykit', secretKey: 'sk_test_repaykit', retry: { retries: 0 } };
    const { baseUrl = '', ...rest } = await adapter(server);
    const kit = engineFor(baseUrl, { ...keys, ...rest, ...more });
    const debits = async () =>
      (await send(`GET /v1/mandates/consent/business/collection?type=manual`)).json.data.length as number;
    const strike = (fault: NewFault) => server.controls.addFault(fault);
    /** Resolves once the faults applied so often. */
    const hits = async (count: number) => {
      const faulted = async () => (await server.controls.faults()).items.reduce((sum, fault) => sum + fault.hits, 0);
      while ((await faulted()) < count) await new Promise((resolve) => setTimeout(resolve, 2));
    };
    return { server, kit, debits, strike, hits };
  }

  test.each([
    ['before', 0],
    ['after', 1],
  ] as const)('a connection that breaks %s a debit leaves its outcome unknown, and %i debits', async (when, count) => {
    const { kit, debits, strike } = await lending();
    await strike({ kind: 'reset', operation: 'collectManually', when });
    const error = await errorOf<ConnectionError>(kit.call('collectManually', debit));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ outcome: 'unknown', attempts: 1, retryable: false });
    expect(await debits()).toBe(count);
  });

  test.each([
    ['before', 0],
    ['after', 1],
  ] as const)(
    'a debit that is never answered (%s) ends with its deadline, unknown, and %i debits',
    async (when, count) => {
      const { kit, debits, strike, hits } = await lending({ timeouts: { debitMs: 90_000 } });
      await strike({ kind: 'timeout', operation: 'collectManually', when });
      const call = errorOf<DeadlineError>(kit.call('collectManually', debit));
      await hits(1);
      passDeadlines();
      const error = await call;
      expect(error).toBeInstanceOf(DeadlineError);
      expect(error).toMatchObject({ outcome: 'unknown', deadlineMs: 90_000 });
      expect(await debits()).toBe(count);
    },
  );

  test.each([
    ['before', 0],
    ['after', 1],
  ] as const)(
    'broken JSON %s a debit is no answer that can be believed: unknown, and %i debits',
    async (when, count) => {
      const { kit, debits, strike } = await lending();
      await strike({ kind: 'malformed', operation: 'collectManually', when });
      const error = await errorOf<AnswerError>(kit.call('collectManually', debit));
      expect(error).toBeInstanceOf(AnswerError);
      expect(error).toMatchObject({ outcome: 'unknown', status: 200 });
      expect(await debits()).toBe(count);
    },
  );

  test('a status is the error that it stands for', async () => {
    const { kit, strike } = await lending();
    await strike({ kind: 'status', operation: 'collectManually', times: 1 });
    const failed = await errorOf<ServiceError>(kit.call('collectManually', debit));
    expect(failed).toBeInstanceOf(ServiceError);
    expect(failed).toMatchObject({ status: 500, serviceCode: 'fault', outcome: 'unknown' });
    await strike({ kind: 'status', operation: 'collectManually', status: 429, retryAfter: 30 });
    const limited = await errorOf<RateLimitError>(kit.call('collectManually', debit));
    expect(limited).toBeInstanceOf(RateLimitError);
    expect(limited).toMatchObject({ retryAfterMs: 30_000, outcome: 'none' });
  });

  test('a read is repeated until the faults are used up', async () => {
    const { kit, strike, server } = await lending({ retry: { retries: 3, firstDelayMs: 1 } });
    await strike({ kind: 'reset', operation: 'getMandate', times: 1 });
    await strike({ kind: 'status', operation: 'getMandate', status: 503, times: 1 });
    expect((await kit.call('getMandate', { mandateId: MANDATE_ID }))._id).toBe(MANDATE_ID);
    expect((await server.controls.faults()).items.map(({ hits, remaining }) => [hits, remaining])).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });

  test.each([
    ['before', 0],
    ['after', 1],
  ] as const)('under latency %s there are %i debits while the answer is waited for', async (when, count) => {
    const { kit, debits, strike, hits } = await lending();
    await strike({ kind: 'latency', operation: 'collectManually', delayMs: 600_000, when });
    const end = new AbortController();
    const call = errorOf(kit.call('collectManually', debit, { signal: end.signal }));
    await hits(1);
    expect(await debits()).toBe(count);
    end.abort();
    expect(await call).toMatchObject({ name: 'AbortedError', outcome: 'unknown' });
  });

  test.each(['before', 'after'] as const)(
    'an answer that is late (%s) comes, on a clock that stands still too',
    async (when) => {
      const { kit, debits, strike } = await lending();
      await strike({ kind: 'latency', operation: 'collectManually', delayMs: 30, when });
      const began = performance.now();
      expect((await kit.call('collectManually', debit)).mandateId).toBe(MANDATE_ID);
      expect(performance.now() - began).toBeGreaterThan(28);
      expect(await debits()).toBe(1);
    },
  );

  test('a body that drips ends in the end, or with the deadline of who cannot wait', async () => {
    const { kit, strike } = await lending();
    await strike({ kind: 'slow-body', operation: 'getMandate', delayMs: 6 });
    const began = performance.now();
    expect((await kit.call('getMandate', { mandateId: MANDATE_ID })).totalAmountDue).toBe(90_000);
    expect(performance.now() - began).toBeGreaterThan(40);
    expect(await errorOf(kit.call('getMandate', { mandateId: MANDATE_ID }, { timeoutMs: 25 }))).toBeInstanceOf(
      DeadlineError,
    );
  });

  test('closing the server ends what would never end, at once', async () => {
    const { kit, strike, hits, server } = await lending();
    await strike({ kind: 'timeout', operation: 'getMandate' });
    await strike({ kind: 'latency', operation: 'listCollections', delayMs: 600_000, when: 'after' });
    await strike({ kind: 'slow-body', operation: 'listBanks', delayMs: 600_000 });
    const calls = [
      kit.call('getMandate', { mandateId: MANDATE_ID }),
      kit.call('listCollections', { type: 'auto' }),
      kit.call('listBanks', {}),
    ].map((call) => errorOf(call));
    await hits(3);
    await server.close();
    for (const error of await Promise.all(calls)) expect(error).toBeInstanceOf(ConnectionError);
  });
});
