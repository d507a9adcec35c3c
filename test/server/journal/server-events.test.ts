import { describe, expect, onTestFinished, test } from 'vitest';
import { createReferenceServer, type ServerEvent } from '../../../src/server/index.ts';
import { BVN, collectable, DEBIT, endpoint, FIRST, LOAN, payer, READ, start, stranger } from '../../spec/black-box.ts';

async function listened(more: Parameters<typeof start>[0] = {}) {
  const events: ServerEvent[] = [];
  const hook = await endpoint((_, nth) => (nth === 1 ? 500 : 200));
  const box = await start({
    webhook: { url: hook.url },
    policy: { webhook: { attempts: 2, backoff: 0 } },
    onEvent: (event) => void events.push(event),
    ...more,
  });
  const of = <Type extends ServerEvent['type']>(type: Type) =>
    events.filter((event): event is Extract<ServerEvent, { type: Type }> => event.type === type);
  return { box, events, of };
}

describe('a listener of the server', () => {
  test('gets each request with its mandate, status and virtual time', async () => {
    const { box, of } = await listened();
    await collectable(box);
    await box.send(READ, { body: { mandateId: LOAN } });
    expect(of('request').at(-1)).toEqual({
      type: 'request',
      world: 'repaykit',
      time: '2026-01-05T08:00:00.000Z',
      id: expect.stringMatching(/^req_/),
      operation: 'getMandate',
      method: 'POST',
      path: READ.split(' ')[1],
      mandateId: LOAN,
      status: 200,
      fault: null,
      refusal: null,
    });
  });

  test('gets why a request was refused, and what was nearly right', async () => {
    const { box, of } = await listened();
    await box.send(DEBIT, { body: { mandateId: LOAN, ammount: 5 } });
    const [{ refusal } = { refusal: null }] = of('request');
    expect(refusal).toMatchObject({
      code: 'input_invalid',
      fields: expect.arrayContaining([{ path: 'amount', message: expect.any(String) }]),
    });
    expect(refusal?.message).toContain('did you mean amount?');
  });

  test('gets each attempt at a webhook', async () => {
    const { box, of } = await listened();
    await collectable(box);
    const tried = of('webhook').map(({ event, status, attempts, receiverStatus, mandateId }) => [
      event,
      status,
      attempts,
      receiverStatus,
      mandateId,
    ]);
    expect(tried).toEqual([
      ['mandate.activated', 'failed', 1, 500, LOAN],
      ['mandate.activated', 'delivered', 2, 200, LOAN],
    ]);
  });

  test('gets a webhook that has no endpoint', async () => {
    const { box, of } = await listened({ webhook: {} });
    await collectable(box);
    expect(of('webhook')).toMatchObject([{ status: 'no-endpoint', attempts: 0, receiverStatus: null, error: null }]);
  });

  test('gets moves of the clock and control calls, but no reads', async () => {
    const { box, events } = await listened();
    await box.control('GET /clock');
    await box.advance('P1D');
    await box.control('PATCH /merchant', { status: 'dismissed' });
    expect(events).toMatchObject([
      { type: 'control', call: 'POST /payers', refusal: null },
      {
        type: 'clock',
        from: '2026-01-05T08:00:00.000Z',
        time: '2026-01-06T08:00:00.000Z',
        ran: { attempts: 0, webhooks: 0 },
      },
      { type: 'control', call: 'PATCH /merchant', refusal: { code: 'input_invalid' } },
    ]);
  });

  test('names the fault that applied', async () => {
    const { box, of } = await listened();
    await box.control('POST /faults', { kind: 'status', status: 503, operation: 'getMandate' });
    await box.send(READ, { body: { mandateId: LOAN } });
    expect(of('request')).toMatchObject([{ status: 503, fault: { kind: 'status' } }]);
  });

  test('gets the world of each event', async () => {
    const { box, of } = await listened();
    await box.send(READ, { body: { mandateId: LOAN }, headers: { token: 'pk_test_other' } });
    expect(of('request')).toMatchObject([{ world: 'other', status: 404 }]);
  });

  test('gets nothing personal', async () => {
    const { box, events } = await listened();
    await collectable(box);
    await box.send(READ, { body: { mandateId: BVN } });
    await box.send(`GET /v1/${FIRST.accountNumber}?bvn=${BVN}`);
    const reported = JSON.stringify(events);
    for (const secret of [BVN, FIRST.accountNumber]) expect(reported).not.toContain(secret);
  });

  test.each(['at once', 'later'])('changes nothing when it throws %s', async (when) => {
    const warnings: Error[] = [];
    // In the place of the listener that prints them.
    const printing = process.listeners('warning');
    process.removeAllListeners('warning').on('warning', (warning) => void warnings.push(warning));
    onTestFinished(() => {
      process.removeAllListeners('warning');
      for (const listener of printing) process.on('warning', listener);
    });
    const fails = () => {
      const error = new Error(`a bug with ${BVN}`);
      if (when === 'later') return Promise.reject(error) as never;
      throw error;
    };
    await using server = createReferenceServer({ now: '2026-01-05T08:00:00Z', onEvent: fails, onRequest: fails });
    const { url } = await server.listen();
    const box = stranger(url);
    await box.control('POST /payers', payer());
    await collectable(box);
    expect((await box.moveTo('2026-01-31T08:00:00Z')).status).toBe(200);
    expect(warnings.length).toBeGreaterThan(0);
    expect(warnings.map(({ message }) => message).join()).toMatch(
      /A listener of the reference server threw: a bug with \*+/,
    );
  });
});
