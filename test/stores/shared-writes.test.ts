import { describe, expect, test } from 'vitest';
import { type SqliteValue, sqliteInbox } from '../../src/stores/sqlite/index.ts';
import { delivery } from '../webhooks/inbox/deliveries.ts';
import { openDatabase } from './sqlite-database.ts';

/** An inbox, and how many transactions it has taken. */
function counted() {
  const database = openDatabase(':memory:');
  let commits = 0;
  const prepare = database.prepare.bind(database);
  const counting = {
    exec: (sql: string) => database.exec(sql),
    prepare(sql: string) {
      const statement = prepare(sql);
      const run = (...values: SqliteValue[]) => {
        if (sql === 'COMMIT') commits += 1;
        if (values.includes('poison')) throw new Error('this one cannot be written');
        return statement.run(...values);
      };
      return { run, get: statement.get.bind(statement), all: statement.all.bind(statement) };
    },
  };
  const inbox = sqliteInbox({ database: counting });
  commits = 0;
  return { inbox, commits: () => commits };
}

describe('deliveries that come together in SQLite', () => {
  test('share a transaction, each with an answer of its own', async () => {
    const { inbox, commits } = counted();
    const answers = await Promise.all([
      ...Array.from({ length: 50 }, (_, index) => inbox.store(delivery(`k${index}`))),
      inbox.store(delivery('k7')),
    ]);
    expect(answers).toEqual([...Array(50).fill('stored'), 'duplicate']);
    expect(commits()).toBe(1);
    const claims = await Promise.all(
      answers.slice(0, 50).map((_, index) => inbox.claim({ key: `k${index}`, now: 1, leaseMs: 9, limit: 1 })),
    );
    await Promise.all(claims.map(([item]) => item && inbox.settle(item, { kind: 'done' })));
    expect(commits()).toBe(3);
  });

  test('that come later share another one', async () => {
    const { inbox, commits } = counted();
    await inbox.store(delivery('a'));
    await inbox.store(delivery('b'));
    expect(commits()).toBe(2);
  });

  test('are kept all the same when one of them cannot be', async () => {
    const { inbox } = counted();
    const ends = await Promise.allSettled([
      inbox.store(delivery('a')),
      inbox.store(delivery('poison')),
      inbox.store(delivery('b')),
    ]);
    expect(ends).toMatchObject([{ value: 'stored' }, { reason: { name: 'StoreError' } }, { value: 'stored' }]);
    expect((await inbox.list({ limit: 9 })).map(({ key }) => key)).toEqual(['a', 'b']);
  });
});
