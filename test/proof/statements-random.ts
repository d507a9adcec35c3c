import { statementIn } from '../../src/testing/statements/create-statement.ts';
import { compareReading } from '../statements/reading/compare-reading.ts';
import { readInPlace } from '../statements/reading/read-in-place.ts';
import { randomLayout } from '../statements/synthetic/random-layout.ts';

/** What reading many statements of random layouts gave. */
export interface RandomReadings {
  readonly statements: number;
  readonly rows: number;
  readonly found: number;
  readonly narrations: number;
  /** Every row, side, amount, day and printed balance, in order. */
  readonly exact: number;
  readonly proved: number;
  /** Proved, and not exact: must be none. */
  readonly falselyProved: readonly number[];
  /** Seeds of those that are not exact, with the first difference. */
  readonly failures: readonly { readonly seed: number; readonly difference: string }[];
}

/** Reads statements of random layouts, one for each seed. */
export async function readRandomLayouts(
  seeds: readonly number[],
  months: (seed: number) => number,
): Promise<RandomReadings> {
  const sums = { rows: 0, found: 0, narrations: 0, exact: 0, proved: 0 };
  const failures: { seed: number; difference: string }[] = [];
  const falselyProved: number[] = [];
  for (const seed of seeds) {
    const { pdf, truth } = statementIn(randomLayout(seed), { seed, months: months(seed) });
    const read = await readInPlace(pdf, { account: truth.account.number }).catch((error: unknown) => `${error}`);
    const compared = compareReading(typeof read === 'string' ? [] : read.transactions, truth.rows);
    const isProved = typeof read !== 'string' && read.proof.proved;
    sums.rows += compared.rows;
    sums.found += compared.found;
    sums.narrations += compared.narrations;
    if (compared.isInOrder) sums.exact++;
    else failures.push({ seed, difference: typeof read === 'string' ? read : compared.difference });
    if (isProved) sums.proved++;
    if (isProved && !compared.isExact) falselyProved.push(seed);
  }
  return { statements: seeds.length, ...sums, falselyProved, failures };
}
