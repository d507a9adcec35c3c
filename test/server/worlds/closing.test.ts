import { type Agent, request } from 'undici';
import { describe, expect, test } from 'vitest';
import { createReferenceServer, type ReferenceServer } from '../../../src/server/index.ts';
import { caller, deposit, disburse, place, STARTS } from '../merchant.ts';

const CLOSED = /The reference server was closed/;

/** Every way into a server of this process. */
const ways: Readonly<Record<string, (server: ReferenceServer) => Promise<unknown>>> = {
  fetch: (server) => server.fetch('/_control/health'),
  dispatcher: (server) =>
    request(`${server.url}/_control/health`, { dispatcher: server.dispatcher as unknown as Agent }),
  'the control verbs': (server) => server.controls.policy(),
  'the bank': (server) => server.bank.setBalance({ bankCode: '058', accountNumber: '0100000011' }, 1),
  'a clock move': (server) => server.clock.advance('P1D'),
  'a sleep': (server) => server.clock.sleep(1_000),
  'the controls of a world': (server) => server.world('acme').controls.reset(),
  'the clock of a world': (server) => server.world('acme').clock.advance('P1D'),
  'a snapshot': (server) => server.controls.snapshot(),
};

describe('a server that was closed', () => {
  test.each(Object.keys(ways))('answers nothing through %s, and says so', async (name) => {
    const server = createReferenceServer({ now: STARTS });
    await server.close();
    await expect((ways[name] as (server: ReferenceServer) => Promise<unknown>)(server)).rejects.toThrow(CLOSED);
  });

  test('gives errors that say nothing was done', async () => {
    const server = createReferenceServer({ now: STARTS });
    await server.close();
    await expect(server.controls.reset()).rejects.toMatchObject({
      name: 'ConnectionError',
      code: 'connection_failed',
      outcome: 'none',
    });
  });

  test('can be closed again', async () => {
    const server = createReferenceServer({ now: STARTS });
    await Promise.all([server.close(), server.close()]);
    await server.close();
    await expect(server.listen()).rejects.toThrow(/this server was closed/);
  });

  test('woke every sleeper in its time', async () => {
    const server = createReferenceServer({ now: STARTS });
    const slept = [server.clock.sleep(86_400_000), server.world('acme').clock.sleep(86_400_000)];
    await server.close();
    expect(await Promise.all(slept)).toEqual([undefined, undefined]);
  });

  test('ended the clock move that was under way, and the one that waited for it', async () => {
    const { server, isCalled } = silentAfter(1);
    const send = caller(server);
    await place(send);
    await deposit(send);
    await disburse(send);
    const moves = Promise.allSettled([server.clock.advance('P2M'), server.clock.advance('P1M')]);
    await isCalled;
    await server.close();
    expect(await moves).toMatchObject([
      { status: 'rejected', reason: { message: expect.stringMatching(CLOSED), outcome: 'unknown' } },
      { status: 'rejected', reason: { message: expect.stringMatching(CLOSED), outcome: 'unknown' } },
    ]);
  });

  test('says so to a call that it ended, which is no failure to report', async () => {
    const { server, isCalled } = silentAfter(1);
    const send = caller(server);
    await place(send);
    await deposit(send);
    await disburse(send);
    const moved = send('POST /_control/clock', { body: { advance: 'P2M' } });
    await isCalled;
    await server.close();
    expect(await moved).toMatchObject({
      status: 503,
      json: { data: { code: 'server_closed' }, message: expect.stringMatching(CLOSED) },
    });
  });
});

/** A server whose webhook handler answers so often, and then never again. */
function silentAfter(answers: number): { readonly server: ReferenceServer; readonly isCalled: Promise<void> } {
  let calls = 0;
  let server: ReferenceServer | undefined;
  const isCalled = new Promise<void>((resolve) => {
    const handler = () => {
      calls += 1;
      if (calls <= answers) return new Response();
      resolve();
      return new Promise<Response>(() => undefined);
    };
    server = createReferenceServer({ now: STARTS, webhook: { handler } });
  });
  return { server: server as unknown as ReferenceServer, isCalled };
}
