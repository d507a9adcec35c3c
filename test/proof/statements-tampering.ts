import { statementIn } from '../../src/testing/statements/create-statement.ts';
import { layoutNamed, layoutNames } from '../../src/testing/statements/layouts/layouts.ts';
import type { StatementLayout } from '../../src/testing/statements/layouts/statement-layout.ts';
import { readInPlace } from '../statements/reading/read-in-place.ts';
import { type Falsification, readTampered, type TamperingOutcome } from '../statements/reading/read-tampered.ts';
import { type TamperingName, tamperingNames } from '../statements/reading/tamperings.ts';
import { randomLayout } from '../statements/synthetic/random-layout.ts';

/** What became of falsified statements, by the way they were falsified. */
export type TamperingTally = Readonly<Record<TamperingName, Record<TamperingOutcome, number>>>;

/** The tally of all, and those that deceived the proof: must be none. */
export interface TamperingResult {
  readonly statements: number;
  readonly tally: TamperingTally;
  readonly deceived: readonly string[];
}

/** Falsifies every row of statements that prove themselves, in every way, one at a time. */
export async function tamperWithEveryRow(statements: number, report: (line: string) => void): Promise<TamperingResult> {
  const tally = Object.fromEntries(
    tamperingNames.map((way) => [way, { unproved: 0, unharmed: 0, reordered: 0, deceived: 0, unreadable: 0 }]),
  ) as TamperingTally;
  const deceived: string[] = [];
  let proved = 0;
  for (let at = 0; proved < statements; at++) {
    const layout = layoutAt(at);
    const options = { seed: 1 + at, months: 1, rowsPerMonth: 12 };
    const { pdf, truth } = statementIn(layout, options);
    const untouched = await readInPlace(pdf, { account: truth.account.number });
    if (!untouched.proof.proved) continue;
    proved++;
    for (const falsification of everyFalsification({ layout, ...options }, truth.rows.length)) {
      const outcome = await readTampered(falsification);
      tally[falsification.way][outcome]++;
      if (outcome === 'deceived' || outcome === 'unreadable')
        deceived.push(
          `${truth.layout}, seed ${options.seed}: ${falsification.way}, row ${falsification.row}: ${outcome}`,
        );
    }
    report(`${truth.layout}: ${truth.rows.length} rows`);
  }
  return { statements: proved, tally, deceived };
}

// The named ones first, then as many random ones as it takes.
function layoutAt(at: number): StatementLayout {
  const name = layoutNames[at];
  return name ? layoutNamed(name) : randomLayout(at);
}

function everyFalsification(
  options: Pick<Falsification, 'layout' | 'seed' | 'months' | 'rowsPerMonth'>,
  rows: number,
): readonly Falsification[] {
  return Array.from({ length: rows }, (_, row) => tamperingNames.map((way) => ({ ...options, row, rows, way }))).flat();
}
