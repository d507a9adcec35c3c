import { describe, expect, test } from 'vitest';
import { type Payer, payerCheck } from '../../../src/domain/consent/payer.ts';

const payerProblems = (payer: unknown) => payerCheck.problems(payer, '');

const payer: Payer = {
  payerId: 'payer-7',
  bvn: '22212345678',
  name: 'Ada Obi',
  email: 'ada@example.ng',
  mobileNumber: '08031234567',
  address: '1 Marina, Lagos',
};

describe('a payer', () => {
  test.each(['bvn', 'email', 'mobileNumber'] as const)(
    'is not named by the %s, because the name stays in clear for ever',
    (field) => {
      expect(payerProblems({ ...payer, payerId: payer[field] })).toMatchObject([{ path: 'payerId' }]);
    },
  );

  test('with all data has no problems', () => {
    expect(payerProblems(payer)).toEqual([]);
  });

  test.each([
    '08031234567',
    '+234 803 123 4567',
    '(01) 271-1000',
    '1234567',
    '123456789012345',
    '+234 (0) 803 - 123 - 4567     ',
  ])('can be called on %s', (mobileNumber) => {
    expect(payerProblems({ ...payer, mobileNumber })).toEqual([]);
  });

  test.each<[keyof Payer, unknown]>([
    ['payerId', ''],
    ['name', '   '],
    ['address', undefined],
    ['bvn', '2221234567'],
    ['bvn', 22212345678],
    ['email', 'ada@example'],
    ['mobileNumber', '123456'],
    ['mobileNumber', '1234567890123456'],
    ['mobileNumber', '0803-CALL-ME'],
    ['mobileNumber', 8031234567],
    ['mobileNumber', '+-- -- -- --'],
    ['mobileNumber', '+234 (0) 803 - 123 - 4567      '],
    ['mobileNumber', 'call 08031234567'],
    ['mobileNumber', '08031234567 at noon'],
    ['mobileNumber', ['08031234567']],
  ])('without a good %s (%j) has that problem, and its message does not hold the value', (field, value) => {
    const problems = payerProblems({ ...payer, [field]: value } as Payer);
    expect(problems.map(({ path }) => path)).toEqual([field]);
    if (typeof value === 'string' && value.trim()) expect(problems[0]?.message).not.toContain(value);
  });

  test('from a table with more columns reports only the column that was meant for what is wrong', () => {
    const columns = { mobile: '1', payer_id: 'x', address1: 'x', address2: 'x', emails: [] };
    const paths = (change: object) => payerProblems({ ...payer, ...columns, ...change }).map(({ path }) => path);
    expect(paths({ bvn: '1' })).toEqual(['bvn']);
    expect(paths({ mobileNumber: undefined })).toEqual(['mobile', 'mobileNumber']);
    expect(paths({})).toEqual([]);
  });

  test.each([undefined, null, {}])('that is %j has every problem and crashes nothing', (nothing) => {
    expect(
      payerProblems(nothing as never)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['address', 'bvn', 'email', 'mobileNumber', 'name', 'payerId']);
  });
});
