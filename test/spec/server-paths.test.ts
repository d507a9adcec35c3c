import { describe, expect, test } from 'vitest';
import {
  ATTACH,
  BANKS,
  type BlackBox,
  CREATE,
  DEBIT,
  LOG,
  place,
  placement,
  READ,
  refusal,
  SIGN,
  signature,
  start,
} from './black-box.ts';

describe('paths and methods', () => {
  test.each([
    'GET /',
    'GET /v1',
    'GET /v1/nothing',
    'POST /v2/discovery/',
    'POST /v1/mandates/consent/create',
    'POST /v1/mandates/mandates/consent/create/more',
    'GET /_controls/health',
    'GET /_bureau',
  ])('%s is unknown', async (target) => {
    const box = await start();
    expect(await box.send(target, target.startsWith('POST') ? { body: {} } : {})).toMatchObject({
      status: 404,
      json: refusal(),
    });
  });

  test.each([
    [READ.replace('POST', 'GET'), 'POST'],
    [CREATE.replace('POST', 'PUT'), 'POST'],
    [DEBIT.replace('PUT', 'POST'), 'PUT'],
    [LOG.replace('GET', 'DELETE'), 'GET'],
    [BANKS.replace('GET', 'PATCH'), 'GET'],
    ['GET /v1/discovery/', 'POST'],
  ])('%s has another method', async (target, allow) => {
    const box = await start();
    const reply = await box.send(target, { headers: { token: '' } });
    expect(reply).toMatchObject({ status: 405, json: refusal() });
    expect(reply.headers.get('allow')).toContain(allow);
  });

  test('the order of checks is path, method, key, merchant, media type, size, shape, existence, conflict, rule', async () => {
    const box = await start({ bodyLimit: 2_000 });
    const of = async (target: string, sent: Parameters<BlackBox['send']>[1]) => (await box.send(target, sent)).status;
    const huge = JSON.stringify({ ...placement(), padding: 'x'.repeat(3_000) });
    const text = { 'content-type': 'text/plain' };
    expect(await of('DELETE /v1/nothing', { headers: { token: 'nonsense' } })).toBe(404);
    expect(await of(READ.replace('POST', 'PUT'), { body: {}, headers: { token: 'nonsense' } })).toBe(405);
    expect(await of(READ, { raw: huge, headers: { token: 'nonsense', ...text } })).toBe(401);
    await box.control('PATCH /merchant', { status: 'suspended' });
    expect(await of(READ, { raw: huge, headers: text })).toBe(403);
    await box.control('PATCH /merchant', { status: 'approved' });
    expect(await of(READ, { raw: huge, headers: text })).toBe(415);
    expect(await of(READ, { raw: huge })).toBe(413);
    expect(await of(DEBIT, { body: { mandateId: 'd'.repeat(24), amount: 1 } })).toBe(400);
    expect(await of(DEBIT, { body: { mandateId: 'd'.repeat(24), amount: 1, debitDate: '2000-01-01' } })).toBe(404);
    await place(box);
    expect(
      await of(ATTACH, {
        body: { ...placement({ accountNumber: '7000000002', bankCode: '033' }), email: 'other@example.com' },
      }),
    ).toBe(409);
    expect(await of(SIGN, { body: signature({ accountNumber: '7000000002', bankCode: '033' }) })).toBe(422);
  });
});
