import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../src/errors.ts';
import { sharedSecret, unverified } from '../../src/webhooks/index.ts';

const delivery = (headers: Record<string, string>) => ({ headers: new Headers(headers), rawBody: new Uint8Array() });

describe('a shared secret', () => {
  const verifier = sharedSecret({ secrets: ['new-secret', 'old-secret'] });

  test.each(['new-secret', 'old-secret'])('%s is believed while both are live', (secret) => {
    expect(verifier.verify(delivery({ 'X-Auth-Signature': secret }))).toBe(true);
  });

  test.each(['', 'new-secre', 'new-secret2', 'NEW-SECRET', 'new-secret, old-secret', 'new-secret,new-secret'])('%j is not believed', (secret) => {
    expect(verifier.verify(delivery({ 'x-auth-signature': secret }))).toBe(false);
  });

  test('that is missing, or stands in another header, is not believed', () => {
    expect(verifier.verify(delivery({}))).toBe(false);
    expect(verifier.verify(delivery({ 'x-signature': 'new-secret' }))).toBe(false);
    expect(verifier.verify({ headers: { get: () => undefined }, rawBody: new Uint8Array() })).toBe(false);
  });

  test('may stand in a header of its own', () => {
    expect(sharedSecret({ header: 'X-Hook', secrets: 's' }).verify(delivery({ 'x-hook': 's' }))).toBe(true);
  });

  test.each([[[]], [''], [['good', '']], [' padded '], [undefined], [null], [[undefined]], [5]])('of %j is no configuration', (secrets) => {
    expect(() => sharedSecret({ secrets: secrets as string })).toThrow(ConfigurationError);
  });

  test.each(['', 'two words', 'a:b'])('in a header named %j is no configuration', (header) => {
    expect(() => sharedSecret({ header, secrets: 's' })).toThrow(ConfigurationError);
  });

  test('is not printed with the verifier or with the error', () => {
    expect(JSON.stringify(verifier)).not.toContain('secret');
    expect(() => sharedSecret({ secrets: ['hunter2', ''] })).toThrow(expect.not.stringContaining('hunter2'));
  });
});

test('a receiver that verifies nothing has to say so', async () => {
  expect(await unverified().verify(delivery({}))).toBe(true);
});
