import type { SyntheticStatementOptions, TruthRow } from '../../../src/testing/index.ts';
import { statementIn } from '../../../src/testing/statements/create-statement.ts';
import type { StatementLayout } from '../../../src/testing/statements/layouts/statement-layout.ts';
import { compareReading } from './compare-reading.ts';
import { readInPlace } from './read-in-place.ts';
import { type TamperingName, tamperings } from './tamperings.ts';

/**
 * What became of a falsified statement. `unproved`: the reading says so. `unharmed`: proved, and the entries are the true ones all the same, because the page shows no
 * difference or its arithmetic repairs it. `reordered`: proved, with the true entries of a day in another order, where no balance fixes one. `deceived`: proved and wrong.
 */
export type TamperingOutcome = 'unproved' | 'unharmed' | 'reordered' | 'deceived' | 'unreadable';

/** A statement to falsify, at one row, in one way. */
export interface Falsification extends Pick<SyntheticStatementOptions, 'seed' | 'months' | 'rowsPerMonth'> {
  readonly layout: StatementLayout;
  readonly row: number;
  /** How many rows are printed. */
  readonly rows: number;
  readonly way: TamperingName;
}

/** Falsifies a statement and reads it. */
export async function readTampered({ layout, row, rows, way, ...options }: Falsification): Promise<TamperingOutcome> {
  const { pdf, truth } = statementIn(layout, { ...options, tamper: tamperings[way](row, rows) });
  const statement = await readInPlace(pdf, { account: truth.account.number }).catch(() => undefined);
  if (!statement) return 'unreadable';
  if (!statement.proof.proved) return 'unproved';
  const { isInOrder, isExact } = compareReading(statement.transactions, truth.rows);
  if (isInOrder) return 'unharmed';
  return isExact && isSwapInADay({ row, rows, way }, truth.rows) ? 'reordered' : 'deceived';
}

// Two entries between two balances can stand in either order.
function isSwapInADay(
  { row, rows, way }: Pick<Falsification, 'row' | 'rows' | 'way'>,
  truth: readonly TruthRow[],
): boolean {
  const tamper = tamperings[way](row, rows);
  if (tamper.kind !== 'swap') return false;
  const [from, to] = [Math.min(tamper.row, tamper.with), Math.max(tamper.row, tamper.with)];
  const between = [truth.slice(from, to + 1), truth.slice(rows - 1 - to, rows - from)];
  return (
    between.some((days) => new Set(days.map(({ date }) => date)).size === 1) &&
    truth.some(({ balancePrinted }) => !balancePrinted)
  );
}
