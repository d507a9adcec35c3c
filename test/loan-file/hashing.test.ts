import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InputError } from '../../src/errors.ts';
import { contentHash } from '../../src/loan-file/hashing.ts';

test('the same content has the same name, in whichever order its fields were written', () => {
  const schedule = [{ dueDate: '2026-04-30', amount: 100 }];
  const other = [{ amount: 100, dueDate: '2026-04-30' }];
  expect(contentHash({ reason: 'hardship', schedule })).toBe(contentHash({ schedule: other, reason: 'hardship' }));
});

test('another content has another name, and the order of a list is content', () => {
  expect(contentHash({ schedule: [1, 2] })).not.toBe(contentHash({ schedule: [2, 1] }));
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      const isSame = JSON.stringify(a) === JSON.stringify(b);
      if (isSame) expect(contentHash(a)).toBe(contentHash(b));
      else if (typeof a !== 'object' || typeof b !== 'object') expect(contentHash(a)).not.toBe(contentHash(b));
    }),
  );
});

test('the name is the SHA-256 of the canonical text, so that every version and every language finds the same', () => {
  expect(contentHash({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
  expect(contentHash({ b: undefined, a: [1, '₦'] })).toBe(
    'eb05d0559e027910b3ecdb8f893b676ffbf05dcb3b723e47dc9a33dcc1c3b655',
  );
});

test.each([
  ['nothing', undefined, '', 'has no value: leave it out, or write null'],
  ['no finite number', { amounts: [1, Number.NaN] }, 'amounts.1', 'is no finite number: JSON cannot hold it'],
  [
    'a function',
    { reason: () => 'hardship' },
    'reason',
    'is a function: JSON cannot hold it; write what it means as text or as a number',
  ],
])('what holds %s has no name', (_what, content, path, message) => {
  const naming = () => contentHash(content);
  expect(naming).toThrow(InputError);
  expect(naming).toThrow(
    expect.objectContaining({
      message: `Content that cannot be written as JSON: ${path && `${path}: `}${message}`,
      issues: [{ path, message }],
    }),
  );
});
