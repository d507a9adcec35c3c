import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/errors.ts';
import {
  type BrokenKind,
  brokenKinds,
  createTestDelivery,
  describeBroken,
  type HmacBrokenKind,
  hmacBrokenKinds,
  type TestDelivery,
} from '../../src/webhooks/index.ts';
import { signStandardWebhook, standardKey } from '../../src/webhooks/verifiers/standard-signature.ts';

const key = Buffer.from('a key of twenty-four bytes');
const secret = `whsec_${key.toString('base64')}`;
const sentAt = 1_769_842_800;
const hmac = { secret, timestamp: sentAt };

/** What a receiver of the scheme finds, written here once more: five minutes of tolerance, any of the listed signatures. */
function judge({ headers, body }: { readonly headers: TestDelivery['headers']; readonly body: string | Uint8Array }): 'taken' | 'refused' {
  const timestamp = headers['webhook-timestamp'] ?? '';
  const expected = createHmac('sha256', key)
    .update(Buffer.concat([Buffer.from(`${headers['webhook-id']}.${timestamp}.`), Buffer.from(body)]))
    .digest('base64');
  const isFresh = Math.abs(Number(timestamp) - sentAt) <= 300;
  return isFresh && (headers['webhook-signature'] ?? '').split(' ').includes(`v1,${expected}`) ? 'taken' : 'refused';
}

const broken = (kind: BrokenKind | HmacBrokenKind) => createTestDelivery('collection', {}, { hmac, broken: kind });

describe('a signature of the Standard Webhooks scheme', () => {
  test('is what the scheme shows as its sample', () => {
    const sample = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: '1614265330', rawBody: Buffer.from('{"test": 2432232314}') };
    const sampleKey = standardKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw') as Uint8Array;
    expect(signStandardWebhook(sample, sampleKey)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  test('has no key where the secret is no base64', () => {
    expect([standardKey('whsec_not base64'), standardKey('whsec_'), standardKey('whsec_abcde'), standardKey('a-b_')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect([standardKey('whsec_YWJj'), standardKey('YWI='), standardKey('YWI')].map((found) => Buffer.from(found ?? []).toString())).toEqual([
      'abc',
      'ab',
      'ab',
    ]);
  });
});

describe('a signed test delivery', () => {
  test('is taken, carries no static secret, and is the same every time', () => {
    const make = () => createTestDelivery('collection', {}, { hmac });
    expect(judge(make())).toBe('taken');
    expect(Object.keys(make().headers)).toEqual(['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature']);
    expect(make()).toEqual(make());
  });

  test('has an id of its own for each content, or the one that it is given', () => {
    const idOf = (amountCollected: number) => createTestDelivery('collection', { amountCollected }, { hmac }).headers['webhook-id'];
    expect(idOf(1)).not.toBe(idOf(2));
    expect(createTestDelivery('collection', {}, { hmac: { ...hmac, id: 'msg_7' } }).headers['webhook-id']).toBe('msg_7');
  });

  test('is dated now where no time is given', () => {
    const { headers } = createTestDelivery('collection', {}, { hmac: { secret } });
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(60);
  });

  test('is not made with a secret that cannot sign', () => {
    expect(() => createTestDelivery('collection', {}, { hmac: { secret: 'no base64!' } })).toThrow(InputError);
  });
});

describe('a broken signed test delivery', () => {
  test.each(hmacBrokenKinds)('%s is answered as it should be by a receiver of the scheme', (kind) => {
    expect(judge(broken(kind))).toBe(describeBroken(kind).wanted);
  });

  test.each(hmacBrokenKinds)('%s is wrong in its proof alone', (kind) => {
    expect(Buffer.from(broken(kind).body).toString()).toBe(createTestDelivery('collection', {}, { hmac }).body);
  });

  // What is wrong with these is for the receiver behind the verifier to find.
  const badProofs: readonly BrokenKind[] = ['wrong-secret', 'missing-secret', 'tampered-amount', 'replayed-old'];
  test.each(brokenKinds)('%s has a right signature unless the proof is what is wrong', (kind) => {
    expect(judge(broken(kind))).toBe(badProofs.includes(kind) ? 'refused' : 'taken');
  });

  test('is not made of a delivery that is not signed', () => {
    const options = { secret: 's', broken: 'stale-timestamp' } as unknown as { readonly secret: string; readonly broken: BrokenKind };
    expect(() => createTestDelivery('collection', {}, options)).toThrow('needs a signed delivery');
  });

  test('is not made of a way to be wrong that is not known', () => {
    const options = { secret: 's', broken: 'bent' } as unknown as { readonly secret: string; readonly broken: BrokenKind };
    expect(() => createTestDelivery('collection', {}, options)).toThrow('is not known');
  });
});
