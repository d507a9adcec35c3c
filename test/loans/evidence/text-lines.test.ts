import { describe, expect, test } from 'vitest';
import { type LineInput, linesOf } from '../../../src/loans/evidence/text-lines.ts';

async function textsOf(input: LineInput): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const lines of linesOf(input)) texts.push(...lines.map(({ text }) => text));
  return texts;
}

describe('the lines of an input', () => {
  test('are whole wherever its pieces end, also when a piece is larger than the longest line', async () => {
    const large = `${'x'.repeat(1_023)}\n`.repeat(9 * 1_024);
    const texts = await textsOf([`${large}ab`, 'cd\n', 'e']);
    expect(texts.slice(-3)).toEqual(['x'.repeat(1_023), 'abcd', 'e']);
  });

  test('are cut where one is longer than any line of ours, rather than hoarded', async () => {
    const texts = await textsOf(Array.from({ length: 20 }, () => 'x'.repeat(1_024 * 1_024)));
    expect(texts.length).toBeGreaterThan(1);
    expect(texts.join('')).toHaveLength(20 * 1_024 * 1_024);
  });
});
