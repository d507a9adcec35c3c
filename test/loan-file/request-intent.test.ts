import { describe, expect, test } from 'vitest';
import { ConflictError, InputError, RuleError, StoreError } from '../../src/errors.ts';
import { afterSending, beforeSending, requireCommitting } from '../../src/loan-file/loan-files.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';

test('what is about to be sent may be written where it is on file for good', () => {
  expect(() => requireCommitting(memoryStore())).not.toThrow();
  expect(() => requireCommitting({ ...memoryStore(), isTransaction: false })).not.toThrow();
});

test.each([
  [undefined, 'Spec §4.7'],
  ['Spec §2.6', 'Spec §2.6'],
])('what is about to be sent is not written into a transaction that may be rolled back (%s)', (given, spec) => {
  const requiring = () => requireCommitting({ ...memoryStore(), isTransaction: true }, given);
  expect(requiring).toThrow(RuleError);
  expect(requiring).toThrow(
    expect.objectContaining({
      rule: 'intent-before-request',
      spec,
      message: `Inside a transaction nothing is sent: its intent could be rolled back, and the request would be sent again. Commit first, then take this step (intent-before-request, ${spec})`,
    }),
  );
});

const wall = new StoreError('The disk is full');
const broken = new StoreError('The connection broke', { outcome: 'unknown' });
const lost = new ConflictError('Another process was first');
const crash = new RangeError('out of memory');
const refused = new InputError('Unknown loan', [{ path: 'loanId', message: 'no such file' }]);
const sent = new ConflictError('Another process was first', { outcome: 'unknown' });

const nothingSent =
  "Nothing was sent, but what was intended may be on file: when the store works, read it again. A debit that is 'intended' there is ended by collections.settle or the worker; what is not there can be asked for again";
const wasSent =
  'The request was sent and answered, but that could not be written down: repeat the step, which asks the service first';

describe('what is written before a request is sent', () => {
  test('is answered where it is on file', async () => {
    expect(await beforeSending(Promise.resolve('written'))).toBe('written');
  });

  test.each<[string, Error]>([
    ['a store that certainly wrote nothing', wall],
    ['a lost race', lost],
    ['a lost race that says it is unsure', sent],
    ['an invalid input', refused],
  ])('fails as it is after %s', async (_what, cause) => {
    await expect(beforeSending(Promise.reject(cause))).rejects.toBe(cause);
  });

  test.each<[string, unknown, string]>([
    ['a store that may have written it', broken, 'The connection broke'],
    ['a store that threw an error of its own', crash, 'The store failed'],
    ['a store that threw a text', 'full', 'The store failed'],
  ])('may be on file after %s, while nothing was sent', async (_what, cause, said) => {
    const error = await beforeSending(Promise.reject(cause)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ message: `${said}. ${nothingSent}`, outcome: 'none', cause });
  });
});

describe('what is written after a request was sent', () => {
  test('is answered where it is on file', async () => {
    expect(await afterSending(Promise.resolve('written'))).toBe('written');
  });

  test.each<[string, Error]>([
    ['a lost race', lost],
    ['an invalid input', refused],
  ])('fails as it is after %s', async (_what, cause) => {
    await expect(afterSending(Promise.reject(cause))).rejects.toBe(cause);
  });

  test.each<[string, unknown, string]>([
    ['a store that certainly wrote nothing', wall, 'The disk is full'],
    ['a store that may have written it', broken, 'The connection broke'],
    ['a store that threw an error of its own', crash, 'The store failed'],
    ['a store that threw a text', 'full', 'The store failed'],
  ])('is missing after %s, and the outcome is unknown', async (_what, cause, said) => {
    const error = await afterSending(Promise.reject(cause)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ message: `${said}. ${wasSent}`, outcome: 'unknown', cause });
  });
});
