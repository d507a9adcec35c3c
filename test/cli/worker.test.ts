import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCli } from '../../src/cli/program.ts';
import { callbackCheckpoints, memoryCheckpoints, type RepayKit, StoreError } from '../../src/index.ts';
import { createFixture } from '../journeys/fixture.ts';
import { isFull } from '../size.ts';
import { bureauEvents, disbursedLoans } from '../worker/bureaus.ts';
import { run, runWith } from './running.ts';

const handed: { config?: unknown } = {};
Object.assign(globalThis, { [Symbol.for('repaykit.test.worker')]: handed });

/** A config file that exports what the test has at hand. */
async function configFile(text = `export default () => globalThis[Symbol.for('repaykit.test.worker')].config;`) {
  const folder = await mkdtemp(join(tmpdir(), 'repaykit-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'repaykit.config.mjs');
  await writeFile(file, text);
  return file;
}

async function set(loans: number) {
  const fixture = await createFixture({ receivesWebhooks: false });
  await disbursedLoans(fixture, loans);
  return { fixture, file: await configFile() };
}

describe('repaykit worker --once', () => {
  test('does what is due, says what it did, and frees what it opened', async () => {
    const { fixture, file } = await set(2);
    let isClosed = false;
    handed.config = { kit: fixture.newKit(), inbox: fixture.receiver, close: () => (isClosed = true) };
    const { code, out, err } = await run('worker', '--config', file, '--once');
    expect(err).toBe('');
    expect(out).toMatch(/^2 loans in \d+ ms · reports 4 delivered, 0 failed, 0 stuck · debits .* · webhooks 0 done/);
    expect([code, isClosed]).toEqual([0, true]);
    expect([...(await bureauEvents(fixture)).values()]).toHaveLength(2);
  });

  test('prints one JSON object with --json', async () => {
    const { fixture, file } = await set(1);
    handed.config = fixture.newKit();
    const { code, out } = await run('worker', '--config', file, '--once', '--json');
    expect(JSON.parse(out)).toMatchObject({ reports: { delivered: 2 }, errors: [] });
    expect(code).toBe(0);
  });

  test('reports the checkpoint that it took, or could not take', async () => {
    const { fixture, file } = await set(1);
    const { privateKey: key } = generateKeyPairSync('ed25519');
    handed.config = fixture.newKit({ checkpoints: { key, sink: memoryCheckpoints() } });
    expect(await run('worker', '--config', file, '--once')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/ · checkpoint 1 taken\n$/),
    });
    const sink = callbackCheckpoints(() => Promise.reject(new TypeError('no such bucket')));
    handed.config = fixture.newKit({ checkpoints: { key, sink } });
    expect(await run('worker', '--config', file, '--once')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/\n {2}checkpoint: TypeError\n$/),
    });
  });

  test('ends with 1 when something failed, and names loan and reason', async () => {
    const { fixture, file } = await set(1);
    handed.config = fixture.newKit({ bureau: { submit: () => Promise.reject(new Error('down')) } });
    expect(await run('worker', '--config', file, '--once')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/1 failed.*\n {2}loan-1 reports: Error: down\n$/),
    });
    handed.config = fixture.newKit({
      store: { ...fixture.store, claim: () => Promise.reject(new StoreError('no connection')) },
    });
    expect(await run('worker', '--config', file, '--once')).toMatchObject({
      code: 1,
      err: 'repaykit: no connection\n',
    });
  });
});

describe('repaykit worker', () => {
  async function working(kit: RepayKit, file: string, ...flags: readonly string[]) {
    handed.config = kit;
    const stop = new AbortController();
    const lines: string[] = [];
    const graces: number[] = [];
    const io = {
      out: (text: string) => void lines.push(text),
      err: (text: string) => void lines.push(text),
      showsColour: false,
      stop: stop.signal,
    };
    const code = runCli(['worker', '--config', file, ...flags], { ...io, takesLong: (ms) => void graces.push(ms) });
    const until = async (holds: () => boolean) => {
      while (!holds()) await new Promise((resolve) => setImmediate(resolve));
    };
    return { stop, lines, graces, code, until };
  }

  test('runs again and again until it is stopped, and prints each run as a line of JSON', async () => {
    const { fixture, file } = await set(1);
    const { stop, lines, graces, code, until } = await working(fixture.newKit(), file, '--every', '10s', '--json');
    await until(() => lines.length === 1);
    await fixture.server.clock.advance('PT11S');
    await until(() => lines.length === 2);
    stop.abort();
    expect(await code).toBe(0);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { runs: 1, failedRuns: 0, reports: { delivered: 2 } },
      { runs: 2, reports: { delivered: 0 } },
    ]);
    expect(graces).toEqual([60_000]);
  });

  test('prints what was done for people and stays quiet about runs that found nothing', async () => {
    const { fixture, file } = await set(1);
    const { stop, lines, code, until } = await working(fixture.newKit(), file, '--every', '1s');
    await until(() => lines.length === 1);
    for (let run = 0; run < 3; run++) await fixture.server.clock.advance('PT2S');
    stop.abort();
    expect(await code).toBe(0);
    expect(lines).toEqual([
      expect.stringMatching(/Z {2}run 1: 1 loan in .* reports 2 delivered/),
      'stopped: what was held is finished\n',
    ]);
  });

  test('goes on when the store fails, and says so', async () => {
    const { fixture, file } = await set(0);
    const kit = fixture.newKit({
      store: { ...fixture.store, claim: () => Promise.reject(new StoreError('no connection')) },
    });
    const { stop, lines, code, until } = await working(kit, file, '--every', '1s');
    await until(() => lines.length === 1);
    stop.abort();
    expect(await code).toBe(0);
    expect(lines[0]).toMatch(/failed \(1 in a row\): no connection\n$/);
  });

  test('stopped before it began ends at once', async () => {
    const { fixture, file } = await set(0);
    handed.config = fixture.newKit();
    expect((await runWith({ stop: AbortSignal.abort() }, 'worker', '--config', file)).code).toBe(0);
  });
});

const script = "import { Script } from 'node:vm';";

describe('the config file', () => {
  test.each([
    [
      'is not there',
      undefined,
      /--config: there is no file \/nowhere\.mjs: name a JavaScript module .* docs\/worker\.md\n$/,
    ],
    [
      'exports no client',
      'export default { kit: 7 };',
      /must export a RepayKit, or \{ kit, inbox, close \}, or a function that makes one/,
    ],
    ['exports nothing', 'export const other = 1;', /must export a RepayKit/],
    ['throws', "throw new Error('DATABASE_URL is not set');", /could not be loaded: Error: DATABASE_URL is not set\n$/],
    ['throws a text', "throw 'no vault';", /could not be loaded: it threw: no vault\n$/],
    ['throws nothing', 'throw undefined;', /could not be loaded: it threw\n$/],
    [
      'throws what reveals secrets',
      "throw new Error('key sk_live_hush4, postgres://app:hush@db/x');",
      /Error: key sk_\[secret\], postgres:\/\/\[secret\]@db\/x\n$/,
    ],
    ['throws a long story', "throw new Error('no vault\\n'.repeat(500));", /Error: no vault no vault .{480,500}…\n$/],
    [
      'throws a code alone',
      "throw Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });",
      /AggregateError: ECONNREFUSED\n$/,
    ],
    [
      'has a function that throws',
      "export default async () => {\n  throw new TypeError('no pool');\n};",
      /could not be loaded: TypeError: no pool\n$/,
    ],
    // As Node reports the place of what it cannot parse; in a test the file itself is parsed by another program.
    [
      'cannot be parsed',
      `${script} new Script('const a = 1;\\nconst b = ;', { filename: '/app/my.cjs' });`,
      /Unexpected token ';' \(\/app\/my\.cjs:2\)\n$/,
    ],
    [
      'is a module that cannot be parsed',
      `${script} new Script('const b = ;', { filename: 'file:///app/my%20a.mjs' });`,
      /\(\/app\/my a\.mjs:1\)\n$/,
    ],
    [
      'cannot be parsed somewhere',
      "new Function('const b = ;');",
      /SyntaxError: .* \(to see the line, run: node \/\S+\.mjs\)\n$/,
    ],
  ])('that %s is refused', async (_what, text, message) => {
    const file = text === undefined ? '/nowhere.mjs' : await configFile(text);
    const { code, err } = await run('worker', '--config', file, '--once');
    expect(code).toBe(1);
    expect(err).toMatch(message);
    expect(err).not.toContain('hush');
  });

  test.runIf(isFull).each([
    ['worker', ['--once']],
    ['reconcile', []],
    ['drift', []],
  ])('that is wrong is refused by the command that runs: repaykit %s', async (command, flags) => {
    const index = JSON.stringify(join(import.meta.dirname, '../../dist/index.js'));
    const file = await configFile(
      `import { localKeys } from ${index};\nexport default () => localKeys({ directory: '/tmp', masterKey: 'short' });`,
    );
    const { code, err } = await run(command, '--config', file, ...flags);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(new RegExp(`^repaykit ${command}: --config: the file \\S+\\.mjs: localKeys: masterKey: `)),
    ]);
    expect((await run(command, '--config', '/nowhere.mjs', ...flags)).err).toMatch(
      new RegExp(`^repaykit ${command}: --config: there is no file /nowhere.mjs: `),
    );
  });

  test('that lies beside the one that is named is guessed', async () => {
    const folder = dirname(await configFile('export default 7;'));
    await writeFile(join(folder, 'repaykit.config.mjs'), 'export default 7;');
    for (const name of ['repaykit.config.js', 'repaykit.cofnig.mjs', 'settings.js', '']) {
      const { err } = await run('worker', '--config', join(folder, name), '--once');
      expect(err).toContain(`did you mean ${join(folder, 'repaykit.config.mjs')}?`);
    }
  });

  test('may export what it has by name', async () => {
    const { fixture } = await set(0);
    handed.config = fixture.newKit();
    const file = await configFile("export const kit = globalThis[Symbol.for('repaykit.test.worker')].config;");
    expect((await run('worker', '--config', file, '--once')).code).toBe(0);
  });

  test.each([
    [['--every', 'soon'], '--every'],
    [['--every', '0s'], '--every'],
    [['--concurrency', '0'], '--concurrency'],
  ])('is not even loaded with %j', async (flags, named) => {
    const { code, err } = await run('worker', '--config', '/nowhere.mjs', ...flags);
    expect([code, err]).toEqual([1, expect.stringContaining(named)]);
  });
});
