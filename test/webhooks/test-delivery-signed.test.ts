import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  type BrokenKind,
  brokenKinds,
  createTestDelivery,
  describeBroken,
  type HmacBrokenKind,
  hmacBrokenKinds,
  type TestDelivery,
  hmac as verifyHmac,
} from '../../src/webhooks/index.ts';
import { signingKey, signStandardWebhook } from '../../src/webhooks/verifiers/hmac.ts';

const key = Buffer.from('a key of twenty-four bytes');
const secret = `whsec_${key.toString('base64')}`;
const sentAt = 1_769_842_800;
const hmac = { secret, timestamp: sentAt };

const verifier = verifyHmac({ secrets: secret, clock: { now: () => sentAt * 1_000 } });

function judge({
  headers,
  body,
}: {
  readonly headers: TestDelivery['headers'];
  readonly body: string | Uint8Array;
}): 'taken' | 'refused' {
  return verifier.verify({ headers: new Headers(headers), rawBody: Buffer.from(body) }) ? 'taken' : 'refused';
}

const broken = (kind: BrokenKind | HmacBrokenKind) => createTestDelivery('collection', {}, { hmac, broken: kind });

describe('a signature of the Standard Webhooks scheme', () => {
  test('is what the scheme shows as its sample', () => {
    const sample = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: '1614265330',
      rawBody: Buffer.from('{"test": 2432232314}'),
    };
    const sampleKey = signingKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw') as Uint8Array;
    expect(signStandardWebhook(sample, sampleKey)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });
});

describe('a signed test delivery', () => {
  test('is taken, carries no static secret, and is the same every time', () => {
    const make = () => createTestDelivery('collection', {}, { hmac });
    expect(judge(make())).toBe('taken');
    expect(Object.keys(make().headers)).toEqual([
      'content-type',
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
    expect(make()).toEqual(make());
  });

  test('has an id of its own for each content, or the one that it is given', () => {
    const idOf = (amountCollected: number) =>
      createTestDelivery('collection', { amountCollected }, { hmac }).headers['webhook-id'];
    expect(idOf(1)).not.toBe(idOf(2));
    expect(createTestDelivery('collection', {}, { hmac: { ...hmac, id: 'msg_7' } }).headers['webhook-id']).toBe(
      'msg_7',
    );
  });

  test('has an id of 24 hexadecimal digits of the SHA-256 of its body', () => {
    const { headers, body } = createTestDelivery('collection', {}, { hmac });
    const digest = createHash('sha256').update(body).digest('hex');
    expect(headers['webhook-id']).toBe(`msg_${digest.slice(0, 24)}`);
  });

  test('is dated now where no time is given', () => {
    const { headers } = createTestDelivery('collection', {}, { hmac: { secret } });
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(60);
  });

  test('is not made with a secret that cannot sign', () => {
    expect(() => createTestDelivery('collection', {}, { hmac: { secret: 'no base64!' } })).toThrow(
      expect.objectContaining({
        name: 'InputError',
        message: expect.stringContaining('createTestDelivery'),
        issues: [
          {
            path: 'hmac.secret',
            message: 'must begin with whsec_: copy the signing secret of the webhook endpoint, whole',
          },
        ],
      }),
    );
  });
});

describe('a broken signed test delivery', () => {
  test.each(hmacBrokenKinds)('%s is answered as it should be by a receiver of the scheme', (kind) => {
    expect(judge(broken(kind))).toBe(describeBroken(kind).wanted);
  });

  const hour = 3_600;
  const flipped = Buffer.from(key);
  flipped[0] = (flipped[0] ?? 0) ^ 1;
  const another = flipped;

  /** The signature of a delivery, or of what is given, by another program. */
  function signed(of: ReturnType<typeof broken>, by = key, { at = sentAt, more = '' } = {}): string {
    const text = `${of.headers['webhook-id']}.${at}.${Buffer.from(of.body).toString()}${more}`;
    return createHmac('sha256', by).update(text).digest('base64');
  }

  test.each<[BrokenKind | HmacBrokenKind, number, (of: ReturnType<typeof broken>) => string | undefined]>([
    ['wrong-secret', sentAt, (of) => `v1,${signed(of, another)}`],
    ['missing-secret', sentAt, () => undefined],
    ['wrong-signature', sentAt, (of) => `v1,${signed(of, key, { more: ' ' })}`],
    ['stale-timestamp', sentAt - hour, (of) => `v1,${signed(of, key, { at: sentAt - hour })}`],
    ['future-timestamp', sentAt + hour, (of) => `v1,${signed(of, key, { at: sentAt + hour })}`],
    ['refreshed-timestamp', sentAt, (of) => `v1,${signed(of, key, { at: sentAt - hour })}`],
    ['several-signatures', sentAt, (of) => `v1,${signed(of, another)} v1a,${signed(of)} v1,${signed(of)}`],
    ['replayed-old', sentAt - 365 * 24 * hour, (of) => `v1,${signed(of, key, { at: sentAt - 365 * 24 * hour })}`],
    ['bom', sentAt, (of) => `v1,${signed(of)}`],
  ])('%s has this time and this signature', (kind, at, signature) => {
    const made = broken(kind);
    expect([made.headers['webhook-timestamp'], made.headers['webhook-signature']]).toEqual([
      String(at),
      signature(made),
    ]);
  });

  test('refreshed-timestamp claims the present, which was not signed', () => {
    expect(broken('refreshed-timestamp').headers['webhook-timestamp']).toBe(String(sentAt));
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
    const options = { secret: 's', broken: 'stale-timestamp' } as unknown as {
      readonly secret: string;
      readonly broken: BrokenKind;
    };
    expect(() => createTestDelivery('collection', {}, options)).toThrow(
      "broken: 'stale-timestamp' needs a signed delivery: pass hmac instead of secret",
    );
  });

  test('is not made of a way to be wrong that is not known', () => {
    const options = { secret: 's', broken: 'bent' } as unknown as {
      readonly secret: string;
      readonly broken: BrokenKind;
    };
    expect(() => createTestDelivery('collection', {}, options)).toThrow(
      'broken: is not known: take one of brokenKinds or hmacBrokenKinds',
    );
  });
});
