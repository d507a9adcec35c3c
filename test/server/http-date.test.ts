import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatHttpDate } from '../../src/clock/clock.ts';
import { httpDateFormatter } from '../../src/server/responses.ts';
import { RingBuffer } from '../../src/server/ring-buffer.ts';

test('the Date header has the form of HTTP', () => {
  expect(formatHttpDate(Date.UTC(2026, 0, 5, 8, 4, 9))).toBe('Mon, 05 Jan 2026 08:04:09 GMT');
});

test('a remembered Date header changes with the second', () => {
  const format = httpDateFormatter();
  expect([0, 999, 1_000, 500].map(format)).toEqual([0, 0, 1_000, 0].map((instant) => new Date(instant).toUTCString()));
});

test('a ring buffer keeps the last ones, oldest first, and counts the others', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 9 }), (items, capacity) => {
      const ring = new RingBuffer<number>(capacity);
      for (const item of items) ring.push(item);
      expect(ring.list()).toEqual({ items: items.slice(-capacity), dropped: Math.max(0, items.length - capacity) });
      ring.clear();
      expect(ring.list()).toEqual({ items: [], dropped: 0 });
    }),
  );
});
