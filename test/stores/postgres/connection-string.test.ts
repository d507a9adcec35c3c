import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { inspect } from 'node:util';
import { Pool } from 'pg';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { ConfigurationError, StoreError } from '../../../src/errors.ts';
import { checkPostgres, migratePostgres, postgresInbox, postgresStore } from '../../../src/stores/postgres/index.ts';
import { beginFiles, sampleEvents } from '../sample-events.ts';
import { TestSchemas } from './schemas.ts';

const url = process.env.DATABASE_URL;
const SECRET = 's3cret-word';

/** The error as a log may show it; never with the password or the user. */
async function failureOf(attempt: Promise<unknown>) {
  const error = await attempt.then(
    () => undefined,
    (failure) => failure,
  );
  expect(error).toBeInstanceOf(Error);
  expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/s3cret|the_owner/);
  return error;
}

describe('options of a database', () => {
  const pool = new Pool();
  test.each([
    ['nothing', {}, /pool: is missing, and so is connectionString.*DATABASE_URL/],
    ['an unset variable', { connectionString: undefined }, /DATABASE_URL/],
    [
      'both',
      { pool, connectionString: `postgres://the_owner:${SECRET}@db/lender` },
      /connectionString: stands beside pool: name only one/,
    ],
    [
      'a misspelt name',
      { conectionString: 'postgres://db/lender' },
      /conectionString: is unknown; did you mean connectionString\?/,
    ],
    [
      'a URL of something else',
      { connectionString: `mysql://the_owner:${SECRET}@db/lender` },
      /connectionString: must be a postgres: URL/,
    ],
    [
      'a password with #',
      { connectionString: `postgres://the_owner:12#${SECRET}@db/lender` },
      /connectionString: must be a postgres: URL.* %23/,
    ],
    [
      'a password with /',
      { connectionString: `postgres://the_owner:12/${SECRET}@db/lender` },
      /connectionString: must be/,
    ],
    [
      'a password with ?',
      { connectionString: `postgres://the_owner:12?${SECRET}@db/lender` },
      /connectionString: must be/,
    ],
    ['no text', { connectionString: 7 }, /connectionString: is a number, but must be a postgres: URL/],
    ['no pool', { pool: {} }, /pool: lacks connect\(\): give a pool/],
  ])('that name %s are refused', async (_what, options, message) => {
    for (const open of [postgresStore, postgresInbox, migratePostgres] as readonly ((given: object) => unknown)[]) {
      const error = await failureOf((async () => open(options))());
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(error.message).toMatch(message);
    }
  });
});

describe('a server that is not there', () => {
  test.each([
    [
      `postgres://the_owner:${SECRET}@127.0.0.1:1/lender`,
      /at 127\.0\.0\.1:1 \(ECONNREFUSED\): nothing listens there: start PostgreSQL, or correct host and port/,
    ],
    [`postgres://the_owner:${SECRET}@localhost:1/lender`, /at localhost:1 \(ECONNREFUSED\): nothing listens there/],
    [
      `postgres://the_owner:${SECRET}@/lender?host=/nowhere`,
      /at socket \/nowhere\/\.s\.PGSQL\.5432 \(ENOENT\): there is no such socket/,
    ],
    [
      `postgres://the_owner:${SECRET}@db.invalid/lender`,
      /at db\.invalid:5432 \((ENOTFOUND|EAI_AGAIN)\): .*correct host and port/,
    ],
  ])('is named, without user and password: %s', async (connectionString, message) => {
    const store = postgresStore({ connectionString });
    const attempts = [
      () => store.load('loan-1'),
      () => beginFiles(store, 'loan-1'),
      () => migratePostgres({ connectionString }),
      () => checkPostgres({ connectionString }),
    ];
    for (const attempt of attempts) {
      const error = await failureOf(attempt());
      expect(error).toBeInstanceOf(StoreError);
      expect(error).toMatchObject({ outcome: 'none', retryable: true, message: expect.stringMatching(message) });
    }
    expect(inspect(store, { depth: 9, showHidden: true })).not.toContain('s3cret');
    await store.close();
  });

  test("is named for a pool of the caller's, too", async () => {
    const pool = new Pool({ host: '127.0.0.1', port: 1, password: SECRET });
    expect((await failureOf(postgresStore({ pool }).load('loan-1'))).message).toMatch(
      /at 127\.0\.0\.1:1 \(ECONNREFUSED\)/,
    );
    await pool.end();
  });
});

/** What a server says in its own protocol: an error of the login. */
function refusal(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0Mpassword authentication failed for user "the_owner"\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** A server that gives the same bytes to every connection and ends it, or says nothing. */
async function serverThatSays(bytes: Buffer | undefined): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (bytes) socket.once('data', () => socket.end(bytes));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a server that lets no one in', () => {
  test.each([
    [
      'a wrong password',
      refusal('28P01'),
      '',
      /at 127\.0\.0\.1:\d+ refused the login \(28P01\): correct user and password in connectionString or DATABASE_URL/,
      false,
    ],
    [
      'a role without a line in pg_hba.conf',
      refusal('28000'),
      '',
      /refused the login \(28000\): .* let this role in .*sslmode=require/,
      false,
    ],
    [
      'no TLS where it is asked for',
      Buffer.from('N'),
      '?sslmode=verify-full',
      /does not support SSL connections: .* leave out sslmode/,
      false,
    ],
    [
      'another protocol',
      Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'),
      '',
      /is it PostgreSQL that listens there\?/,
      true,
    ],
    [
      'another protocol, with TLS',
      Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'),
      '?sslmode=verify-full',
      /is it PostgreSQL that listens there\?/,
      true,
    ],
    [
      'a file for TLS that is missing',
      undefined,
      '?sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
      /\/nowhere\/ca\.pem.*: correct sslrootcert/,
      false,
    ],
  ])('says what to do: %s', async (_what, bytes, search, message, retryable) => {
    const store = postgresStore({
      connectionString: `postgres://the_owner:${SECRET}@${await serverThatSays(bytes)}/lender${search}`,
    });
    expect(await failureOf(store.load('loan-1'))).toMatchObject({
      name: 'StoreError',
      outcome: 'none',
      retryable,
      message: expect.stringMatching(message),
    });
    await store.close();
  });

  test('says what to do where no answer comes in time', async () => {
    const place = await serverThatSays(undefined);
    const pool = new Pool({
      connectionString: `postgres://the_owner:${SECRET}@${place}/lender`,
      connectionTimeoutMillis: 20,
    });
    expect(await failureOf(postgresStore({ pool }).load('loan-1'))).toMatchObject({
      retryable: true,
      message: expect.stringMatching(/: no answer: is it running/),
    });
    await pool.end();
  });
});

describe.skipIf(url === undefined)('a connection string of a PostgreSQL server', () => {
  const connectionString = url as string;
  const pool = new Pool({ connectionString, max: 2 });
  const schemas = new TestSchemas(pool);
  const named = (name: string) =>
    Object.assign(new URL(connectionString), { search: `${new URL(connectionString).search}&application_name=${name}` })
      .href;
  const connectionsOf = async (name: string) =>
    (await pool.query('select pid from pg_stat_activity where application_name = $1', [name])).rows;

  afterAll(async () => {
    await schemas.drop();
    await pool.end();
  });

  test('is all that a store and an inbox need, which share connections until the last is closed', async () => {
    const mine = named('repaykit_shared');
    const schema = schemas.name();
    expect(await migratePostgres({ connectionString: mine, schema })).toMatchObject({ from: 0 });
    await expect.poll(() => connectionsOf('repaykit_shared')).toEqual([]);
    expect(
      (await checkPostgres({ connectionString: mine }, { schema })).filter(({ setting }) => setting === 'migrations'),
    ).toEqual([]);
    const store = postgresStore({ connectionString: mine, schema });
    const inbox = postgresInbox({ connectionString: mine, schema });
    await beginFiles(store, 'loan-1');
    expect(await inbox.list({ limit: 1 })).toEqual([]);
    expect(await connectionsOf('repaykit_shared')).toHaveLength(1);
    await store.close();
    await store.close();
    expect(await inbox.list({ limit: 1 })).toEqual([]);
    await expect(store.load('loan-1')).rejects.toThrow(/were closed by close\(\)/);
    await expect(store.book?.state()).rejects.toThrow(/were closed by close\(\)/);
    await inbox[Symbol.asyncDispose]();
    await expect.poll(() => connectionsOf('repaykit_shared')).toEqual([]);
  });

  test('is closed only after what is under way', async () => {
    const schema = await schemas.migrated();
    const store = postgresStore({ connectionString: named('repaykit_closing'), schema });
    const appended = Array.from({ length: 20 }, (_, index) =>
      store.append(`loan-${index}`, 0, sampleEvents(`loan-${index}`, 0, 1)),
    );
    await Promise.all(appended);
    const loading = Promise.all(appended.map((_, index) => store.load(`loan-${index}`)));
    await store.close();
    expect((await loading).map((file) => file?.version)).toEqual(appended.map(() => 1));
  });

  test('survives that the server cuts idle connections', async () => {
    const schema = await schemas.migrated();
    const store = postgresStore({ connectionString: named('repaykit_idle'), schema });
    await beginFiles(store, 'loan-1');
    const [{ pid }] = (await connectionsOf('repaykit_idle')) as [{ pid: number }];
    await pool.query('select pg_terminate_backend($1)', [pid]);
    await expect.poll(() => connectionsOf('repaykit_idle')).toEqual([]);
    await expect.poll(async () => (await store.load('loan-1').catch(() => undefined))?.version).toBe(1);
    await store.close();
  });

  test('that names no database, or a schema that does not exist, says what to do', async () => {
    const elsewhere = Object.assign(new URL(connectionString), { pathname: '/no_such_database' }).href;
    const noDatabase = await failureOf(migratePostgres({ connectionString: elsewhere }));
    expect(noDatabase).toMatchObject({
      retryable: false,
      message: expect.stringMatching(/\(3D000\): .*: create the database, or correct its name/),
    });
    const store = postgresStore({ connectionString, schema: schemas.name() });
    expect((await failureOf(store.load('loan-1'))).message).toMatch(/run `repaykit migrate`/);
    await store.close();
  });
});
