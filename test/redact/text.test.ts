import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactText } from '../../src/redact/redact.ts';

const digitsOf = (text: string) => text.normalize('NFKC').replace(/\D/g, '');
const fullWidth = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
const percent = (text: string) => text.replace(/\d/g, '%3$&');
const unicode = (text: string) => text.replace(/\d/g, '\\u003$&');

describe('secrets in free text', () => {
  test.each([
    ['password=hunter2', 'password=[secret]'],
    ['token=abc123&page=2', 'token=[secret]&page=2'],
    ['api_key=k1, status=failed', 'api_key=[secret], status=failed'],
    ['x-api-key: k1234567', 'x-api-key: [secret]'],
    ['clientSecret = "two words", retry', 'clientSecret = "[secret]", retry'],
    ['{"password":"hunter2","status":"failed"}', '{"password":"[secret]","status":"failed"}'],
    ['{"password":"hu\\"nter2","pin":1234,"a":1}', '{"password":"[secret]","pin":[secret],"a":1}'],
    ['body "{\\"password\\":\\"hunter2\\",\\"a\\":1}"', 'body "{\\"password\\":\\"[secret]\\",\\"a\\":1}"'],
    ['{"note":"password=hunter2"}', '{"note":"password=[secret]"}'],
    ['%22password%22%3A%22hunter2%22', '%22password%22%3A%22[secret]%22'],
    ["{ password: 'hunter', a: 1 }", "{ password: '[secret]', a: 1 }"],
    ['Authorization: Basic dXNlcjpwYXNz', 'Authorization: Basic [secret]'],
    ['refused Basic dXNlcjpodW50ZXI= here', 'refused Basic [secret] here'],
    ['authorization=Bearer abc.def', 'authorization=Bearer [secret]'],
    ['postgres://loans:hunter2@localhost:5432/loans', 'postgres://[secret]@localhost:5432/loans'],
    ['pin: 1234', 'pin: [secret]'],
    ['Set-Cookie: sid=a; theme=b\nStatus: 200', 'Set-Cookie: [secret]\nStatus: 200'],
    ['Cookie: sid="a"; theme=b\nStatus: 200', 'Cookie: [secret]\nStatus: 200'],
    ['{"sent":"Cookie: sid=","status":200}', '{"sent":"Cookie: [secret]","status":200}'],
    ['cookie=a1&page=2', 'cookie=[secret]&page=2'],
    [`password=${'x-'.repeat(500)}end, retry`, 'password=[secret], retry'],
    [`password: ${'x-'.repeat(500)}end, retry`, 'password: [secret], retry'],
    ['user[secret]=hunter2 (password=hunter2)', 'user[secret]=[secret] (password=[secret])'],
    ['"secrets":["hunter2","hunter3"],"a":1', '"secrets":[secret],"a":1'],
  ])('%s is masked', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  test.each([
    ['email=ada%40bank.ng&bankCode=058', 'email=[personal]&bankCode=058'],
    ['{"accountName":"Ada Obiora","bankCode":"058"}', '{"accountName":"[personal]","bankCode":"058"}'],
    ['accountName=Ada Obiora, bank 058', 'accountName=[personal], bank 058'],
    ['accountName: Ada Obiora was refused', 'accountName: [personal] was refused'],
    ['{"accountNumber":123456789}', '{"accountNumber":*****6789}'],
    ['accountNumber: 012345678 is not 10 digits', 'accountNumber: *****5678 is not 10 digits'],
  ])('%s is masked as a personal field', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  test.each([
    'Basic information is missing',
    'secretKey: give the key of the dashboard',
    'secretKey: required',
    'accountName: Invalid input: expected string, received undefined',
    'bvn: 11 digits are wanted',
    'email: required; phone: give 11 digits',
    'token == null',
    'no cookie: authenticate first',
    'file: 12345678 bytes are too many',
    'repayment LN-2026-000123 of loan',
    '{"totalAmountKobo":12345678901,"at":1767225600,"createdAt":"1767225600"} elapsedMs=12345678901',
    'The password is wrong',
    'status=failed&code=51&page=2',
    '{"status":"pending","requestId":"req_12","webhookId":"wh_7"}',
  ])('%j is kept as it is', (text) => {
    expect(redactText(text)).toBe(text);
  });
});

describe('numbers of people in free text', () => {
  test.each([
    ['call 0803 000 0001 now', 'call *********01 now'],
    ['call +234 803 000 0001 now', /^call \S*0001 now$/],
    ['call +234 (0) 803-000-0001 now', /^call \S*0001 now$/],
    ['call (0803) 000-0001', /^call \(?\*+01$/],
    ['account 0123 456 789', 'account ******6789'],
    ['account 012-345-6789.', 'account ******6789.'],
    ['BVN22200000001', 'BVN*********01'],
    ['BVN 222 0000 0001', 'BVN *********01'],
    ['acct0123456789', 'acct******6789'],
    ['acct_0123456789NGN', 'acct_******6789NGN'],
    ['q=%220123456789%22', 'q=%22******6789%22'],
    ['{"note":"line\\n0123456789\\tend"}', '{"note":"line\\n******6789\\tend"}'],
    ['\\u00220123456789\\u0022', '\\u0022******6789\\u0022'],
    [fullWidth('0123456789 x'), '******6789 x'],
    ['0803%20000%200001', '*********01'],
    ['0803\u00a0000\u20090001', '*********01'],
    ['0803\u200b0000001', '*********01'],
    ['٠١٢٣٤٥٦٧٨٩', '******6789'],
    ['rate 50%22212345678', 'rate 50%*********78'],
    ['00234 803 000 0001', /^\*+0001$/],
    ['accounts.0.0123456789', 'accounts.0.******6789'],
    ['account 0123456789/058', 'account ******6789/058'],
    ['account=0123456789/058', 'account=******6789/058'],
    ['paid at: 0123456789', 'paid at: ******6789'],
    ['at=0123456789', 'at=******6789'],
    ['at=22212345678x', 'at=*********78x'],
  ])('%s is masked', (text, expected) => {
    const reported = redactText(text);
    if (typeof expected === 'string') expect(reported).toBe(expected);
    else expect(reported).toMatch(expected);
  });

  const number = fc.oneof(
    fc.tuple(fc.constantFrom('22', '12', '98'), fc.stringMatching(/^\d{9}$/)).map((parts) => parts.join('')),
    fc
      .tuple(fc.constantFrom('070', '080', '081', '090', '091', '234803', '+234803'), fc.stringMatching(/^\d{8}$/))
      .map(([head, tail]) => (head.includes('234') ? head + tail.slice(1) : head + tail)),
    fc.stringMatching(/^\d{10}$/),
  );
  const grouping = fc.constantFrom([4, 3, 3], [3, 3, 4], [4, 3, 4], [5, 5], [3, 4, 4], [4, 4, 3]);
  const separator = fc.constantFrom(' ', '-', '\u00a0', '\u2011', '\t', ' - ');
  const writing = fc.oneof(
    fc.constantFrom((text: string) => text, fullWidth, percent, unicode),
    fc.tuple(grouping, separator).map(([sizes, between]) => (text: string) => {
      const groups: string[] = [];
      let rest = text;
      for (const size of sizes) {
        groups.push(rest.slice(0, size));
        rest = rest.slice(size);
      }
      return [...groups, rest].filter((group) => group !== '').join(between);
    }),
  );
  const neighbour = fc.constantFrom(
    '',
    ' ',
    ', ',
    ': ',
    '="',
    '"',
    "'",
    '\n',
    '\\n',
    '\\"',
    '%22',
    '%3D',
    '(',
    ')',
    '/',
    '&',
    '|',
    '<',
    '>',
    '_',
    ' x ',
    'BVN',
    'acct',
    'é',
    '₦',
    '[',
    ']',
    '; ',
    'q=',
  );

  test('a planted number never survives, however it is written and whatever stands around it', () => {
    fc.assert(
      fc.property(number, writing, neighbour, neighbour, (value, write, before, after) => {
        const reported = redactText(`${before}${write(value)}${after}`);
        const digits = value.replace(/\D/g, '');
        expect(digitsOf(reported.replaceAll('%3', '').replaceAll('\\u003', ''))).not.toContain(digits);
        expect(digitsOf(reported)).not.toContain(digits);
      }),
      { numRuns: 2_000 },
    );
  });

  test('nor does one of several', () => {
    const plain = fc.tuple(
      number,
      fc.constantFrom((text: string) => text, fullWidth, percent, unicode),
    );
    const apart = neighbour.filter((text) => !['', '_', '/', '&', '|'].includes(text));
    fc.assert(
      fc.property(fc.array(fc.tuple(plain, apart), { maxLength: 5 }), (parts) => {
        const reported = redactText(parts.map(([[value, write], between]) => write(value) + between).join(''));
        for (const [[value]] of parts)
          expect(digitsOf(reported.replace(/%3(?=\d)|\\u003(?=\d)/g, ''))).not.toContain(digitsOf(value));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('what belongs to no person in free text', () => {
  const instant = fc.date({ min: new Date('2015-01-01'), max: new Date('2038-01-01'), noInvalidDate: true });
  const innocent = fc.oneof(
    fc.stringMatching(/^[0-9a-f]{24}$/),
    fc.stringMatching(/^\d{24}$/),
    fc.uuid(),
    instant.map((at) => at.toISOString()),
    instant.map((at) => at.toISOString().slice(0, 10)),
    instant.map((at) => at.toISOString().slice(0, 19).replace('T', ' ')),
    instant.map((at) => String(at.getTime())),
    fc.integer({ min: 0, max: 99_999_999_999 }).map((kobo) => (kobo / 100).toFixed(2)),
    fc.integer({ min: 0, max: 999_999_999 }).map((naira) => `₦${naira.toLocaleString('en-NG')}.00`),
    fc.double({ min: 0, max: 1, noNaN: true }).map(String),
    fc.constantFrom(
      '00',
      '51',
      '91',
      '200',
      '422',
      '058',
      'pending',
      'mandate.activated',
      'req_42',
      'wh_7',
      'req_0123456789',
      'wh_01234567890',
    ),
    fc.constantFrom(
      '127.0.0.1:4010',
      '10.20.130.140',
      '/v1/mandates',
      'requestId',
      '§4.9',
      '12%',
      '31/01/2026',
      'v20.18.1',
    ),
  );
  const between = fc.constantFrom(' ', ', ', '; ', '\n', '\\n', '" "', ' = ', ' (', ') ', ': ', ' | ', '%20%2C%20');

  test('it stays readable between whatever it stands', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(innocent, between), { maxLength: 4 }), (parts) => {
        const text = parts.flat().join('');
        expect(redactText(text)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('documents in free text', () => {
  const bytes = Buffer.from(Array.from({ length: 600 }, (_, at) => (at * 89) % 256)).toString('base64');

  test.each([64, 76])('base64 in lines of %d characters is left out whole', (width) => {
    const lines = bytes.match(new RegExp(`.{1,${width}}`, 'g')) as string[];
    for (const newline of ['\n', '\r\n', '\\n', '\\r\\n', '%0D%0A', '\n  ']) {
      const reported = redactText(`image: ${lines.join(newline)}\nThe bank refused it`);
      for (const line of lines) expect(reported).not.toContain(line.slice(0, 12));
      expect(reported).toContain('The bank refused it');
    }
  });

  test('base64 for addresses is left out too', () => {
    expect(redactText(`image ${bytes.replaceAll('+', '-').replaceAll('/', '_')} refused`)).toMatch(
      /^image \[document\]=* refused$/,
    );
  });
});

test('masking twice changes nothing more', () => {
  const said = [
    'call 0803 000 0001',
    '0123 456 789',
    'x0123456789',
    'ada@bank.ng',
    'password=hunter2',
    'pin: 1234',
    'pin: 0803 000 0001',
    '{"bvn":"22212345678","a":1}',
    '"{\\"secret\\":\\"a b\\"}"',
    '%22email%22%3A%22a%22',
    'accountName=Ada Obi',
    'accountName: Ada Obi',
    'token 0123456789',
    'Basic dXNlcjpwYXNz',
    'used sk_a1',
    'redis://a:b@localhost',
    '２２２ 123 45678',
    '\\u0030123456789',
    '222',
    '22',
    'Ada',
    '08',
    '2026-01-31',
  ];
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...said), fc.constantFrom(' ', ', ', '\n', '; ', '\\n', '%20')), {
        maxLength: 8,
      }),
      (parts) => {
        const once = redactText(parts.flat().join(''));
        expect(redactText(once)).toBe(once);
      },
    ),
    { numRuns: 2_000 },
  );
});
