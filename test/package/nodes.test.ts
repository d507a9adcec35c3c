import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { entryPoints } from '../../entry-points.ts';
import { canTryRefused, installNodes, nodeVersions, refusedVersion, triedVersions } from './nodes.ts';
import { type Consumer, install, output, pack, ran, root, temporaryFolder } from './tarball.ts';

let folder: string;
let merchant: Consumer;
let programs: ReadonlyMap<string, string>;
let cli: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  programs = await installNodes(folder);
  merchant = await install(await pack(root, join(folder, 'packed')));
  cli = join(merchant.folder, 'node_modules/repaykit/dist/cli.js');
  // The engine of statements, and the SQLite of those Nodes that have none of their own.
  for (const name of ['unpdf', '@photostructure'])
    await symlink(join(root, 'node_modules', name), join(merchant.folder, 'node_modules', name));
  await cp(join(import.meta.dirname, 'exercise'), merchant.folder, { recursive: true });
});

afterAll(async () => {
  await merchant?.remove();
  await rm(folder, { recursive: true, force: true });
});

const programOf = (version: string) => programs.get(version) ?? '';

describe('the versions of Node', () => {
  test('begin with the lowest that the package allows, and are those that the policy names', async () => {
    const { engines } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    expect(engines.node).toBe(`>=${nodeVersions[0]}`);
    const policy = await readFile(join(root, 'docs/versions.md'), 'utf8');
    for (const version of nodeVersions) expect(policy).toContain(`| ${version.split('.')[0]} |`);
  });
});

describe.each(triedVersions)('a lender on Node %s', (version) => {
  // Said by Node 22 of its own `node:sqlite`; whatever else is said here would be said to every lender.
  const silent =
    /^(\(node:\d+\) ExperimentalWarning: SQLite is an experimental feature[^\n]*\n\(Use `node --trace-warnings[^\n]*\n)?$/;

  test.each(['esm.mjs', 'cjs.cjs'])(
    'opens every entry point, runs a loan, receives, reads and stores, without a warning: %s',
    async (program) => {
      const { stdout, stderr } = await ran(merchant.folder, programOf(version), program);
      expect(JSON.parse(stdout)).toEqual({
        node: version,
        entryPoints: Array(11).fill(true),
        loan: [30_000, 'closed', true],
        service: [true, 200, 401],
        statement: [true, true],
        book: [0, 0],
        sqlite: 1,
      });
      expect(stderr).toMatch(silent);
    },
  );

  test('gets help, the contract and the demo from the command line', async () => {
    expect(await output(merchant.folder, programOf(version), cli, '--help')).toMatch(/^Usage: repaykit /);
    expect(JSON.parse(await output(merchant.folder, programOf(version), cli, 'openapi'))).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\./),
    });
    const reported = await output(merchant.folder, programOf(version), cli, 'demo', '--json');
    expect(JSON.parse(reported.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ type: 'end', claims: 15 });
  });

  test('starts the reference server, asks it and ends it', async () => {
    const child = spawn(programOf(version), [cli, 'serve', '--port', '0', '--json'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'close');
    let printed = '';
    for await (const chunk of child.stdout) {
      printed += chunk;
      if (printed.includes('\n')) break;
    }
    const { url } = JSON.parse(printed.split('\n')[0] ?? '');
    expect(await (await fetch(`${url}/_control/health`)).json()).toMatchObject({ status: 'ok' });
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});

describe.runIf(canTryRefused)('a Node that is too old', () => {
  const problem = expect.stringMatching(
    /^repaykit needs Node\.js 20\.18\.1 or later, and this is Node\.js 18\.20\.8: install [^\n]+$/,
  );
  const names = Object.keys(entryPoints).map((entryPoint) =>
    entryPoint === 'index' ? 'repaykit' : `repaykit/${entryPoint}`,
  );

  test.each([
    ['esm', '(name) => import(name)'],
    ['cjs', 'async (name) => require(name)'],
  ])('is refused by every entry point with that as the only reason: %s', async (_format, load) => {
    await merchant.write(
      'old.cjs',
      `const load = ${load};
      (async () => {
        const messages = [];
        for (const name of ${JSON.stringify(names)}) messages.push(await load(name).then(() => 'loaded', (error) => error.message));
        console.log(JSON.stringify(messages));
      })();`,
    );
    expect(JSON.parse(await output(merchant.folder, programOf(refusedVersion), 'old.cjs'))).toEqual(
      names.map(() => problem),
    );
  });

  test.each(['--help', 'serve'])('is refused by the command line in one line: %s', async (word) => {
    const child = spawn(programOf(refusedVersion), [cli, word], { stdio: ['ignore', 'pipe', 'pipe'] });
    const printed = Promise.all([child.stdout.toArray(), child.stderr.toArray()]);
    const [code] = await once(child, 'close');
    const [out, err] = (await printed).map((chunks) => Buffer.concat(chunks).toString());
    expect([code, out, err]).toEqual([
      1,
      '',
      expect.stringMatching(/^repaykit needs Node\.js 20\.18\.1 or later, [^\n]+\n$/),
    ]);
  });
});

describe('without a network', () => {
  const seen = { constructed: true, loan: [30_000, 'closed', true], statement: [true, true] };

  test('every entry point opens, and a client, a whole loan and a statement need no network: there is no telemetry', async () => {
    const record = join(folder, 'offline');
    const offline = (program: string) =>
      output(
        merchant.folder,
        'env',
        `OFFLINE_RECORD=${record}`,
        process.execPath,
        '--require',
        './offline.cjs',
        program,
      ).catch(String);
    expect(JSON.parse(await offline('inside.cjs'))).toEqual(seen);
    expect(existsSync(record)).toBe(false);
    // The guard sees what does ask for a network: the whole exercise begins to listen after its loan.
    expect(await offline('cjs.cjs')).toContain('listen: this process has no network');
    expect(await readFile(record, 'utf8')).toBe('listen\n');
  });

  const guarded = triedVersions.filter((version) => Number(version.split('.')[0]) >= 26);
  test.each(guarded)(
    'Node %s itself forbids network, writing and other processes, and nothing is missed',
    async (version) => {
      const forbidding = ['--permission', '--allow-fs-read=*', '--allow-worker'];
      expect(JSON.parse(await output(merchant.folder, programOf(version), ...forbidding, 'inside.cjs'))).toEqual(seen);
      await expect(output(merchant.folder, programOf(version), ...forbidding, 'cjs.cjs')).rejects.toThrow(
        'ERR_ACCESS_DENIED',
      );
    },
  );
});
