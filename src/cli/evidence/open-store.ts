import { ConfigurationError } from '../../errors.ts';
import type { LoanStore } from '../../loan-file/store.ts';
import { databaseUrl, openSqliteFile, type StorePlace } from '../worker/store-place.ts';

/** A store that was opened here to be read, to be closed here. */
export interface OpenedStore {
  readonly store: Pick<LoanStore, 'load'>;
  close(): Promise<void>;
}

const COMMAND = 'repaykit evidence';

/** Opens the store that the flags name; its driver is loaded only then. @throws ConfigurationError */
export function openStore({ databaseUrl, schema, sqlite }: StorePlace): Promise<OpenedStore> {
  // A file that was named counts more than a URL that the environment may have.
  if (sqlite !== undefined) return openSqlite(sqlite);
  if (databaseUrl !== undefined) return openPostgres(databaseUrl, schema);
  throw new ConfigurationError(COMMAND, [
    { path: '--database-url', message: 'or --sqlite: name the database that holds the loan files' },
  ]);
}

async function openPostgres(url: string, schema: string | undefined): Promise<OpenedStore> {
  const { connectionString } = databaseUrl(COMMAND, url);
  const { postgresStore } = await import('../../stores/postgres/index.ts');
  const store = postgresStore({ connectionString, schema });
  return { store, close: store.close };
}

function openSqlite(path: string): Promise<OpenedStore> {
  return openSqliteFile({ command: COMMAND, path, holds: 'the loan files', isReadOnly: true }, async (database) => {
    const { sqliteReader } = await import('../../stores/sqlite/sqlite-reader.ts');
    return { store: sqliteReader(database), close: async () => void database.close() };
  });
}
