import { readFileSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { ConfigurationError, InputError, StoreError } from '../../src/errors.ts';
import { type SqliteDatabase, sqliteInbox, sqliteStore } from '../../src/stores/sqlite/index.ts';
import { migrations } from '../../src/stores/sqlite/migrations.ts';
import { sqliteReader } from '../../src/stores/sqlite/sqlite-store.ts';
import { claimed, delivery, itemAt, storeAndClaim } from '../webhooks/inbox/deliveries.ts';
import { sqliteEffects } from './inbox-effects.ts';
import { sampleEvents } from './sample-events.ts';
import { sqliteFolder } from './sqlite-database.ts';

const folder = sqliteFolder();
afterEach(() => folder.closeAll());
afterAll(() => folder.clear());

/** An inbox with an item that is held, and a table of the lender's beside it. */
async function begun(file = folder.newFile()) {
  const database = folder.open(file);
  const inbox = sqliteInbox({ database });
  return { file, database, inbox, effects: sqliteEffects(database), held: await storeAndClaim(inbox) };
}

/** A file as the first version left it, with a loan of two events. */
function firstVersion(): string {
  const file = folder.newFile();
  const database = folder.open(file);
  database.exec(
    `PRAGMA application_id = ${0x52504b54}; PRAGMA user_version = 1; PRAGMA journal_mode = WAL; ${migrations[0]}`,
  );
  database.exec("INSERT INTO loan_files (loan_id, version, head) VALUES ('loan-1', 2, 'h2')");
  database.exec("INSERT INTO loan_events (place, seq, body, hash) VALUES (1, 1, '{}', 'h1'), (1, 2, '{}', 'h2')");
  return file;
}

const loan = {
  loanId: 'loan-1',
  version: 2,
  events: [
    { seq: 1, body: '{}', hash: 'h1' },
    { seq: 2, body: '{}', hash: 'h2' },
  ],
};

describe('the inbox in a SQLite file', () => {
  test('shares file and connection with the loan files', async () => {
    const { database, inbox, held } = await begun();
    const store = sqliteStore({ database });
    await store.append('loan-1', 0, sampleEvents('loan-1', 0, 1));
    expect(await inbox.settle(held, { kind: 'done' })).toBe(true);
    expect(await store.load('loan-1')).toMatchObject({ version: 1 });
  });

  test('keeps items, leases and fences when everything is closed', async () => {
    const { file, inbox } = await begun();
    await inbox.store(delivery('b', { news: 'n' }));
    folder.closeAll();
    const after = sqliteInbox({ database: folder.open(file) });
    expect(await after.claim({ now: 109, leaseMs: 5, limit: 5 })).toMatchObject([{ key: 'b', news: 'n', fence: 1 }]);
    expect(await after.claim({ now: 110, leaseMs: 5, limit: 5 })).toMatchObject([{ key: 'a', fence: 2, attempts: 2 }]);
  });

  test('comes to a file of the first version with all that it holds', async () => {
    const database = folder.open(firstVersion());
    const inbox = sqliteInbox({ database });
    expect(await inbox.store(delivery('a'))).toBe('stored');
    const store = sqliteStore({ database });
    expect(await store.load('loan-1')).toEqual(loan);
    await store.append('loan-1', 2, sampleEvents('loan-1', 2, 1));
  });

  test('is not needed to read loan files only, which leaves a file of the first version as it is', async () => {
    const database = folder.open(firstVersion());
    expect(await sqliteReader(database).load('loan-1')).toEqual(loan);
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
  });

  test('refuses options that are wrong, in its own name', () => {
    expect(() => sqliteInbox({ database: {} } as never)).toThrow(ConfigurationError);
    expect(() => sqliteInbox({ database: {} } as never)).toThrow(
      /^sqliteInbox: database: lacks exec\(\), prepare\(\): give an open database/,
    );
    expect(() => sqliteInbox(undefined as never)).toThrow(ConfigurationError);
  });

  test('leaves nothing of a body in the file once it is emptied', async () => {
    const { file, database, inbox } = await begun();
    for (const body of ['22212345678', '22212345678'.repeat(3_000)]) {
      await inbox.store(delivery(`of ${body.length}`, { body }));
      await inbox.settle(await claimed(inbox, { key: `of ${body.length}` }), { kind: 'done' });
    }
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    expect(readFileSync(file).includes('22212345678')).toBe(false);
  });

  test.each([
    ['UPDATE inbox SET fence = fence - 1', 'a fence never goes backwards'],
    ["UPDATE inbox SET key = 'b'", 'keeps its key'],
    ["UPDATE inbox SET status = 'unfinished'", 'what is done stays done'],
    ['DELETE FROM inbox', 'a delivery never goes'],
    [
      "INSERT OR REPLACE INTO inbox (key, kind, source, body, received_at) VALUES ('a', 'policy', 'webhook', '', '')",
      'this delivery exists',
    ],
    [
      "INSERT OR REPLACE INTO inbox (place, key, kind, source, body, received_at) VALUES (1, 'c', 'policy', 'webhook', '', '')",
      'this delivery exists',
    ],
    [
      "INSERT OR REPLACE INTO inbox (key, kind, source, body, received_at, news) VALUES ('c', 'policy', 'webhook', '', '', 'n')",
      'or its news',
    ],
    ["UPDATE OR REPLACE inbox SET news = 'n' WHERE key = 'b'", 'another delivery brings this news'],
    ["UPDATE inbox SET status = 'lost' WHERE key = 'b'", 'CHECK'],
  ])('refuses %s to every caller', async (sql, message) => {
    const { file, inbox, held } = await begun();
    await inbox.recognise(held, 'n');
    await inbox.settle(held, { kind: 'done' });
    await inbox.store(delivery('b'));
    const before = await inbox.list({ limit: 9 });
    const stranger = folder.open(file);
    expect(() => stranger.exec(sql)).toThrow(message);
    expect(await inbox.list({ limit: 9 })).toEqual(before);
  });
});

describe('what is committed with a delivery in SQLite', () => {
  test('must be written when commit returns: a promise takes all back and says why, and what comes later is refused', async () => {
    const { inbox, effects, held } = await begun();
    const later: unknown[] = [];
    const refused = await inbox
      .settle(held, { kind: 'done' }, async (transaction) => {
        await effects.write(transaction, 'in time');
        later.push((transaction as SqliteDatabase).prepare('SELECT 1'));
        await Promise.resolve();
        await effects.write(transaction, 'too late');
      })
      .catch((error) => error);
    expect(refused).toBeInstanceOf(InputError);
    expect(refused).toMatchObject({
      issues: [
        {
          path: 'commit',
          message: expect.stringMatching(/answers a promise.*SQLite has one connection.*without await/),
        },
      ],
    });
    expect(await effects.lines()).toEqual([]);
    expect(await itemAt(inbox)).toEqual(held);
    expect(await inbox.settle(held, { kind: 'done' }, (transaction) => void effects.write(transaction, 'paid'))).toBe(
      true,
    );
    expect(await effects.lines()).toEqual(['paid']);
  });

  test('is written through what is lent only while it is lent', async () => {
    const { inbox, held } = await begun();
    let kept: SqliteDatabase | undefined;
    await inbox.settle(held, { kind: 'done' }, (transaction) => {
      kept = transaction as SqliteDatabase;
      const statement = kept.prepare('SELECT 1 AS one');
      expect([statement.get(), statement.all()]).toEqual([{ one: 1 }, [{ one: 1 }]]);
      Object.assign(kept, { statement });
    });
    const { statement } = kept as unknown as { readonly statement: ReturnType<SqliteDatabase['prepare']> };
    for (const late of [
      () => kept?.exec('SELECT 1'),
      () => kept?.prepare('SELECT 1'),
      () => statement.run(),
      () => statement.get(),
      () => statement.all(),
    ])
      expect(late).toThrow(/has ended: write within commit, without await/);
  });

  test('may read loan files of the same connection, but not write them: that says so, and the rest goes on', async () => {
    const { database, inbox, effects, held } = await begun();
    const store = sqliteStore({ database });
    await store.append('loan-1', 0, sampleEvents('loan-1', 0, 1));
    const nested: Promise<unknown>[] = [];
    await inbox.settle(held, { kind: 'done' }, (transaction) => {
      effects.write(transaction, 'paid');
      nested.push(store.load('loan-1'), store.append('loan-1', 1, sampleEvents('loan-1', 1, 1)));
    });
    const [read, written] = await Promise.allSettled(nested);
    expect(read).toMatchObject({ value: { version: 1 } });
    expect(written).toMatchObject({
      reason: {
        name: 'StoreError',
        outcome: 'none',
        message: expect.stringMatching(/within the commit of a delivery: .* call stores and inboxes after it/),
      },
    });
    expect(await effects.lines()).toEqual(['paid']);
    expect(await itemAt(inbox)).toMatchObject({ status: 'done' });
    await store.append('loan-1', 1, sampleEvents('loan-1', 1, 1));
  });

  test('has no part in what is asked of the inbox meanwhile: that is done after it, in a transaction of its own', async () => {
    const { inbox, effects, held } = await begun();
    let stored: Promise<unknown> | undefined;
    const refused = inbox.settle(held, { kind: 'done' }, (transaction) => {
      effects.write(transaction, 'paid');
      stored = inbox.store(delivery('b'));
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    expect(await stored).toBe('stored');
    expect([await effects.lines(), (await itemAt(inbox, 'b'))?.status]).toEqual([[], 'unfinished']);
  });

  test.each(['COMMIT', 'ROLLBACK', 'COMMIT; BEGIN', 'ROLLBACK; BEGIN IMMEDIATE'])(
    'must not end the transaction itself: %s',
    async (sql) => {
      const { database, inbox, effects, held } = await begun();
      const refused = await inbox
        .settle(held, { kind: 'done' }, (transaction) => {
          effects.write(transaction, 'paid');
          database.exec(sql);
        })
        .catch((error) => error);
      expect(refused).toBeInstanceOf(StoreError);
      expect(refused).toMatchObject({
        outcome: 'unknown',
        message: expect.stringContaining('leave out BEGIN, COMMIT and ROLLBACK'),
      });
      expect(await itemAt(inbox)).toEqual(held);
      // The connection is out of any transaction and goes on.
      expect(await inbox.settle(held, { kind: 'done' })).toBe(true);
    },
  );

  test('may use transactions of its own within, as savepoints', async () => {
    const { inbox, effects, held } = await begun();
    await inbox.settle(held, { kind: 'done' }, (transaction) => {
      const lent = transaction as SqliteDatabase;
      lent.exec('SAVEPOINT mine');
      effects.write(transaction, 'no');
      lent.exec('ROLLBACK TO mine; RELEASE mine');
      effects.write(transaction, 'yes');
    });
    expect(await effects.lines()).toEqual(['yes']);
  });
});
