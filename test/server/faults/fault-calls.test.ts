import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/errors.ts';
import { deposit, MANDATE_ID, place, serverWithCaller } from '../merchant.ts';

const GET_MANDATE = 'POST /v1/mandates/consent/business/get-mandate';
const read = { body: { mandateId: MANDATE_ID } };

describe('over the control API', () => {
  test('a fault is added with its defaults, listed with how often it applied, and ended', async () => {
    const { send } = serverWithCaller();
    const added = await send('POST /_control/faults', {
      body: { kind: 'status', operation: 'getMandate', times: 2, ttl: 60 },
    });
    expect(added).toMatchObject({
      status: 201,
      json: {
        id: 'flt_1',
        kind: 'status',
        operation: 'getMandate',
        mandateId: null,
        status: 500,
        when: 'before',
        hits: 0,
        calls: 0,
        remaining: 2,
      },
    });
    expect(added.json.expiresAt).toBe('2026-01-05T08:01:00.000Z');
    await send(GET_MANDATE, read);
    expect((await send('GET /_control/faults')).json).toMatchObject({
      items: [{ id: 'flt_1', hits: 1, calls: 1, remaining: 1 }],
      dropped: 0,
    });
    expect(await send('DELETE /_control/faults/flt_1')).toMatchObject({ status: 200, json: { items: [], dropped: 0 } });
    expect(await send('DELETE /_control/faults/flt_1')).toMatchObject({
      status: 404,
      json: { data: { code: 'fault_unknown' } },
    });
    expect((await send('POST /_control/faults', { body: { kind: 'reset' } })).json.id).toBe('flt_2');
    expect((await send('DELETE /_control/faults')).json).toEqual({ items: [], dropped: 0 });
  });

  test('a fault lives for seconds of virtual time, or for an ISO duration, and goes when the clock gets there', async () => {
    const { send, server } = serverWithCaller();
    const added = await server.controls.addFault({ kind: 'status', status: 503, ttl: 'PT10M' });
    expect(added.expiresAt).toBe('2026-01-05T08:10:00.000Z');
    await server.clock.advance({ minutes: 9 });
    expect((await send(GET_MANDATE, read)).status).toBe(503);
    await server.clock.advance({ minutes: 1 });
    expect((await send(GET_MANDATE, read)).status).toBe(404);
    expect((await server.controls.faults()).items).toEqual([]);
  });

  test('a reset ends all faults and begins to count again', async () => {
    const { send, server } = serverWithCaller();
    await server.controls.addFault({ kind: 'status' });
    await send('POST /_control/reset');
    expect((await server.controls.faults()).items).toEqual([]);
    expect((await server.controls.addFault({ kind: 'status' })).id).toBe('flt_1');
    await server.controls.clearFaults();
    expect((await server.controls.faults()).items).toEqual([]);
  });

  test.each([
    [{}, 'kind'],
    [{ kind: 'earthquake' }, 'kind'],
    [{ kind: 'reset', operation: 'getMandates' }, 'operation'],
    [{ kind: 'reset', operation: 'collection.success' }, 'operation'],
    [{ kind: 'webhook-drop', operation: 'getMandate' }, 'operation'],
    [{ kind: 'reset', mandateId: 'abc' }, 'mandateId'],
    [{ kind: 'reset', times: 0 }, 'times'],
    [{ kind: 'reset', every: 1.5 }, 'every'],
    [{ kind: 'reset', first: '2' }, 'first'],
    [{ kind: 'reset', probability: 1.1 }, 'probability'],
    [{ kind: 'reset', probability: -0.1 }, 'probability'],
    [{ kind: 'reset', ttl: 0 }, 'ttl'],
    [{ kind: 'reset', ttl: '10 minutes' }, 'ttl'],
    [{ kind: 'reset', ttl: 'P200Y' }, 'ttl'],
    [{ kind: 'reset', delayMs: 10 }, 'delayMs'],
    [{ kind: 'latency', delayMs: 600_001 }, 'delayMs'],
    [{ kind: 'latency', delayMs: 0 }, 'delayMs'],
    [{ kind: 'reset', status: 500 }, 'status'],
    [{ kind: 'status', status: 200 }, 'status'],
    [{ kind: 'malformed', retryAfter: 1 }, 'retryAfter'],
    [{ kind: 'webhook-drop', when: 'after' }, 'when'],
    [{ kind: 'reset', when: 'later' }, 'when'],
    [{ kind: 'reset', until: 3 }, 'until'],
  ])('%j is refused for %s', async (body, field) => {
    const { send, server } = serverWithCaller();
    const { status, json } = await send('POST /_control/faults', { body });
    expect([status, json.data.code, json.data.fields.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      'input_invalid',
      [field],
    ]);
    await expect(server.controls.addFault(body as never)).rejects.toBeInstanceOf(InputError);
    expect((await server.controls.faults()).items).toEqual([]);
  });
});

describe('a fault strikes', () => {
  test('after the key was found and before anything is read or done', async () => {
    const { send, server } = serverWithCaller();
    await server.controls.addFault({ kind: 'status', operation: 'getMandate', status: 429, retryAfter: 7 });
    expect((await send(GET_MANDATE, { ...read, headers: { token: 'pk_live_x' } })).status).toBe(401);
    const faulted = await send(GET_MANDATE, { raw: 'no json', headers: { 'content-type': 'text/plain' } });
    expect([faulted.status, faulted.headers.get('retry-after'), faulted.json]).toMatchObject([
      429,
      '7',
      { status: false, error: true, data: { code: 'fault' } },
    ]);
    expect((await server.controls.requests()).items).toMatchObject([
      { status: 401, operation: 'getMandate' },
      { status: 429, input: null, fault: { id: 'flt_1', kind: 'status' } },
    ]);
    expect(
      (await send('GET /v1/mandates/micro-deposit/bank-list', { headers: { authorization: 'token pk_test_repaykit' } }))
        .status,
    ).toBe(200);
  });

  test('the mandate that a body or a query names, in either case', async () => {
    const { send, server } = serverWithCaller();
    await place(send);
    await server.controls.addFault({ kind: 'status', mandateId: MANDATE_ID.toUpperCase() });
    const other = 'b'.repeat(24);
    expect((await send(GET_MANDATE, read)).status).toBe(500);
    expect((await send(GET_MANDATE, { body: { mandateId: other } })).status).toBe(404);
    expect((await send(`GET /v1/mandates/consent/business/collection-log?mandateId=${MANDATE_ID}`)).status).toBe(500);
    expect((await send(`GET /v1/mandates/consent/business/collection-log?mandateId=${other}`)).status).toBe(404);
    expect((await send('GET /v1/mandates/consent/business/collection?type=auto')).status).toBe(200);
    expect((await send(GET_MANDATE, { raw: '{"mandateId":' })).status).toBe(400);
  });

  test("before: nothing is done; after: the effect is committed, the journal has the real status, and the answer is the fault's", async () => {
    const { send, server } = serverWithCaller();
    await server.controls.addFault({ kind: 'status', operation: 'createConsent', status: 503, times: 1 });
    await place(send);
    expect((await send(GET_MANDATE, read)).status).toBe(404);
    await server.controls.addFault({ kind: 'status', operation: 'createConsent', status: 503, when: 'after' });
    await place(send);
    expect((await send(GET_MANDATE, read)).json.data.totalAmountDue).toBe(90_000);
    const placed = (await server.controls.requests()).items.filter(({ operation }) => operation === 'createConsent');
    expect(placed).toMatchObject([
      { status: 503, fault: { id: 'flt_1' }, input: null },
      { status: 200, fault: { id: 'flt_2', kind: 'status' }, input: { mandateId: MANDATE_ID } },
    ]);
  });

  test("the bureau's intake", async () => {
    const { send, server } = serverWithCaller();
    await place(send);
    await deposit(send);
    const body = {
      reportId: 'approved',
      event: 'loan.approved',
      mandateId: MANDATE_ID,
      occurredAt: '2026-01-05T08:00:00Z',
      content: { offerTerms: 'three months', approvedAmount: 85_000, tenure: 'P3M' },
    };
    await server.controls.addFault({ kind: 'malformed', operation: 'submitBureauReport', when: 'after', times: 1 });
    const faulted = await send('POST /_bureau/reports', { body }).catch((error: Error) => error.name);
    expect(faulted).toBe('SyntaxError');
    expect(await send('POST /_bureau/reports', { body })).toMatchObject({ status: 200, json: { duplicate: true } });
    expect(
      (await server.controls.requests()).items.filter(({ operation }) => operation === 'submitBureauReport'),
    ).toMatchObject([{ status: 201, fault: { kind: 'malformed' } }, { status: 200 }]);
  });

  test('without shifting what the world is made of', async () => {
    const reference = async (isHit: boolean) => {
      const { send, server } = serverWithCaller({ seed: 5 });
      if (isHit) await server.controls.addFault({ kind: 'status', operation: 'listBanks', probability: 0.5 });
      for (let call = 0; call < 5; call += 1)
        await send('GET /v1/mandates/micro-deposit/bank-list', {
          headers: { authorization: 'token pk_test_repaykit' },
        });
      await place(send);
      return (await send(GET_MANDATE, read)).text;
    };
    expect(await reference(true)).toBe(await reference(false));
  });
});
