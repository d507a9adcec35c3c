import { expect, test } from 'vitest';
import { RecentFiles } from '../../src/loan-file/event-log.ts';

test('remembers as many files as it may, and forgets the one that was not used for longest', () => {
  const recent = new RecentFiles<number>(2);
  recent.set('a', 1);
  recent.set('b', 2);
  expect([recent.get('a'), recent.get('b')]).toEqual([1, 2]);
  recent.get('a');
  recent.set('c', 3);
  expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([1, undefined, 3]);
});

test('holds the newest of a file, once', () => {
  const recent = new RecentFiles<number>(2);
  for (const value of [1, 2, 3]) recent.set('a', value);
  recent.set('b', 4);
  expect([recent.get('a'), recent.get('b')]).toEqual([3, 4]);
});

test('keeps no place for a file that was asked for in vain', () => {
  const recent = new RecentFiles<number>(2);
  recent.set('a', 1);
  expect([recent.get('b'), recent.get('c')]).toEqual([undefined, undefined]);
  recent.set('d', 2);
  expect([recent.get('a'), recent.get('d')]).toEqual([1, 2]);
});

test('remembers nothing where it may remember nothing, and nothing that was forgotten', () => {
  const [none, one] = [new RecentFiles<number>(0), new RecentFiles<number>(1)];
  none.set('a', 1);
  one.set('a', 1);
  one.forget('a');
  expect([none.get('a'), one.get('a')]).toEqual([undefined, undefined]);
});
