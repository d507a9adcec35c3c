import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../src/errors.ts';
import { keyIdOf, readPublicKey, readPublicKeys, readSigningKey } from '../../src/evidence/checkpoint.ts';
import { signer } from '../loan-file/sealed-files.ts';

const { privateKey, publicKey } = signer;
const [privatePem, publicPem] = [
  privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  publicKey.export({ type: 'spki', format: 'pem' }) as string,
];
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const how = 'half of an Ed25519 key, as a KeyObject or as PEM text (`openssl genpkey -algorithm ed25519`)';

function errorOf(act: () => unknown): ConfigurationError {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return error as ConfigurationError;
  }
  return expect.unreachable();
}

describe('the key that signs', () => {
  test.each([
    ['an object', privateKey],
    ['PEM text', privatePem],
  ])('is the private half, as %s', (_, key) => expect(readSigningKey(key).equals(privateKey)).toBe(true));

  test.each([
    ['the public half', publicKey],
    ['the public half as text', publicPem],
    ['a key of another kind', elliptic.privateKey],
    ['no key', undefined as never],
    ['text that is none', 'not a key'],
  ])('is not %s, and the error says what to give', (_, key) => {
    const error = errorOf(() => readSigningKey(key));
    expect(error.message).toBe(`Checkpoints: key: give the private ${how}`);
    expect(error.issues).toEqual([{ path: 'key', message: `give the private ${how}` }]);
  });
});

describe('the key that proves signatures', () => {
  test.each([
    ['the public half', publicKey],
    ['the public half as text', publicPem],
    ['found in the private one', privateKey],
    ['found in the text of the private one', privatePem],
  ])('is %s', (_, key) => expect(readPublicKey(key).equals(publicKey)).toBe(true));

  test.each([
    ['of another kind', elliptic.publicKey],
    ['undefined', undefined as never],
    ['text that is none', 'not a key'],
  ])('is not %s, and the error says what to give', (_, key) => {
    const error = errorOf(() => readPublicKey(key));
    expect(error.issues).toEqual([{ path: 'publicKey', message: `give the public ${how}` }]);
  });

  test('that cannot be read says why', () =>
    expect(errorOf(() => readPublicKey('not a key')).cause).toBeInstanceOf(Error));
});

describe('the name of a key', () => {
  // The sample of RFC 8410, section 10.1; `openssl pkey -pubin -outform DER | sha256sum` begins with these digits.
  const sample =
    '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n';
  const named = 'a1e9156054e04fac899ae9f275132cdc';

  test('is how the hash of its public half begins, whichever half is at hand', () => {
    expect(keyIdOf(readPublicKey(sample))).toBe(named);
    expect(keyIdOf(privateKey)).toBe(keyIdOf(publicKey));
  });

  test('leads to the key among several, or to the only one', () => {
    expect([...readPublicKeys([publicKey, sample]).keys()]).toEqual([keyIdOf(publicKey), named]);
    expect([...readPublicKeys(sample).keys()]).toEqual([named]);
    expect(readPublicKeys(publicKey).get(keyIdOf(publicKey))?.equals(publicKey)).toBe(true);
  });
});
