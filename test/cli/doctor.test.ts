import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { RepayKitOptions } from '../../src/client/options.ts';
import { undiciTransport } from '../../src/http/undici-transport.ts';
import {
  fileCheckpoints,
  httpBureauReporter,
  type LoanConfirmation,
  localKeys,
  memoryCheckpoints,
  memoryKeys,
  memoryStore,
  RepayKit,
  StoreError,
} from '../../src/index.ts';
import { REFERENCE_DEFAULTS } from '../../src/server/defaults.ts';
import { createReferenceServer, type ReferenceServerOptions } from '../../src/server/index.ts';
import { pglitePool, postgresStore } from '../../src/stores/postgres/index.ts';
import { sqliteInbox, sqliteStore } from '../../src/stores/sqlite/index.ts';
import {
  memoryInbox,
  nodeHandler,
  type ReceiveOptions,
  receive,
  sharedSecret,
  unverified,
} from '../../src/webhooks/index.ts';
import { runDue } from '../../src/worker/index.ts';
import { createFixture } from '../journeys/fixture.ts';
import { manualTerms, transfer } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';
import { isFull } from '../size.ts';
import { startPGlite } from '../stores/postgres/pglite.ts';
import { sqliteFolder } from '../stores/sqlite-database.ts';
import { listen } from './http-listener.ts';
import { run, runWith } from './running.ts';

const handed: { config?: unknown } = {};
Object.assign(globalThis, { [Symbol.for('repaykit.test.doctor')]: handed });
const folder = mkdtempSync(join(tmpdir(), 'repaykit-'));
const file = join(folder, 'repaykit.config.mjs');
const databases = sqliteFolder();
beforeAll(() => writeFileSync(file, `export default () => globalThis[Symbol.for('repaykit.test.doctor')].config;`));
afterAll(() => {
  databases.clear();
  rmSync(folder, { recursive: true });
});

const merchant = {
  appId: '66b0c1d2e3f405162738495a',
  businessId: '66b0c1d2e3f405162738495b',
  publicKey: 'public-hush',
  secretKey: 'secret-hush',
};
const segments = { mandate: 'e-mandates', discovery: 'accounts' };
const { privateKey: key } = generateKeyPairSync('ed25519');

interface Differences {
  readonly server?: ReferenceServerOptions;
  readonly kit?: (usual: RepayKitOptions) => {
    readonly [Name in keyof RepayKitOptions]?: RepayKitOptions[Name] | undefined;
  };
  readonly receiver?: Partial<Pick<ReceiveOptions<LoanConfirmation>, 'verify' | 'inbox'>>;
}

/** The config of a lender who may go live, but for the differences; its service is the reference server. */
function lender({ server: serverOptions, kit: differ = () => ({}), receiver }: Differences = {}) {
  const server = createReferenceServer({ merchant, segments, ...serverOptions });
  onTestFinished(() => server.close());
  const database = databases.open(databases.newFile());
  const own = mkdtempSync(join(folder, 'lender-'));
  const usual: RepayKitOptions = {
    ...merchant,
    segments,
    baseUrl: 'https://service.example.com',
    transport: undiciTransport({ dispatcher: server.dispatcher }),
    store: sqliteStore({ database }),
    keys: localKeys({ directory: join(own, 'keys'), masterKey: randomBytes(32) }),
    checkpoints: { key, sink: fileCheckpoints({ directory: join(own, 'checkpoints') }) },
    bureau: httpBureauReporter({ url: 'https://bureau.example.com/reports' }),
    repaymentReports: 'merchant',
  };
  const kit = new RepayKit({ ...usual, ...differ(usual) } as RepayKitOptions);
  const verify = sharedSecret({ secrets: ['whsec_hush'] });
  const inbox = receive({ verify, inbox: sqliteInbox({ database }), confirm: kit, on: {}, ...receiver });
  return { server, kit, inbox };
}

async function doctor(config: unknown, ...flags: readonly string[]) {
  handed.config = config;
  const { code, out, err } = await run('doctor', '--config', file, '--json', ...flags);
  expect(out + err).not.toContain('hush');
  expect(err).toBe('');
  const report: {
    readonly findings: readonly { check: string; result: string; message: string; fix?: string }[];
    readonly problems: number;
  } = JSON.parse(out);
  expect(code).toBe(report.problems > 0 ? 1 : 0);
  const of = (result: string) => report.findings.filter((finding) => finding.result === result);
  for (const finding of [...of('warning'), ...of('problem')]) expect(finding.fix).toMatch(/\w/);
  return { ...report, problem: of('problem'), warning: of('warning'), code };
}

describe('repaykit doctor', () => {
  test('finds nothing wrong with a lender who may go live', async () => {
    const { kit, inbox, server } = lender();
    let isClosed = false;
    const url = await listen(nodeHandler(inbox));
    const { findings, warning } = await doctor({ kit, inbox, close: () => (isClosed = true) }, '--webhook', url);
    expect(findings.map(({ check, result }) => [check, result])).toEqual([
      ['node', 'ok'],
      ['config', 'ok'],
      ['options', 'ok'],
      ['service', 'ok'],
      ['service', 'ok'],
      ['store', 'ok'],
      ['keys', 'ok'],
      ['checkpoints', 'ok'],
      ['bureau', 'ok'],
      ['receiver', 'ok'],
      ['webhook address', 'ok'],
      ['webhook address', 'warning'],
      ['inbox', 'ok'],
      ['loans', 'ok'],
    ]);
    expect(warning[0]?.message).toContain('of this machine');
    expect(isClosed).toBe(true);
    // It asked one question, and nothing was kept.
    expect((await server.controls.requests()).items.map(({ operation }) => operation)).toEqual(['listBanks']);
    expect(await inbox.inbox.list({ limit: 1 })).toEqual([]);
  });

  test('prints a line for each finding, and what to do', async () => {
    handed.config = lender({ kit: () => ({ keys: undefined }) });
    const { code, out } = await run('doctor', '--config', file);
    expect(out).toContain('ok       config: it loads\n');
    expect(out).toMatch(/^problem {2}keys: personal data are stored unencrypted\n {9}give the option keys, /m);
    expect(out).toMatch(/\n1 problem, 1 warning\n$/);
    expect(code).toBe(1);
  });

  test.each<[string, Differences, check: string, message: RegExp]>([
    [
      'on loopback',
      { kit: () => ({ baseUrl: 'http://127.0.0.1:9' }) },
      'options',
      /baseUrl is an address of this machine/,
    ],
    ['with test keys', { kit: () => ({ publicKey: 'pk_test_a', allowMixedKeys: true }) }, 'options', /test keys/],
    ['with an invented id', { kit: () => ({ appId: REFERENCE_DEFAULTS.appId }) }, 'options', /reference server/],
    ['with the keys of others', { kit: () => ({ publicKey: 'other-hush' }) }, 'service', /refused|401/],
    [
      'with a wrong segment',
      { kit: () => ({ segments: { mandate: 'nowhere', discovery: 'accounts' } }) },
      'service',
      /404/,
    ],
    ['with a clock that is wrong', { server: { merchant, segments, now: '2026-01-05T08:00:00Z' } }, 'service', /clock/],
    ['with a store in memory', { kit: () => ({ store: memoryStore() }) }, 'store', /in memory/],
    [
      'with a SQLite store in memory',
      { kit: () => ({ store: sqliteStore({ database: databases.open(':memory:') }) }) },
      'store',
      /in memory/,
    ],
    [
      'with a store that fails',
      {
        kit: ({ store = memoryStore() }) => ({
          store: { ...store, list: () => Promise.reject(new StoreError('no connection')) },
        }),
      },
      'store',
      /no connection/,
    ],
    ['without keys', { kit: () => ({ keys: undefined }) }, 'keys', /unencrypted/],
    ['with keys in memory', { kit: () => ({ keys: memoryKeys() }) }, 'keys', /in memory/],
    [
      'with keys that change',
      { kit: () => ({ keys: { ...memoryKeys(), payerKey: async () => randomBytes(32) } }) },
      'keys',
      /another key/,
    ],
    [
      'with a key provider that fails',
      { kit: () => ({ keys: { ...memoryKeys(), payerKey: () => Promise.reject(new Error('sealed')) } }) },
      'keys',
      /payerKey\(\)/,
    ],
    [
      'with checkpoints in memory',
      { kit: () => ({ checkpoints: { key, sink: memoryCheckpoints() } }) },
      'checkpoints',
      /in memory/,
    ],
    [
      'with a sink that does not write',
      {
        kit: () => ({
          checkpoints: {
            key,
            sink: {
              latest: async () => undefined,
              put: async () => {
                throw new TypeError('no bucket of secret-hush');
              },
            },
          },
        }),
      },
      'checkpoints',
      /TypeError: no bucket of \[secret\]/,
    ],
    [
      'with a bureau on this machine',
      { kit: () => ({ bureau: httpBureauReporter({ url: 'http://127.0.0.1:9/reports' }) }) },
      'bureau',
      /this machine/,
    ],
    [
      'with a bureau that does not answer',
      { kit: () => ({ bureau: { submit: async () => {}, isKnown: () => Promise.reject(new Error('down')) } }) },
      'bureau',
      /down/,
    ],
    ['with an inbox in memory', { receiver: { inbox: memoryInbox() } }, 'receiver', /in memory/],
    ['without a verifier', { receiver: { verify: unverified() } }, 'receiver', /accepts forged/],
  ])('finds a lender %s', async (_who, differences, check, message) => {
    const { problem } = await doctor(lender(differences));
    expect(problem.filter((finding) => finding.check === check)).toEqual([
      expect.objectContaining({ message: expect.stringMatching(message) }),
    ]);
  });

  test('finds a database that cannot be reached', async () => {
    const connectionString = 'postgres://lender:hush@127.0.0.1:1/lender';
    const { problem } = await doctor(lender({ kit: () => ({ store: postgresStore({ connectionString }) }) }));
    expect(problem[0]).toMatchObject({ check: 'store', message: expect.stringContaining('ECONNREFUSED') });
  });

  test.runIf(isFull)('finds a database that was never migrated', { timeout: 60_000 }, async () => {
    const database = await startPGlite();
    onTestFinished(() => database.close());
    const { problem } = await doctor(lender({ kit: () => ({ store: postgresStore({ pool: pglitePool(database) }) }) }));
    const fixes = problem.flatMap(({ check, fix }) => (check === 'store' ? fix : []));
    expect(fixes).toContainEqual(expect.stringContaining('run `repaykit migrate`'));
  });

  test('finds what waits for a person', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const loan = await walkTo(fixture, 'collecting', { terms: manualTerms });
    await fixture.server.controls.addFault({ operation: 'collectManually', kind: 'reset', when: 'before', times: 1 });
    await fixture.kit.collections.collect(loan, { amount: 30_000, debitDate: '2026-02-01' });
    for (let runs = 0; (await debitStatus(fixture)) !== 'parked' && runs < 200; runs++) {
      await fixture.server.clock.advance('PT12H');
      await runDue(fixture.kit);
    }
    await fixture.kit.bureau.reportDisbursed(await walkTo(fixture, 'approved', { loanId: 'loan-2' }), transfer);
    const refusing = { submit: () => Promise.reject(Object.assign(new Error('no member'), { permanent: true })) };
    await runDue(fixture.newKit({ bureau: refusing }));
    const inbox = memoryInbox();
    const receivedAt = '2026-01-05T08:00:00Z';
    await inbox.store({ key: 'a', body: '{}', kind: 'unknown', source: 'webhook', receivedAt });
    await inbox.decide('a', { kind: 'quarantine', reason: 'a test' });
    const receiver = receive({ verify: unverified(), inbox, confirm: fixture.kit, on: {} });
    const { warning } = await doctor({ kit: fixture.newKit(), inbox: receiver });
    expect(warning.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        '1 delivery in quarantine',
        '1 parked debit in 2 loans',
        '1 report refused by the bureau in 2 loans',
      ]),
    );
  });

  test.each([
    [200, 'problem'],
    [302, 'problem'],
    [403, 'ok'],
    [404, 'problem'],
    [429, 'warning'],
    [500, 'problem'],
  ])('judges the answer %i of the address of webhooks', async (status, result) => {
    const url = await listen((_request, response) => void response.writeHead(status, { location: '/' }).end());
    const { findings } = await doctor(lender(), '--webhook', url);
    const found = findings.find(({ message }) => message.includes(`forged delivery with ${status}`));
    expect(found?.result).toBe(result);
  });

  test('wants https of it, and an answer', async () => {
    const open = await doctor(lender(), '--webhook', 'http://lender.example.com/webhooks');
    expect(open.problem[0]?.message).toContain('over http');
    const silent = await doctor(lender(), '--webhook', 'http://127.0.0.1:4/webhooks');
    expect(silent.problem[0]?.message).toBe('it does not answer (ECONNREFUSED)');
  });

  test('says what it could not check', async () => {
    const { kit } = lender();
    const { warning, code } = await doctor(kit);
    expect(warning.map(({ check }) => check)).toEqual(['receiver', 'webhook address']);
    expect(code).toBe(0);
    const other = lender();
    expect((await doctor({ kit: other.kit, inbox: { drain: other.inbox.drain } })).warning[0]?.check).toBe('receiver');
  });

  test('goes on when a part hangs', async () => {
    const list = hangs();
    const hanging = lender({ kit: ({ store = memoryStore() }) => ({ store: { ...store, list } }) });
    const { findings, problem } = await doctor(hanging);
    expect(problem).toContainEqual(
      expect.objectContaining({ check: 'store', message: 'it did not answer within 20 seconds' }),
    );
    expect(findings.at(-1)?.check).toBe('loans');
  });

  test('ends when the config hangs', async () => {
    const { findings } = await doctor(Object.defineProperty({}, 'then', { value: hangs() }));
    expect(findings).toEqual([
      expect.objectContaining({ check: 'node', result: 'ok' }),
      expect.objectContaining({ check: 'config', result: 'problem' }),
    ]);
  });

  test('says why a config does not load, and checks nothing else', async () => {
    writeFileSync(join(folder, 'broken.mjs'), "throw new Error('key sk_live_hush4');");
    const { code, out } = await run('doctor', '--config', join(folder, 'broken.mjs'));
    expect(out).toMatch(
      /^ok {7}node: .*\nproblem {2}config: .*could not be loaded: Error: key sk_\[secret\]\n.*\n\n1 problem, 0 warnings\n$/,
    );
    expect(code).toBe(1);
    expect((await run('doctor', '--config', '/nowhere.mjs')).out).toContain('there is no file /nowhere.mjs');
  });

  test('refuses wrong flags', async () => {
    expect(await run('doctor')).toMatchObject({ code: 1, out: '' });
    const { code, err } = await run('doctor', '--config', file, '--webhook', 'lender.example.com');
    expect([code, err]).toEqual([1, expect.stringContaining('--webhook')]);
  });

  test('ends when it is stopped', async () => {
    handed.config = lender();
    expect(await runWith({ stop: AbortSignal.abort() }, 'doctor', '--config', file)).toEqual({
      code: 130,
      out: '',
      err: 'repaykit doctor: stopped before it was through\n',
    });
  });
});

/** A function that never answers, and whose caller sees the time pass. */
function hangs() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return () => {
    void vi.advanceTimersByTimeAsync(21_000);
    return new Promise<never>(() => {});
  };
}

async function debitStatus({ kit }: Awaited<ReturnType<typeof createFixture>>) {
  const loan = await kit.loans.get('loan-1');
  return loan.stage === 'collecting' ? loan.debits[0]?.status : undefined;
}
