import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { verifyEvidence } from '../../src/index.ts';
import { migratePostgres, type PostgresPool, pglitePool } from '../../src/stores/postgres/index.ts';
import { run } from '../cli/running.ts';
import { startPGlite, type TestDatabase } from '../stores/postgres/pglite.ts';
import { newSchemaName } from '../stores/postgres/schemas.ts';
import { openDatabase } from '../stores/sqlite-database.ts';
import { FOLDER, PUBLIC_KEY } from './lender.ts';
import { dumpFor, postgresPlace, postgresRows, sqlitePlace, sqliteRows, Workspace } from './places.ts';
import { describeStoredFiles } from './stored-files-suite.ts';

function newWorkspace(): Workspace {
  const workspace = new Workspace(FOLDER);
  onTestFinished(() => workspace[Symbol.dispose]());
  return workspace;
}

describeStoredFiles('a stored SQLite file', async (version) => {
  const workspace = newWorkspace();
  const database = openDatabase(workspace.file('loans.db'));
  onTestFinished(() => database.close());
  // The second version added the inbox and changed nothing else.
  if (version === 1) database.exec('DROP TABLE inbox; PRAGMA user_version = 1');
  const rows = async () => sqliteRows(database);
  const before = await rows();
  return { before, rows, workspace, place: sqlitePlace(database, workspace) };
});

/** Loads the dump into a schema of its own. */
async function openDump(load: (sql: string) => Promise<unknown>, pool: PostgresPool, version: 1 | 2) {
  const schema = newSchemaName();
  onTestFinished(async () => void (await pool.query(`drop schema "${schema}" cascade`)));
  await load(dumpFor(schema, 1));
  if (version === 2) await load(dumpFor(schema, 2));
  const rows = () => postgresRows(pool, schema);
  const before = await rows();
  await migratePostgres({ pool, schema });
  const workspace = newWorkspace();
  return { before, rows, workspace, place: postgresPlace(pool, schema, workspace) };
}

describe('with PGlite', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startPGlite();
  });
  afterAll(() => database.close());
  describeStoredFiles('a stored PostgreSQL schema', (version) =>
    openDump((sql) => database.exec(sql), pglitePool(database), version),
  );
});

const url = process.env.DATABASE_URL;
describe.skipIf(url === undefined)('on a PostgreSQL server', () => {
  const pool = new Pool({ connectionString: url, max: 4 });
  afterAll(() => pool.end());
  describeStoredFiles('a stored PostgreSQL schema', (version) => openDump((sql) => pool.query(sql), pool, version));
});

const fixture = (name: string) => join(FOLDER, name);

describe('stored exports', () => {
  test.each(['evidence.ndjson', 'evidence-personal.ndjson'])(
    '%s holds, with every kind of event that there was',
    async (name) => {
      const text = readFileSync(fixture(name), 'utf8');
      using workspace = new Workspace(FOLDER);
      const { checkpoints } = workspace.beside();
      const report = await verifyEvidence(text, { publicKey: PUBLIC_KEY, checkpoints: checkpoints.all() });
      expect(report).toMatchObject({ ok: true, isSigned: true, problems: [] });
      expect(report.loans).toHaveLength(11);
      expect(new Set(text.match(/(?<="type":")(?:loan|[a-z]+)\.[a-z]+(?=")/g)).size).toBe(38);
    },
  );

  test('are taken by the command line, which exports from a stored file as well', async () => {
    const workspace = newWorkspace();
    const file = (name: string) => workspace.file(name);
    const against = ['--public-key', file('checkpoints.pem'), '--checkpoints', file('checkpoints')];
    expect(await run('evidence', 'verify', file('evidence.ndjson'), ...against)).toMatchObject({ code: 0 });
    const from = ['--sqlite', file('loans.db'), '--checkpoints', file('checkpoints')];
    const keys = ['--show-personal', '--keys', file('keys'), '--master-key-file', file('master.key')];
    const out = file('exported.ndjson');
    expect(await run('evidence', 'export', 'loan-manual', ...from, ...keys, '--out', out)).toMatchObject({
      code: 0,
      err: '',
    });
    expect(readFileSync(out, 'utf8')).toContain('Chidi Okafor');
    expect(await run('evidence', 'verify', out, ...against)).toMatchObject({ code: 0 });
    expect(await run('webhooks', 'list', '--sqlite', file('loans.db'), '--json')).toMatchObject({ code: 0, err: '' });
  });
});

describe('recorded traffic', () => {
  test('differs from the specification as it did, and what was accepted stays accepted', async () => {
    const accepted = JSON.parse(readFileSync(fixture('accepted-drift.json'), 'utf8'));
    const { code, out } = await run('drift', fixture('recorded'), '--accept', fixture('accepted-drift.json'), '--json');
    const findings = accepted.findings.map((finding: object) => ({ ...finding, accepted: true }));
    expect([code, JSON.parse(out)]).toEqual([0, { ...accepted, findings, drift: 0, breaking: 0 }]);
  });
});
