import { cp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entryPoints } from '../../entry-points.ts';
import { type Consumer, install, output, pack, root, temporaryFolder } from './tarball.ts';

let folder: string;
let merchant: Consumer;

beforeAll(async () => {
  folder = await temporaryFolder();
  merchant = await install(await pack(root, folder));
});

afterAll(async () => {
  await merchant?.remove();
  await rm(folder, { recursive: true, force: true });
});

const specifiers = Object.keys(entryPoints).map((entryPoint) =>
  entryPoint === 'index' ? 'repaykit' : `repaykit/${entryPoint}`,
);

const formats = [
  ['ESM', 'mjs', (entryPoint: string) => `await import('${entryPoint}')`],
  ['CJS', 'cjs', (entryPoint: string) => `require('${entryPoint}')`],
] as const;

describe('a lender who installed the package', () => {
  test.each(specifiers)('finds the same names in %s from ESM and from CJS', async (specifier) => {
    const print =
      "console.log(JSON.stringify(Object.keys(entryPoint).filter((name) => name !== 'default' && name !== 'module.exports').sort()))";
    const esm = await merchant.node('names.mjs', `import * as entryPoint from '${specifier}'; ${print}`);
    const cjs = await merchant.node('names.cjs', `const entryPoint = require('${specifier}'); ${print}`);
    expect(esm).not.toEqual([]);
    expect(cjs).toEqual(esm);
  });

  test('recognises errors across the ESM and the CJS copy', async () => {
    const found = await merchant.node(
      'errors.mjs',
      `import { createRequire } from 'node:module';
      import * as esm from 'repaykit';
      const cjs = createRequire(import.meta.url)('repaykit');
      const issues = [{ path: 'payer', message: 'is missing' }];
      console.log(JSON.stringify({
        twoCopies: esm.InputError !== cjs.InputError,
        there: new cjs.InputError('open', issues) instanceof esm.InputError,
        back: new esm.InputError('open', issues) instanceof cjs.RepayKitError,
        another: new cjs.InputError('open', issues) instanceof esm.ConfigurationError,
        plain: new Error('open') instanceof esm.RepayKitError,
      }));`,
    );
    expect(found).toEqual({ twoCopies: true, there: true, back: true, another: false, plain: false });
  });

  test.each(formats)(
    'calls the reference server from %s and keeps the global dispatcher',
    async (_format, ending, load) => {
      const found = await merchant.node(
        `first-call.${ending}`,
        `(async () => {
        const dispatcher = () => [1, 2].map((version) => globalThis[Symbol.for('undici.globalDispatcher.' + version)]);
        const before = dispatcher();
        const { RepayKit } = ${load('repaykit')};
        const { createReferenceServer } = ${load('repaykit/server')};
        const server = createReferenceServer();
        await server.listen({ port: 0 });
        const kit = new RepayKit({
          baseUrl: server.url,
          appId: '650000000000000000000001',
          businessId: '650000000000000000000002',
          publicKey: 'pk_test_repaykit',
          secretKey: 'sk_test_repaykit',
          segments: { mandate: 'mandates', discovery: 'discovery' },
        });
        const banks = await kit.discovery.banks();
        await kit.close();
        await server.close();
        console.log(JSON.stringify({ banks: banks.length >= 20, sameDispatcher: dispatcher().every((one, index) => one === before[index]) }));
      })();`,
      );
      expect(found).toEqual({ banks: true, sameDispatcher: true });
    },
  );

  test.each(formats)('brings a loan to its first collection by the test kit from %s', async (_format, ending, load) => {
    const found = await merchant.node(
      `test-kit.${ending}`,
      `(async () => {
        const { createTestKit } = ${load('repaykit/testing')};
        const { RepayKit, InputError } = ${load('repaykit')};
        const { loanAt, clock, webhooks, kit, close } = await createTestKit();
        const loan = await loanAt('collecting');
        await clock.advance({ months: 1 });
        const { data } = await webhooks.waitFor('collection.success', { mandateId: loan.mandateId });
        const refused = await loanAt('nowhere').catch((error) => error instanceof InputError);
        await close();
        console.log(JSON.stringify({ collected: data.amountCollected, sameClient: kit instanceof RepayKit, refused }));
      })();`,
    );
    expect(found).toEqual({ collected: 30_000, sameClient: true, refused: true });
  });

  test.each(formats)(
    'delivers what is due by the worker of %s, for a client of either copy',
    async (_format, ending, load) => {
      const found = await merchant.node(
        `worker.${ending}`,
        `(async () => {
        const { createTestKit } = ${load('repaykit/testing')};
        const { runDue, startWorker } = ${load('repaykit/worker')};
        const { runDue: runOther } = ${ending === 'mjs' ? "(await import('node:module')).createRequire(import.meta.url)('repaykit/worker')" : "await import('repaykit/worker')"};
        const { kit, loanAt, close } = await createTestKit();
        const delivered = [];
        for (const run of [runDue, runOther]) {
          await loanAt('disbursed');
          delivered.push((await run(kit)).reports.delivered);
        }
        const worker = startWorker(kit);
        await worker.stop();
        await close();
        console.log(JSON.stringify({ delivered, state: worker.health().state }));
      })();`,
      );
      expect(found).toEqual({ delivered: [2, 2], state: 'stopped' });
    },
  );

  describe('repaykit/msw', () => {
    const intercepted = (load: (entryPoint: string) => string) => `(async () => {
      const { repaykitHandlers } = ${load('repaykit/msw')};
      const { createReferenceServer } = ${load('repaykit/server')};
      const server = createReferenceServer();
      try {
        const handlers = repaykitHandlers(server, { baseUrl: 'https://lending.example.com' });
        const { setupServer } = ${load('msw/node')};
        const network = setupServer(...handlers);
        network.listen({ onUnhandledRequest: 'error' });
        const url = 'https://lending.example.com/v1/mandates/micro-deposit/bank-list';
        const answer = await fetch(url, { headers: { authorization: 'token pk_test_repaykit' } });
        network.close();
        console.log(JSON.stringify(answer.status));
      } catch (error) {
        console.log(JSON.stringify(error.name + ': ' + error.message));
      }
      await server.close();
    })();`;

    test.each(formats)('names the command that installs msw, from %s', async (_format, ending, load) => {
      expect(await merchant.node(`no-msw.${ending}`, intercepted(load))).toMatch(
        /^ConfigurationError: .*npm install --save-dev msw@2/,
      );
    });

    // What msw offers to `require` needs a Node that can require ESM.
    const canRequire = 'require_module' in process.features && process.features.require_module;
    test.each(formats.filter(([format]) => format === 'ESM' || canRequire))(
      'lets msw answer fetch from the reference server, from %s',
      async (format, ending, load) => {
        const flags = format === 'CJS' ? [] : ['--no-experimental-require-module'];
        const installed = join(merchant.folder, 'node_modules/msw');
        await symlink(join(root, 'node_modules/msw'), installed);
        try {
          await merchant.write(`msw.${ending}`, intercepted(load));
          expect(await output(merchant.folder, process.execPath, ...flags, `msw.${ending}`)).toBe('200\n');
        } finally {
          await rm(installed);
        }
      },
    );
  });

  describe('repaykit/postgres', () => {
    const schema = `package_${process.pid}`;
    const migrate = (url: string) =>
      output(
        merchant.folder,
        join(merchant.folder, 'node_modules/.bin/repaykit'),
        'migrate',
        '--json',
        '--schema',
        schema,
        '--database-url',
        url,
      );

    test('names the command that installs pg', async () => {
      await expect(migrate('postgres://127.0.0.1/lender')).rejects.toThrow(
        /repaykit\/postgres: pg: is not installed: npm install pg\n/,
      );
    });

    const url = process.env.DATABASE_URL;
    afterAll(async () => {
      if (url === undefined) return;
      const pool = new Pool({ connectionString: url, max: 1 });
      await pool.query(`drop schema if exists ${schema} cascade`);
      await pool.end();
    });
    test.skipIf(url === undefined).each(formats)(
      'keeps a loan file in PostgreSQL from %s',
      async (_format, ending, load) => {
        const installed = join(merchant.folder, 'node_modules/pg');
        await symlink(join(root, 'node_modules/pg'), installed);
        try {
          expect(JSON.parse(await migrate(url ?? ''))).toMatchObject({ schema, to: 3 });
          const loanId = `loan-${ending}`;
          const found = await merchant.node(
            `postgres.${ending}`,
            `(async () => {
            const { default: pg } = await import('pg');
            const { postgresStore, checkPostgres } = ${load('repaykit/postgres')};
            const pool = new pg.Pool({ connectionString: ${JSON.stringify(url)} });
            const store = postgresStore({ pool, schema: '${schema}' });
            const event = { seq: 1, body: '{}', hash: '0'.repeat(64) };
            await store.append('${loanId}', 0, [event]);
            const warnings = await checkPostgres(pool, { schema: '${schema}' });
            console.log(JSON.stringify({ file: await store.load('${loanId}'), migrations: warnings.filter(({ setting }) => setting === 'migrations') }));
            await pool.end();
          })();`,
          );
          expect(found).toEqual({
            file: { loanId, version: 1, events: [{ seq: 1, body: '{}', hash: '0'.repeat(64) }] },
            migrations: [],
          });
        } finally {
          await rm(installed);
        }
      },
    );
  });

  test.each(formats)('keeps a loan file in SQLite from %s', async (_format, ending, load) => {
    const installed = join(merchant.folder, 'node_modules/@photostructure');
    await symlink(join(root, 'node_modules/@photostructure'), installed);
    try {
      const found = await merchant.node(
        `sqlite.${ending}`,
        `(async () => {
          const { DatabaseSync } = ${load('@photostructure/sqlite')};
          const { sqliteStore } = ${load('repaykit/sqlite')};
          const store = sqliteStore({ database: new DatabaseSync('loans-${ending}.db') });
          await store.append('loan-1', 0, [{ seq: 1, body: '{}', hash: '0'.repeat(64) }]);
          console.log(JSON.stringify(await store.load('loan-1')));
        })();`,
      );
      expect(found).toEqual({ loanId: 'loan-1', version: 1, events: [{ seq: 1, body: '{}', hash: '0'.repeat(64) }] });
    } finally {
      await rm(installed);
    }
  });

  test('runs the example for jest', async () => {
    const project = await temporaryFolder();
    try {
      await cp(join(root, 'examples/jest'), project, {
        recursive: true,
        filter: (file) => !file.endsWith('node_modules'),
      });
      await output(project, 'npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts');
      await symlink(join(merchant.folder, 'node_modules/repaykit'), join(project, 'node_modules/repaykit'));
      const report = JSON.parse(await output(project, join(project, 'node_modules/.bin/jest'), '--json'));
      expect(report).toMatchObject({ success: true, numPassedTests: 2, numTotalTests: 2 });
    } finally {
      await rm(project, { recursive: true, force: true });
    }
  });

  test('gets help from the command line', async () => {
    const help = await output(merchant.folder, join(merchant.folder, 'node_modules/.bin/repaykit'), '--help');
    expect(help).toMatch(/^Usage: repaykit /);
    expect(help).toContain('serve');
    expect(help).toContain('demo');
  });
});
