import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { postgresInbox } from '../../../src/stores/postgres/inbox/postgres-inbox.ts';
import { postgresStore } from '../../../src/stores/postgres/postgres-store.ts';
import type { Inbox } from '../../../src/webhooks/index.ts';
import { sealedFixture, secretsOf } from '../../webhooks/sealed-fixture.ts';
import { TestSchemas } from './schemas.ts';

const url = process.env.DATABASE_URL;

describe.skipIf(url === undefined)('with keys, webhooks on a PostgreSQL server', () => {
  const pool = new Pool({ connectionString: url, max: 8 });
  const schemas = new TestSchemas(pool);
  afterAll(async () => {
    await schemas.drop();
    await pool.end();
  }, 600_000);

  const ask = async (statement: string, values: unknown[] = []) =>
    (await pool.query(statement, values)).rows[0]?.answer as string;

  /** Every byte that the server holds of a schema's tables, and of its log since a place in it; undefined where its files are another machine's or another user's. */
  async function bytesOnDisk(schema: string, since: string): Promise<readonly Buffer[] | undefined> {
    await pool.query('checkpoint');
    const directory = await ask("select current_setting('data_directory') as answer");
    const tables = await pool.query(
      `select pg_relation_filepath(c.oid) as path from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.relkind in ('r', 'i')
       union all select pg_relation_filepath(c.reltoastrelid) from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.reltoastrelid <> 0`,
      [schema],
    );
    const first = await ask('select pg_walfile_name($1::pg_lsn) as answer', [since]);
    try {
      const segments = (await readdir(join(directory, 'pg_wal'))).filter(
        (name) => /^[0-9A-F]{24}$/.test(name) && name >= first,
      );
      const paths = [...tables.rows.map(({ path }) => String(path)), ...segments.map((name) => join('pg_wal', name))];
      return await Promise.all(paths.map((path) => readFile(join(directory, path))));
    } catch (error) {
      if (['EACCES', 'ENOENT', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
      throw error;
    }
  }

  test('leave no name, number or address in its tables, in dead rows or in its log, and none that opens after an erasure', async ({
    skip,
  }) => {
    const schema = await schemas.migrated();
    const since = await ask('select pg_current_wal_lsn()::text as answer');
    const store = postgresStore({ pool, schema });
    const { payer, loan, receiver, bodies, deliver, end } = await sealedFixture(
      store,
      postgresInbox({ pool, schema }) as Inbox,
    );
    for (const body of Object.values(bodies)) await deliver(body);
    expect(JSON.stringify(await receiver.inbox.list({ limit: 50 }))).toContain(payer.bvn);
    await end();
    await receiver.drain();
    expect(JSON.stringify(await receiver.inbox.list({ limit: 50 }))).not.toContain(payer.bvn);
    const bytes = await bytesOnDisk(schema, since);
    if (!bytes) return skip('the files of the server are not readable here');
    const isOnDisk = (text: string) => bytes.some((part) => part.includes(text));
    // What is kept in clear is found, so the right files are looked through.
    expect(isOnDisk(loan.mandateId)).toBe(true);
    expect(secretsOf(payer).filter(isOnDisk)).toEqual([]);
  });
});
