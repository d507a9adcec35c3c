import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { postgresInbox } from '../../src/stores/postgres/index.ts';
import { sqliteInbox, sqliteStore } from '../../src/stores/sqlite/index.ts';
import type { Inbox } from '../../src/webhooks/index.ts';
import { TestSchemas } from '../stores/postgres/schemas.ts';
import { openDatabase } from '../stores/sqlite-database.ts';
import { run } from './running.ts';

const folder = mkdtempSync(join(tmpdir(), 'repaykit-webhooks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const url = process.env.DATABASE_URL;

/** Two deliveries, the second kept aside. */
async function fill(inbox: Pick<Inbox, 'store' | 'decide'>): Promise<void> {
  const delivery = {
    kind: 'collection',
    source: 'webhook',
    body: '{"bvn":"22200000001"}',
    receivedAt: '2026-01-31T07:00:00.000Z',
  } as const;
  await inbox.store({ ...delivery, key: 'a'.repeat(64) });
  await inbox.store({ ...delivery, key: 'b'.repeat(64), kind: 'policy' });
  await inbox.decide('b'.repeat(64), { kind: 'quarantine', reason: 'why' });
}

async function reportsAndDecides(place: readonly string[]): Promise<void> {
  const keysOf = async (...flags: string[]) =>
    JSON.parse((await run('webhooks', 'list', ...place, ...flags, '--json')).out).items.map(
      ({ key }: { readonly key: string }) => key[0],
    );
  expect(await keysOf()).toEqual(['b', 'a']);
  expect(await keysOf('--status', 'quarantined')).toEqual(['b']);
  expect(await keysOf('--kind', 'collection')).toEqual(['a']);
  expect(await keysOf('--source', 'reconciled')).toEqual([]);
  const first = await run('webhooks', 'list', ...place, '--limit', '1');
  expect(first).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/\n {2}b{12} {2}policy.*\n1 more: --limit shows them\n$/),
  });
  expect(await run('webhooks', 'replay', 'b'.repeat(12), 'cccc', ...place)).toMatchObject({
    code: 1,
    err: expect.stringContaining("'cccc' begins no key"),
  });
  expect(await keysOf('--status', 'quarantined')).toEqual([]);
  expect(await run('webhooks', 'quarantine', 'aaaa', 'bbbb', '--reason', 'ticket 31', ...place)).toMatchObject({
    code: 0,
    err: '',
  });
  expect(await run('webhooks', 'replay', '--all', ...place)).toMatchObject({
    code: 0,
    out: expect.stringContaining('2 deliveries are replayed'),
  });
}

describe('repaykit webhooks', () => {
  test('lists and decides about the inbox in an SQLite file', async () => {
    const path = join(folder, 'loans.db');
    const database = openDatabase(path);
    sqliteStore({ database });
    await fill(sqliteInbox({ database }));
    await reportsAndDecides(['--sqlite', path]);
    database.close();
  });

  test('makes no inbox in a file that holds none', async () => {
    const path = join(folder, 'empty.db');
    writeFileSync(path, '');
    const { code, err } = await run('webhooks', 'list', '--sqlite', path);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^repaykit[^\n]*holds no loan files: check the path\n$/),
    });
    expect(readFileSync(path)).toHaveLength(0);
  });

  test('says when there is no server, and repeats no password', async () => {
    const { code, out, err } = await run(
      'webhooks',
      'list',
      '--database-url',
      'postgres://lender:s3cret-word@127.0.0.1:1/lender',
    );
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^repaykit[^\n]*ECONNREFUSED[^\n]*\n$/);
    expect(err).not.toContain('s3cret-word');
  });

  describe.skipIf(url === undefined)('with PostgreSQL', () => {
    const pool = new Pool({ connectionString: url, max: 1 });
    const schemas = new TestSchemas(pool);
    afterAll(async () => {
      await schemas.drop();
      await pool.end();
    });

    test('lists and decides about the inbox in a schema', async () => {
      const schema = await schemas.migrated();
      await fill(postgresInbox({ pool, schema }));
      await reportsAndDecides(['--database-url', url ?? '', '--schema', schema]);
    });
  });
});
