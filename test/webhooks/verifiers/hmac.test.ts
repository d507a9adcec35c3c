import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { hmac } from '../../../src/webhooks/verifiers/hmac.ts';
import { delivery } from './deliveries.ts';

const secretOf = (bytes: number, fill: number) => `whsec_${Buffer.alloc(bytes, fill).toString('base64')}`;
const fresh = secretOf(32, 0xa7);
const old = secretOf(24, 0x31);
const now = Date.parse('2026-02-01T08:00:00Z');
const clock = { now: () => now };
const verifier = hmac({ secrets: [fresh, old], clock });
const body = '{"instalmentStatus":"success","narration":"Ọmọ ₦ 5,000"}';

interface Draft {
  readonly id?: string;
  readonly sentAt?: number;
  readonly secret?: string;
}

/** Signed by the scheme's own library. */
function signed({ id = 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W', sentAt = now, secret = fresh }: Draft = {}) {
  const signature = new Webhook(secret).sign(id, new Date(sentAt), body);
  return { 'webhook-id': id, 'webhook-timestamp': String(Math.floor(sentAt / 1_000)), 'webhook-signature': signature };
}

/** Signed by hand, for what the library would not sign. */
function signedByHand(id: string, timestamp: string, rawBody: Uint8Array = Buffer.from(body)) {
  const key = Buffer.from(fresh.slice('whsec_'.length), 'base64');
  const signature = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest('base64')}`;
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
}

const believes = (
  headers: Readonly<Record<string, string | readonly string[]>>,
  rawBody: Uint8Array = Buffer.from(body),
  by = verifier,
) => by.verify(delivery(headers, { rawBody }));
const signature = signed()['webhook-signature'];

describe('a signed delivery is believed', () => {
  test.each([fresh, old])('when the library of the scheme signed it with a live secret', (secret) => {
    expect(believes(signed({ secret }))).toBe(true);
  });

  test('whatever its bytes are, also when they are no text', () => {
    fc.assert(
      fc.property(
        fc.uint8Array(),
        (bytes) => void expect(believes(signedByHand('m', String(now / 1_000), bytes), bytes)).toBe(true),
      ),
    );
  });

  test.each([
    ['first', `${signature} v1,${'A'.repeat(43)}=`],
    ['last', `v1,${'A'.repeat(43)}= v1a,xyz v2,abc ${signature}`],
    ['after what is none', `v1 v1,x = ,,x  ${signature}`],
    ['eighth', `${'v2,x '.repeat(7)}${signature}`],
  ])('when the signature that fits is %s', (_, signatures) => {
    expect(believes({ ...signed(), 'webhook-signature': signatures })).toBe(true);
  });

  test('under the header names of a gateway', () => {
    const headers = Object.fromEntries(
      Object.entries(signed()).map(([name, value]) => [name.replace('webhook', 'svc'), value]),
    );
    const names = { id: 'svc-id', timestamp: 'Svc-Timestamp', signature: 'svc-signature' };
    expect(believes(headers)).toBe(false);
    expect(believes(headers, undefined, hmac({ secrets: fresh, clock, headers: names }))).toBe(true);
    expect(
      believes(
        { ...signed(), 'svc-id': signed()['webhook-id'] },
        undefined,
        hmac({ secrets: fresh, clock, headers: { id: 'svc-id' } }),
      ),
    ).toBe(true);
  });

  test.each([32, 24, 64, 25, 26])('with a secret of %i bytes, with its padding or without', (bytes) => {
    const secret = secretOf(bytes, 9);
    expect(
      [secret, secret.replace(/=+$/, '')].map((secrets) =>
        believes(signed({ secret }), undefined, hmac({ secrets, clock })),
      ),
    ).toEqual([true, true]);
  });

  test('by the clock of the machine, where none is given', () => {
    expect(believes(signed({ sentAt: Date.now() }), undefined, hmac({ secrets: fresh }))).toBe(true);
    expect(believes(signed(), undefined, hmac({ secrets: fresh }))).toBe(false);
  });
});

describe('the time of a signed delivery', () => {
  const minutes = 60_000;

  test.each([0, 5, -5])('may be %i minutes from now', (away) => {
    expect(believes(signed({ sentAt: now + away * minutes }))).toBe(true);
  });

  test.each([5 * minutes + 1_000, -5 * minutes - 1_000, 365 * 24 * 60 * minutes])(
    'may not be %i ms from now',
    (away) => {
      expect(believes(signed({ sentAt: now + away }))).toBe(false);
    },
  );

  test('may be as far away as the lender says', () => {
    const strict = hmac({ secrets: fresh, toleranceMs: 1_000, clock });
    expect([1_000, 2_000].map((away) => believes(signed({ sentAt: now - away }), undefined, strict))).toEqual([
      true,
      false,
    ]);
  });

  test.each([
    '',
    '0',
    `0${now / 1_000}`,
    `+${now / 1_000}`,
    `-${now / 1_000}`,
    `${now / 1_000}.0`,
    '1.7e9',
    '0x65',
    String(now),
    `${now / 1_000},`,
    'now',
    '٣',
  ])('is not written as %j, even when that was signed', (timestamp) => {
    const headers = { ...signedByHand('m', timestamp) };
    expect(
      verifier.verify({
        headers: { get: (name) => headers[name as keyof typeof headers] },
        rawBody: Buffer.from(body),
      }),
    ).toBe(false);
  });

  test('is not believed when the clock is broken', () => {
    expect(believes(signed(), undefined, hmac({ secrets: fresh, clock: { now: () => Number.NaN } }))).toBe(false);
  });
});

describe('a delivery is not believed', () => {
  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const)('without %s, or with two', (name) => {
    const headers = signed();
    expect(believes({ ...headers, [name]: '' })).toBe(false);
    expect(believes(Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name)))).toBe(false);
    expect(believes({ ...headers, [name]: [headers[name], headers[name]] })).toBe(false);
    expect(believes({ ...headers, [name]: ['other', headers[name]] })).toBe(false);
  });

  test.each([undefined, null, 5, ['x'], {}])('when headers give %j', (value) => {
    expect(verifier.verify({ headers: { get: () => value as string }, rawBody: Buffer.from(body) })).toBe(false);
  });

  test('when it was signed with another secret, or one that is no longer live', () => {
    expect(believes(signed({ secret: secretOf(32, 1) }))).toBe(false);
    expect(believes(signed({ secret: old }), undefined, hmac({ secrets: fresh, clock }))).toBe(false);
  });

  test.each(['webhook-id', 'webhook-timestamp'] as const)(
    'when its %s is a number, even when that was signed',
    (name) => {
      const fitting = signedByHand('5', String(now / 1_000));
      const believed = (headers: Readonly<Record<string, unknown>>) =>
        verifier.verify({ headers: { get: (asked) => headers[asked] as string }, rawBody: Buffer.from(body) });
      expect([believed(fitting), believed({ ...fitting, [name]: Number(fitting[name]) })]).toEqual([true, false]);
    },
  );

  test.each([
    ['of another version', signature.replace('v1', 'v2')],
    ['without a version', signature.slice(3)],
    ['in base64url or without padding', signature.replace('=', '')],
    ['in hexadecimal', `v1,${Buffer.from(signature.slice(3), 'base64').toString('hex')}`],
    ['divided by commas', `${signature},${signature}`],
    ['the ninth', `${'v2,x '.repeat(8)}${signature}`],
  ])('when its signature is %s', (_, given) => {
    expect(believes({ ...signed(), 'webhook-signature': given })).toBe(false);
  });

  test.each(['a.b', 'a b', 'x'.repeat(257), 'ü'])('when its id is %j, even when that was signed', (id) => {
    expect(believes(signedByHand(id, String(now / 1_000)))).toBe(false);
  });

  test('when id, time and body are divided otherwise', () => {
    const parts = signedByHand('m', String(now / 1_000), Buffer.from(`${now / 1_000}.{}`));
    expect(believes(parts, Buffer.from(`${now / 1_000}.{}`))).toBe(true);
    expect(believes({ ...parts, 'webhook-id': `m.${now / 1_000}` }, Buffer.from('{}'))).toBe(false);
  });

  test('when its body was parsed and written again', () => {
    expect(believes(signed(), Buffer.from(JSON.stringify(JSON.parse(body), null, 1)))).toBe(false);
  });
});

describe('any one byte changed', () => {
  const place = fc.nat();
  const other = (text: string, index: number, by: string) => text.slice(0, index) + by + text.slice(index + 1);

  test('in the body is found', () => {
    const mutation = fc.record({ place, bits: fc.integer({ min: 1, max: 255 }) });
    fc.assert(
      fc.property(mutation, ({ place: at, bits }) => {
        const bytes = Buffer.from(body);
        const index = at % bytes.length;
        bytes[index] = (bytes[index] as number) ^ bits;
        expect(believes(signed(), bytes)).toBe(false);
      }),
    );
  });

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const)('in %s is found', (name) => {
    const headers = signed();
    const mutation = fc.record({ place, by: fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme-ascii' }) });
    fc.assert(
      fc.property(mutation, ({ place: at, by }) => {
        const index = at % headers[name].length;
        fc.pre(headers[name][index] !== by);
        expect(believes({ ...headers, [name]: other(headers[name], index, by) })).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test('in the last letter of the signature is found, though its last bits decode to nothing', () => {
    const index = signature.length - 2;
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].filter(
      (letter) => letter !== signature[index],
    );
    expect(
      letters.filter((letter) => believes({ ...signed(), 'webhook-signature': other(signature, index, letter) })),
    ).toEqual([]);
  });
});
