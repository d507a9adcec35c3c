import { Pool } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { TestSchemas } from '../stores/postgres/schemas.ts';
import { run } from './running.ts';

const url = process.env.DATABASE_URL;

describe('repaykit migrate', () => {
  test.each([
    ['nothing', []],
    ['no URL', ['--database-url', 'lender:s3cret-word@db']],
    ['a URL of something else', ['--database-url', 'mysql://lender:s3cret-word@db/lender']],
  ])('given %s says what it wants, and repeats no password', async (_what, args) => {
    const before = process.env.DATABASE_URL;
    delete process.env.DATABASE_URL;
    try {
      const { code, out, err } = await run('migrate', ...args);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/^repaykit migrate: --database-url: .* postgres:\/\/db\.example\.com\/lender\n$/);
      expect(err).not.toContain('s3cret-word');
    } finally {
      if (before !== undefined) process.env.DATABASE_URL = before;
    }
  });

  test('says when there is no server, and repeats no password', async () => {
    const { code, err } = await run('migrate', '--database-url', 'postgres://lender:s3cret-word@127.0.0.1:1/lender');
    expect(code).toBe(1);
    expect(err).toMatch(
      /^repaykit: No connection to PostgreSQL at 127\.0\.0\.1:1 \(ECONNREFUSED\): nothing listens there: start PostgreSQL/,
    );
    expect(err).not.toContain('s3cret-word');
  });

  describe.skipIf(url === undefined)('with a server', () => {
    const pool = new Pool({ connectionString: url, max: 1 });
    const schemas = new TestSchemas(pool);
    const target = ['migrate', '--database-url', url ?? ''];

    afterAll(async () => {
      await schemas.drop();
      await pool.end();
    });

    const tables = async (schema: string) =>
      (await pool.query('select tablename from pg_tables where schemaname = $1', [schema])).rows.length;

    test('makes the schema, and says the next time that it is up to date', async () => {
      const schema = schemas.name();
      const made = await run(...target, '--schema', schema);
      expect(made).toMatchObject({ code: 0, err: '' });
      expect(made.out).toMatch(
        new RegExp(`^schema '${schema}' on .*/.* went from version 0 to 3:\n  1 loan files\n  2 inbox\n  3 book\n$`),
      );
      expect(await tables(schema)).toBeGreaterThan(4);
      expect((await run(...target, '--schema', schema)).out).toMatch(/ is up to date: version 3\n$/);
    });

    test('that runs dry prints SQL that does it, and does nothing itself', async () => {
      const schema = schemas.name();
      const { code, out } = await run(...target, '--schema', schema, '--dry-run');
      expect(code).toBe(0);
      expect(await tables(schema)).toBe(0);
      await pool.query(out);
      expect(JSON.parse((await run(...target, '--schema', schema, '--json')).out)).toEqual({
        schema,
        from: 3,
        to: 3,
        steps: [],
        dryRun: false,
      });
    });

    test('prints what it did for programs', async () => {
      const schema = schemas.name();
      const report = JSON.parse((await run(...target, '--schema', schema, '--json')).out);
      const steps = [
        { version: 1, name: 'loan files', statements: expect.any(Array) },
        { version: 2, name: 'inbox', statements: expect.any(Array) },
        { version: 3, name: 'book', statements: expect.any(Array) },
      ];
      expect(report).toMatchObject({ schema, from: 0, to: 3, dryRun: false, steps });
    });

    test('refuses a schema with a name that needs care', async () => {
      expect(await run(...target, '--schema', 'a"b')).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('is no plain name'),
      });
    });
  });
});
