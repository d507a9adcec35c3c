import { expect, test } from 'vitest';
import { FileStore } from '../../../../src/server/engine/income/statement-queue.ts';

const MB = 1_048_576;

test('a file store keeps the newest hundred files', () => {
  const files = new FileStore();
  for (let count = 1; count <= 101; count += 1) files.add(`f${count}`, new Uint8Array([count]));
  expect([files.find('f1'), files.find('f2'), files.find('f101')]).toEqual([
    undefined,
    new Uint8Array([2]),
    new Uint8Array([101]),
  ]);
});

test('a file store keeps 32 MB of the newest files, and the newest one whatever its size', () => {
  const files = new FileStore();
  files.add('a', new Uint8Array(16 * MB));
  files.add('b', new Uint8Array(16 * MB));
  expect(files.find('a')).toBeDefined();
  files.add('c', new Uint8Array(1));
  expect([files.find('a'), files.find('b')?.byteLength, files.find('c')?.byteLength]).toEqual([undefined, 16 * MB, 1]);
  files.add('d', new Uint8Array(33 * MB));
  expect([...files.list().keys()]).toEqual(['d']);
  files.add('e', new Uint8Array(1));
  expect([...files.list().keys()]).toEqual(['e']);
});

test('a file store that was copied goes its own way and counts what it took over', () => {
  const files = new FileStore();
  files.add('a', new Uint8Array(30 * MB));
  const copy = new FileStore(files.list());
  copy.add('b', new Uint8Array(3 * MB));
  expect([[...files.list().keys()], [...copy.list().keys()]]).toEqual([['a'], ['b']]);
});
