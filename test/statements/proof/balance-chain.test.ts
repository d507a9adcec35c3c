import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Kobo } from '../../../src/domain/money.ts';
import { type ChainEntry, walkChain } from '../../../src/statements/proof/balance-chain.ts';

const asKobo = (value: number) => value as Kobo;
const entry = (balance: number | undefined, ...movements: [number, ...number[]]): ChainEntry => ({
  movements: movements.map(asKobo) as unknown as ChainEntry['movements'],
  balance: balance === undefined ? undefined : asKobo(balance),
});

const movement = fc.integer({ min: -9_999_999, max: 9_999_999 }).filter((kobo) => kobo !== 0);
/** Any life of an account: its opening balance and what moved. */
const life = fc.record({
  opening: fc.integer({ min: -(10 ** 9), max: 10 ** 9 }),
  moves: fc.array(movement, { minLength: 1, maxLength: 30 }),
});

function balancesOf(opening: number, moves: readonly number[]): number[] {
  let balance = opening;
  return moves.map((move) => {
    balance += move;
    return balance;
  });
}

describe('the chain of balances', () => {
  test('checks the balances before entries, where they are printed', () => {
    const rows = (before: number) => [
      { ...entry(110, 10), before: asKobo(100) },
      { ...entry(90, -20), before: asKobo(before) },
    ];
    expect(walkChain(rows(110), asKobo(100)).breaks).toEqual([]);
    expect(walkChain(rows(111), asKobo(100)).breaks).toEqual([{ index: 1, expected: 110, printed: 111 }]);
  });

  test('of any life holds, each balance from the one before', () => {
    fc.assert(
      fc.property(life, ({ opening, moves }) => {
        const balances = balancesOf(opening, moves);
        const walked = walkChain(
          moves.map((move, at) => entry(balances[at], move)),
          asKobo(opening),
        );
        expect(walked.breaks).toEqual([]);
        expect(walked.checked).toBe(moves.length);
        expect(walked.entries.map(({ movement: of, balance }) => [of, balance])).toEqual(
          moves.map((move, at) => [move, balances[at]]),
        );
      }),
    );
  });

  test('without an opening balance counts back to it, and then has one link less to check', () => {
    fc.assert(
      fc.property(life, ({ opening, moves }) => {
        const balances = balancesOf(opening, moves);
        const walked = walkChain(
          moves.map((move, at) => entry(balances[at], move)),
          undefined,
        );
        expect([walked.opening, walked.checked, walked.breaks]).toEqual([opening, moves.length - 1, []]);
      }),
    );
  });

  test('with balances at some entries only works the others out', () => {
    fc.assert(
      fc.property(life, fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }), ({ opening, moves }, printed) => {
        const balances = balancesOf(opening, moves);
        const walked = walkChain(
          moves.map((move, at) => entry(printed[at] ? balances[at] : undefined, move)),
          asKobo(opening),
        );
        expect(walked.breaks).toEqual([]);
        expect(walked.entries.map(({ balance }) => balance)).toEqual(balances);
        expect(walked.checked).toBe(moves.filter((_, at) => printed[at]).length);
      }),
    );
  });

  test('decides what a page leaves open', () => {
    fc.assert(
      fc.property(life, ({ opening, moves }) => {
        const balances = balancesOf(opening, moves);
        const open = moves.map((move, at) => entry(balances[at], -Math.abs(move), Math.abs(move)));
        const walked = walkChain(open, asKobo(opening));
        expect(walked.entries.map(({ movement: of }) => of)).toEqual(moves);
        expect(walked.breaks).toEqual([]);
      }),
    );
  });

  test('decides several open entries between two balances together', () => {
    const walked = walkChain(
      [entry(undefined, -500, 500), entry(undefined, -300, 300), entry(1_200, -1_000, 1_000)],
      asKobo(0),
    );
    expect(walked.entries.map(({ movement: of }) => of)).toEqual([500, -300, 1_000]);
    expect(walked.breaks).toEqual([]);
  });

  test('gives up on more open entries than can be tried, and says that it breaks', () => {
    const open = Array.from({ length: 40 }, () => entry(undefined, -1, 1));
    const walked = walkChain([...open, entry(41, -1, 1)], asKobo(0));
    expect(walked.breaks).toHaveLength(1);
  });

  test('breaks wherever one figure is another', () => {
    fc.assert(
      fc.property(life, fc.nat(29), movement, fc.boolean(), ({ opening, moves }, place, by, isBalance) => {
        const at = place % moves.length;
        const balances = balancesOf(opening, moves);
        const forged = moves.map((move, index) =>
          index !== at
            ? entry(balances[index], move)
            : isBalance
              ? entry((balances[index] as number) + by, move)
              : entry(balances[index], move + by),
        );
        const { breaks } = walkChain(forged, asKobo(opening));
        expect(breaks.map(({ index }) => index)).toEqual(isBalance && at + 1 < moves.length ? [at, at + 1] : [at]);
        expect((breaks[0]?.printed ?? 0) - (breaks[0]?.expected ?? 0)).toBe(isBalance ? by : -by);
      }),
    );
  });

  test('of no balances at all is only what follows from the opening one', () => {
    expect(walkChain([entry(undefined, -5)], asKobo(20))).toMatchObject({
      checked: 0,
      breaks: [],
      entries: [{ movement: -5, balance: 15 }],
    });
    expect(walkChain([entry(undefined, -5)], undefined)).toMatchObject({
      opening: undefined,
      checked: 0,
      entries: [{ movement: -5, balance: undefined }],
    });
    expect(walkChain([], asKobo(20))).toMatchObject({ opening: 20, checked: 0, entries: [], breaks: [] });
  });
});
