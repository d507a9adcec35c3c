import { randomBytes } from 'node:crypto';
import type { PostgresPool } from '../../../src/stores/postgres/connection.ts';
import { postgresInbox } from '../../../src/stores/postgres/inbox/postgres-inbox.ts';
import { migratePostgres } from '../../../src/stores/postgres/migrate-postgres.ts';
import { postgresStore } from '../../../src/stores/postgres/postgres-store.ts';
import type { InboxUnderTest } from '../../webhooks/inbox-suite.ts';
import { postgresEffects } from '../inbox-effects.ts';
import type { StoreUnderTest } from '../store-suite.ts';

let schemas = 0;
// No ten digits in a row: a refusal that names the schema would mask them.
const run = randomBytes(3).toString('hex');

/** A name of a schema that no other test uses, also not one of another run on the same database. */
export function newSchemaName(): string {
  schemas += 1;
  return `t_${process.pid}_${run}_${schemas}`;
}

/** Makes schemas of their own for tests in one database, and drops them at the end. */
export class TestSchemas {
  readonly #pool: PostgresPool;
  readonly #names: string[] = [];

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  /** The name of a schema that is dropped at the end, if it is ever made. */
  name(): string {
    const name = newSchemaName();
    this.#names.push(name);
    return name;
  }

  /** An up-to-date, empty schema. */
  async migrated(): Promise<string> {
    const schema = this.name();
    await migratePostgres({ pool: this.#pool, schema });
    return schema;
  }

  /** Two stores over an empty schema. */
  async open(): Promise<StoreUnderTest> {
    const schema = await this.migrated();
    return {
      store: postgresStore({ pool: this.#pool, schema }),
      beside: postgresStore({ pool: this.#pool, schema }),
      settled: () => this.settled(schema),
    };
  }

  /** Waits until all transactions that were running at the last append have ended. */
  async settled(schema: string): Promise<void> {
    const last = `select coalesce(max(position), 0) < txid_snapshot_xmin(txid_current_snapshot()) as is_final from ${schema}.events`;
    for (;;) {
      const { rows } = await this.#pool.query(last);
      if ((rows[0] as { readonly is_final: boolean } | undefined)?.is_final) return;
    }
  }

  /** Two inboxes over an empty schema. */
  async openInbox(): Promise<InboxUnderTest> {
    const schema = await this.migrated();
    const effects = await postgresEffects(this.#pool, schema);
    return {
      inbox: postgresInbox({ pool: this.#pool, schema }),
      beside: postgresInbox({ pool: this.#pool, schema }),
      effects,
    };
  }

  async drop(): Promise<void> {
    await Promise.all(this.#names.splice(0).map((name) => this.#pool.query(`drop schema if exists "${name}" cascade`)));
  }
}
