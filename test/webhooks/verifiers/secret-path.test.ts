import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SecretPathOptions, secretPath } from '../../../src/webhooks/verifiers/secrets.ts';
import { delivery, mistakesOf } from './deliveries.ts';

const fresh = 'fresh-0123456789abcdef';
const old = "old-~!$&'()*+,;=:@0123";
const at = (url: string | undefined) => delivery({}, url === undefined ? {} : { url });

describe('a secret in the path', () => {
  const verifier = secretPath({ secrets: [fresh, old] });

  test.each([
    `https://shop.example/webhooks/${fresh}`,
    `https://shop.example/${fresh}`,
    `https://shop.example/webhooks/${fresh}?from=elsewhere/at/all#part`,
    `/webhooks/${fresh}`,
    `/webhooks/${old}`,
    `/webhooks/${encodeURIComponent(old)}`,
    `/webhooks/%66resh-0123456789abcdef`,
    `HTTP2://shop.example:8443/${fresh}`,
    `svc+h2.test-1://shop.example/${fresh}`,
    `//shop.example/${fresh}`,
  ])('is believed at %s', (url) => {
    expect(verifier.verify(at(url))).toBe(true);
  });

  test.each([
    undefined,
    '',
    '/',
    'https://shop.example',
    `https://${fresh}`,
    `https://shop.example?${fresh}`,
    `https://shop.example/?/${fresh}`,
    `https://shop.example/#/${fresh}`,
    `/webhooks/${fresh}/`,
    `/webhooks/${fresh}/more`,
    `/webhooks/${fresh.slice(0, -1)}`,
    `/webhooks/${fresh}x`,
    `/webhooks/${fresh.toUpperCase()}`,
    `/webhooks/%2566resh-0123456789abcdef`,
    '/webhooks/%',
    '/webhooks/%zz',
    '/webhooks/%ff%ff',
    fresh,
    `webhooks/${fresh}`,
    `https:/shop.example/${fresh}`,
    `2https://shop.example/${fresh}`,
    `hook, https://shop.example/${fresh}`,
    `mailto:/${fresh}/x`,
  ])('is not believed at %s', (url) => {
    expect(verifier.verify(at(url))).toBe(false);
  });

  test.each([null, 5, {}, [`/${fresh}`], new URL(`https://shop.example/${fresh}`)])(
    'is not believed at an address that is no text',
    (url) => {
      expect(verifier.verify(at(url as string))).toBe(false);
    },
  );

  test('stands where the lender says, from either end', () => {
    const urls = [`/${fresh}/b/c`, `/a/${fresh}/c`, `/a/b/${fresh}`];
    const believed = (place: number | undefined) =>
      urls.map((url) => secretPath({ secrets: fresh, at: place }).verify(at(url)));
    expect([undefined, 0, 1, -1, -2, 3, -4].map(believed)).toEqual([
      [false, false, true],
      [true, false, false],
      [false, true, false],
      [false, false, true],
      [false, true, false],
      [false, false, false],
      [false, false, false],
    ]);
  });

  test('is never found in an address that does not hold it, and no address makes the verifier throw', () => {
    const url = fc.oneof(fc.string(), fc.webPath(), fc.string({ unit: fc.constantFrom('/', '%', '2', 'F', '?') }));
    fc.assert(fc.property(url, (address) => void expect(verifier.verify(at(address))).toBe(false)));
  });
});

describe('no secret for a path', () => {
  const misuse = (options: unknown) => mistakesOf(() => secretPath(options as SecretPathOptions));
  const short = 'secrets: is shorter than 16 characters, so it can be guessed: make one with `openssl rand -hex 32`';
  const unfit = expect.stringMatching(/^secrets: holds characters that a path cannot carry as they are: .*base64url/);

  test.each([undefined, null, ''])('is %j, and it asks for the environment variable', (secrets) => {
    expect(misuse({ secrets })).toEqual(['secrets: is empty: is the environment variable set?']);
  });

  test('is an empty list', () => {
    expect(misuse({ secrets: [] })).toEqual([
      'secrets: must be at least one secret: make one with `openssl rand -hex 32`',
    ]);
  });

  test('has fewer than 16 characters', () => {
    expect(misuse({ secrets: 'a'.repeat(15) })).toEqual([short]);
    expect(misuse({ secrets: 'a'.repeat(16) })).toEqual([]);
  });

  test.each([
    '0123456789abcdef/',
    '0123456789abcdef%20',
    '0123456789abcdef?',
    '0123456789abcdef#',
    '0123456789 abcdef',
    '0123456789abcdéf',
  ])('is %j', (secrets) => {
    expect(misuse({ secrets })).toEqual([unfit]);
  });

  test.each([1.5, '1', Number.NaN, null])('stands at %j', (place) => {
    expect(misuse({ secrets: fresh, at: place })).toEqual([
      expect.stringMatching(/^at: .* a whole number of segments: 0 is the first of the path, -1 the last$/),
    ]);
  });

  test('comes under another name, or with no options at all', () => {
    expect(misuse({ secret: fresh })).toEqual([
      'secret: is unknown; did you mean secrets?',
      'secrets: is empty: is the environment variable set?',
    ]);
    expect(misuse(undefined)).toEqual(['secrets: is empty: is the environment variable set?']);
  });

  test('is printed with the verifier or with the error', () => {
    expect(inspect(secretPath({ secrets: fresh }), { depth: null, showHidden: true })).not.toContain(fresh);
    expect(misuse({ secrets: [`${fresh}/`, 'hunter2'] }).join()).not.toMatch(/fresh|hunter2/);
  });
});
