import { expect, test } from 'vitest';
import { FileStore } from '../../../../src/server/engine/income/statement-queue.ts';

const MB = 1_048_576;

test('a shelf keeps the newest hundred files', () => {
  const shelf = new FileStore();
  for (let count = 1; count <= 101; count += 1) shelf.add(`f${count}`, new Uint8Array([count]));
  expect([shelf.find('f1'), shelf.find('f2'), shelf.find('f101')]).toEqual([
    undefined,
    new Uint8Array([2]),
    new Uint8Array([101]),
  ]);
});

test('a shelf keeps 32 MB of the newest files, and the newest one whatever its size', () => {
  const shelf = new FileStore();
  shelf.add('a', new Uint8Array(16 * MB));
  shelf.add('b', new Uint8Array(16 * MB));
  expect(shelf.find('a')).toBeDefined();
  shelf.add('c', new Uint8Array(1));
  expect([shelf.find('a'), shelf.find('b')?.byteLength, shelf.find('c')?.byteLength]).toEqual([undefined, 16 * MB, 1]);
  shelf.add('d', new Uint8Array(33 * MB));
  expect([...shelf.list().keys()]).toEqual(['d']);
  shelf.add('e', new Uint8Array(1));
  expect([...shelf.list().keys()]).toEqual(['e']);
});

test('a shelf that was copied goes its own way and counts what it took over', () => {
  const shelf = new FileStore();
  shelf.add('a', new Uint8Array(30 * MB));
  const copy = new FileStore(shelf.list());
  copy.add('b', new Uint8Array(3 * MB));
  expect([[...shelf.list().keys()], [...copy.list().keys()]]).toEqual([['a'], ['b']]);
});
