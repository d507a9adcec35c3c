import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSensitiveKey, maskAccountNumber, maskBvn, redact, redactText, redactUrl } from '../../src/redact/redact.ts';

// Planted values: none of them may be found in anything that left through the masking.
const bvn = '22212345678';
const accountNumber = '0123456789';
const email = 'ada.obi+loan@bank.example.ng';
const phone = '08031234567';
const internationalPhone = '+2348031234567';
const opaqueKey = 'c2tfbGl2ZV8vLz09KysxMjM0NTY3ODk=';
const webhookSecret = 'static-shared-secret-of-the-merchant';
const signatureImage = Buffer.alloc(400, 7).toString('base64');
const planted = [
  bvn,
  accountNumber,
  email,
  phone,
  '8031234567',
  opaqueKey,
  webhookSecret,
  signatureImage.slice(10, 60),
];

function expectNothingPlanted(output: unknown) {
  const printed =
    typeof output === 'string' ? output : `${JSON.stringify(output)}\n${inspect(output, { depth: null })}`;
  for (const value of planted) expect(printed).not.toContain(value);
}

describe('masking of numbers', () => {
  test('an account number keeps its last four digits', () => {
    expect(maskAccountNumber(accountNumber)).toBe('******6789');
  });

  test('a BVN keeps its last two digits', () => {
    expect(maskBvn(bvn)).toBe('*********78');
  });

  test('a number as short as what is kept is masked whole', () => {
    expect(maskAccountNumber('6789')).toBe('****');
    expect(maskBvn('')).toBe('');
  });
});

describe('masking of structures', () => {
  test('nothing planted in a nested request survives', () => {
    const request = {
      headers: {
        Authorization: `Bearer ${opaqueKey}`,
        token: opaqueKey,
        'x-auth-signature': webhookSecret,
        'Set-Cookie': ['a=b'],
      },
      body: {
        bvn,
        account_number: accountNumber,
        Email: email,
        mobileNumber: phone,
        file: signatureImage,
        payments: [{ deep: { accountNumber, note: `paid from ${accountNumber} by ${email}` } }],
        list: [bvn, [accountNumber, { bvn }]],
      },
    };
    const masked = redact(request);
    expectNothingPlanted(masked);
    expect(masked).toMatchObject({
      body: { bvn: '*********78', account_number: '******6789', file: '[document]' },
      headers: { token: '[secret]' },
    });
  });

  test('longer names that end in a masked one are masked too', () => {
    const masked = redact({
      borrowerBvn: bvn,
      payerEmail: email,
      webhookSecret,
      'X-Access-Token': opaqueKey,
      nextOfKinPhone: phone,
      bank_account_number: accountNumber,
    });
    expectNothingPlanted(masked);
  });

  test('a key that is an account number itself is masked', () => {
    expect(redact({ [accountNumber]: { by: 'micro-deposit' } })).toEqual({ '******6789': { by: 'micro-deposit' } });
  });

  test('lists of secrets are masked one by one', () => {
    expect(redact({ secrets: [webhookSecret, opaqueKey], secret: { old: webhookSecret } })).toEqual({
      secrets: ['[secret]', '[secret]'],
      secret: '[secret]',
    });
  });

  test('names that every object has are no way around it', () => {
    const hostile = JSON.parse(`{ "constructor": { "bvn": "${bvn}" }, "__proto__": { "email": "${email}" } }`);
    const masked = redact(hostile) as Record<string, unknown>;
    expectNothingPlanted(masked);
    expect(Object.keys(masked)).toEqual(['constructor', '__proto__']);
    expect(isSensitiveKey('constructor')).toBe(false);
  });

  test('a structure in the place of a number is masked, not read', () => {
    expect(redact(JSON.parse('{ "bvn": { "toString": 1 }, "accountNumber": [{}] }'))).toEqual({
      bvn: '[personal]',
      accountNumber: ['[personal]'],
    });
  });

  test('numbers that stand for personal numbers are masked by their key', () => {
    expect(redact({ bvn: 22212345678, accountNumber: 1234567890 })).toEqual({
      bvn: '*********78',
      accountNumber: '******7890',
    });
  });

  test('cycles are cut and the original stays as it was', () => {
    const loan: Record<string, unknown> = { bvn, self: undefined };
    loan.self = { again: loan };
    expect(redact(loan)).toEqual({ bvn: '*********78', self: { again: '[cycle]' } });
    expect(loan.bvn).toBe(bvn);
  });

  test('very deep structures are cut', () => {
    let deep: unknown = bvn;
    for (let depth = 0; depth < 10_000; depth += 1) deep = { deep };
    expectNothingPlanted(redact(deep));
    expect(JSON.stringify(redact(deep))).toContain('[deep]');
  });

  test('bytes are shown by their number', () => {
    expect(redact({ upload: new Uint8Array(3), buffer: new ArrayBuffer(5) })).toEqual({
      upload: '[3 bytes]',
      buffer: '[5 bytes]',
    });
  });

  test('what belongs to no person is kept', () => {
    const facts = {
      mandateId: '65f0a1b2c3d4e5f60718293a',
      amount: 12_500.5,
      at: '2026-01-31T07:00:00.000Z',
      epochMs: '1767225600000',
      none: null,
      empty: { email: '' },
    };
    expect(redact(facts)).toEqual(facts);
  });

  test('a planted number is never found, wherever it is put', () => {
    const spot = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(bvn, accountNumber, email),
        tie('object'),
        fc.array(tie('value'), { maxLength: 3 }),
      ),
      object: fc.dictionary(
        fc.constantFrom('bvn', 'accountNumber', 'note', 'data', 'constructor', accountNumber),
        tie('value'),
        { maxKeys: 4 },
      ),
    })).value;
    fc.assert(fc.property(spot, (value) => expectNothingPlanted(redact(value))));
  });

  test.each([
    'bvn',
    'BVN',
    'account_number',
    'Account-Number',
    'secretKey',
    'x-auth-signature',
    'bankAddress',
    'pdfUrl',
  ])('%s is a sensitive key', (key) => {
    expect(isSensitiveKey(key)).toBe(true);
  });

  test.each(['mandateId', 'bankCode', 'amount', 'status', 'profile', 'reference'])('%s is no sensitive key', (key) => {
    expect(isSensitiveKey(key)).toBe(false);
  });
});

describe('masking of text', () => {
  test.each([
    `The payer ${bvn} was not found`,
    `account ${accountNumber}, bank 058`,
    `bvn=${bvn}&email=${email}`,
    `write to <${email}>, or to a@${email}`,
    `call ${phone} or ${internationalPhone} or ${internationalPhone.slice(1)}`,
    `Authorization: Bearer ${opaqueKey}`,
    `authorization: token ${opaqueKey} refused`,
    `{"token":"${opaqueKey}","secret": "${webhookSecret}"}`,
    `the image ${signatureImage} was refused`,
  ])('nothing planted survives in %j', (text) => {
    expectNothingPlanted(redactText(text));
    expect(redactText(text)).not.toBe(text);
  });

  test.each(['pk_test_repaykit', 'sk_live_ab+/=12', 'whsec_abc'])('%s is known as a key by its beginning', (key) => {
    expect(redactText(`used ${key} here`)).toMatch(/^used (sk|pk|whsec)_\[secret\] here$/);
  });

  test.each([
    'The token expired: ask for another one',
    'secretKey: give the key of the dashboard',
    'Mandate 65f0a1b2c3d4e5f60718293a at 1767225600000, reference 3f2b8c1e-5a4d-4c6b-9e8f-0a1b2c3d4e5f',
    '₦12,500.00 is more than the ₦1,000.00 outstanding (debit-within-terms, Spec §1)',
    '',
  ])('%j is kept as it is', (text) => {
    expect(redactText(text)).toBe(text);
  });

  test('masking twice changes nothing more', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...planted, ' ', ': ', 'token '), fc.string())), (parts) => {
        const once = redactText(parts.join(' '));
        expect(redactText(once)).toBe(once);
      }),
    );
  });

  test('a text that is too long to read is shown by its length, and is no danger', () => {
    expect(redactText('x'.repeat(9_000_000))).toBe('[9000000 characters]');
    expect(redact({ note: `22200000001 ${' '.repeat(1_000_000)}` })).toEqual({ note: '[1000012 characters]' });
  });
});

describe('masking of addresses', () => {
  test('query values are left out, their names stay', () => {
    expect(redactUrl(`https://api.example.ng/v1/log?mandateId=65f0&search=${bvn}`)).toBe(
      'https://api.example.ng/v1/log?mandateId=…&search=…',
    );
  });

  test('a query without names is left out whole', () => {
    expect(redactUrl(`https://api.example.ng/v1/log?${bvn}&${accountNumber}=1`)).toBe(
      'https://api.example.ng/v1/log?…&******6789=…',
    );
  });

  test.each(['https://user:pass@api.example.ng/v1', 'https://user:p@ss@api.example.ng/v1'])(
    'credentials are taken out of %s',
    (url) => {
      expect(redactUrl(url)).toBe('https://api.example.ng/v1');
    },
  );

  test('personal numbers in the path are masked', () => {
    expect(redactUrl(`/accounts/058/${accountNumber}#${bvn}`)).toBe('/accounts/058/******6789#*********78');
  });
});
