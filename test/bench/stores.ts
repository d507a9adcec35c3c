/** What keeping loan files costs: each store beside the plain INSERT that nobody can go below, in alternating rounds of one run. */

import type { BenchRow } from './rows.ts';
import { benchEvidence } from './stores-evidence.ts';
import { benchPostgres } from './stores-postgres.ts';
import { benchSqlite } from './stores-sqlite.ts';
import { benchSteps } from './stores-steps.ts';

/** Rows of memory, evidence, SQLite and, where DATABASE_URL names a server, PostgreSQL. */
export async function benchStores(): Promise<BenchRow[]> {
  return [...(await benchSteps()), ...(await benchEvidence()), ...(await benchSqlite()), ...(await benchPostgres())];
}
