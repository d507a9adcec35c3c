import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failureEnvelope, readEnvelope, successEnvelope } from '../../src/wire/envelope.ts';

describe('a success', () => {
  test.each([
    { status: true, error: false },
    { status: true },
    { status: 'success' },
    { status: 'Success', error: null },
    { success: true },
    { success: true, status: 200 },
  ])('is marked by %j', (flags) => {
    expect(readEnvelope({ ...flags, message: 'Done', data: { a: 1 } })).toEqual({
      kind: 'success',
      data: { a: 1 },
      message: 'Done',
    });
  });

  test.each([[null], [''], [undefined]])('keeps data of %j', (data) => {
    expect(readEnvelope({ status: true, data })).toEqual({ kind: 'success', data, message: null });
  });

  test('reads back what it was wrapped from', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        expect(readEnvelope(successEnvelope(data))).toEqual({ kind: 'success', data, message: null });
      }),
    );
  });
});

describe('a failure', () => {
  test.each([
    { status: false },
    { status: 'error' },
    { status: 'failed' },
    { success: false },
    { error: true },
    { status: true, error: true },
    { success: true, error: true },
    { status: true, success: false },
  ])('is marked by %j', (flags) =>
    expect(readEnvelope({ ...flags, message: 'No' })).toMatchObject({ kind: 'failure', message: 'No' }),
  );

  test.each([
    { status: true, error: 'slow bank' },
    { status: 'success', success: false },
    { success: true, error: true },
    { status: false, success: true },
  ])('that also says success contradicts itself: %j', (flags) =>
    expect(readEnvelope(flags)).toMatchObject({ kind: 'failure', isContradictory: true }),
  );

  test.each([
    { status: false, error: true },
    { status: 'pending', error: true },
    { success: false, error: false },
  ])('does not contradict itself: %j', (flags) => expect(readEnvelope(flags)).not.toHaveProperty('isContradictory'));

  test('takes its words from an error that is text, or from a list of sentences', () => {
    expect(readEnvelope({ error: 'No such mandate' })).toMatchObject({ kind: 'failure', message: 'No such mandate' });
    expect(readEnvelope({ status: false, message: ['a is missing', 'b is missing'] })).toMatchObject({
      message: 'a is missing; b is missing',
    });
  });

  test('reads back what it was wrapped from', () => {
    const details = { code: 'rule_refused', rule: 'gate', fields: [{ path: 'amount', message: 'too much' }] };
    expect(readEnvelope(failureEnvelope('No', details))).toEqual({
      kind: 'failure',
      message: 'No',
      data: details,
      ...details,
    });
    expect(failureEnvelope('No', { code: 'x' })).toEqual({
      status: false,
      error: true,
      message: 'No',
      data: { code: 'x' },
    });
  });

  test('keeps of its details only what has the right form', () => {
    const data = {
      code: 7,
      rule: null,
      fields: [null, { path: 1, message: 'x' }, { path: 'a', message: 'b', value: 'secret' }],
    };
    expect(readEnvelope({ status: false, data })).toEqual({
      kind: 'failure',
      message: null,
      data,
      fields: [{ path: 'a', message: 'b' }],
    });
  });
});

describe('anything else is foreign', () => {
  test.each([
    null,
    undefined,
    'text',
    5,
    [],
    [{ status: true }],
    {},
    { status: 200 },
    { status: 'active' },
    { error: false, data: {} },
  ])('%j', (body) => {
    expect(readEnvelope(body)).toEqual({ kind: 'foreign' });
  });

  test('no body makes it crash', () => {
    const part = fc.oneof(fc.jsonValue(), fc.boolean(), fc.constantFrom('success', 'error'));
    fc.assert(
      fc.property(
        fc.record({ status: part, success: part, error: part, message: part, data: part }, { requiredKeys: [] }),
        (body) => {
          expect(['success', 'failure', 'foreign']).toContain(readEnvelope(body).kind);
        },
      ),
    );
  });
});
