import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { credentialHeaders, readCredential } from '../../src/wire/credentials.ts';
import { matchOperation, operations } from '../../src/wire/operations.ts';
import { operationPath, queryString, readQuery } from '../../src/wire/request-target.ts';

const segments = { mandate: 'mandates', discovery: 'discovery' };
const keys = { publicKey: 'pk_test_a/b+c=', secretKey: 'sk_test_a/b+c=' };

describe('the path of an operation', () => {
  test('has every segment filled in', () => {
    expect(operationPath(operations.createConsent, segments)).toBe('/v1/mandates/mandates/consent/create');
  });

  test('differs from deployment to deployment', () => {
    expect(operationPath(operations.discoverAccounts, segments)).toBe('/v1/discovery/');
    expect(operationPath(operations.discoverAccounts, { mandate: 'm', discovery: 'd' })).toBe('/v1/d/');
  });

  test.each(Object.values(operations))('of $id leads back to it', (row) => {
    expect(matchOperation(row.method, operationPath(row, segments), segments)).toBe(operations[row.id]);
  });
});

describe('a request that means no operation', () => {
  test('has an unknown path', () => {
    for (const path of [
      '/',
      '/v1/discovery',
      '/v1/mandates/micro-deposit/bank-list/',
      '/v1/m/micro-deposit/bank-list',
      '__proto__',
      'constructor',
    ]) {
      expect(matchOperation('GET', path, segments)).toEqual({ pathKnown: false, methods: [] });
    }
  });

  test('or a known path and another method', () => {
    expect(matchOperation('DELETE', '/v1/erm/policy/products/type', segments)).toEqual({
      pathKnown: true,
      methods: ['POST'],
    });
    expect(matchOperation('get', '/v1/erm/policy/business/policies', segments)).toEqual({
      pathKnown: true,
      methods: ['GET'],
    });
  });
});

describe('a query', () => {
  test('reads back what was written', () => {
    const field = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(fc.dictionary(field, field, { noNullPrototype: true }), (fields) => {
        fc.pre(!Object.hasOwn(fields, '__proto__'));
        expect(readQuery(queryString(fields))).toEqual(fields);
      }),
    );
  });

  test('leaves out what is undefined', () => {
    expect(queryString({ type: 'auto', status: undefined, search: 'a&b=c' })).toBe('?type=auto&search=a%26b%3Dc');
    expect(queryString({ status: undefined })).toBe('');
  });

  test('cannot set a prototype', () => expect(readQuery('?__proto__=x&a=1')).toEqual({ a: '1' }));
});

describe('a credential (§5)', () => {
  test('travels in the header of its scheme', () => {
    expect(credentialHeaders('token', keys)).toEqual({ token: keys.publicKey });
    expect(credentialHeaders('bearer', keys)).toEqual({ authorization: `Bearer ${keys.secretKey}` });
    expect(credentialHeaders('authorization-token', keys)).toEqual({ authorization: `token ${keys.publicKey}` });
  });

  test.each(['token', 'bearer', 'authorization-token'] as const)(
    'of scheme %s is read where it was written',
    (credential) => {
      const key = credential === 'bearer' ? keys.secretKey : keys.publicKey;
      expect(readCredential({ credential }, credentialHeaders(credential, keys))).toBe(key);
    },
  );

  test('of another scheme, or an empty one, is none', () => {
    expect(readCredential({ credential: 'bearer' }, credentialHeaders('authorization-token', keys))).toBeUndefined();
    expect(readCredential({ credential: 'authorization-token' }, credentialHeaders('bearer', keys))).toBeUndefined();
    expect(readCredential({ credential: 'token' }, { authorization: 'token x', token: '' })).toBeUndefined();
    expect(readCredential({ credential: 'bearer' }, { authorization: 'Bearer ' })).toBeUndefined();
    expect(readCredential({ credential: 'bearer' }, {})).toBeUndefined();
  });

  test('has a scheme in any case', () =>
    expect(readCredential({ credential: 'bearer' }, { authorization: 'bearer k' })).toBe('k'));
});
