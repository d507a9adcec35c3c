import { expect, test } from 'vitest';
import { RuleError } from '../../src/errors.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import { requireCommitting } from '../../src/loan-file/request-intent.ts';

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
