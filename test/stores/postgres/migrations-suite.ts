import { beforeEach, describe, expect, test } from 'vitest';
import { ConfigurationError, StoreError } from '../../../src/errors.ts';
import { checkPostgres } from '../../../src/stores/postgres/check-postgres.ts';
import type { PostgresPool } from '../../../src/stores/postgres/connection.ts';
import { postgresInbox } from '../../../src/stores/postgres/inbox/postgres-inbox.ts';
import { migratePostgres } from '../../../src/stores/postgres/migrate-postgres.ts';
import {
  allMigrations,
  CODE_VERSION,
  readSchemaVersion,
} from '../../../src/stores/postgres/migrations/schema-version.ts';
import { postgresStore } from '../../../src/stores/postgres/postgres-store.ts';
import { delivery } from '../../webhooks/inbox/deliveries.ts';
import { beginFiles, sampleEvents } from '../sample-events.ts';
import { describeDatabaseSchema } from './describe-schema.ts';
import type { DatabaseUnderTest } from './schema-suite.ts';

/** A pool whose schema says that it is of this version, as older code would have it. */
function claimingVersion(
  pool: PostgresPool,
  { schema, version }: { readonly schema: string; readonly version: number },
): PostgresPool {
  return {
    connect: () => pool.connect(),
    query: async (text, values) =>
      text.includes(`"${schema}".migrations`) ? { rows: [{ version, needed: 1 }] } : pool.query(text, values),
  };
}

/** What migrations promise. */
export function describeMigrations(name: string, { pool, schemas }: DatabaseUnderTest): void {
  describe(`a migration in ${name}`, () => {
    let schema: string;
    beforeEach(() => {
      schema = schemas.name();
    });

    /** Makes the schema as a package that ends with this step would. */
    async function migrateTo(version: number): Promise<void> {
      const { steps } = await migratePostgres({ pool, schema, dryRun: true });
      for (const step of steps.slice(0, version)) for (const statement of step.statements) await pool.query(statement);
    }

    const insertStep = (version: number, breaking: boolean) =>
      pool.query(`insert into ${schema}.migrations (version, name, breaking) values ($1, 'of the future', $2)`, [
        version,
        breaking,
      ]);

    test('makes every step once and says so', async () => {
      const steps = allMigrations.map(({ version, name: step }) => expect.objectContaining({ version, name: step }));
      expect(await migratePostgres({ pool, schema })).toEqual({ schema, from: 0, to: CODE_VERSION, steps });
      expect(await migratePostgres({ pool, schema })).toEqual({
        schema,
        from: CODE_VERSION,
        to: CODE_VERSION,
        steps: [],
      });
    });

    test('that runs dry changes nothing and prints every statement', async () => {
      const { steps } = await migratePostgres({ pool, schema, dryRun: true });
      expect(steps.flatMap(({ statements }) => statements).join('\n')).toContain(`create table "${schema}".events`);
      expect((await pool.query('select 1 from pg_namespace where nspname = $1', [schema])).rows).toEqual([]);
    });

    test('of several processes at once ends well for each, and is made once', async () => {
      const reports = await Promise.all(Array.from({ length: 6 }, () => migratePostgres({ pool, schema })));
      // One may make the first step and another one the next.
      const made = reports.flatMap(({ steps }) => steps.map(({ version }) => version));
      expect(made.toSorted()).toEqual(allMigrations.map(({ version }) => version));
      await beginFiles(postgresStore({ pool, schema }), 'loan-1');
    });

    test('works in a schema that another role made', async () => {
      await pool.query(`create schema ${schema}`);
      expect((await migratePostgres({ pool, schema })).steps).toHaveLength(allMigrations.length);
    });

    test('that fails leaves nothing of its step behind', async () => {
      await pool.query(`create schema ${schema}`);
      await pool.query(`create table ${schema}.labels (id integer)`);
      const before = await describeDatabaseSchema(pool, schema);
      await expect(migratePostgres({ pool, schema })).rejects.toThrow(
        /PostgreSQL refused \(42P07\): .*"labels" already exists/,
      );
      expect(await describeDatabaseSchema(pool, schema)).toBe(before);
      await pool.query(`drop table ${schema}.labels`);
      expect((await migratePostgres({ pool, schema })).steps).toHaveLength(allMigrations.length);
    });

    test('does not touch a schema that is newer than the package', async () => {
      await migratePostgres({ pool, schema });
      await insertStep(CODE_VERSION + 1, false);
      for (const dryRun of [true, false])
        await expect(migratePostgres({ pool, schema, dryRun })).rejects.toThrow(
          /newer than this package's .* upgrade repaykit/,
        );
    });

    test('that is missing ends a store before it begins, and making it fixes the same store', async () => {
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
      await expect(postgresStore({ pool, schema }).load('loan-1')).rejects.toThrow(
        /does not go with it: upgrade repaykit/,
      );
    });

    test('takes a schema of the first version further, with all that it holds, while a program of that version goes on', async () => {
      await migrateTo(1);
      // A program that only knows the first step uses nothing that came later.
      const older = postgresStore({ pool: claimingVersion(pool, { schema, version: CODE_VERSION }), schema });
      const events = sampleEvents('loan-1', 0, 2, { personal: 'sealed' });
      await older.append('loan-1', 0, events, { addLabels: ['mandate:1'], work: { reports: 5 } });
      const problem = new RegExp(
        `'${schema}' is at version 1, this package at ${CODE_VERSION}: run .repaykit migrate.`,
      );
      await expect(postgresStore({ pool, schema }).load('loan-1')).rejects.toThrow(problem);
      await expect(postgresInbox({ pool, schema }).store(delivery('a'))).rejects.toThrow(problem);
      await expect(
        postgresInbox({ pool, schema }).settle({ key: 'a', fence: 1 }, { kind: 'done' }, () =>
          expect.fail('there is no inbox'),
        ),
      ).rejects.toThrow(problem);
      expect((await checkPostgres(pool, { schema })).filter(({ setting }) => setting === 'migrations')).toMatchObject([
        { value: '1', message: expect.stringMatching(problem) },
      ]);

      expect(await migratePostgres({ pool, schema })).toMatchObject({ from: 1, to: CODE_VERSION });
      expect(await postgresStore({ pool, schema }).load('loan-1')).toEqual({ loanId: 'loan-1', version: 2, events });
      expect(await postgresInbox({ pool, schema }).store(delivery('a'))).toBe('stored');
      await older.append('loan-1', 2, sampleEvents('loan-1', 2, 1));
      expect(await readSchemaVersion(pool, schema)).toEqual({ version: CODE_VERSION, neededVersion: 1 });
    });

    test('that is missing is what a check finds, and no longer once it is made', async () => {
      const migrations = async () =>
        (await checkPostgres(pool, { schema })).filter(({ setting }) => setting === 'migrations');
      expect(await migrations()).toMatchObject([{ value: '0', message: expect.stringContaining('repaykit migrate') }]);
      await migratePostgres({ pool, schema });
      expect(await migrations()).toEqual([]);
    });

    test.each(['', 'Repaykit', 'a"b', 'a.b', '1a', 'pg_catalog', 'a'.repeat(64)])(
      'refuses a schema named %j',
      async (wrong) => {
        expect(() => postgresStore({ pool, schema: wrong })).toThrow(ConfigurationError);
        await expect(migratePostgres({ pool, schema: wrong })).rejects.toThrow(ConfigurationError);
        await expect(checkPostgres(pool, { schema: wrong })).rejects.toThrow(ConfigurationError);
      },
    );
  });
}
