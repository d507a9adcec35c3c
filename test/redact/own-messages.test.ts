import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactText } from '../../src/redact/redact.ts';
import { keyForms } from '../../src/server/diagnosis/hints.ts';
import { sharedSecret } from '../../src/webhooks/index.ts';

describe('messages of our own stay readable', () => {
  test.each([
    'use the keys that the server printed when it started, or pk_test_NAME and sk_test_NAME for a world of your own.',
    'the world of the keys pk_test_NAME, instead of the default one',
    'Name of the new world, in its keys `pk_test_NAME`; without it one is made up.',
    'sharedSecret: secrets.0: is empty: is the environment variable set?',
    'sharedSecret: secrets[0]: is empty; secrets[1] has blanks around it',
    'sharedSecret: secrets[0] is empty',
    'keys begin with pk_test_ or sk_live_; whsec_… is another',
    'deliveries carry the secret in x-auth-signature',
    'the token x-auth-signature carries the secret',
    'x-auth-signature is missing; send it with the secret',
    ...Object.values(keyForms).flatMap((form) => [
      `Send ${form}.`,
      `send ${form}, as the server printed it when it started.`,
    ]),
  ])('%s', (message) => {
    expect(redactText(message)).toBe(message);
  });

  test('an empty secret is named by its place', () => {
    expect(() => sharedSecret({ secrets: ['one', ''] })).toThrow(
      'sharedSecret: secrets.1: is empty: is the environment variable set?',
    );
  });
});

describe('no real key passes', () => {
  const around = fc.constantFrom('', ' ', ', ', '"', "'", '`', '(', '. ', '; ', '\n', '\\n', '=', ': ', '%20');
  const body = fc.stringMatching(/^[\w+/=-]{8,60}$/).filter((text) => text !== 'NAME');
  const head = fc.constantFrom(
    'pk_',
    'sk_',
    'whsec_',
    'pk_test_',
    'sk_test_',
    'pk_live_',
    'sk_live_',
    'sk_test_NAME',
    'sk_test_NAME_',
    'pk_live_NAME-',
  );

  test('with a known prefix, whatever stands around it', () => {
    fc.assert(
      fc.property(head, body, around, around, (prefix, key, before, after) => {
        expect(redactText(`${before}${prefix}${key}${after}`)).not.toContain(key);
      }),
      { numRuns: 3_000 },
    );
  });

  test('behind the name of a field, also where it begins like the place of a mistake', () => {
    const name = fc.constantFrom(
      'secret',
      'sharedSecret',
      'secretKey',
      'publicKey',
      'password',
      'token',
      'x-auth-signature',
      'x-api-key',
    );
    const key = fc
      .tuple(
        fc.constantFrom('', 'secrets.0', 'secrets[0]', 'secrets.', 'secrets.123'),
        fc.stringMatching(/^[A-Za-z\d]{15}\d$/),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(name, fc.constantFrom(': ', '=', '="', ' = ', ':'), key, around, (field, sign, value, after) => {
        expect(redactText(`${field}${sign}${value}${after}`)).not.toContain(value.slice(-16));
      }),
      { numRuns: 3_000 },
    );
  });

  test('behind a scheme', () => {
    const scheme = fc.constantFrom(
      'Bearer ',
      'bearer ',
      'Authorization: Bearer ',
      'Authorization: token ',
      'authorization=token ',
    );
    fc.assert(
      fc.property(scheme, fc.stringMatching(/^[A-Za-z\d+/]{20,60}={0,2}$/), around, (before, key, after) => {
        expect(redactText(`${before}${key}${after}`)).not.toContain(key);
      }),
      { numRuns: 2_000 },
    );
  });

  test('what stands as data is masked even if it reads like the place of a mistake', () => {
    expect(redactText('password=secrets.0')).toBe('password=[secret]');
    expect(redactText('{"secret":"secrets[0]"}')).toBe('{"secret":"[secret]"}');
  });
});
