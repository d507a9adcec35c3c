import { Pool } from 'pg';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ConfigurationError, StoreError } from '../../../src/errors.ts';
import type { PostgresClient, PostgresPool } from '../../../src/stores/postgres/connection.ts';
import { postgresInbox } from '../../../src/stores/postgres/inbox/postgres-inbox.ts';
import { postgresStore } from '../../../src/stores/postgres/postgres-store.ts';
import type { Inbox, InboxItem } from '../../../src/webhooks/inbox/inbox.ts';
import { claimOne, delivery, itemAt, storeAndClaim } from '../../webhooks/inbox/deliveries.ts';
import { postgresEffects } from '../inbox-effects.ts';
import { sampleEvents } from '../sample-events.ts';
import { permissionsOfDocs } from './documented-permissions.ts';
import { TestSchemas } from './schemas.ts';

const url = process.env.DATABASE_URL;

describe.skipIf(url === undefined)('an inbox on a PostgreSQL server', () => {
  const pool = new Pool({ connectionString: url, max: 8 });
  const schemas = new TestSchemas(pool);
  let schema: string;
  let inbox: Inbox<PostgresClient>;

  beforeEach(async () => {
    schema = await schemas.migrated();
    inbox = postgresInbox({ pool, schema });
  });
  afterAll(async () => {
    await schemas.drop();
    await pool.end();
  }, 600_000);

  /** A pool that counts its statements, and has `answer` take those that it wants to. */
  function watched(answer: (text: string) => Promise<never> | undefined = () => undefined) {
    const sent: string[] = [];
    const released: unknown[] = [];
    const counted: PostgresPool = {
      query: (text, values) => pool.query(text, values),
      async connect() {
        const client = await pool.connect();
        return {
          on: (event, listener) => client.on(event, listener),
          removeListener: (event, listener) => client.removeListener(event, listener),
          getTransactionStatus: () => client.getTransactionStatus(),
          release: (error) => {
            released.push(error);
            client.release(error);
          },
          query(text, values) {
            sent.push(text);
            return answer(text) ?? client.query(text, values);
          },
        };
      },
    };
    return { sent, released, inbox: postgresInbox({ pool: counted, schema }) };
  }

  test('takes one statement for one delivery, and two each for fifty that come, are recognised and end at once', async () => {
    const { sent, inbox: counted } = watched();
    await counted.store(delivery('key-0'));
    expect(sent).toHaveLength(1);
    const keys = Array.from({ length: 50 }, (_, index) => `key-${index + 1}`);
    await Promise.all(keys.map((key) => counted.store(delivery(key))));
    expect(sent).toHaveLength(2);
    const items = await counted.claim({ now: 5, leaseMs: 5, limit: 51 });
    expect(sent).toHaveLength(3);
    await Promise.all(items.map((item) => counted.recognise(item, `news of ${item.key}`)));
    expect(sent).toHaveLength(4);
    await Promise.all(items.map((item) => counted.settle(item, { kind: 'done' })));
    expect(sent).toHaveLength(5);
  });

  test('asks a second time about a state change only where a quarantined item brings it, and once for all of them', async () => {
    const keys = Array.from({ length: 20 }, (_, index) => `key-${index}`);
    const heirs: InboxItem[] = [];
    for (const key of keys) {
      const first = await storeAndClaim(inbox, key);
      await inbox.recognise(first, `news of ${key}`);
      heirs.push(await storeAndClaim(inbox, `heir of ${key}`));
    }
    const { sent, inbox: counted } = watched();
    const recogniseAll = () => Promise.all(heirs.map((heir, index) => counted.recognise(heir, `news of key-${index}`)));
    expect(await recogniseAll()).toEqual(keys.map(() => 'taken'));
    expect(sent.splice(0)).toHaveLength(1);
    for (const key of keys) await inbox.decide(key, { kind: 'quarantine', reason: 'a person wants to look' });
    expect(await recogniseAll()).toEqual(keys.map(() => 'ours'));
    expect(sent.splice(0)).toHaveLength(2);
    expect(await recogniseAll()).toEqual(keys.map(() => 'ours'));
    expect(sent).toHaveLength(1);
  });

  test('waits for a process that reopens a quarantined item, and leaves its state change with it then', async () => {
    const blocker = await pool.connect();
    try {
      for (const [end, answer] of [
        ['rollback', 'ours'],
        ['commit', 'taken'],
      ] as const) {
        const [shut, heir] = [await storeAndClaim(inbox, `shut ${end}`), await storeAndClaim(inbox, `heir ${end}`)];
        await inbox.recognise(shut, `n ${end}`);
        await inbox.settle(shut, { kind: 'quarantined', reason: 'not so' });
        await blocker.query('begin');
        await blocker.query(`update ${schema}.inbox set status = 'unfinished' where key = $1`, [shut.key]);
        const recognised = inbox.recognise(heir, `n ${end}`);
        const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%"${schema}".inbox%concerned%'`;
        for (;;) if ((await pool.query(waiting)).rows.length > 0) break;
        await blocker.query(end);
        expect(await recognised).toBe(answer);
        expect((await itemAt(inbox, answer === 'ours' ? heir.key : shut.key))?.news).toBe(`n ${end}`);
      }
    } finally {
      blocker.release();
    }
  });

  test('comes through when two batches meet the same keys and state changes in opposite orders', async () => {
    const beside = postgresInbox({ pool, schema });
    const keys = Array.from({ length: 60 }, (_, index) => `key-${index}`);
    const answers = await Promise.all([
      ...keys.map((key) => inbox.store(delivery(key, { news: `of ${key}` }))),
      ...keys.toReversed().map((key) => beside.store(delivery(`other ${key}`, { news: `of ${key}` }))),
    ]);
    expect(answers.filter((answer) => answer === 'stored')).toHaveLength(60);
  });

  test('waits for a process that is writing the same state change, and says then that it is taken; others that came along get theirs', async () => {
    const items = [];
    for (const key of ['a', 'b', 'c']) items.push(await storeAndClaim(inbox, key));
    const [first, second, third] = items as [(typeof items)[0], (typeof items)[0], (typeof items)[0]];
    const blocker = await pool.connect();
    try {
      for (const [end, answer, company] of [
        ['rollback', 'ours', [third]],
        ['commit', 'taken', [third]],
        ['commit', 'taken', []],
      ] as const) {
        const news = `n ${end} beside ${company.length}`;
        await blocker.query('begin');
        await blocker.query(`update ${schema}.inbox set news = $1 where key = 'a'`, [news]);
        const answers = Promise.all([
          inbox.recognise(second, news),
          ...company.map((item) => inbox.recognise(item, `other ${news}`)),
        ]);
        const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%"${schema}".inbox other%'`;
        for (;;) if ((await pool.query(waiting)).rows.length > 0) break;
        await blocker.query(end);
        expect(await answers).toEqual([answer, ...company.map(() => 'ours')]);
        expect((await itemAt(inbox, first.key))?.news).toBe(end === 'commit' ? news : undefined);
      }
    } finally {
      blocker.release();
    }
  });

  test('affects no other write by a delivery that the database cannot take', async () => {
    await pool.query(`alter table ${schema}.inbox add check (kind <> 'policy')`);
    const stored = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        inbox.store(delivery(`key-${index}`, { kind: index === 17 ? 'policy' : 'collection' })),
      ),
    );
    expect(stored.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([17]);
    expect(stored[17]).toMatchObject({ reason: { name: 'StoreError', outcome: 'none', retryable: false } });
  });

  test.each([false, true])(
    'finds by its indexes what waits among 100,000 deliveries that are done; counted: %s',
    async (isCounted) => {
      await pool.query(
        `insert into ${schema}.inbox (key, kind, source, body, received_at, status, news)
       select 'done-' || i, 'collection', 'webhook', '', '', 'done', 'n' || i from generate_series(1, 100000) i`,
      );
      // Whether the server has counted, and knows collections only, or has not.
      if (isCounted) await pool.query(`analyze ${schema}.inbox`);
      const alone = new Pool({ connectionString: url, max: 1 });
      const read = async () => {
        await alone.query('select pg_stat_force_next_flush()');
        await alone.query('select 1');
        const { rows } = await alone.query(
          'select coalesce(sum(seq_tup_read), 0)::int as whole, sum(idx_tup_fetch)::int as fetched from pg_stat_user_tables where schemaname = $1 and relname = $2',
          [schema, 'inbox'],
        );
        return rows[0] as { whole: number; fetched: number };
      };
      try {
        const lonely = postgresInbox({ pool: alone, schema });
        const before = await read();
        expect(await lonely.claim({ now: 5, leaseMs: 5, limit: 50 })).toEqual([]);
        await Promise.all(
          Array.from({ length: 60 }, (_, index) =>
            lonely.store(delivery(`key-${index}`, { kind: index % 2 ? 'policy' : 'pdf_upload' })),
          ),
        );
        const items = await lonely.claim({ now: 5, leaseMs: 5, limit: 50 });
        expect(items).toHaveLength(50);
        await Promise.all(items.map((item, index) => lonely.recognise(item, `n${100_001 + index}`)));
        const [shut, heir] = items;
        await lonely.decide(shut?.key ?? '', { kind: 'quarantine', reason: 'a person wants to look' });
        expect(await lonely.recognise(heir ?? { key: '', fence: 0 }, 'n100001')).toBe('ours');
        await lonely.decide(shut?.key ?? '', { kind: 'replay', now: 5 });
        await Promise.all(items.slice(5).map((item) => lonely.settle(item, { kind: 'done', keepBodyUntil: 9 })));
        expect(await claimOne(lonely, { key: 'key-55', now: 9 })).toMatchObject({ key: 'key-55' });
        await lonely.decide('key-56', { kind: 'quarantine', reason: 'a person wants to look' });
        expect(await lonely.store(delivery('key-56'))).toBe('reopened');
        expect(await lonely.store(delivery('done-77777'))).toBe('duplicate');
        await lonely.store(delivery('found', { source: 'reconciled' }));
        for (const newestFirst of [false, true]) {
          expect(await lonely.list({ limit: 20, kinds: ['policy', 'pdf_upload'], newestFirst })).toHaveLength(20);
          expect(await lonely.list({ limit: 20, status: 'unfinished', newestFirst })).toHaveLength(16);
          expect(
            (await lonely.list({ limit: 20, status: 'unfinished', kinds: ['policy'], source: 'webhook', newestFirst }))
              .length,
          ).toBeGreaterThan(5);
          expect(await lonely.list({ limit: 20, status: 'quarantined', kinds: ['collection'], newestFirst })).toEqual(
            [],
          );
          expect(
            await lonely.list({ limit: 20, source: 'reconciled', kinds: ['collection'], newestFirst }),
          ).toHaveLength(1);
          expect(await lonely.list({ limit: 20, status: 'done', kinds: ['collection'], newestFirst })).toHaveLength(20);
          expect(await lonely.list({ limit: 20, newestFirst })).toHaveLength(20);
        }
        const after = await read();
        expect(after.whole - before.whole).toBe(0);
        expect(after.fetched - before.fetched).toBeLessThan(3_000);
      } finally {
        await alone.end();
      }
    },
  );

  test('needs no more rights than the guide gives, and they do not suffice to lose a delivery', async () => {
    const role = `${schema}_app`;
    await pool.query(`create role ${role}`);
    const app = new Pool({ connectionString: url, max: 2, options: `-c role=${role}` });
    try {
      for (const statement of permissionsOfDocs({ schema, role })) await pool.query(statement);
      const restricted = postgresInbox({ pool: app, schema });
      const held = await storeAndClaim(restricted);
      expect(await restricted.recognise(held, 'n')).toBe('ours');
      expect(
        await restricted.settle(
          held,
          { kind: 'done' },
          async (transaction) => void (await transaction.query('select 1')),
        ),
      ).toBe(true);
      await restricted.decide('a', { kind: 'replay', now: 5 });
      expect(await restricted.list({ limit: 5 })).toHaveLength(1);
      for (const statement of ['delete from {s}.inbox', 'truncate {s}.inbox', 'drop table {s}.inbox'])
        await expect(app.query(statement.replace('{s}', schema))).rejects.toThrow(/permission denied|must be owner/);
    } finally {
      await app.end();
      await pool.query(`drop owned by ${role}`);
      await pool.query(`drop role ${role}`);
    }
  });

  test('wants a pool and says so', () => {
    expect(() => postgresInbox({} as never)).toThrow(ConfigurationError);
    expect(() => postgresInbox({ pool, schema: 'a"b' })).toThrow(ConfigurationError);
  });

  describe('what is committed with a delivery', () => {
    const paid = async (transaction: PostgresClient) =>
      void (await (await postgresEffects(pool, schema)).write(transaction, 'paid'));
    const lines = async () => (await postgresEffects(pool, schema)).lines();

    test('may be the file of a loan as well', async () => {
      const held = await storeAndClaim(inbox);
      await inbox.settle(held, { kind: 'done' }, async (client) => {
        await postgresStore({ client, schema }).append('loan-1', 0, sampleEvents('loan-1', 0, 1));
      });
      expect(await postgresStore({ pool, schema }).load('loan-1')).toMatchObject({ version: 1 });
    });

    test('is of unknown end when the connection breaks during the commit, and of none before it', async () => {
      const cut = () =>
        Promise.reject(Object.assign(new Error('Connection terminated unexpectedly'), { code: 'EPIPE' }));
      for (const [at, outcome] of [
        ['commit', 'unknown'],
        ['begin isolation level', 'none'],
        ['txid_current()::text as', 'none'],
        ['with ended', 'none'],
      ] as const) {
        const held = await storeAndClaim(inbox, `cut at ${at}`);
        const { inbox: broken, released } = watched((text) =>
          text === at || (text.includes(at) && at.includes(' ')) ? cut() : undefined,
        );
        const failure = await broken.settle(held, { kind: 'done' }, paid).catch((error) => error);
        expect(failure, at).toBeInstanceOf(StoreError);
        expect(failure, at).toMatchObject({ outcome, retryable: outcome === 'none' });
        expect(released, at).toEqual([expect.objectContaining({ code: 'EPIPE' })]);
        expect(await itemAt(inbox, `cut at ${at}`)).toEqual(held);
      }
      expect(await lines()).toEqual([]);
    });

    test('leaves its connection to others, whether it threw or not', async () => {
      const { inbox: counted, released } = watched();
      const held = await storeAndClaim(inbox);
      await expect(
        counted.settle(held, { kind: 'done' }, () => {
          throw new Error('no room');
        }),
      ).rejects.toThrow('no room');
      await expect(
        counted.settle(
          held,
          { kind: 'done' },
          async (client) => void (await client.query('select nothing_of_this_name')),
        ),
      ).rejects.toThrow(/does not exist/);
      await counted.settle(held, { kind: 'done' }, paid);
      await counted.settle(held, { kind: 'done' }, paid);
      expect(released).toEqual([undefined, undefined, undefined, undefined]);
      expect(await lines()).toEqual(['paid']);
    });

    test('is refused when a statement in it failed unnoticed', async () => {
      const held = await storeAndClaim(inbox);
      const failure = await inbox
        .settle(held, { kind: 'done' }, async (client) => {
          await paid(client);
          await client.query('select nothing_of_this_name').catch(() => undefined);
        })
        .catch((error) => error);
      expect(failure).toMatchObject({ name: 'StoreError', outcome: 'none', message: expect.stringContaining('25P02') });
      expect(await lines()).toEqual([]);
      expect(await itemAt(inbox)).toEqual(held);
    });

    test.each(['commit', 'rollback', 'commit; begin'])('must not end the transaction itself: %s', async (text) => {
      const held = await storeAndClaim(inbox);
      const failure = await inbox
        .settle(held, { kind: 'done' }, async (client) => void (await client.query(text)))
        .catch((error) => error);
      expect(failure).toMatchObject({
        name: 'StoreError',
        outcome: 'unknown',
        message: expect.stringContaining('leave out begin, commit and rollback'),
      });
      expect(await itemAt(inbox)).toEqual(held);
      expect(await inbox.settle(held, { kind: 'done' })).toBe(true);
    });

    test('is written only until commit has ended, and what is lent lends nothing else', async () => {
      const held = await storeAndClaim(inbox);
      let kept: PostgresClient | undefined;
      await inbox.settle(held, { kind: 'done' }, async (client) => {
        kept = client;
        expect(Object.keys(client)).toEqual(['query']);
      });
      await expect(kept?.query('select 1')).rejects.toThrow(/has ended: await within commit all that is written/);
    });

    test('that fails at the commit itself is taken back', async () => {
      await pool.query(`create table ${schema}.late (id integer unique deferrable initially deferred)`);
      const held = await storeAndClaim(inbox);
      const failure = await inbox
        .settle(
          held,
          { kind: 'done' },
          async (client) => void (await client.query(`insert into ${schema}.late values (1), (1)`)),
        )
        .catch((error) => error);
      expect(failure).toMatchObject({ name: 'StoreError', outcome: 'none', message: expect.stringContaining('23505') });
      expect(await itemAt(inbox)).toEqual(held);
    });

    test('holds up no store, claim or other end while it takes its time, not even a late end of the same item', async () => {
      const [late, other] = [await storeAndClaim(inbox), await storeAndClaim(inbox, 'b')];
      const present = await storeAndClaim(inbox, 'a', { now: 110 });
      const ended = await inbox.settle(present, { kind: 'done' }, async () => {
        expect(
          await Promise.all([inbox.settle(late, { kind: 'done' }), inbox.settle(other, { kind: 'done' })]),
        ).toEqual([false, true]);
        expect(await inbox.store(delivery('a'))).toBe('duplicate');
        await inbox.store(delivery('c'));
        expect(await inbox.claim({ now: 10_000, leaseMs: 10, limit: 5, key: 'a' })).toEqual([]);
        expect(await inbox.claim({ now: 10_000, leaseMs: 10, limit: 5 })).toMatchObject([{ key: 'c' }]);
      });
      expect(ended).toBe(true);
    });
  });
});
