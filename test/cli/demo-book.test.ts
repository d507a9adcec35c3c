import { describe, expect, test } from 'vitest';
import { runBookDemo } from '../../src/cli/demo/demo-book.ts';

async function printBook(options: { readonly json?: boolean }, stop: AbortSignal = new AbortController().signal) {
  const out: string[] = [];
  const io = { out: (text: string) => void out.push(text), err: () => undefined, showsColour: false, stop };
  const exitCode = await runBookDemo(io, options);
  return { exitCode, out: out.join('') };
}

describe('the demo of a book', () => {
  test('prints one JSON object per story, and a total that adds up', async () => {
    const { exitCode, out } = await printBook({ json: true });
    const rows = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const total = rows.at(-1);
    expect(exitCode).toBe(0);
    expect(total).toMatchObject({ type: 'total' });
    const { loans, collecting, repaid, writtenOff, abandoned } = total;
    expect(collecting + repaid + writtenOff + abandoned).toBe(loans);
    expect(rows.slice(0, -1).reduce((sum, { collected }) => sum + collected, 0)).toBe(total.collected);
    expect(loans).toBeGreaterThan(50);
    expect(Math.min(repaid, writtenOff, abandoned, total.elsewhere, total.owed)).toBeGreaterThan(0);
  }, 120_000);

  test('stops when the user stops it', async () => {
    await expect(printBook({}, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortedError' });
  });
});
