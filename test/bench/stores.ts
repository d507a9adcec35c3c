/** What keeping loan files costs: each store beside the plain INSERT that is the lower bound, in alternating rounds of one run. */
import type { BenchContext, PartResult } from './context.ts';
import { benchEvidence } from './stores-evidence.ts';
import { benchPostgres } from './stores-postgres.ts';
import { benchSqlite } from './stores-sqlite.ts';
import { benchSteps } from './stores-steps.ts';

/** Rows of memory, evidence, SQLite and, where there is one, PostgreSQL. */
export async function benchStores({ postgres, log }: BenchContext): Promise<PartResult> {
  log('steps in memory');
  const rows = await benchSteps();
  log('verifying evidence');
  rows.push(...(await benchEvidence()));
  log('SQLite');
  rows.push(...(await benchSqlite()));
  log('PostgreSQL');
  rows.push(...(await benchPostgres(postgres)));
  return { rows };
}
