/** Judges the clock, snapshots and forks as the control API's table and issue 3 name them, over real HTTP. */
import { describe, expect, test } from 'vitest';
import {
  ATTACH,
  type BlackBox,
  CREATE,
  collectable,
  DEBIT,
  deposit,
  endpoint,
  FIRST,
  LOAN,
  ok,
  place,
  placement,
  READ,
  SECOND,
  start,
  TERMS,
} from './black-box.ts';

const OTHER = 'beef00beef00beef00beef00';

/** A control call in a named world. */
const inWorld = (box: BlackBox, world: string, target: string, body?: unknown) => {
  const [method, path] = target.split(' ');
  return box.send(`${method} /_control${path}`, {
    ...(body !== undefined && { body }),
    headers: { token: '', 'x-repaykit-world': world },
  });
};

describe('a move of the clock', () => {
  test('counts what ran: attempts, time-outs, expiries and webhooks', async () => {
    const box = await start();
    await box.control('PUT /webhook-endpoint', { url: (await endpoint()).url });
    await collectable(box);
    await place(box, { mandateId: OTHER, accounts: [SECOND] });
    const week = (await box.advance('P7D')).json;
    expect(week).toEqual({
      now: '2026-01-12T08:00:00.000Z',
      ran: { attempts: 0, timeouts: 1, expiries: 0, webhooks: 0 },
    });
    const due = (await box.moveTo('2026-01-31T07:00:00Z')).json;
    expect(due).toEqual({
      now: '2026-01-31T07:00:00.000Z',
      ran: { attempts: 1, timeouts: 0, expiries: 0, webhooks: 1 },
    });
    const end = (await box.moveTo('2026-04-01T08:00:00Z')).json;
    expect(end.ran).toMatchObject({ attempts: 2, timeouts: 0, expiries: 1, webhooks: 3 });
  });

  test('stops short of what is due a second later', async () => {
    const box = await start();
    await collectable(box);
    expect((await box.moveTo('2026-01-31T06:59:59Z')).json.ran.attempts).toBe(0);
    expect((await box.advance('PT1S')).json.ran.attempts).toBe(1);
  });

  test('delivers in the order of due instants, and each webhook tells its own instant', async () => {
    const box = await start();
    const heard = await endpoint();
    await box.control('PUT /webhook-endpoint', { url: heard.url });
    await collectable(box);
    await collectable(box, { mandateId: OTHER, accounts: [SECOND] });
    heard.received.length = 0;
    await box.advance('P4M');
    const told = heard.received.map(({ json }) => json.collectedOn ?? json.data.occurredAt);
    expect(told).toHaveLength(8);
    expect(told).toEqual([...told].sort());
    expect(heard.received.slice(-2).map(({ json }) => json.event)).toEqual(['mandate.expired', 'mandate.expired']);
    expect(heard.received.slice(0, 2).map(({ json }) => json.mandateId)).toEqual([LOAN, OTHER]);
  });

  test('backwards is 422 in the envelope and leaves the clock where it stood', async () => {
    const box = await start();
    const reply = await box.moveTo('2026-01-05T07:59:59Z');
    expect([reply.status, reply.json.status, reply.json.error, typeof reply.json.data.code]).toEqual([
      422,
      false,
      true,
      'string',
    ]);
    expect((await box.control('GET /clock')).json.now).toBe('2026-01-05T08:00:00.000Z');
  });

  test('shows in the Date header of every kind of answer', async () => {
    const box = await start();
    await box.moveTo('2027-06-01T10:20:30Z');
    const answers = [
      await box.send(READ, { body: { mandateId: LOAN } }),
      await box.send('GET /nowhere'),
      await box.send('GET /v1/mandates/micro-deposit/bank-list', {
        headers: { authorization: 'token pk_test_repaykit' },
      }),
      await box.control('GET /health'),
      await box.control('GET /nope'),
    ];
    for (const { headers } of answers) expect(headers.get('date')).toBe('Tue, 01 Jun 2027 10:20:30 GMT');
  });

  test.each([
    ['P1M', '2026-02-28T08:00:00Z', '2026-03-28T08:00:00.000Z'],
    ['P1M', '2026-01-31T08:00:00Z', '2026-03-01T08:00:00.000Z'],
    ['P1Y', '2028-02-29T08:00:00Z', '2029-03-01T08:00:00.000Z'],
    ['P2W', '2026-01-31T08:00:00Z', '2026-02-14T08:00:00.000Z'],
    ['P1DT2H30M', '2026-01-31T08:00:00Z', '2026-02-01T10:30:00.000Z'],
    ['PT90S', '2026-01-31T08:00:00Z', '2026-01-31T08:01:30.000Z'],
  ])('by %s from %s ends at %s', async (duration, from, to) => {
    const box = await start({ now: from });
    expect((await box.advance(duration)).json.now).toBe(to);
  });

  test('of many years over a loan with one due date asks for no more than a moment', async () => {
    const box = await start();
    await collectable(box);
    const began = performance.now();
    expect((await box.moveTo('2126-01-01T00:00:00Z')).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(60_000);
  });
});

describe('a snapshot', () => {
  test('brings back clock, balances, chance and what was still to come', async () => {
    const box = await start({ seed: 5 });
    await collectable(box);
    const { status, json } = await box.control('POST /snapshots', {});
    expect([status, typeof json.id]).toEqual([201, 'string']);
    const play = async () => {
      const moved = await box.moveTo('2026-03-31T07:00:00Z');
      const minted = await box.send(CREATE, { body: { ...placement(SECOND), mandateId: undefined } });
      return [
        moved.text,
        minted.text,
        JSON.stringify(await box.mandate()),
        (await box.control('GET /webhooks')).text,
        (await box.control('GET /requests')).text,
      ];
    };
    const first = await play();
    expect((await box.control(`POST /snapshots/${json.id}/restore`, {})).status).toBeLessThan(300);
    expect((await box.control('GET /clock')).json.now).toBe('2026-01-05T08:00:00.000Z');
    expect(await play()).toEqual(first);
  });

  test('forks into a world of its own: a clock move there changes nothing here, nor the other way round', async () => {
    const box = await start();
    await collectable(box);
    const { id } = (await box.control('POST /snapshots', {})).json;
    const forked = await box.control(`POST /snapshots/${id}/fork`, {});
    const { world } = forked.json;
    expect([forked.status, typeof world]).toEqual([201, 'string']);
    await ok(inWorld(box, world, 'POST /clock', { to: '2026-01-31T07:00:00Z' }));
    expect((await box.control('GET /clock')).json.now).toBe('2026-01-05T08:00:00.000Z');
    expect((await box.mandate()).collectedAmount).toBe(0);
    const there = await box.send(READ, { body: { mandateId: LOAN }, headers: { token: `pk_test_${world}` } });
    expect([there.status, there.json.data.collectedAmount]).toEqual([200, 10_000]);
    await box.moveTo('2026-04-02T08:00:00Z');
    expect((await inWorld(box, world, 'GET /clock')).json.now).toBe('2026-01-31T07:00:00.000Z');
  });

  test('of one world is unknown in another', async () => {
    const box = await start();
    const { id } = (await box.control('POST /snapshots', {})).json;
    expect((await inWorld(box, 'elsewhere', `POST /snapshots/${id}/restore`, {})).status).toBe(404);
  });

  test('holds faults that were set, and drops those set later', async () => {
    const box = await start();
    await box.control('POST /faults', { kind: 'status', status: 503, operation: 'getMandate' });
    const { id } = (await box.control('POST /snapshots', {})).json;
    await box.control('DELETE /faults');
    await box.control('POST /faults', { kind: 'reset', operation: 'listProducts' });
    await box.control(`POST /snapshots/${id}/restore`, {});
    const { items } = (await box.control('GET /faults')).json;
    expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(['status']);
    expect((await box.send(READ, { body: { mandateId: LOAN } })).status).toBe(503);
  });
});

describe('a world', () => {
  test('is chosen by either key and by the control header, and keeps its own loans, faults and violations', async () => {
    const box = await start();
    const token = 'pk_test_acme';
    await box.control('POST /faults', { kind: 'status', status: 500 });
    const created = await box.send(CREATE, {
      body: { ...placement(), ...TERMS, bvn: '22200000001' },
      headers: { token },
    });
    expect(created.status).toBe(200);
    const discovered = await box.send('POST /v1/discovery/', {
      body: { bvn: '22200000001', type: 'bvn' },
      headers: { token: '', authorization: 'Bearer sk_test_acme' },
    });
    expect(discovered.status).toBe(200);
    expect((await inWorld(box, 'acme', `GET /mandates/${LOAN}`)).status).toBe(200);
    expect((await box.control(`GET /mandates/${LOAN}`)).status).toBe(404);
    expect((await inWorld(box, 'acme', 'GET /violations')).json.items.length).toBeGreaterThan(0);
    expect((await box.control('GET /violations')).json.items).toEqual([]);
  });

  test('of an operation without a key is the default one, if appId and businessId fit', async () => {
    const box = await start();
    const body = { ...placement(), ...TERMS };
    expect((await box.send(CREATE, { body, headers: { token: '' } })).status).toBe(200);
    expect((await box.send(ATTACH, { body: placement(), headers: { token: '' } })).status).toBe(200);
    const foreign = await box.send(CREATE, { body: { ...body, appId: 'x'.repeat(24) }, headers: { token: '' } });
    expect(foreign.status).toBe(403);
    expect((await deposit(box, FIRST)).json).toMatchObject({ active: true });
  });
});

test('looking at a world changes nothing in it: requests are numbered alike, whoever asked the control API in between', async () => {
  const journals: string[] = [];
  for (const looks of [false, true]) {
    const box = await start({ seed: 1 });
    await place(box);
    if (looks)
      for (const path of ['/clock', '/requests', '/webhooks', '/policy', '/health']) await box.control(`GET ${path}`);
    await deposit(box);
    expect((await box.send(READ, { body: { mandateId: LOAN } })).headers.get('x-request-id')).toBe('req_3');
    journals.push((await box.control('GET /requests')).text);
  }
  expect(journals[1]).toBe(journals[0]);
});

test('at one instant a manual debit goes before the attempts of a due date, whichever mandate is older', async () => {
  const box = await start();
  const heard = await endpoint();
  await box.control('PUT /webhook-endpoint', { url: heard.url });
  await collectable(box);
  await collectable(box, { mandateId: OTHER, collectionMode: 'manual' });
  await ok(box.send(DEBIT, { body: { mandateId: OTHER, amount: 4_000, debitDate: '2026-01-31' } }));
  await ok(box.control(`PATCH /accounts/${FIRST.bankCode}/${FIRST.accountNumber}`, { balance: 10_000 }));
  heard.received.length = 0;
  await box.moveTo('2026-01-31T20:00:00Z');
  expect(
    heard.received.map(({ json }) => [
      json.mandateId,
      json.collectionType,
      json.instalmentStatus,
      json.amountCollected,
    ]),
  ).toEqual([
    [OTHER, 'manual', 'partially paid', 4_000],
    [LOAN, 'auto', 'partially paid', 6_000],
  ]);
});
