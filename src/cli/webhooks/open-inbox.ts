import { ConfigurationError } from '../../errors.ts';
import type { Inbox } from '../../webhooks/inbox/inbox.ts';
import { databaseUrl, openSqliteFile, type StorePlace } from '../worker/store-place.ts';

/** As much of an inbox as a person needs. */
export type ReadableInbox = Pick<Inbox, 'list' | 'decide'>;

const COMMAND = 'repaykit webhooks';

/** Opens the inbox that the flags name, and closes it when `work` is done. @throws ConfigurationError, StoreError */
export async function withInbox<Result>(
  place: StorePlace,
  work: (inbox: ReadableInbox) => Promise<Result>,
): Promise<Result> {
  const { inbox, close } = await openInbox(place);
  try {
    return await work(inbox);
  } finally {
    await close();
  }
}

interface OpenedInbox {
  readonly inbox: ReadableInbox;
  close(): Promise<void>;
}

function openInbox({ databaseUrl, schema, sqlite }: StorePlace): Promise<OpenedInbox> {
  // A file that was named counts more than a URL that the environment may have.
  if (sqlite !== undefined) return openSqlite(sqlite);
  if (databaseUrl !== undefined) return openPostgres(databaseUrl, schema);
  throw new ConfigurationError(COMMAND, [
    { path: '--database-url', message: 'or --sqlite: name the database that holds the inbox' },
  ]);
}

async function openPostgres(url: string, schema: string | undefined): Promise<OpenedInbox> {
  const { connectionString } = databaseUrl(COMMAND, url);
  const { postgresInbox } = await import('../../stores/postgres/index.ts');
  const inbox = postgresInbox({ connectionString, schema });
  return { inbox, close: inbox.close };
}

function openSqlite(path: string): Promise<OpenedInbox> {
  return openSqliteFile({ command: COMMAND, path, holds: 'the inbox', isReadOnly: false }, async (database) => {
    const [{ sqliteInbox }, { sqliteReader }] = await Promise.all([
      import('../../stores/sqlite/index.ts'),
      import('../../stores/sqlite/sqlite-reader.ts'),
    ]);
    // An inbox would make its tables in any file; a mistyped path must not become a store.
    sqliteReader(database);
    return { inbox: sqliteInbox({ database }), close: async () => void database.close() };
  });
}
