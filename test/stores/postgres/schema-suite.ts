import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PostgresPool } from '../../../src/stores/postgres/connection.ts';
import { postgresInbox } from '../../../src/stores/postgres/inbox/postgres-inbox.ts';
import { postgresStore } from '../../../src/stores/postgres/postgres-store.ts';
import { storeAndClaim } from '../../webhooks/inbox/deliveries.ts';
import { sampleEvents } from '../sample-events.ts';
import { describeDatabaseSchema } from './describe-schema.ts';
import type { TestSchemas } from './schemas.ts';

/** A database under test. */
export interface DatabaseUnderTest {
  readonly pool: PostgresPool;
  readonly schemas: TestSchemas;
}

const snapshot = fileURLToPath(new URL('../postgres-schema.txt', import.meta.url));

/** What the database itself enforces on every writer. */
export function describeSchema(name: string, { pool, schemas }: DatabaseUnderTest): void {
  describe(`the schema in ${name}`, () => {
    let schema: string;
    beforeEach(async () => {
      schema = await schemas.migrated();
      await postgresStore({ pool, schema }).append('loan-1', 0, sampleEvents('loan-1', 0, 2, { personal: 'sealed' }), {
        work: { reports: 5 },
      });
    });

    test('is the one that is written down', async () => {
      expect(await describeDatabaseSchema(pool, schema)).toBe(readFileSync(snapshot, 'utf8'));
    });

    test.each([
      "update {schema}.events set body = 'another'",
      'update {schema}.events set seq = 9 where seq = 1',
      'delete from {schema}.events',
      'delete from {schema}.events where false',
      'truncate {schema}.events',
      'delete from {schema}.loans',
      'truncate {schema}.loans cascade',
      'update {schema}.loans set version = 1',
      "update {schema}.loans set head = 'another'",
      "update {schema}.loans set loan_id = 'another'",
      'delete from {schema}.work',
      'truncate {schema}.work',
      'update {schema}.work set fence = -1',
    ])('refuses to %s', async (statement) => {
      await expect(pool.query(statement.replace('{schema}', schema))).rejects.toThrow(
        /loan files are append-only: (UPDATE|DELETE|TRUNCATE) on .* is refused/,
      );
      expect(await postgresStore({ pool, schema }).load('loan-1')).toMatchObject({
        version: 2,
        events: sampleEvents('loan-1', 0, 2, { personal: 'sealed' }),
      });
    });

    test.each([
      'delete from {schema}.inbox',
      'truncate {schema}.inbox',
      'update {schema}.inbox set fence = fence - 1',
      "update {schema}.inbox set key = 'another'",
      "update {schema}.inbox set status = 'unfinished'",
    ])('refuses to %s', async (statement) => {
      const inbox = postgresInbox({ pool, schema });
      await inbox.settle(await storeAndClaim(inbox), { kind: 'done' });
      const before = await inbox.list({ limit: 5 });
      await expect(pool.query(statement.replace('{schema}', schema))).rejects.toThrow(
        /deliveries stay, .* what is done stays done: (UPDATE|DELETE|TRUNCATE) on .* is refused/,
      );
      expect(await inbox.list({ limit: 5 })).toEqual(before);
    });

    test('refuses two deliveries with one key or of one state change', async () => {
      const insert = `insert into ${schema}.inbox (key, kind, source, body, received_at, news) values ($1, 'policy', 'webhook', '', '', $2)`;
      await pool.query(insert, ['a', 'n']);
      for (const twice of [
        ['a', 'm'],
        ['b', 'n'],
      ])
        await expect(pool.query(insert, twice)).rejects.toThrow(/duplicate key/);
      for (const key of ['b', 'c']) await pool.query(insert, [key, null]);
    });

    test('refuses two events at one place, and a mandate in two files', async () => {
      await expect(pool.query(`insert into ${schema}.events select * from ${schema}.events`)).rejects.toThrow(
        /duplicate key/,
      );
      await pool.query(`insert into ${schema}.loans (loan_id, version, head) values ('loan-2', 1, '0')`);
      await expect(
        pool.query(`insert into ${schema}.labels select 'mandate:1', no from ${schema}.loans`),
      ).rejects.toThrow(/duplicate key/);
    });

    test('lets what is personal be removed, and the file stays', async () => {
      await pool.query(`delete from ${schema}.personal`);
      expect(await postgresStore({ pool, schema }).load('loan-1')).toMatchObject({
        version: 2,
        events: sampleEvents('loan-1', 0, 2),
      });
    });
  });
}
