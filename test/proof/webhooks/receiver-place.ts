/** Where the receivers of a run keep everything: loan files, deliveries, and what handlers did. All of it is opened by every process of the run. */
import { Pool } from 'pg';
import type { LoanStore } from '../../../src/loan-file/store.ts';
import { type PostgresClient, postgresInbox, postgresStore } from '../../../src/stores/postgres/index.ts';
import { type SqliteDatabase, sqliteInbox, sqliteStore } from '../../../src/stores/sqlite/index.ts';
import type { HandledDelivery, Inbox } from '../../../src/webhooks/index.ts';
import { openDatabase } from '../../stores/sqlite-database.ts';
import type { StorePlace } from '../kill/store-place.ts';

/** What a handler did because of a delivery: the state change, and the delivery that brought it. */
export interface Effect {
  readonly news: string;
  readonly key: string;
}

/** The place, opened by one process. */
export interface OpenedPlace {
  readonly store: LoanStore;
  readonly inbox: Inbox;
  /** Makes the table of effects. No rule of it keeps an effect from being there twice. */
  addEffects(): Promise<void>;
  /** Ends a delivery together with an effect. */
  effect(delivery: HandledDelivery, news: string): Promise<void>;
  /** All effects there are. */
  effects(): Promise<readonly Effect[]>;
  close(): Promise<void>;
}

const CONNECTIONS = 8;

/** Opens the place. */
export function openPlace(place: StorePlace): OpenedPlace {
  return place.kind === 'postgres' ? openPostgres(place) : openSqlite(place);
}

function openPostgres({ url, schema }: Extract<StorePlace, { kind: 'postgres' }>): OpenedPlace {
  const pool = new Pool({ connectionString: url, max: CONNECTIONS });
  pool.on('error', () => undefined);
  return {
    store: postgresStore({ pool, schema }),
    inbox: postgresInbox({ pool, schema }) as Inbox,
    addEffects: async () =>
      void (await pool.query(`create table "${schema}".effects (news text not null, key text not null)`)),
    effect: (delivery, news) =>
      (delivery as HandledDelivery<PostgresClient>).commit(async (transaction) => {
        await transaction.query(`insert into "${schema}".effects (news, key) values ($1, $2)`, [news, delivery.key]);
      }),
    effects: async () => (await pool.query(`select news, key from "${schema}".effects`)).rows as Effect[],
    close: () => pool.end(),
  };
}

function openSqlite({ file }: Extract<StorePlace, { kind: 'sqlite' }>): OpenedPlace {
  const database = openDatabase(file);
  const options = { database, busyTimeoutMs: 30_000 };
  return {
    store: sqliteStore(options),
    inbox: sqliteInbox(options) as Inbox,
    addEffects: async () => database.exec('create table effects (news text not null, key text not null) strict'),
    effect: (delivery, news) =>
      (delivery as HandledDelivery<SqliteDatabase>).commit((transaction) => {
        transaction.prepare('insert into effects (news, key) values (?, ?)').run(news, delivery.key);
      }),
    effects: async () => database.prepare('select news, key from effects').all() as unknown as Effect[],
    close: async () => database.close(),
  };
}
