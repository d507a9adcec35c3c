import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSensitiveKey, redact } from '../../src/redact/redact.ts';

const masked = (key: string, value: unknown) => (redact({ [key]: value }) as Record<string, unknown>)[key];

describe('names of personal fields', () => {
  test.each([
    ['phoneNumber', '0803 000 0001'],
    ['mobile', '0803-000-0001'],
    ['next_of_kin_mobile', '803 000 0001'],
    ['dob', '1990-05-17'],
    ['date_of_birth', '1990-05-17'],
    ['ip', '102.89.23.4'],
    ['clientIp', '102.89.23.4'],
    ['x-forwarded-for', '102.89.23.4'],
    ['surname', 'Obiora'],
    ['payerName', 'Ada Obiora'],
    ['middle_name', 'Chidinma'],
    ['residential_addresses', ['1 Marina, Lagos']],
  ])('%s is personal', (key, value) => {
    expect(masked(key, value)).toEqual(Array.isArray(value) ? ['[personal]'] : '[personal]');
    expect(isSensitiveKey(key)).toBe(true);
  });

  test.each([
    ['privateKey', 'MIIE'],
    ['masterKey', 'c2VjcmV0'],
    ['x-api-key', 'abc'],
    ['API_KEYS', ['abc', 'def']],
    ['pin', '1234'],
    ['pin', 1234],
    ['cardPin', '1234'],
    ['otp', '998877'],
    ['tokens', ['abc', 'def']],
    ['passwords', { old: 'hunter2' }],
    ['client_secret', 'hunter2'],
    ['passphrase', 'hunter2'],
    ['Proxy-Authorization', 'Basic abc'],
  ])('%s is secret', (key, value) => {
    expect(masked(key, value)).toEqual(Array.isArray(value) ? ['[secret]', '[secret]'] : '[secret]');
    expect(isSensitiveKey(key)).toBe(true);
  });

  test.each([
    ['nuban', 123456789, '*****6789'],
    ['account_no', '0123 456 789', '******6789'],
    ['accountNumbers', ['0123456789', 1234567890], ['******6789', '******7890']],
    ['bvns', [22212345678, '22212345679'], ['*********78', '*********79']],
    ['account', 1234567890, '******7890'],
    ['account', '0123456789', '******6789'],
    ['debitAccount', '012345678', '*****5678'],
    ['account', '0123456789/058', '******6789/058'],
    ['account', '0123456789 Ada', '*********9Ada'],
    ['account', '0123 456 789', '******6789'],
    ['accounts', [1234567890], ['******7890']],
    ['emails', ['ada@bank.example.ng'], ['[personal]']],
  ])('%s of %j is masked by its name', (key, value, expected) => {
    expect(masked(key, value)).toEqual(expected);
  });

  test('an account that is a structure, a place in a list or a word is read, not masked', () => {
    const account = { accountNumber: '0123456789', bankCode: '058' };
    expect(redact({ account, primaryAccount: account, accounts: [account] })).toEqual({
      account: { accountNumber: '******6789', bankCode: '058' },
      primaryAccount: { accountNumber: '******6789', bankCode: '058' },
      accounts: [{ accountNumber: '******6789', bankCode: '058' }],
    });
    expect(redact({ account: 0, accounts: 3, backupAccount: 'primary' })).toEqual({
      account: 0,
      accounts: 3,
      backupAccount: 'primary',
    });
  });

  test.each([
    'ship',
    'zip',
    'clip',
    'spin',
    'shipping',
    'tips',
    'status',
    'bankName',
    'fileName',
    'hostname',
    'hookName',
    'eventName',
    'requestId',
    'webhookId',
    'responseCode',
    'profile',
    'accountId',
    'tokenized',
    'automobile',
    'pinned',
  ])('%s is no sensitive key', (key) => {
    expect(isSensitiveKey(key)).toBe(false);
    expect(masked(key, 'some word')).toBe('some word');
  });
});

describe('a field called name', () => {
  test.each(['bvn', 'email', 'phone', 'phoneNumber', 'address', 'accountNumber', 'nuban', 'dob'])(
    'is a person’s beside %s',
    (sibling) => {
      expect(redact({ name: 'Ada', [sibling]: '' })).toMatchObject({ name: '[personal]' });
      expect(isSensitiveKey('name', { name: 'Ada', [sibling]: '' })).toBe(true);
    },
  );

  test.each(['Ada Obiora', 'OBIORA, ADA', 'ada obiora', 'Ngozi Eze-Okoro', 'Ọlá Adébáyọ̀'])(
    'is a person’s where it reads %j',
    (name) => {
      expect(redact({ name })).toEqual({ name: '[personal]' });
      expect(redact([{ names: [name] }])).toEqual([{ names: ['[personal]'] }]);
    },
  );

  test('is a person’s where it is a structure beside personal fields', () => {
    expect(redact({ name: { first: 'Ada', last: 'Obiora' }, bvn: '22212345678' })).toEqual({
      name: '[personal]',
      bvn: '*********78',
    });
  });

  test.each([
    { name: 'Access Bank' },
    { name: 'Sample Trust Bank Plc' },
    { name: 'Lagoon Microfinance' },
    { name: 'Guaranty Trust', bankCode: '058' },
    { name: 'Guaranty Trust', nip_code: '000013' },
    { name: 'Goods in transit', slug: 'git' },
    { name: 'Meridian Sample Assurance', code: 'MERIDIAN' },
    { name: 'beforeRequest' },
    { name: 'RateLimitError' },
    { name: 'file', filename: 'statement.pdf' },
    { name: 7 },
    { name: null },
    { name: { common: 'Lagos' } },
  ])('is a thing’s in %j', (thing) => {
    expect(redact(thing)).toEqual(thing);
    expect(isSensitiveKey('name', thing)).toBe(false);
  });
});

describe('numbers under names that say nothing', () => {
  test.each([22212345678, 12345678901, 98765432101, 22212345678n, 2348031234567])(
    '%s is masked, as a BVN or a phone number is written',
    (number) => {
      for (const value of [{ value: number }, { list: [[number]] }, [number], number])
        expect(JSON.stringify(redact(value))).not.toContain(String(number));
    },
  );

  test.each([
    { at: 1_767_225_600 },
    { value: 1_767_225_600 },
    { at: '1767225600', amountKobo: '12345678901' },
    { value: 1_767_225_600_000 },
    {
      amountKobo: 12_345_678_901,
      totalAmount: 12_345_678_901,
      outstanding_balance: 12_345_678_901,
      loanAmount: 22_212_345_678,
    },
    { amounts: [12_345_678_901] },
    { createdAt: 12_345_678_901, elapsedMs: 12_345_678_901, epoch: 12_345_678_901 },
    { rate: 0.123_456_789_01, share: 12_345_678_901.5 },
    { count: -5, big: 123_456_789_012_345, nothing: Number.NaN, endless: Number.POSITIVE_INFINITY },
  ])('%j stays readable', (figures) => {
    expect(redact(figures)).toEqual(figures);
  });

  test('a bigint is shown in digits, so that JSON can write it', () => {
    expect(redact({ epochMillis: 1_767_225_600_000n, kobo: 12_345_678_901n })).toEqual({
      epochMillis: '1767225600000',
      kobo: '12345678901',
    });
  });
});

test('a personal field is found in any spelling of its name', () => {
  const spelling = fc.constantFrom(
    (words: string[]) => words.map((word, at) => (at === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join(''),
    (words: string[]) => words.join('_'),
    (words: string[]) => words.join('-').toUpperCase(),
    (words: string[]) => words.join(' '),
  );
  const field = fc.constantFrom(
    'bvn',
    'account number',
    'phone number',
    'mobile',
    'dob',
    'ip',
    'pin',
    'email',
    'private key',
    'api key',
    'token',
    'nuban',
    'account no',
    'first name',
  );
  const owner = fc.constantFrom('', 'payer', 'next of kin', 'borrower');
  fc.assert(
    fc.property(spelling, field, owner, fc.boolean(), (spell, name, whose, isPlural) => {
      const key = spell(`${whose} ${name}${isPlural ? 's' : ''}`.trim().split(' '));
      expect(JSON.stringify(redact({ [key]: 'plantedvalue' }))).not.toContain('planted');
    }),
  );
});
