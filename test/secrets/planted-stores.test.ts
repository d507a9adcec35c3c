import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { BureauReporter } from '../../src/client/bureau-reporter.ts';
import { httpBureauReporter, RepayKit, type RepayKitOptions } from '../../src/index.ts';
import { memoryKeys } from '../../src/loan-file/keys.ts';
import { localKeys } from '../../src/loan-file/local-keys.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import type { LoanStore } from '../../src/loan-file/store.ts';
import { postgresStore } from '../../src/stores/postgres/index.ts';
import { CODE_VERSION } from '../../src/stores/postgres/migrations/schema-version.ts';
import { sqliteStore } from '../../src/stores/sqlite/index.ts';
import { runDue, startWorker } from '../../src/worker/index.ts';
import { transfer } from '../journeys/people.ts';
import { openDatabase } from '../stores/sqlite-database.ts';
import { plantedFixture, plantedOpening } from './planted-fixture.ts';
import { choice, extra, keys, person, planted } from './planted-values.ts';
import { Watcher } from './watcher.ts';

/** What a driver says that repeats all that it was given; also where a reader follows the cause of an error, which holds it as it is. */
function talkative(...given: readonly unknown[]): Error {
  const detail = `Failing row contains (${JSON.stringify(given)}).`;
  return Object.assign(new Error(`new row violates a check: ${detail}`), {
    detail,
    code: '23514',
    severity: 'ERROR',
    where: detail,
    parameters: given,
  });
}

// It has the schema, and reads; it takes no row.
const postgresThatTalks = (): LoanStore => {
  const query = async (text: string, values?: unknown[]) => {
    if (text.includes('pg_tables')) return { rows: [{}] };
    if (text.includes('.migrations')) return { rows: [{ version: CODE_VERSION, needed: 0 }] };
    if (text.includes('append_events')) throw talkative(text, values);
    return { rows: [] };
  };
  return postgresStore({ pool: { query, connect: async () => ({ query, release: () => undefined }) } });
};

const sqliteThatTalks = (): LoanStore => {
  const database = openDatabase(':memory:');
  const store = sqliteStore({ database });
  database.close();
  return store;
};

const anyThatTalks = (): LoanStore => {
  const fail = async (...given: readonly unknown[]): Promise<never> => {
    throw talkative(given);
  };
  return { load: async () => undefined, append: fail, find: fail, list: fail, claim: fail, settle: fail };
};

/** How calls ended that must not succeed. */
async function errorsOf(calls: readonly (() => unknown)[]): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  for (const call of calls) {
    try {
      await call();
      expect.fail('nothing was thrown');
    } catch (error) {
      errors.push(error);
    }
  }
  return errors;
}

describe('nothing that was planted is printed', () => {
  test.each([
    ['PostgreSQL', postgresThatTalks],
    ['SQLite', sqliteThatTalks],
    ['a store of another maker', anyThatTalks],
  ])('when %s fails', async (_name, open) => {
    for (const withKeys of [true, false]) {
      const stage = await plantedFixture({ store: open(), withKeys });
      const { kit, watcher } = stage;
      const [opened, ...others] = await Promise.allSettled([
        kit.loans.open(plantedOpening()),
        kit.loans.list(),
        runDue(kit),
      ]);
      expect(opened.status).toBe('rejected');
      for (const end of [opened, ...others])
        watcher.lookAt('the end of a call', end.status === 'rejected' ? end.reason : end.value);
      stage.look();
      expect(watcher.leaks).toEqual([]);
    }
  });

  test('when a server cannot be reached: not the password in its address', async () => {
    const watcher = new Watcher();
    const pool = new Pool({
      connectionString: `postgres://merchant:${planted.password}@127.0.0.1:1/loans`,
      connectionTimeoutMillis: 500,
    });
    onTestFinished(() => pool.end());
    const store = postgresStore({ pool });
    const [error] = await errorsOf([() => store.load('loan-1')]);
    watcher.lookAt('an error of a store', error);
    watcher.lookAt('a store', store);
    expect(watcher.leaks).toEqual([]);
  });

  test('by stores and key rings that hold it', async () => {
    const watcher = new Watcher();
    const folder = mkdtempSync(join(tmpdir(), 'repaykit-planted-'));
    const database = openDatabase(join(folder, 'loans.db'));
    onTestFinished(() => {
      database.close();
      rmSync(folder, { recursive: true });
    });
    const ring = localKeys({ directory: join(folder, 'keys'), masterKey: Buffer.alloc(32, 7) });
    for (const store of [memoryStore(), sqliteStore({ database })]) {
      const { kit } = await plantedFixture({ store, withKeys: false, kit: { keys: ring } });
      await kit.loans.open({ ...plantedOpening(), loanId: 'loan-1' });
      watcher.lookAt('a store', store);
      watcher.lookAt('a file', await store.load('loan-1'));
    }
    for (const kept of [ring, memoryKeys()]) watcher.lookAt('a key ring', kept);
    expect(watcher.leaks).toEqual([]);
  });

  test('when the keeper of the keys fails', async () => {
    const fail = async (payerId: string): Promise<never> => {
      throw new Error(`no key for ${payerId}, token ${keys.secretKey}`);
    };
    const keeper = { payerKey: fail, destroyPayerKey: fail, indexKey: async () => Buffer.alloc(32, 1) };
    const stage = await plantedFixture({ withKeys: false, kit: { keys: keeper } });
    const [error] = await errorsOf([() => stage.kit.loans.open(plantedOpening())]);
    // What others throw is theirs; nothing of the payer is added to it.
    for (const { value } of watched(error).leaks) expect(value).toBe('secret key');
    expect(stage.watcher.leaks).toEqual([]);
  });

  test('by a client that refuses its options', async () => {
    const { kit, server } = await plantedFixture();
    const good: RepayKitOptions = {
      ...{ baseUrl: server.url, appId: 'a', businessId: 'b', publicKey: keys.publicKey, secretKey: keys.secretKey },
      segments: { mandate: 'mandates', discovery: 'discovery' },
    };
    const wrong: readonly Partial<Record<keyof RepayKitOptions, unknown>>[] = [
      { baseUrl: `https://merchant:${planted.password}@api.example.com/` },
      { baseUrl: `${keys.secretKey} ${person.email}` },
      { baseUrl: `ftp://${keys.secretKey}` },
      { publicKey: 17, secretKey: `${keys.secretKey}\n` },
      { secretKey: { key: keys.secretKey } },
      { segments: { mandate: keys.secretKey } },
      { store: { key: keys.secretKey } },
      { keys: { key: keys.secretKey } },
      { credentials: { getMandate: keys.secretKey } },
      { secret: keys.secretKey } as never,
    ];
    const errors = await errorsOf([
      ...wrong.map((option) => () => new RepayKit({ ...good, ...option } as RepayKitOptions)),
      () => localKeys({ directory: tmpdir(), masterKey: keys.secretKey }),
      () =>
        httpBureauReporter({
          url: `https://u:${planted.password}@bureau.example.com`,
          headers: { authorization: keys.secretKey },
        } as never),
      () => httpBureauReporter({ url: 'x', token: keys.secretKey } as never),
    ]);
    for (const error of errors) expect(watched(error).leaks).toEqual([]);
    expect(watched(kit).leaks).toEqual([]);
  });
});

function watched(value: unknown): Watcher {
  const watcher = new Watcher();
  watcher.lookAt('what was thrown', value);
  return watcher;
}

describe('nothing that was planted is kept or printed by a worker', () => {
  test.each([
    ['that fails each time', {}],
    ['that refuses for good', { permanent: true }],
  ])('when the bureau repeats the report and the payer in an answer %s', async (_how, facts) => {
    const bureau: BureauReporter = {
      submit: async (report) => {
        throw Object.assign(
          new Error(
            `cannot take ${JSON.stringify(report)} of ${JSON.stringify(person)} (${person.name.toUpperCase()})`,
          ),
          facts,
        );
      },
    };
    const stage = await plantedFixture({ kit: { bureau } });
    const { kit, watcher, server, store } = stage;
    let loan = await kit.mandates.attachByMicroDeposit(
      await kit.mandates.place(
        await kit.discovery.select(await kit.discovery.discover(await kit.loans.open(plantedOpening())), choice),
      ),
    );
    for (const { accountNumber, bankCode } of [loan.primaryAccount, ...loan.backupAccounts]) {
      await server.controls.makeDeposit({ mandateId: loan.mandateId, accountNumber, bankCode });
    }
    const verified = await kit.mandates.awaitActive(loan);
    const disbursed = await kit.bureau.reportDisbursed(await kit.bureau.reportApproved(verified, { extra }), {
      ...transfer,
      extra,
    });
    watcher.lookAt(
      'a run',
      await runDue(kit, {
        maxAttempts: 2,
        onProgress: (progress) => watcher.lookAt('the progress of a run', progress),
      }),
    );
    await server.clock.advance('PT1H');
    watcher.lookAt('a run', await runDue(kit, { maxAttempts: 2 }));
    const worker = startWorker(kit, {
      everyMs: 1,
      onRun: (health) => watcher.lookAt('the health of a worker', health),
    });
    await worker.stop();
    watcher.lookAt('the health of a worker', worker.health());
    watcher.lookAt('duties', await kit.loans.duties(disbursed));
    loan = (await kit.loans.get('loan-1')) as never;
    stage.look(loan);
    const bodies = (await store.load('loan-1'))?.events.map(({ body }) => body) ?? [];
    expect(bodies.join()).toContain('report.stuck');
    for (const body of bodies) watcher.look('an event on file', body);
    expect(watcher.leaks).toEqual([]);
  });
});
