import { describe, expect, test } from 'vitest';
import { createTestDelivery, parse } from '../../src/webhooks/index.ts';

describe('a test delivery', () => {
  test('carries the secret in the header that the receiver reads', () => {
    expect(createTestDelivery('policy', {}, { secret: 's' }).headers).toEqual({
      'content-type': 'application/json',
      'x-auth-signature': 's',
    });
    expect(createTestDelivery('policy', {}, { secret: 's', header: 'X-Hook' }).headers).toMatchObject({
      'x-hook': 's',
    });
  });

  test('shows its secret, and is not broken, where the other options are undefined', () => {
    const options = { secret: 's', hmac: undefined, broken: undefined };
    const usual = createTestDelivery('policy', {}, { secret: 's' });
    expect(createTestDelivery('policy', {}, options as unknown as { readonly secret: string })).toEqual(usual);
  });

  test('of a policy has the event that the service sends', () => {
    expect(JSON.parse(createTestDelivery('policy', {}, { secret: 's' }).body)).toEqual({
      event: 'policy.updated',
      data: { _id: '650000000000000000000040', number: 'POL-0001', status: 'active' },
    });
  });

  test('of a collection has no event, as the service sends it', () => {
    expect(JSON.parse(createTestDelivery('collection', {}, { secret: 's' }).body)).not.toHaveProperty('event');
  });

  test('takes the fields that the test is about', () => {
    const { body } = createTestDelivery(
      'collection',
      { instalmentStatus: 'partially paid', amountCollected: 1 },
      { secret: 's' },
    );
    expect(parse(body)).toMatchObject({
      outcome: 'partly-collected',
      data: { amountCollected: 1, totalAmount: 25_000 },
    });
  });

  test('is the same every time', () => {
    const make = () => createTestDelivery('income_insight', {}, { secret: 's' });
    expect(make()).toEqual(make());
  });
});
