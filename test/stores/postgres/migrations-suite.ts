import { beforeEach, describe, expect, test } from 'vitest';
import { ConfigurationError, StoreError } from '../../../src/errors.ts';
import { checkPostgres } from '../../../src/stores/postgres/check-postgres.ts';
import { migratePostgres } from '../../../src/stores/postgres/migrate-postgres.ts';
import { allMigrations, CODE_VERSION } from '../../../src/stores/postgres/migrations/all-migrations.ts';
import { postgresStore } from '../../../src/stores/postgres/postgres-store.ts';
import { beginFiles } from '../sample-events.ts';
import { describeDatabaseSchema } from './describe-schema.ts';
import type { DatabaseUnderTest } from './schema-suite.ts';

/** What migrations promise. */
export function describeMigrations(name: string, { pool, schemas }: DatabaseUnderTest): void {
  describe(`a migration in ${name}`, () => {
    let schema: string;
    beforeEach(() => {
      schema = schemas.name();
    });

    const insertStep = (version: number, breaking: boolean) =>
      pool.query(`insert into ${schema}.migrations (version, name, breaking) values ($1, 'of the future', $2)`, [version, breaking]);

    test('makes every step once and says so', async () => {
      const steps = allMigrations.map(({ version, name: step }) => expect.objectContaining({ version, name: step }));
      expect(await migratePostgres({ pool, schema })).toEqual({ schema, from: 0, to: CODE_VERSION, steps });
      expect(await migratePostgres({ pool, schema })).toEqual({ schema, from: CODE_VERSION, to: CODE_VERSION, steps: [] });
    });

    test('that runs dry changes nothing and tells every statement', async () => {
      const { steps } = await migratePostgres({ pool, schema, dryRun: true });
      expect(steps.flatMap(({ statements }) => statements).join('\n')).toContain(`create table "${schema}".events`);
      expect((await pool.query('select 1 from pg_namespace where nspname = $1', [schema])).rows).toEqual([]);
    });

    test('of several processes at once ends well for each, and is made once', async () => {
      const reports = await Promise.all(Array.from({ length: 6 }, () => migratePostgres({ pool, schema })));
      expect(reports.map(({ steps }) => steps.length).sort()).toEqual([0, 0, 0, 0, 0, allMigrations.length]);
      await beginFiles(postgresStore({ pool, schema }), 'loan-1');
    });

    test('works in a schema that somebody else has made', async () => {
      await pool.query(`create schema ${schema}`);
      expect((await migratePostgres({ pool, schema })).steps).toHaveLength(allMigrations.length);
    });

    test('that fails leaves nothing of its step behind', async () => {
      await pool.query(`create schema ${schema}`);
      await pool.query(`create table ${schema}.labels (id integer)`);
      const before = await describeDatabaseSchema(pool, schema);
      await expect(migratePostgres({ pool, schema })).rejects.toThrow(/PostgreSQL refused \(42P07\): .*"labels" already exists/);
      expect(await describeDatabaseSchema(pool, schema)).toBe(before);
      await pool.query(`drop table ${schema}.labels`);
      expect((await migratePostgres({ pool, schema })).steps).toHaveLength(allMigrations.length);
    });

    test('does not touch a schema that is newer than the package', async () => {
      await migratePostgres({ pool, schema });
      await insertStep(CODE_VERSION + 1, false);
      for (const dryRun of [true, false])
        await expect(migratePostgres({ pool, schema, dryRun })).rejects.toThrow(/newer than this package's .* upgrade repaykit/);
    });

    test('that is missing ends a store before it begins, and making it mends the same store', async () => {
      const store = postgresStore({ pool, schema });
      for (const attempt of [store.load('loan-1'), beginFiles(store, 'loan-1')]) {
        await expect(attempt).rejects.toThrow(StoreError);
        await expect(attempt).rejects.toThrow(/is at version 0, .* run `repaykit migrate`/);
      }
      await migratePostgres({ pool, schema });
      expect(await store.load('loan-1')).toBeUndefined();
    });

    test('that came later ends a store only where it says that older ones have to stop', async () => {
      await migratePostgres({ pool, schema });
      await insertStep(CODE_VERSION + 1, false);
      expect(await postgresStore({ pool, schema }).load('loan-1')).toBeUndefined();
      await insertStep(CODE_VERSION + 2, true);
      await expect(postgresStore({ pool, schema }).load('loan-1')).rejects.toThrow(/does not go with it: upgrade repaykit/);
    });

    test('that is missing is what a check finds, and no longer once it is made', async () => {
      const migrations = async () => (await checkPostgres(pool, { schema })).filter(({ setting }) => setting === 'migrations');
      expect(await migrations()).toMatchObject([{ value: '0', message: expect.stringContaining('repaykit migrate') }]);
      await migratePostgres({ pool, schema });
      expect(await migrations()).toEqual([]);
    });

    test.each(['', 'Repaykit', 'a"b', 'a.b', '1a', 'pg_catalog', 'a'.repeat(64)])('refuses a schema named %j', async (wrong) => {
      expect(() => postgresStore({ pool, schema: wrong })).toThrow(ConfigurationError);
      await expect(migratePostgres({ pool, schema: wrong })).rejects.toThrow(ConfigurationError);
      await expect(checkPostgres(pool, { schema: wrong })).rejects.toThrow(ConfigurationError);
    });
  });
}
