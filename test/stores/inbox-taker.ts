/**
 * A program that works on deliveries which others work on as well: `inbox-taker.js postgres URL SCHEMA NAME` or `inbox-taker.js sqlite FILE NAME`. It stores copies of
 * 300 deliveries, then claims and ends what it gets, one line into the table `effects` with each end, until nothing is left to be claimed. With a number behind
 * its name it dies in the middle of that many-th commit, after it has written and before the end.
 */
import { Pool } from 'pg';
import { StoreError } from '../../src/errors.ts';
import { postgresInbox } from '../../src/stores/postgres/index.ts';
import { type SqliteDatabase, sqliteInbox } from '../../src/stores/sqlite/index.ts';
import type { Inbox } from '../../src/webhooks/inbox/inbox.ts';
import { openDatabase } from './sqlite-database.ts';

interface Place {
  readonly inbox: Inbox;
  write(transaction: unknown, line: string): void | Promise<void>;
  close(): unknown;
}

const [where, ...facts] = process.argv.slice(2);
const place = where === 'postgres' ? inPostgres(...facts.splice(0, 2)) : inSqlite(...facts.splice(0, 1));
const [name = '', diesAt = '0'] = facts;
let commits = 0;

function inPostgres(url = '', schema = ''): Place {
  const pool = new Pool({ connectionString: url, max: 4 });
  return {
    inbox: postgresInbox({ pool, schema }),
    write: async (client, line) =>
      void (await (client as Pool).query(`insert into ${schema}.effects values ($1)`, [line])),
    close: () => pool.end(),
  };
}

function inSqlite(file = ''): Place {
  const database = openDatabase(file);
  return {
    inbox: sqliteInbox({ database, busyTimeoutMs: 30_000 }),
    write: (lent, line) => void (lent as SqliteDatabase).prepare('INSERT INTO effects VALUES (?)').run(line),
    close: () => database.close(),
  };
}

function die(): void {
  commits += 1;
  if (commits === Number(diesAt)) process.kill(process.pid, 'SIGKILL');
}

async function store(index: number): Promise<void> {
  const key = `key-${index}`;
  await place.inbox.store({
    key,
    kind: 'collection',
    source: 'webhook',
    body: '{}',
    receivedAt: '2026-01-31T07:00:00.000Z',
  });
}

async function work(): Promise<void> {
  // Each round is later than the leases of the one before, so what a dead process held comes free.
  for (let now = 1_000; ; now += 1_000) {
    const items = await place.inbox.claim({ now, leaseMs: 500, limit: 7 });
    if (items.length === 0) return;
    for (const item of items) {
      const line = `${item.key} by ${name}`;
      await place.inbox.settle(item, { kind: 'done' }, (transaction) => {
        const written = place.write(transaction, line);
        return written ? written.then(die) : die();
      });
    }
  }
}

const start = name.charCodeAt(0);
await Promise.all(Array.from({ length: 300 }, (_, index) => store((start * 17 + index) % 300)));
await work().catch((error) => {
  if (!(error instanceof StoreError && error.retryable)) throw error;
});
await place.close();
