import { describe, expect, test } from 'vitest';
import { type LineInput, linesOf } from '../../src/evidence/evidence-lines.ts';

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

  test('are cut only beyond the longest that is taken, to the byte', async () => {
    const longest = 'x'.repeat(8 * 1_024 * 1_024);
    expect((await textsOf([longest, 'y'])).map(({ length }) => length)).toEqual([8_388_609]);
    expect((await textsOf([`${longest}x`, 'y'])).map(({ length }) => length)).toEqual([8_388_609, 1]);
  });

  test.each([
    ['text', 'one\n\ntwo\n', ['one', '', 'two']],
    ['text without its last end', 'one\ntwo', ['one', 'two']],
    ['an empty line alone', '\n', ['']],
    ['nothing', '', []],
  ])('of %s are what stands between its ends', async (_, input, texts) => {
    expect(await textsOf(input)).toEqual(texts);
    expect(await textsOf(Buffer.from(input))).toEqual(texts);
    expect(await textsOf([...input])).toEqual(texts);
  });

  test('say which of them are no UTF-8, and only those', async () => {
    const lines = async (...bytes: readonly number[]) => {
      const found: (readonly [string, boolean])[] = [];
      for await (const batch of linesOf(Uint8Array.from(bytes)))
        found.push(...batch.map(({ text, isText }) => [text, isText] as const));
      return found;
    };
    expect(await lines(0x61, 0x0a, 0x62, 0xff, 0x0a, 0x63, 0x64)).toEqual([
      ['a', true],
      ['b\ufffd', false],
      ['cd', true],
    ]);
    expect(await lines(0x0a, 0xff, 0x0a, 0x0a)).toEqual([
      ['', true],
      ['\ufffd', false],
      ['', true],
    ]);
    expect(await lines(0x61, 0x0a, 0x62, 0x0a)).toEqual([
      ['a', true],
      ['b', true],
    ]);
  });
});
