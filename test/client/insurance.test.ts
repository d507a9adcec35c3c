import { describe, expect, test } from 'vitest';
import { Insurance } from '../../src/client/resources/insurance.ts';
import { engineFor, errorOf, loopbackService, respond, succeed } from '../http/loopback-service.ts';

const claim = {
  amount: 25_000,
  policy_number: 'POL-1',
  attachments: [1, 2],
  payment_details: { bank_name: 'Sample Bank', account_number: '0123456789', sort_code: '044' },
};

describe('insurance', () => {
  test('lists the products of a type', async () => {
    const service = await loopbackService((response) => succeed(response, []));
    expect(await new Insurance(engineFor(service.url)).products('gadget')).toEqual([]);
    expect(service.seen[0]).toMatchObject({
      method: 'POST',
      url: '/v1/erm/policy/products/type',
      body: '{"type":"gadget"}',
    });
  });

  test("lists the business's policies", async () => {
    const service = await loopbackService((response) => succeed(response, []));
    expect(await new Insurance(engineFor(service.url)).policies()).toEqual([]);
    expect(service.seen[0]).toMatchObject({ method: 'GET', url: '/v1/erm/policy/business/policies', body: '' });
  });

  test('sends a claim once, on a connection of its own, whatever the answer', async () => {
    const service = await loopbackService((response) => respond(response, 503, {}));
    const error = await errorOf(new Insurance(engineFor(service.url)).claim(claim));
    expect(error).toMatchObject({ name: 'ServiceError', outcome: 'unknown', attempts: 1 });
    expect(service.seen).toHaveLength(1);
    expect(service.seen[0]).toMatchObject({
      method: 'POST',
      url: '/v1/erm/policy/products/claims',
      headers: { connection: 'close' },
    });
    expect(JSON.parse(service.seen[0]?.body ?? '')).toEqual(claim);
  });

  test('refuses a claim of nothing before it is sent', async () => {
    const error = await errorOf(new Insurance(engineFor('http://127.0.0.1:9')).claim({ ...claim, amount: 0 }));
    expect(error).toMatchObject({ name: 'InputError', issues: [{ path: 'amount' }] });
  });
});
