import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentHash } from '../../src/loans/content-hash.ts';

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

test('the name is 64 hexadecimal characters', () => {
  expect(contentHash({})).toMatch(/^[0-9a-f]{64}$/);
});
