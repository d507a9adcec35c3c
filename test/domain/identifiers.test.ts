import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isAccountNumber,
  isBankCode,
  isBvn,
  isEmail,
  isIpAddress,
  isObjectId,
  isSameAccount,
  isUuid,
} from '../../src/domain/identifiers.ts';

/** What is recognised, what comes close, and what is no text at all. */
const recognised = [
  {
    what: 'a BVN',
    is: isBvn,
    good: ['22212345678', '00000000000'],
    bad: ['2221234567', '222123456789', '2221234567a', ' 22212345678', '22212345678\n', '２２２１２３４５６７８'],
  },
  {
    what: 'an account number',
    is: isAccountNumber,
    good: ['0123456789'],
    bad: ['012345678', '01234567890', '0123-456789', '012345678९'],
  },
  { what: 'a bank code', is: isBankCode, good: ['058', '000'], bad: ['58', '0580', '50211', 'abc', ''] },
  {
    what: 'a lenient bank code',
    is: (value: unknown) => isBankCode(value, 'lenient'),
    good: ['058', '50211', '090267'],
    bad: ['58', '0902671'],
  },
  {
    what: 'an object id',
    is: isObjectId,
    good: ['65f0a1b2c3d4e5f60718293a', '65F0A1B2C3D4E5F60718293A'],
    bad: ['65f0a1b2c3d4e5f60718293', '65f0a1b2c3d4e5f60718293ab', 'g5f0a1b2c3d4e5f60718293a'],
  },
  {
    what: 'a UUID',
    is: isUuid,
    good: ['3f2b8c1e-5a4d-4c6b-9e8f-0a1b2c3d4e5f'],
    bad: [
      '3f2b8c1e5a4d4c6b9e8f0a1b2c3d4e5f',
      '3f2b8c1e-5a4d-4c6b-9e8f-0a1b2c3d4e5',
      '03f2b8c1e-5a4d-4c6b-9e8f-0a1b2c3d4e5f',
      '3f2b8c1e-5a4d-4c6b-9e8f-0a1b2c3d4e5f0',
    ],
  },
  {
    what: 'an e-mail address',
    is: isEmail,
    good: ['ada@example.ng', 'a.b+c@mail.example.com', 'ádá@bank.ng', `${'a'.repeat(249)}@b.ng`],
    bad: [
      'ada',
      'ada@',
      '@example.ng',
      'ada@example',
      'ada@example..ng',
      'a da@example.ng',
      'a@b@example.ng',
      'ada@example.ng ',
      'ada@example.ng@',
      `${'a'.repeat(250)}@b.ng`,
    ],
  },
  {
    what: 'an IP address',
    is: isIpAddress,
    good: [
      '102.89.23.4',
      '0.0.0.0',
      '::1',
      '::',
      '2001:db8::ff00:42:8329',
      '2001:0db8:0000:0000:0000:ff00:0042:8329',
      '::ffff:102.89.23.4',
      '64:ff9b::1.2.3.4',
      '1:2:3:4:5:6:7::',
    ],
    bad: [
      '102.89.23.256',
      '010.0.0.1',
      '102.89.23',
      '1.2.3.4.5',
      'dead:beef',
      ':',
      ':::',
      '1::2::3',
      '12345::',
      'g::1',
      '::ffff:300.1.1.1',
      '1:2:3:4:5:6:7:8:9',
      '1:2:3:4::5:6:7:8',
      '1:2:3:4:5:6:7',
      'abc.def',
      'localhost',
      '1.2.3.4:80',
    ],
  },
];

describe.each(recognised)('$what', ({ is, good, bad }) => {
  test.each(good)('%j is one', (text) => {
    expect(is(text)).toBe(true);
  });

  test.each([...bad, ...good.map((text) => [[text]]), '', undefined, null, 22212345678, {}, ['058']])(
    '%j is none',
    (value) => {
      expect(is(value)).toBe(false);
    },
  );
});

test('an IP address is one exactly when Node’s network layer says so', () => {
  const almost = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc
      .array(fc.constantFrom(':', '::', '.', '0', '1', 'ff', 'abcd', '255', '256', '1.2.3.4'), { maxLength: 12 })
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(almost, (text) => {
      expect(isIpAddress(text)).toBe(isIP(text) !== 0);
    }),
    { numRuns: 1_000 },
  );
});

test('an account is the same when number and bank are', () => {
  const account = { accountNumber: '0123456789', bankCode: '058' };
  expect(isSameAccount(account, { ...account })).toBe(true);
  expect(isSameAccount(account, { ...account, bankCode: '044' })).toBe(false);
  expect(isSameAccount(account, { ...account, accountNumber: '0123456780' })).toBe(false);
});
