import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { StoreError } from '../../../src/errors.ts';
import { poolAccess, transactionAccess } from '../../../src/stores/postgres/access.ts';
import type { PostgresConnection, PostgresPool } from '../../../src/stores/postgres/connection.ts';
import { blamesContent } from '../../../src/stores/postgres/failures.ts';

const answer = (code: string) => Object.assign(new Error('as the server says'), { code, severity: 'ERROR' });
const cut = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'EPIPE' });

/** A pool whose connection meets these failures, one a statement, and then works. */
function failing(...failures: readonly unknown[]) {
  const left = [...failures];
  const seen = { statements: 0, released: [] as (Error | undefined)[] };
  const connection = Object.assign(new EventEmitter(), {
    query: async () => {
      seen.statements += 1;
      const failure = left.shift();
      if (failure === undefined) return { rows: [{ done: true }] };
      // As pg does it: a connection that breaks says so to its listeners, and an `error` without a listener ends the process.
      if (failure === cut) connection.emit('error', cut);
      throw failure;
    },
    getTransactionStatus: () => 'I',
    release: (error?: Error) => seen.released.push(error),
  });
  const pool: PostgresPool = {
    query: connection.query,
    connect: async () => connection as unknown as PostgresConnection,
  };
  return { access: poolAccess(pool, async () => undefined), seen, connection, pool };
}

const write = (...failures: readonly unknown[]) =>
  failing(...failures)
    .access.write('insert', [])
    .catch((error) => error);

describe('a write to PostgreSQL', () => {
  test.each([cut, answer('57P01'), answer('57P02'), answer('08006')])(
    'has an unknown end when the connection breaks before the answer: %s',
    async (failure) => {
      const error = await write(failure);
      expect(error).toBeInstanceOf(StoreError);
      expect(error).toMatchObject({ code: 'store_failed', outcome: 'unknown', retryable: false });
    },
  );

  test.each(['22021', '23505', '42501', '25006', '53100', '57014'])(
    'wrote nothing when the server refused it with %s',
    async (code) => {
      const error = await write(answer(code));
      expect(error).toMatchObject({ outcome: 'none', retryable: false });
      expect(error.message).toContain(`PostgreSQL refused (${code}): as the server says: `);
    },
  );

  test.each(['53300', '55P03'])(
    'wrote nothing and can be made again when the server was too busy for it: %s',
    async (code) => {
      expect(await write(answer(code))).toMatchObject({ outcome: 'none', retryable: true });
    },
  );

  test('wrote nothing when there was no connection', async () => {
    const { pool } = failing();
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const access = poolAccess({ ...pool, connect: () => Promise.reject(refused) }, async () => undefined);
    await expect(access.write('insert', [])).rejects.toMatchObject({
      outcome: 'none',
      retryable: true,
      message: expect.stringMatching(
        /^No connection to PostgreSQL \(ECONNREFUSED\): nothing listens there: start PostgreSQL, or correct host and port/,
      ),
    });
  });

  test('is repeated when another transaction was in the way, and gives up at last', async () => {
    const { access, seen } = failing(answer('40P01'), answer('40001'));
    expect(await access.write('insert', [])).toEqual([{ done: true }]);
    expect(seen.statements).toBe(3);
    const hopeless = failing(...Array.from({ length: 50 }, () => answer('40P01')));
    await expect(hopeless.access.write('insert', [])).rejects.toMatchObject({ outcome: 'none', retryable: true });
    expect(hopeless.seen.statements).toBe(10);
  });

  test('is never repeated when its end is unknown', async () => {
    const { access, seen } = failing(cut);
    await expect(access.write('insert', [])).rejects.toThrow(/it may have written; read again to know/);
    expect(seen.statements).toBe(1);
  });

  test('gives its connection back, and a broken one to be closed', async () => {
    const good = failing(answer('23505'));
    await expect(good.access.write('insert', [])).rejects.toThrow(StoreError);
    expect(good.seen.released).toEqual([undefined]);
    const broken = failing(cut);
    await expect(broken.access.write('insert', [])).rejects.toThrow(StoreError);
    expect(broken.seen.released).toEqual([cut]);
    const ended = failing(answer('57P01'));
    await expect(ended.access.write('insert', [])).rejects.toThrow(StoreError);
    expect(ended.seen.released).toEqual([expect.any(Error)]);
    for (const { connection } of [good, broken, ended]) expect(connection.listenerCount('error')).toBe(0);
  });

  test.each([
    ['22021', true],
    ['23514', true],
    ['54000', true],
    ['42501', false],
    ['57P01', false],
    ['40001', false],
  ])('that failed with %s blames its content: %s', async (code, blamed) => {
    expect(blamesContent(await write(...Array.from({ length: 10 }, () => answer(code))))).toBe(blamed);
  });
});

describe('a statement that PostgreSQL does not answer', () => {
  test('changed nothing if it was a read', async () => {
    await expect(
      failing(cut)
        .access.read('select', [])
        .catch((error) => error),
    ).resolves.toMatchObject({ outcome: 'none', retryable: true });
  });

  test('changed nothing if it was in a transaction, which is undone with its connection', async () => {
    const { connection } = failing(answer('57P01'));
    const access = transactionAccess(connection as unknown as PostgresConnection);
    await expect(access.write('insert', [])).rejects.toMatchObject({
      outcome: 'none',
      message: expect.stringContaining('roll your transaction back'),
    });
  });
});
