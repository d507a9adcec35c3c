import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact } from '../../src/redact/redact.ts';

const bvn = '22212345678';
const email = 'ada.obi@bank.example.ng';

describe('masking of other structures than records and lists', () => {
  test('a Map is shown as a record, its keys masked', () => {
    const plan = new Map<unknown, unknown>([
      ['0123456789', { bvn }],
      ['email', email],
      [{ bvn }, 1],
    ]);
    expect(redact({ plan })).toEqual({
      plan: { '******6789': { bvn: '*********78' }, email: '[personal]', '[object]': 1 },
    });
  });

  test('a Set is shown as a list', () => {
    expect(redact({ bvns: new Set([bvn]), seen: new Set([email, 'ok']) })).toEqual({
      bvns: ['*********78'],
      seen: ['[personal]', 'ok'],
    });
  });

  test('an error is shown by name, message, its own facts and its causes', () => {
    const cause = Object.assign(new TypeError(`no ${bvn}`), { body: { email } });
    const error = Object.assign(new Error(`failed for ${email}`, { cause }), { code: 'E_SENT' });
    const reported = redact({ error });
    expect(reported).toEqual({
      error: {
        name: 'Error',
        message: 'failed for [personal]',
        code: 'E_SENT',
        cause: { name: 'TypeError', message: 'no *********78', body: { email: '[personal]' } },
      },
    });
    expect(redact(new AggregateError([new Error(bvn)], 'several'))).toMatchObject({
      message: 'several',
      errors: [{ message: '*********78' }],
    });
  });

  test('an error that causes itself is cut', () => {
    const error = new Error('again');
    error.cause = error;
    expect(redact(error)).toEqual({ name: 'Error', message: 'again', cause: '[cycle]' });
  });

  test('dates, addresses and patterns are shown as text', () => {
    expect(redact({ at: new Date(0), never: new Date(Number.NaN) })).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      never: '[invalid date]',
    });
    expect(redact({ url: new URL(`https://ada:pw@bank.example.ng/v1?bvn=${bvn}`) })).toEqual({
      url: 'https://bank.example.ng/v1?bvn=…',
    });
    expect(redact({ pattern: /22212345678/ })).toEqual({ pattern: '/*********78/' });
  });

  test('queries, headers and forms are masked by their names', () => {
    const query = new URLSearchParams([
      ['bvn', bvn],
      ['page', '1'],
      ['page', '2'],
    ]);
    expect(redact(query)).toEqual({ bvn: '*********78', page: ['1', '2'] });
    expect(redact({ headers: new Headers({ Authorization: 'Basic abc', 'content-type': 'text/plain' }) })).toEqual({
      headers: { authorization: '[secret]', 'content-type': 'text/plain' },
    });
    const form = new FormData();
    form.append('email', email);
    form.append('upload', new Blob(['12345']), `${bvn}.pdf`);
    expect(redact(form)).toEqual({ email: '[personal]', upload: '[5 bytes]' });
  });

  test('every kind of bytes is shown by their number', () => {
    expect(
      redact([
        new Uint16Array(2),
        new Float64Array(1),
        new DataView(new ArrayBuffer(3)),
        new SharedArrayBuffer(4),
        Buffer.from('12345'),
      ]),
    ).toEqual(['[4 bytes]', '[8 bytes]', '[3 bytes]', '[4 bytes]', '[5 bytes]']);
  });

  test('boxed values and symbols are read as what they hold', () => {
    expect(redact([new String(bvn), new Number(7), Symbol(bvn)])).toEqual(['*********78', 7, 'Symbol(*********78)']);
  });

  test('a boxed value that holds itself is cut', () => {
    const boxed = Object.assign(new Number(7), { valueOf: () => boxed as unknown as number });
    expect(redact({ boxed })).toEqual({ boxed: '[cycle]' });
  });

  test('what throws when it is read is left out by a word', () => {
    const hostile = {
      get secretly() {
        throw new Error(bvn);
      },
      ok: 1,
    };
    const closed = new Proxy(
      {},
      {
        ownKeys() {
          throw new Error(bvn);
        },
      },
    );
    const { proxy: revoked, revoke } = Proxy.revocable([], {});
    revoke();
    expect(redact({ hostile, closed, revoked })).toEqual({
      hostile: { secretly: '[unreadable]', ok: 1 },
      closed: '[unreadable]',
      revoked: '[unreadable]',
    });
  });

  test('an error whose message throws is no danger', () => {
    const error = new Error('x');
    Object.defineProperty(error, 'message', {
      get() {
        throw new Error(bvn);
      },
    });
    expect(redact(error)).toMatchObject({ name: 'Error', message: '[unreadable]' });
  });

  test('accounts that look alike once masked are both kept', () => {
    expect(redact({ '0123456789': 'a', '01 23456789': 'b', '00-23456789': 'c' })).toEqual({
      '******6789': 'a',
      '******6789 (2)': 'b',
      '******6789 (3)': 'c',
    });
  });

  test.each([
    [
      100_000,
      (reported: unknown) =>
        expect(reported).toEqual({ list: expect.any(Array), tokens: expect.any(Array), name: expect.any(Array) }),
    ],
    [
      4_294_967_295,
      (reported: unknown) =>
        expect(reported).toEqual({
          list: '[4294967295 items]',
          tokens: '[4294967295 items]',
          name: '[4294967295 items]',
        }),
    ],
  ])('a list of %d holes is no danger', (length, expectReported) => {
    const list = new Array(length);
    expectReported(redact({ list, tokens: list, name: list }));
  });

  test('values that hold each other many times over are read once', () => {
    let reads = 0;
    let many: unknown = {
      get note() {
        reads += 1;
        return bvn;
      },
    };
    for (let depth = 0; depth < 10; depth += 1) many = Array.from({ length: 100 }, () => many);
    const reported = redact(many);
    expect(reads).toBe(1);
    expect((reported as unknown[][])[0]?.[0]).toBeInstanceOf(Array);
  });

  test('nothing planted survives in any of them', () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom<unknown>(bvn, email, 22212345678, 22212345678n, `x${bvn}`),
        tie('held'),
      ),
      held: fc.oneof(
        fc.array(tie('any'), { maxLength: 3 }),
        fc.array(tie('any'), { maxLength: 3 }).map((items) => new Set(items)),
        fc
          .array(fc.tuple(fc.constantFrom('a', 'bvn', bvn, email), tie('any')), { maxLength: 3 })
          .map((entries) => new Map(entries)),
        tie('any').map((cause) => new Error(`about ${bvn}`, { cause })),
        fc.constant(new URLSearchParams({ q: bvn, [email]: '1' })),
        fc.dictionary(fc.constantFrom('note', 'email', bvn), tie('any'), { maxKeys: 3 }),
      ),
    })).any;
    fc.assert(
      fc.property(value, (planted) => {
        const reported = redact(planted);
        const printed = `${JSON.stringify(reported)}${inspect(reported, { depth: null })}`;
        expect(printed).not.toContain(bvn);
        expect(printed).not.toContain(email);
      }),
    );
  });
});
