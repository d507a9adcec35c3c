/** Runs where Bun or Deno is on the PATH. The package promises Node only: docs/runtimes.md. */
import { spawnSync } from 'node:child_process';
import { cp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Consumer, install, output, pack, root, temporaryFolder } from './tarball.ts';

const runtimes = [
  { name: 'bun', args: [] },
  { name: 'deno', args: ['run', '-A'] },
].map((runtime) => ({ ...runtime, isInstalled: spawnSync(runtime.name, ['--version']).status === 0 }));

let folder: string;
let merchant: Consumer;

beforeAll(async () => {
  if (!runtimes.some(({ isInstalled }) => isInstalled)) return;
  folder = await temporaryFolder();
  merchant = await install(await pack(root, join(folder, 'packed')));
  await symlink(join(root, 'node_modules/unpdf'), join(merchant.folder, 'node_modules/unpdf'));
  await cp(join(import.meta.dirname, 'exercise'), merchant.folder, { recursive: true });
});

afterAll(async () => {
  await merchant?.remove();
  if (folder) await rm(folder, { recursive: true, force: true });
});

describe.each(runtimes)('a lender on $name', ({ name, args, isInstalled }) => {
  test.runIf(isInstalled).each(['esm.mjs', 'cjs.cjs'])(
    'opens every entry point, runs a loan, receives, reads and stores: %s',
    async (program) => {
      expect(JSON.parse(await output(merchant.folder, name, ...args, program))).toMatchObject({
        entryPoints: Array(11).fill(true),
        loan: [30_000, 'closed', true],
        service: [true, 200, 401],
        statement: [true, true],
        book: [0, 0],
        sqlite: 1,
      });
    },
  );

  test.runIf(isInstalled)('gets the demo from the command line', async () => {
    const cli = join(merchant.folder, 'node_modules/repaykit/dist/cli.js');
    const reported = await output(merchant.folder, name, ...args, cli, 'demo', '--json');
    expect(JSON.parse(reported.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ type: 'end', claims: 15 });
  });
});
