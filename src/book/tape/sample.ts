/** Checking some rows, and what that shows about all. */
import { sha256 } from '../../loan-file/hashing.ts';

/** Which rows to recompute. */
export interface TapeSample {
  /** Number of rows, at least 1. */
  readonly size: number;
  /** Any text. A lender that knows it before making the tape can keep changed rows out of the sample. */
  readonly seed: string;
}

/** Without a difference in the sample, at most so many rows are wrong. */
export interface Confidence {
  /** The probability of finding a difference if more rows were wrong: 0.95. */
  readonly level: number;
  /** Number of rows. */
  readonly wrongRows: number;
}

const LEVEL = 0.95;

/** The loans with the smallest hashes of seed and id: everyone who has the seed gets the same ones. */
export function sampleOf(loanIds: Iterable<string>, { size, seed }: TapeSample): ReadonlySet<string> {
  const placed = [...loanIds].map((loanId) => [sha256(`${seed}\n${loanId}`), loanId] as const);
  placed.sort(([one], [other]) => (one < other ? -1 : 1));
  return new Set(placed.slice(0, size).map(([, loanId]) => loanId));
}

/** `checked` rows out of `all`, drawn without replacement, are right. */
export function confidenceOf(checked: number, all: number): Confidence {
  let [enough, few] = [all - checked + 1, 0];
  while (enough - few > 1) {
    const middle = (enough + few) >>> 1;
    if (missChance(checked, all, middle) <= 1 - LEVEL) enough = middle;
    else few = middle;
  }
  return { level: LEVEL, wrongRows: few };
}

/** The probability that none of the wrong rows is among those checked. */
function missChance(checked: number, all: number, wrong: number): number {
  let chance = 1;
  for (let place = 0; place < checked && chance > 0; place++)
    chance *= Math.max(0, all - wrong - place) / (all - place);
  return chance;
}
