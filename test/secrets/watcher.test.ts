import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { planted } from './planted-values.ts';
import { Watcher } from './watcher.ts';

const values = Object.entries(planted);

function found(look: (watcher: Watcher) => void): readonly string[] {
  const watcher = new Watcher();
  look(watcher);
  return watcher.leaks.map(({ value }) => value);
}

/** Leaks as they happen: each lets one value out, where one has to look for it. */
const leaks: readonly (readonly [string, (value: string) => unknown])[] = [
  ['in a message', (value) => new Error(`refused ${value}`)],
  ['in capitals', (value) => new Error(`refused ${value.toUpperCase()}`)],
  ['in a cause of a cause of a cause', (value) => nested(4, new Error(value))],
  ['in a field of an error', (value) => Object.assign(new Error('refused'), { detail: { row: [value] } })],
  ['in a stack', (value) => Object.assign(new Error('refused'), { stack: `at refuse (${value})` })],
  ['in a field that JSON alone shows', (value) => ({ toJSON: () => ({ value }), [inspect.custom]: () => 'safe' })],
  ['in a field that is hidden', (value) => Object.defineProperty({}, 'value', { value, enumerable: false })],
  ['in the query of an address', (value) => `GET /v1/list?search=${encodeURIComponent(value)} 200`],
  ['in base64', (value) => ({ authorization: Buffer.from(value).toString('base64') })],
  ['in a list far down', (value) => ({ a: { b: { c: { d: [{ e: value }] } } } })],
];

function nested(depth: number, cause: Error): Error {
  return depth === 0 ? cause : new Error('failed', { cause: nested(depth - 1, cause) });
}

describe('the watcher of planted values', () => {
  test.each(leaks)('finds each value that leaks %s', (_where, leak) => {
    for (const [name, value] of values)
      expect(found((watcher) => watcher.lookAt('a leak', leak(value)))).toContain(name);
  });

  test('finds nothing in what is masked, and counts where it looked', () => {
    const watcher = new Watcher();
    watcher.lookAt('a log line', { bvn: '222••••••31', name: '[name]', at: '2026-01-05T08:00:00Z' });
    expect(watcher.leaks).toEqual([]);
    expect(watcher.looked.get('a log line')).toBe(4);
  });

  test('says what leaked, where, and what stood around it', () => {
    const watcher = new Watcher();
    watcher.look('a log line', `the payer ${planted.bvn} was refused`);
    expect(watcher.leaks).toEqual([
      { where: 'a log line', value: 'bvn', around: `the payer ${planted.bvn} was refused` },
    ]);
  });
});
