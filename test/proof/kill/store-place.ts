/** Where the loan files of a kill run lie: opened by every process of the run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import type { LoanStore } from '../../../src/loan-file/store.ts';
import { migratePostgres, postgresStore } from '../../../src/stores/postgres/index.ts';
import { sqliteStore } from '../../../src/stores/sqlite/index.ts';
import { openDatabase } from '../../stores/sqlite-database.ts';

/** A place that can be sent to a process. */
export type StorePlace =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly schema: string };

/** A store of one process. */
export interface OpenedStore {
  readonly store: LoanStore;
  close(): Promise<void>;
}

/** Opens the store in this process. */
export function openStore(place: StorePlace): OpenedStore {
  if (place.kind === 'postgres') {
    const pool = new Pool({ connectionString: place.url, max: 4 });
    // A server that goes away while a connection idles is met by the next call.
    pool.on('error', () => undefined);
    return { store: postgresStore({ pool, schema: place.schema }), close: () => pool.end() };
  }
  const database = openDatabase(place.file);
  return { store: sqliteStore({ database, busyTimeoutMs: 30_000 }), close: async () => database.close() };
}

/** An empty place, and how it is cleared away. */
export interface MadePlace {
  readonly place: StorePlace;
  clear(): Promise<void>;
}

let made = 0;

/** Makes an empty place. PostgreSQL needs the address of a server: a schema of its own is made there. */
export async function makePlace(kind: StorePlace['kind'], url = process.env.DATABASE_URL): Promise<MadePlace> {
  if (kind === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'repaykit-kill-'));
    return {
      place: { kind, file: join(folder, 'loans.db') },
      clear: async () => rmSync(folder, { recursive: true, force: true }),
    };
  }
  if (url === undefined) throw new Error('PostgreSQL needs DATABASE_URL');
  made += 1;
  const schema = `kill_${process.pid}_${Math.floor(performance.now() * 1000)}_${made}`;
  const pool = new Pool({ connectionString: url, max: 2 });
  await migratePostgres({ pool, schema });
  const clear = async () => {
    await pool.query(`drop schema if exists "${schema}" cascade`);
    await pool.end();
  };
  return { place: { kind, url, schema }, clear };
}
