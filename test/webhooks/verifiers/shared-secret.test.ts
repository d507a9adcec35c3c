import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { sharedSecret } from '../../../src/webhooks/verifiers/secrets.ts';
import { unverified } from '../../../src/webhooks/verifiers/verifier.ts';
import { delivery, mistakesOf } from './deliveries.ts';

describe('a shared secret', () => {
  const verifier = sharedSecret({ secrets: ['new-secret', 'old-secret'] });

  test.each(['new-secret', 'old-secret'])('%s is believed while both are live', (secret) => {
    expect(verifier.verify(delivery({ 'X-Auth-Signature': secret }))).toBe(true);
  });

  test('is not believed any more once it is no longer live', () => {
    expect(sharedSecret({ secrets: 'new-secret' }).verify(delivery({ 'x-auth-signature': 'old-secret' }))).toBe(false);
  });

  test.each(['', 'new-secre', 'new-secret2', 'NEW-SECRET', 'new-secret, old-secret', 'new-secret,new-secret'])(
    '%j is not believed',
    (secret) => {
      expect(verifier.verify(delivery({ 'x-auth-signature': secret }))).toBe(false);
    },
  );

  test('that is missing, comes twice, or stands in another header, is not believed', () => {
    expect(verifier.verify(delivery({}))).toBe(false);
    expect(verifier.verify(delivery({ 'x-auth-signature': ['new-secret', 'new-secret'] }))).toBe(false);
    expect(verifier.verify(delivery({ 'x-signature': 'new-secret' }))).toBe(false);
  });

  test.each([undefined, null, ['new-secret'], 5, {}])('that headers give as %j is not believed', (value) => {
    expect(verifier.verify({ ...delivery({}), headers: { get: () => value as string } })).toBe(false);
  });

  test('may stand in a header of its own, and only there', () => {
    expect(sharedSecret({ secrets: 's' }).verify(delivery({ 'x-auth-signature': 's' }))).toBe(true);
    expect(sharedSecret({ header: 'X-Hook', secrets: 's' }).verify(delivery({ 'x-auth-signature': 's' }))).toBe(false);
    expect(sharedSecret({ header: 'X-Hook', secrets: 's' }).verify(delivery({ 'x-hook': 's' }))).toBe(true);
  });

  test('stays what it was when the list is changed later', () => {
    const secrets = ['first'];
    const early = sharedSecret({ secrets });
    secrets[0] = 'second';
    expect(['first', 'second'].map((secret) => early.verify(delivery({ 'x-auth-signature': secret })))).toEqual([
      true,
      false,
    ]);
  });
});

describe('no shared secret', () => {
  const misuse = (options: unknown) => mistakesOf(() => sharedSecret(options as { secrets: string }));

  test.each([[undefined], [null], [''], [[undefined]], [new Array(1)], [['good', '']]])(
    'is %j, which an unset variable leaves, and it says so',
    (secrets) => {
      expect(misuse({ secrets })).toEqual([
        expect.stringMatching(/^secrets(\.\d)?: is empty: is the environment variable set\?$/),
      ]);
    },
  );

  test.each([
    [[], 'secrets: must be at least one secret: copy it from the merchant dashboard'],
    [5, 'secrets: is a number, but must be a string'],
    [{}, 'secrets: is an object, but must be a string'],
    [[['nested']], 'secrets.0: is a list, but must be a string'],
    [' padded ', 'secrets: has blanks around it, which headers cannot carry: copy it again'],
    ['line\nbreak', 'secrets: holds characters that headers cannot carry: copy it again'],
    ['sécrèt', 'secrets: holds characters that headers cannot carry: copy it again'],
  ])('is %j', (secrets, mistake) => {
    expect(misuse({ secrets })).toEqual([mistake]);
  });

  test.each(['', 'two words', 'a:b', 5, null])('stands in a header named %j', (header) => {
    expect(misuse({ header, secrets: 's' })).toEqual([expect.stringMatching(/^header: .* the name of a header$/)]);
  });

  test.each([
    [undefined, 'secrets: is empty: is the environment variable set?'],
    [null, 'secrets: is empty: is the environment variable set?'],
    ['secret', 'options: is a string, but must be an object with header, secrets'],
    [[], 'options: is a list, but must be an object with header, secrets'],
  ])('is found in options that are %j', (options, mistake) => {
    expect(misuse(options)).toEqual([mistake]);
  });

  test('is found under a name that is not known, and all mistakes are reported at once', () => {
    expect(misuse({ secret: 's', header: '' })).toEqual([
      'secret: is unknown; did you mean secrets?',
      'header: is empty: give the name of a header',
      'secrets: is empty: is the environment variable set?',
    ]);
  });

  test('is printed with the verifier or with the error', () => {
    expect(inspect(sharedSecret({ secrets: ['hunter2'] }), { depth: null, showHidden: true })).not.toContain('hunter2');
    expect(misuse({ secrets: ['hunter2 ', ''] }).join()).not.toContain('hunter2');
  });
});

test('a receiver that verifies nothing has to say so', async () => {
  expect(await unverified().verify(delivery({}))).toBe(true);
});
