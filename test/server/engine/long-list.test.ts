import { expect, test } from 'vitest';
import { append, emptyLongList, itemAt, itemsOf } from '../../../src/server/engine/world/long-list.ts';

test('a long list keeps everything in order, also beyond one piece', () => {
  const list = emptyLongList<number>();
  for (let item = 0; item < 10_000; item += 1) append(list, item);
  expect(list.length).toBe(10_000);
  expect([...itemsOf(list)]).toEqual(Array.from({ length: 10_000 }, (_, index) => index));
  expect([...itemsOf(list, 9_998)]).toEqual([9_998, 9_999]);
  expect([itemAt(list, 0), itemAt(list, 4_095), itemAt(list, 4_096), itemAt(list, 10_000)]).toEqual([
    0,
    4_095,
    4_096,
    undefined,
  ]);
});

test('an empty list has nothing', () => {
  const list = emptyLongList<number>();
  expect([...itemsOf(list)]).toEqual([]);
  expect(itemAt(list, 0)).toBeUndefined();
});
