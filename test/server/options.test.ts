import { describe, expect, test } from 'vitest';
import { ConfigurationError, InputError, ServiceError } from '../../src/errors.ts';
import { createReferenceServer, type ReferenceServerOptions } from '../../src/server/index.ts';
import { caller, deposit, MANDATE_ID, PRIMARY, place, placement, serverWithCaller } from './merchant.ts';

describe('options', () => {
  test('are checked all at once, unknown ones too', () => {
    const wrong = {
      now: 'soon',
      seed: 1.5,
      segments: { mandate: 'a/b' },
      webhook: { url: 'nowhere' },
      policy: { dueHour: 30 },
      bodyLimit: 0,
      speed: 9,
    };
    const attempt = () => createReferenceServer(wrong as unknown as ReferenceServerOptions);
    expect(attempt).toThrow(ConfigurationError);
    const paths = (() => {
      try {
        attempt();
      } catch (error) {
        return (error as ConfigurationError).issues.map(({ path }) => path);
      }
      return [];
    })();
    expect(paths.sort()).toEqual(['bodyLimit', 'now', 'policy.dueHour', 'seed', 'segments.mandate', 'speed']);
  });

  test.each(['a/b', '..', 'a b', 'a?b', ''])('a segment %o is refused, as the client refuses it', (mandate) => {
    expect(() => createReferenceServer({ segments: { mandate } })).toThrow(
      /segments\.mandate: must be one path segment/,
    );
  });

  test.each([
    [{ webhook: { url: 'http://8.8.8.8/' } }, 'webhook.url'],
    [{ webhook: { url: 'http://127.0.0.1/', handler: () => new Response() } }, 'webhook'],
    [{ merchant: { publicKey: 'same', secretKey: 'same' } }, 'merchant.secretKey'],
  ])('that contradict each other are refused: %j', (options, path) => {
    expect(() => createReferenceServer(options)).toThrow(new RegExp(`${path}: `));
  });

  test('name the merchant, the segments and the time', async () => {
    const server = createReferenceServer({
      now: 1_800_000_000_000,
      merchant: { appId: 'app', businessId: 'biz', publicKey: 'pk_test_mine', secretKey: 'sk_test_mine' },
      segments: { mandate: 'debits' },
    });
    const send = caller(server);
    const body = { ...placement(), appId: 'app', businessId: 'biz' };
    const { status, json } = await send('POST /v1/debits/debits/consent/create', {
      body,
      headers: { token: 'pk_test_mine' },
    });
    expect([status, json.data.businessId]).toEqual([200, 'biz']);
    expect(server.clock.now()).toBe(1_800_000_000_000);
    expect((await send('POST /v1/mandates/mandates/consent/create', { body })).status).toBe(404);
  });
});

test.each([
  '2026-03-01T07:00:00Z',
  '2026-03-01T08:00:00+01:00',
  Date.UTC(2026, 2, 1, 7),
  new Date('2026-03-01T07:00:00Z'),
])('the time may be given as %s', async (now) => {
  await using server = createReferenceServer({ now });
  expect(server.clock.now()).toBe(Date.UTC(2026, 2, 1, 7));
  await server.clock.to(new Date('2026-03-02T00:00:00Z'));
  expect(server.clock.now()).toBe(Date.UTC(2026, 2, 2));
});

test.each(['2026-03-01', 1.5, 1e18, new Date('never'), null])('%s is no time', (now) => {
  expect(() => createReferenceServer({ now } as ReferenceServerOptions)).toThrow(/now: must be ISO 8601/);
});

describe('the same verbs in TypeScript', () => {
  test('a loan is steered without HTTP', async () => {
    const { server, send } = serverWithCaller();
    await place(send);
    expect(await server.controls.makeDeposit({ mandateId: MANDATE_ID, ...PRIMARY })).toMatchObject({
      status: 'active',
    });
    expect((await server.controls.readMandate(MANDATE_ID)).gate).toMatchObject({ open: false });
    expect(await server.bank.setBalance(PRIMARY, 10.5)).toMatchObject({ balance: 10.5 });
    expect(await server.bank.decline(PRIMARY, '91')).toMatchObject({ declineWith: '91' });
    expect(await server.clock.advance({ months: 1, hours: 2 })).toMatchObject({ now: '2026-02-05T10:00:00.000Z' });
    expect(await server.clock.to('2026-02-06T00:00:00Z')).toMatchObject({ now: '2026-02-06T00:00:00.000Z' });
    expect(server.clock.today()).toBe('2026-02-06');
    expect((await server.controls.webhooks()).items).toMatchObject([{ event: 'mandate.activated' }]);
  });

  test('its bank takes the account first, and says so where it comes last', async () => {
    const { server } = serverWithCaller();
    const swapped = server.bank as unknown as Record<string, (first: unknown, second: unknown) => Promise<unknown>>;
    for (const [verb, value, order] of [
      ['decline', '51', "server.bank.decline(account, '51')"],
      ['decline', null, "server.bank.decline(account, '51')"],
      ['setBalance', 500, 'server.bank.setBalance(account, balance)'],
    ] as const) {
      const refusal = swapped[verb]?.(value, PRIMARY);
      await expect(refusal, verb).rejects.toMatchObject({
        name: 'InputError',
        message: expect.stringContaining(`the wrong way round: it is ${order}: the account comes first`),
      });
    }
  });

  test('a refusal is an error that says what to do', async () => {
    const { server, send } = serverWithCaller();
    await place(send);
    await deposit(send);
    await expect(server.controls.makeDeposit({ mandateId: MANDATE_ID, ...PRIMARY })).rejects.toMatchObject({
      name: 'ServiceError',
      status: 409,
    });
    await expect(server.controls.addPayer({ bvn: '1', name: '', accounts: [] })).rejects.toBeInstanceOf(InputError);
    await expect(server.clock.to('2020-01-01T00:00:00Z')).rejects.toBeInstanceOf(ServiceError);
    await expect(server.clock.advance('a while')).rejects.toThrow(/duration: must be an ISO 8601 duration/);
    await expect(server.clock.advance({ days: -1 })).rejects.toBeInstanceOf(InputError);
    // From JavaScript anything may come; a move by nothing would hide the mistake.
    for (const given of [undefined, null, 3_600, ['P1D'], { weeks: 2 }] as never[])
      await expect(server.clock.advance(given)).rejects.toBeInstanceOf(InputError);
    for (const id of [undefined, null, 5, {}] as never[]) {
      await expect(server.controls.readMandate(id)).rejects.toBeInstanceOf(InputError);
      await expect(server.controls.readAccount(id)).rejects.toBeInstanceOf(InputError);
    }
  });

  test('who sleeps on the server clock wakes when it passes', async () => {
    const { server } = serverWithCaller();
    const woken: string[] = [];
    const sleeper = server.clock.sleep(3_600_000).then(() => woken.push('hour'));
    await server.clock.advance('PT59M');
    expect(woken).toEqual([]);
    await server.clock.advance('PT1M');
    await sleeper;
    expect(woken).toEqual(['hour']);
  });

  test("a clock that stands still begins at the machine's present second, and a reset goes back to where it began", async () => {
    const earliest = Math.floor(Date.now() / 1_000) * 1_000;
    await using server = createReferenceServer();
    const began = server.clock.now();
    expect(began % 1_000).toBe(0);
    expect(began).toBeGreaterThanOrEqual(earliest);
    expect(began).toBeLessThanOrEqual(Date.now());
    await server.clock.advance('P40D');
    const answer = await caller(server)('POST /_control/reset');
    expect(Date.parse(answer.json.now)).toBe(began);
    expect(server.clock.now()).toBe(began);
  });

  test('a flowing clock goes on by itself, from where it was put, and runs what falls due', async () => {
    await using server = createReferenceServer({ now: '2026-01-05T08:00:00Z', flow: 'real' });
    const start = server.clock.now();
    await server.clock.advance('P1D');
    expect(server.clock.now() - start).toBeGreaterThanOrEqual(86_400_000);
    const before = server.clock.now();
    await new Promise<void>((resolve) => server.clock.sleep(5).then(resolve));
    expect(server.clock.now()).toBeGreaterThanOrEqual(before + 5);
  });

  test('what a read answered is not remembered beyond a change', async () => {
    const { server, send } = serverWithCaller();
    await place(send);
    const status = async () =>
      (await send('POST /v1/mandates/consent/business/get-mandate', { body: { mandateId: MANDATE_ID } })).json.data
        .status;
    expect([await status(), await status()]).toEqual(['pending', 'pending']);
    await deposit(send);
    expect(await status()).toBe('active');
    await server.controls.openDispute(MANDATE_ID);
    expect(await status()).toBe('disputed');
    await server.controls.resolveDispute(MANDATE_ID, { outcome: 'reinstated' });
    await server.clock.to('2026-04-02T00:00:00Z');
    expect(await status()).toBe('expired');
  });
});
