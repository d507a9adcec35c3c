import dns from 'node:dns';
import { Agent } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Clock, systemClock } from '../../src/clock/clock.ts';
import { fetchTransport } from '../../src/http/fetch-transport.ts';
import type { Transport } from '../../src/http/transport.ts';
import type { UndiciDispatcher } from '../../src/http/undici-dispatcher.ts';
import { undiciTransport } from '../../src/http/undici-transport.ts';
import { CLAIM } from '../client/sample-claim.ts';
import {
  attachment,
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

const MINUTE = 60_000;

/** The machine's time, which a test makes jump while the timers stand still, as on a machine that was suspended. */
function jumpingClock() {
  let ahead = 0;
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + ahead };
  return {
    clock,
    jump: (ms: number) => {
      ahead += ms;
    },
  };
}

/** Calls back when the name of the service is looked up, that is after a request was given to its transport and before there is a connection. */
function whileConnecting(run: () => void): void {
  const { lookup } = dns;
  onTestFinished(() => {
    dns.lookup = lookup;
  });
  dns.lookup = Object.assign((...given: unknown[]) => {
    run();
    return (lookup as (...all: unknown[]) => unknown)(...given);
  }, lookup) as typeof lookup;
}

function givenAgent(): Transport {
  const agent = new Agent();
  onTestFinished(() => agent.destroy());
  return undiciTransport({ dispatcher: agent as unknown as UndiciDispatcher });
}

const transports: readonly [name: string, make: () => Transport][] = [
  ['its own connections', () => undiciTransport()],
  ['a dispatcher of the lender', givenAgent],
  ['fetch', () => fetchTransport()],
];

describe.each(transports)('through %s, a call that writes', (_name, make) => {
  test.each([
    ['forward by 18 minutes', 18 * MINUTE],
    ['forward by three days', 3 * 24 * 60 * MINUTE],
    ['back by an hour', -60 * MINUTE],
  ])('does not leave when the clock jumps %s while it connects', async (_how, ms) => {
    const service = await loopbackService((response) => succeed(response, scheduledDebit));
    const { clock, jump } = jumpingClock();
    const engine = engineFor(service.url.replace('127.0.0.1', 'localhost'), { transport: make(), clock });
    whileConnecting(() => jump(ms));
    for (const call of [() => engine.call('collectManually', debit), () => engine.call('createClaim', CLAIM)]) {
      expect(await errorOf(call())).toMatchObject({
        name: 'DeadlineError',
        outcome: 'none',
        attempts: 0,
        retryable: true,
      });
    }
    expect(service.seen).toHaveLength(0);
  });

  test('leaves when the clock is corrected by a second while it connects', async () => {
    const service = await loopbackService((response) => succeed(response, scheduledDebit));
    const { clock, jump } = jumpingClock();
    const engine = engineFor(service.url.replace('127.0.0.1', 'localhost'), { transport: make(), clock });
    whileConnecting(() => jump(-1_000));
    await expect(engine.call('collectManually', debit)).resolves.toMatchObject({ paymentStatus: 'pending' });
  });

  test('is believed in its answer, however long that took', async () => {
    const { clock, jump } = jumpingClock();
    const service = await loopbackService((response) => {
      jump(18 * MINUTE);
      succeed(response, scheduledDebit);
    });
    await expect(
      engineFor(service.url, { transport: make(), clock }).call('collectManually', debit),
    ).resolves.toMatchObject({ paymentStatus: 'pending' });
  });
});

test.each(['collectManually', 'attachByMicroDeposit'] as const)(
  'after a refused connection and 18 minutes %s is not tried again',
  async (operation) => {
    const port = await deadPort();
    const { clock, jump } = jumpingClock();
    let listening: ReturnType<typeof loopbackService> | undefined;
    const onRetry = () => {
      jump(18 * MINUTE);
      listening ??= loopbackService((response) => succeed(response, scheduledDebit), port);
    };
    const engine = engineFor(`http://127.0.0.1:${port}`, {
      clock,
      hooks: { onRetry },
      retry: { firstDelayMs: 200 },
      random: () => 1,
    });
    expect(
      await errorOf(engine.call(operation, (operation === 'collectManually' ? debit : attachment) as never)),
    ).toMatchObject({
      name: 'DeadlineError',
      outcome: 'none',
      attempts: 0,
    });
    expect((await listening)?.seen).toHaveLength(0);
  },
);

test('a read leaves whenever it likes', async () => {
  const service = await loopbackService((response, { count }) =>
    count === 1 ? respond(response, 503, {}) : succeed(response, mandate),
  );
  const { clock, jump } = jumpingClock();
  const engine = engineFor(service.url, { clock, hooks: { onRetry: () => jump(18 * MINUTE) } });
  await expect(engine.call('getMandate', { mandateId })).resolves.toEqual(mandate);
});
