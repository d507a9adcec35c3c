import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type HmacOptions, hmac } from '../../../src/webhooks/verifiers/hmac.ts';
import { mistakesOf } from './deliveries.ts';

const base64 = (bytes: number) => Buffer.alloc(bytes, 0xfb).toString('base64');
const good = `whsec_${base64(32)}`;
const misuse = (options: unknown) => mistakesOf(() => hmac(options as HmacOptions));

describe('no signing secret', () => {
  test.each([[undefined], [null], [''], [[good, undefined]]])(
    'is %j, and it asks for the environment variable',
    (secrets) => {
      expect(misuse({ secrets })).toEqual([
        expect.stringMatching(/^secrets(\.1)?: is empty: is the environment variable set\?$/),
      ]);
    },
  );

  test.each([base64(32), `WHSEC_${base64(32)}`, 'whsec', ` ${good}`])(
    'is %j, which does not begin as one',
    (secrets) => {
      expect(misuse({ secrets })).toEqual([
        'secrets: must begin with whsec_: copy the signing secret of the webhook endpoint, whole',
      ]);
    },
  );

  test.each([
    'whsec_',
    `whsec_${base64(23)}`,
    `whsec_${base64(65)}`,
    `${good} `,
    `${good}=`,
    `${good}===`,
    `whsec_${base64(32).replaceAll('+', '-').replaceAll('/', '_')}`,
    `whsec_${'!'.repeat(44)}`,
    // A digit too few, and bits that stand for nothing.
    `whsec_${base64(33).slice(0, -3)}`,
    `whsec_${base64(32).replace(/.=$/, '/=')}`,
  ])('is %j, which is no base64 of 24 to 64 bytes', (secrets) => {
    expect(misuse({ secrets })).toEqual(['secrets: must be whsec_ and base64 of 24 to 64 bytes: copy it again, whole']);
  });

  test('is an empty list, or missing with all other options', () => {
    expect(misuse({ secrets: [] })).toEqual([
      'secrets: must be at least one secret: copy it from the gateway that signs',
    ]);
    expect(misuse(undefined)).toEqual(['secrets: is empty: is the environment variable set?']);
  });

  test('is printed with the verifier or with the error', () => {
    expect(inspect(hmac({ secrets: good }), { depth: null, showHidden: true })).not.toContain(base64(32).slice(0, 20));
    expect(misuse({ secrets: ['whsec_hunter2', 'hunter3'] }).join()).not.toMatch(/hunter/);
  });
});

describe('hmac refuses', () => {
  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '300', null])('a tolerance of %j', (toleranceMs) => {
    expect(misuse({ secrets: good, toleranceMs })).toEqual([
      expect.stringMatching(/^toleranceMs: .* a whole number of milliseconds, 1 or more$/),
    ]);
  });

  test.each([null, {}, Date.now])('what is no clock', (clock) => {
    expect(misuse({ secrets: good, clock })).toEqual([expect.stringMatching(/^clock: .* a clock$/)]);
  });

  test('header names that are none, and everything else that is wrong, at once', () => {
    const options = { secrets: [good, 'x'], tolerance: 5, headers: { id: 'a b', timestamp: null, signatures: 'x' } };
    expect(misuse(options)).toEqual([
      'tolerance: is unknown; did you mean toleranceMs?',
      'secrets.1: must begin with whsec_: copy the signing secret of the webhook endpoint, whole',
      'headers.signatures: is unknown; did you mean signature?',
      'headers.id: must be the name of a header',
      'headers.timestamp: is null: give the name of a header',
    ]);
    expect(misuse({ secrets: good, headers: 'webhook-id' })).toEqual([
      'headers: is a string, but must be the names of the headers: { id, timestamp, signature }',
    ]);
  });
});
