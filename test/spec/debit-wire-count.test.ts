import { Agent, getGlobalDispatcher, interceptors, RetryAgent, setGlobalDispatcher } from 'undici';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { RepayKit } from '../../src/client/repay-kit.ts';
import type { CollectingLoan } from '../../src/domain/loan/loan.ts';
import { undiciTransport } from '../../src/http/undici-transport.ts';
import { dyingStore } from '../client/debit-fixture.ts';
import { faults } from '../http/debit-faults.ts';
import { type Answer, deadPort, type LoopbackService, loopbackService, respond } from '../http/loopback-service.ts';
import { passDeadlines } from '../http/pass-deadlines.ts';
import { createFixture, errorOf, type Fixture } from '../journeys/fixture.ts';
import { manualTerms } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

// Typed by hand: whatever happens to a debit, one PUT at most reaches the service, and none follows it. Spec §4.7.

interface Mode {
  readonly mode: string;
  readonly answer: Answer;
}

const modes: readonly Mode[] = [
  ...faults.map(({ fault, answer }) => ({ mode: fault, answer })),
  { mode: 'status 429 without Retry-After', answer: (response) => respond(response, 429, {}) },
  {
    mode: 'status 429 that asks to wait a second',
    answer: (response) => respond(response, 429, {}, { 'retry-after': '1' }),
  },
  { mode: 'JSON that breaks off, with its length', answer: whole('{"status": true, "data": {') },
  { mode: 'an answer of nothing', answer: whole('') },
  {
    mode: 'an answer about another mandate',
    answer: whole('{"status":true,"error":false,"message":null,"data":{"mandateId":"ffffffffffffffffffffffff"}}'),
  },
  { mode: 'a body that drips', answer: drip },
];

function whole(text: string): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) });
    response.end(text);
  };
}

function drip(response: Parameters<Answer>[0]): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const dripping = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(dripping));
  setTimeout(passDeadlines, 50);
}

interface Wire {
  readonly stage: Fixture;
  readonly service: LoopbackService;
  readonly loan: CollectingLoan;
  process(store?: Fixture['store']): RepayKit;
}

/** The service on a real port: debits meet faults, before or after it took them; everything else is answered as it should be. */
async function onTheWire(answer: Answer, reaches: 'lost' | 'taken'): Promise<Wire> {
  const stage = await createFixture({ receivesWebhooks: false });
  const forward = async ({ method, url, headers, body }: Parameters<Answer>[1]) => {
    const { connection: _1, 'content-length': _2, 'transfer-encoding': _3, host: _4, ...kept } = headers;
    const request = { method, headers: kept as Record<string, string>, ...(method === 'GET' ? {} : { body }) };
    return stage.server.fetch(new Request(`${stage.server.url}${url}`, request));
  };
  const service = await loopbackService(async (response, seen) => {
    if (seen.method === 'PUT') {
      if (reaches === 'taken') await forward(seen);
      return answer(response, seen);
    }
    const answered = await forward(seen);
    response.writeHead(answered.status, { 'content-type': 'application/json' });
    response.end(await answered.text());
  });
  const process = (store = stage.store) => {
    const kit = stage.newKit({ baseUrl: service.url, store, transport: undiciTransport() });
    onTestFinished(() => kit.close());
    return kit;
  };
  return { stage, service, loan: await walkTo(stage, 'collecting', { terms: manualTerms }), process };
}

const puts = ({ service }: Wire) => service.seen.filter(({ method }) => method === 'PUT').length;
const WANTED = { amount: 30_000, debitDate: '2026-01-05' };

/** What a worker does afterwards: it asks whenever it is time to, and refreshes, until nothing is due; then another process does. */
async function goOn(wire: Wire): Promise<CollectingLoan> {
  let loan = (await wire.stage.kit.loans.get('loan-1')) as CollectingLoan;
  for (const kit of [wire.process(), wire.process()]) {
    for (let round = 0; round < 12; round += 1) {
      const settled = await kit.collections.settle(loan);
      loan = await kit.mandates.refresh(settled.loan);
      const [next] = settled.debits.flatMap(({ nextLookAt }) => nextLookAt ?? []).sort();
      if (next === undefined) break;
      await wire.stage.moveTo(next);
    }
  }
  return loan;
}

function hostile(): RetryAgent {
  return new RetryAgent(new Agent().compose(interceptors.redirect({ maxRedirections: 5 })), {
    minTimeout: 1,
    maxTimeout: 2,
    maxRetries: 5,
  });
}

describe.each([false, true])('with a retrying, redirecting global dispatcher: %s', (isHostile) => {
  const before = getGlobalDispatcher();
  beforeEach(() => {
    if (isHostile) setGlobalDispatcher(hostile());
  });
  afterEach(() => setGlobalDispatcher(before));

  describe.each(modes)('after $mode', ({ answer }) => {
    test('a debit that the service never saw has reached the wire once, and its end is known or for a person', async () => {
      const wire = await onTheWire(answer, 'lost');
      await wire.process().collections.collect(wire.loan, WANTED);
      const { debits } = await goOn(wire);
      expect(['parked', 'refused']).toContain(debits[0]?.status);
      expect(puts(wire)).toBe(1);
    });

    test('a debit that the service took has reached the wire once, and nothing is taken twice', async () => {
      const wire = await onTheWire(answer, 'taken');
      await wire.process().collections.collect(wire.loan, WANTED);
      const { debits, balances } = await goOn(wire);
      // Where the service says that it refused, it is believed; the money still counts.
      expect(['successful', 'refused']).toContain(debits[0]?.status);
      expect(balances.collected).toBe(30_000);
      expect(puts(wire)).toBe(1);
    });
  });

  test('a process that ends before the result is written leaves one PUT behind, and the next one adds none', async () => {
    const wire = await onTheWire((_response, { socket }) => socket.destroy(), 'taken');
    await errorOf(wire.process(dyingStore(wire.stage.store)).collections.collect(wire.loan, WANTED));
    expect((await goOn(wire)).debits).toMatchObject([{ status: 'successful' }]);
    expect(puts(wire)).toBe(1);
  });
});

test('a debit that found no connection has not reached the wire, and asking about it sends nothing', async () => {
  const wire = await onTheWire((response) => respond(response, 500, {}), 'taken');
  const away = wire.stage.newKit({
    baseUrl: `http://127.0.0.1:${await deadPort()}`,
    transport: undiciTransport(),
    retry: { retries: 0 },
  });
  expect(await errorOf(away.collections.collect(wire.loan, WANTED))).toMatchObject({
    name: 'ConnectionError',
    outcome: 'none',
    attempts: 0,
  });
  expect((await goOn(wire)).debits).toMatchObject([{ status: 'refused' }]);
  expect(puts(wire)).toBe(0);
  await away.close();
});
