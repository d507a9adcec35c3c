import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { sqliteInbox, sqliteStore } from '../../src/stores/sqlite/index.ts';
import { describeInbox } from '../webhooks/inbox-suite.ts';
import { sqliteEffects } from './inbox-effects.ts';
import { sampleEvents } from './sample-events.ts';
import { sqliteFolder } from './sqlite-database.ts';
import { describeLoanStore } from './store-suite.ts';
import { advanceAll, entriesIn, WrittenLog } from './suite/book-model.ts';

const folder = sqliteFolder();
afterEach(() => folder.closeAll());
afterAll(() => folder.clear());

describeLoanStore('a store in a SQLite file', async () => {
  const file = folder.newFile();
  return { store: sqliteStore({ database: folder.open(file) }), beside: sqliteStore({ database: folder.open(file) }) };
});

describeLoanStore('a store in a SQLite database in memory', async () => {
  const database = folder.open(':memory:');
  return { store: sqliteStore({ database }), beside: sqliteStore({ database }) };
});

describeInbox('in a SQLite file', { lends: 'at-once' }, async () => {
  const file = folder.newFile();
  const database = folder.open(file);
  return {
    inbox: sqliteInbox({ database }),
    beside: sqliteInbox({ database: folder.open(file) }),
    effects: sqliteEffects(database),
  };
});

describeInbox('in a SQLite database in memory', { lends: 'at-once' }, async () => {
  const database = folder.open(':memory:');
  return { inbox: sqliteInbox({ database }), beside: sqliteInbox({ database }), effects: sqliteEffects(database) };
});

describe('a SQLite file', () => {
  test('keeps files, labels, work and fences when everything is closed', async () => {
    const file = folder.newFile();
    const before = sqliteStore({ database: folder.open(file) });
    const events = sampleEvents('loan-1', 0, 3, { personal: 'sealed' });
    await before.append('loan-1', 0, events, { addLabels: ['mandate:1'], work: { reports: 10 } });
    await before.claim({ now: 10, leaseMs: 5, limit: 1, kinds: ['reports'] });
    folder.closeAll();

    const after = sqliteStore({ database: folder.open(file) });
    expect(await after.load('loan-1')).toEqual({ loanId: 'loan-1', version: 3, events });
    expect(await after.find('mandate:1', { limit: 1 })).toEqual({ loanIds: ['loan-1'] });
    const query = { leaseMs: 5, limit: 1, kinds: ['reports'] };
    expect(await after.claim({ ...query, now: 14 })).toEqual([]);
    expect(await after.claim({ ...query, now: 15 })).toMatchObject([{ fence: 2, attempts: 2 }]);
  });

  test('holds what is personal in a table of its own', async () => {
    const database = folder.open(folder.newFile());
    const event = { seq: 1, body: '{"seq":1}', hash: 'f'.repeat(64), personal: 'v1.sealed.text' };
    await sqliteStore({ database }).append('loan-1', 0, [event]);
    expect(JSON.stringify(database.prepare('SELECT * FROM loan_events').all())).not.toContain('sealed');
    expect(database.prepare('SELECT sealed FROM loan_personal').all()).toEqual([{ sealed: 'v1.sealed.text' }]);
  });

  test('keeps why work failed until it succeeds', async () => {
    const database = folder.open(folder.newFile());
    const store = sqliteStore({ database });
    const reason = () => database.prepare('SELECT reason FROM loan_work').get();
    await store.append('loan-1', 0, sampleEvents('loan-1', 0, 1), { work: { reports: 1 } });
    for (const end of [{ kind: 'failed', dueAt: 1, reason: 'no answer' }, { kind: 'done' }] as const) {
      const [claim] = await store.claim({ now: 1, leaseMs: 1, limit: 1, kinds: ['reports'] });
      await store.settle(claim as never, end);
      expect(reason()).toEqual({ reason: end.kind === 'failed' ? 'no answer' : null });
    }
  });

  test('goes on with its book after VACUUM, and in a file that was filled from a dump', async () => {
    const database = folder.open(folder.newFile());
    const { book, ...store } = sqliteStore({ database });
    const log = new WrittenLog();
    const write = async (into: typeof store) => {
      for (let turn = 0; turn < 40; turn += 1) await log.append(into, `loan-${(turn * 7) % 11}`, 1 + (turn % 3));
    };
    await write(store);
    if (!book) throw new Error('this store has no book');
    await advanceAll(book);
    await write(store);
    database.exec('VACUUM');
    await advanceAll(book);
    expect(await entriesIn(book)).toMatchObject({ entries: log.entries(), upTo: log.upTo() });
    await write(store);

    const copy = folder.open(folder.newFile());
    const { book: copied, ...restored } = sqliteStore({ database: copy });
    copy.exec('DELETE FROM book_state; PRAGMA foreign_keys = OFF');
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid").all();
    for (const { name } of tables as { readonly name: string }[]) {
      const rows = database.prepare(`SELECT * FROM ${name}`).all() as Record<string, string | number | null>[];
      const columns = Object.keys(rows[0] ?? {});
      const insert = `INSERT INTO ${name} (${columns}) VALUES (${columns.map(() => '?')})`;
      for (const row of rows) copy.prepare(insert).run(...Object.values(row));
    }
    if (!copied) throw new Error('this store has no book');
    await write(restored);
    await advanceAll(copied);
    expect(await entriesIn(copied)).toMatchObject({ entries: log.entries(), upTo: log.upTo() });
  });

  test('brings a file of the version before up to date, and builds the book of its events', async () => {
    const file = folder.newFile();
    const database = folder.open(file);
    const log = new WrittenLog();
    const before = sqliteStore({ database });
    for (const loanId of ['loan-1', 'loan-2', 'loan-1']) await log.append(before, loanId, 2);
    const added = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'book%'").all();
    for (const { name } of added as { readonly name: string }[]) database.exec(`DROP TABLE ${name}`);
    database.exec('PRAGMA user_version = 2');
    folder.closeAll();

    const { book } = sqliteStore({ database: folder.open(file) });
    if (!book) throw new Error('this store has no book');
    await advanceAll(book);
    expect(await entriesIn(book)).toMatchObject({ entries: log.entries(), upTo: log.upTo() });
  });

  test('is copied whole while it is in use, and the copy goes on from there', async () => {
    const database = folder.open(folder.newFile());
    const store = sqliteStore({ database });
    const events = sampleEvents('loan-1', 0, 3, { personal: 'sealed' });
    await store.append('loan-1', 0, events, { addLabels: ['mandate:1'], work: { reports: 10 } });
    const copy = folder.newFile();
    database.exec(`VACUUM INTO '${copy}'`);
    await store.append('loan-1', 3, sampleEvents('loan-1', 3, 1));

    const restored = sqliteStore({ database: folder.open(copy) });
    expect(await restored.load('loan-1')).toEqual({ loanId: 'loan-1', version: 3, events });
    await restored.append('loan-1', 3, sampleEvents('loan-1', 3, 1));
    expect(await restored.claim({ now: 10, leaseMs: 5, limit: 1, kinds: ['reports'] })).toMatchObject([
      { loanId: 'loan-1', fence: 1 },
    ]);
  });
});
