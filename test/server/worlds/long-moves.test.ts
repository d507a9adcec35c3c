import { afterEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../src/domain/calendar.ts';
import type { ReferenceServer } from '../../../src/server/index.ts';
import { disburse, type Send, serverWithCaller, TERMS } from '../merchant.ts';

const DUE = '2026-02-01T07:00:00Z';
const MANY = 1_200;

let server: ReferenceServer;
afterEach(() => server.close());

const idOf = (index: number) => index.toString(16).padStart(24, '0');
const accountOf = (index: number) => ({ accountNumber: String(5_000_000_000 + index), bankCode: '058' });

/** Many loans of one payer, each on an account of its own, all due on one day. */
async function lend(caller: Send, count = MANY): Promise<void> {
  const send: Send = async (target, sent) => {
    const reply = await caller(target, sent);
    if (reply.status >= 300) throw new Error(`${target}: ${reply.text}`);
    return reply;
  };
  const numbers = Array.from({ length: count }, (_, index) => index);
  for (let from = 0; from < count; from += 1_000) {
    const accounts = numbers.slice(from, from + 1_000).map((index) => ({ ...accountOf(index), balance: 90_000 }));
    await send('POST /_control/payers', { body: { bvn: String(22_300_000_000 + from), name: 'Bola Okoro', accounts } });
  }
  for (const index of numbers) {
    const { bvn: _known, ...placed } = asked(index);
    await send('POST /v1/mandates/mandates/consent/create', { body: { ...placed, ...TERMS } });
    const signed = {
      ...placed,
      accountName: 'BOLA OKORO',
      phone: '08030000004',
      bankAddress: '5 Sample Street',
      file: 'aGVsbG8=',
    };
    await send('POST /v1/mandates/mandate/create-mandate', { body: signed });
    await disburse(send, idOf(index));
  }
}

const mandate = async (send: Send, index = 0) =>
  (await send('POST /v1/mandates/consent/business/get-mandate', { body: { mandateId: idOf(index) } })).json.data;

describe('a move of the clock over a day with much to do', () => {
  test('reports its progress and lets others in, who find every mandate whole', async () => {
    const started = serverWithCaller();
    server = started.server;
    await lend(started.send);
    const seen: (readonly [collected: number, ran: number])[] = [];
    const looks: Promise<void>[] = [];
    const moved = await server.clock.to(DUE, {
      onProgress: ({ ran }) => {
        const look = async () => {
          const found = await Promise.all([mandate(started.send), mandate(started.send, MANY - 1)]);
          for (const each of found) expect(each.collectedAmount + each.outstandingBalance).toBe(90_000);
          // A write lets run what is due by then; that too belongs to the move.
          await started.send('PATCH /_control/policy', { body: {} });
          seen.push([found.reduce((sum, each) => sum + each.collectedAmount, 0), ran.attempts]);
        };
        looks.push(look());
      },
    });
    await Promise.all(looks);
    expect(moved.ran).toEqual({ attempts: MANY, timeouts: 0, expiries: 0, webhooks: MANY });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen[0]?.[0]).toBe(30_000);
  });

  test('stops for a signal with its reason; the rest runs as soon as anything happens', async () => {
    const started = serverWithCaller();
    server = started.server;
    await lend(started.send);
    const stop = new AbortController();
    await expect(
      server.clock.to(DUE, { signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) }),
    ).rejects.toThrow('enough');
    expect((await mandate(started.send, MANY - 1)).collectedAmount).toBe(0);
    await server.controls.patchPolicy({ attemptsPerDueDate: 2 });
    await server.clock.advance('PT1M');
    expect((await mandate(started.send, MANY - 1)).collectedAmount).toBe(30_000);
  });

  test('delivers webhooks while it is under way, in order and each once', async () => {
    const received: string[] = [];
    const lastIsOpen: boolean[] = [];
    const handler = async (request: Request) => {
      const { mandateId } = (await request.json()) as { mandateId?: string };
      // Payloads of activations name the mandate elsewhere.
      if (mandateId !== undefined) received.push(mandateId);
      lastIsOpen.push((await mandate(started.send, MANY - 1))?.collectedAmount === 0);
      return new Response(null, { status: 204 });
    };
    const started = serverWithCaller({ webhook: { handler } });
    server = started.server;
    await lend(started.send);
    await server.clock.to(DUE);
    expect(received).toEqual(Array.from({ length: MANY }, (_, index) => idOf(index)));
    expect([lastIsOpen[0], lastIsOpen.at(-1)]).toEqual([true, false]);
  });

  test('a flowing clock catches up in the same way: a caller is answered at once meanwhile', async () => {
    const started = serverWithCaller({ now: Date.parse(DUE) - 60_000, flow: 'real' });
    server = started.server;
    await lend(started.send);
    // A move that is given up in the middle of the day leaves the rest to the flow of time.
    const stop = new AbortController();
    await server.clock.to(DUE, { signal: stop.signal, onProgress: () => stop.abort() }).catch(() => undefined);
    const collected = async () => (await mandate(started.send, MANY - 1)).collectedAmount;
    expect(await collected()).toBe(0);
    await server.clock.advance('PT0S');
    expect(await collected()).toBe(30_000);
  });

  test('a flowing clock flows on from where a move was given up, also if nothing had to be reported on the way', async () => {
    const started = serverWithCaller({ flow: 'real' });
    server = started.server;
    for (let index = 0; index < MANY; index += 1)
      await started.send('POST /v1/mandates/mandates/consent/create', { body: asked(index) });
    for (let index = 0; index < MANY; index += 1)
      await started.send('POST /v1/mandates/micro-deposit/create/mandate', { body: asked(index) });
    const threeDaysOn = server.clock.sleep(3 * DAY_MS);
    const stop = new AbortController();
    const moved = server.clock.advance('P8D', {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('enough')),
    });
    await expect(moved).rejects.toThrow('enough');
    await threeDaysOn;
    const reached = server.clock.now();
    while (server.clock.now() === reached) await new Promise((resolve) => setImmediate(resolve));
  });
});

/** What 4.3 and 4.4 take for one of many mandates; no deposit arrives, and no webhook is sent. */
function asked(index: number) {
  const merchant = { appId: '650000000000000000000001', businessId: '650000000000000000000002' };
  const payer = {
    bvn: '22300000000',
    email: 'bola.okoro@example.com',
    mobileNumber: '08030000004',
    address: '4 Sample Street, Lagos',
  };
  return { ...merchant, ...payer, ...accountOf(index), mandateId: idOf(index) };
}
