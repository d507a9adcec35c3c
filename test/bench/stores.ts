/** What keeping loan files costs: each store beside the plain INSERT that nobody can go below, in alternating rounds of one run. */
import type { BenchContext, PartResult } from './context.ts';
import { benchEvidence } from './stores-evidence.ts';
import { benchPostgres } from './stores-postgres.ts';
import { benchSqlite } from './stores-sqlite.ts';
import { benchSteps } from './stores-steps.ts';

/** Rows of memory, evidence, SQLite and, where there is one, PostgreSQL. */
export async function benchStores({ postgres, tell }: BenchContext): Promise<PartResult> {
  tell('steps in memory');
  const rows = await benchSteps();
  tell('verifying evidence');
  rows.push(...(await benchEvidence()));
  tell('SQLite');
  rows.push(...(await benchSqlite()));
  tell('PostgreSQL');
  rows.push(...(await benchPostgres(postgres)));
  return { rows };
}
