import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { tapeColumns } from '../../src/book/tape/tape-columns.ts';
import { Dice } from '../proof/tampering/dice.ts';
import { type MadeTape, makeTape, playPortfolio, verdictOn } from '../proof/tapes/open-tape.ts';
import { countDoubted, makeTapes, tapeTamperings, tryFlippedBits, tryTampering } from '../proof/tapes/prove-tapes.ts';
import { sized } from '../size.ts';

// In full size: `npm run proof -- tapes`.
const TRIALS = sized(4, 40);
const portfolio = await playPortfolio(16, 5);
const tapes = await makeTapes(portfolio, 8);

describe('a loan tape', () => {
  test('has the columns that the guide defines', () => {
    const guide = readFileSync('docs/tape.md', 'utf8');
    for (const [name, definition] of tapeColumns) expect(guide).toContain(`| \`${name}\` | ${definition} |`);
  });

  test('of no loans is valid', async () => {
    const none = { files: new Map(), from: portfolio.from, to: portfolio.to };
    const { tape, kept } = await makeTape(none, new Dice(0));
    expect(await verdictOn(tape, kept)).toMatchObject({ ok: true, problems: [] });
  });

  test('is not confirmed by checkpoints that are all later', async () => {
    const { older, kept } = tapes[0] as MadeTape;
    expect((await verdictOn(older, kept.slice(1))).ok).toBe(false);
    expect((await verdictOn(older, [])).ok).toBe(false);
  });

  test.each(tapeTamperings)('shows %s', async (...kind) => {
    expect(await tryTampering(kind, tapes, TRIALS)).toEqual([]);
  });

  test('shows that a bit was flipped', async () => {
    expect(await tryFlippedBits(tapes, 5 * TRIALS)).toEqual([]);
  });

  test('is not doubted if it is honest', async () => {
    expect(await countDoubted(portfolio, 2 * TRIALS)).toEqual([]);
  });
});
