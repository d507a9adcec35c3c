import { expect, test } from 'vitest';
import { readMasterKey } from '../../src/loan-file/local-keys.ts';

const bytes = Uint8Array.from({ length: 32 }, (_, index) => 0xe0 + index);
const hex = 'e0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff';
const base64 = '4OHi4+Tl5ufo6err7O3u7/Dx8vP09fb3+Pn6+/z9/v8=';
const base64url = '4OHi4-Tl5ufo6err7O3u7_Dx8vP09fb3-Pn6-_z9_v8';

test.each([
  ['bytes', bytes],
  ['hexadecimal text', hex],
  ['hexadecimal text in capitals', hex.toUpperCase()],
  ['base64', base64],
  ['base64 without its padding', base64.slice(0, -1)],
  ['base64url', base64url],
  ['base64url with padding', `${base64url}=`],
  ['text with spaces and a line’s end around it', ` ${base64}\n`],
])('a master key of 32 bytes is read from %s', (_what, given) => {
  expect(Uint8Array.from(readMasterKey(given) ?? [])).toEqual(bytes);
});

test('a master key is a copy: wiping the given bytes wipes no key', () => {
  const given = Uint8Array.from(bytes);
  const key = readMasterKey(given);
  given.fill(0);
  expect(key?.toString('hex')).toBe(hex);
});

test.each<[string, unknown]>([
  ['31 bytes', bytes.subarray(1)],
  ['33 bytes', new Uint8Array(33)],
  ['no bytes', new Uint8Array(0)],
  ['one digit too few', hex.slice(1)],
  ['hexadecimal text after something', `x${hex}`],
  ['hexadecimal text before something', `${hex}x`],
  ['base64 of 33 bytes', 'AAAA'.repeat(11)],
  ['base64 of 31 bytes', `${'AAAA'.repeat(10)}AA==`],
  ['base64 after something', `.${base64}`],
  ['base64 before something', `${base64}=`],
  ['a password', 'secret'],
  ['no text', ''],
  ['a number', 32],
  ['a list of numbers', [...bytes]],
  ['nothing', undefined],
])('%s is no master key', (_what, given) => {
  expect(readMasterKey(given)).toBeUndefined();
});
