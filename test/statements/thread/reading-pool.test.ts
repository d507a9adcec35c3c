import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { defaultLimits } from '../../../src/statements/read-options.ts';
import { ReadingPool } from '../../../src/statements/thread/reading-pool.ts';
import { findWorkerFile } from '../../../src/statements/thread/reading-thread.ts';
import { pagesPdf } from '../pdf/raw-pdf.ts';
import { statementPages } from '../pdf/statement-pages.ts';

const pdf = pagesPdf(statementPages(1, 10));

let started = 0;
const count = () => {
  started += 1;
};
beforeEach(() => {
  started = 0;
  process.on('worker', count);
});
afterEach(() => {
  process.off('worker', count);
});

/** A pool, and a reading in it. */
function pool(size: number) {
  const made = new ReadingPool(size);
  onTestFinished(() => made.close());
  const read = (bytes: Uint8Array = pdf, more: object = {}) => {
    const limits = { ...defaultLimits, ...more };
    return made.read({
      task: { kind: 'task', bytes: new Uint8Array(bytes), limits, reportsProgress: false, readsScans: false },
      limits,
      timeMs: limits.timeMs,
    });
  };
  return { made, read, code: (bytes: Uint8Array, more?: object) => read(bytes, more).catch(({ code }) => code) };
}

describe('a pool of reading threads', () => {
  test('reads one statement after another in the thread that is warm', async () => {
    const { read } = pool(2);
    for (let time = 0; time < 4; time += 1) await read();
    expect(started).toBe(1);
  });

  test('starts as many threads as there is work for, and no more than it may', async () => {
    const { read } = pool(2);
    const all = await Promise.all(Array.from({ length: 7 }, () => read()));
    expect([started, all.map(({ transactions }) => transactions.length)]).toEqual([2, Array(7).fill(10)]);
  });

  test('keeps a thread whose document could not be read, and not one that went past a limit', async () => {
    const { read, code } = pool(1);
    expect(await code(pagesPdf(['']))).toBe('no_text_layer');
    expect(await code(pdf.subarray(0, 600))).toBe('damaged');
    await read();
    expect(started).toBe(1);
    expect(await code(pdf, { items: 5 })).toBe('limit_exceeded');
    await read();
    expect(started).toBe(2);
  });

  test('reads on in another thread when its threads were ended', async () => {
    const { made, read } = pool(1);
    await read();
    await made.close();
    expect((await read()).transactions).toHaveLength(10);
    expect(started).toBe(2);
  });

  test('gives a statement that may take more memory a thread that can', async () => {
    const { read } = pool(1);
    await read();
    await read(pdf, { memoryBytes: 2 * defaultLimits.memoryBytes });
    expect(started).toBe(2);
  });
});

describe("the thread's file", () => {
  test('lies beside the built package, also seen from the sources', () => {
    expect(findWorkerFile()).toBe(join(process.cwd(), 'dist/statement-worker.cjs'));
    expect(findWorkerFile(join(process.cwd(), 'dist/statements.cjs'))).toBe(
      join(process.cwd(), 'dist/statement-worker.cjs'),
    );
  });

  test('is missed where the package was bundled away', () => {
    expect(() => findWorkerFile('/nowhere/bundle.js')).toThrow(
      /statement-worker\.cjs is not found: keep the package out of the bundle/,
    );
  });
});
