import type { PostgresClient } from '../../src/stores/postgres/connection.ts';
import type { SqliteDatabase } from '../../src/stores/sqlite/index.ts';
import type { EffectsUnderTest } from '../webhooks/inbox-suite.ts';

/** Effects in a table of the lender's beside ours. */
export async function postgresEffects(pool: PostgresClient, schema: string): Promise<EffectsUnderTest> {
  await pool.query(`create table if not exists ${schema}.effects (line text)`);
  return {
    async write(transaction, line) {
      await (transaction as PostgresClient).query(`insert into ${schema}.effects values ($1)`, [line]);
    },
    async lines() {
      const { rows } = await pool.query(`select line from ${schema}.effects order by line`);
      return (rows as readonly { readonly line: string }[]).map(({ line }) => line);
    },
  };
}

/** Effects in a table of the lender's in the file of the store. */
export function sqliteEffects(database: SqliteDatabase): EffectsUnderTest {
  database.exec('CREATE TABLE IF NOT EXISTS effects (line TEXT)');
  return {
    write(transaction, line) {
      (transaction as SqliteDatabase).prepare('INSERT INTO effects VALUES (?)').run(line);
    },
    async lines() {
      return (
        database.prepare('SELECT line FROM effects ORDER BY line').all() as readonly { readonly line: string }[]
      ).map(({ line }) => line);
    },
  };
}
