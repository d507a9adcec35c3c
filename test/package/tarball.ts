/** Packs the built package and installs it in an empty project, as a lender would get it. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The root of this repository. */
export const root = resolve(import.meta.dirname, '../..');

/** A folder outside the repository, so that nothing is found in its node_modules by accident. */
export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'repaykit-package-'));
}

/** Runs a program and answers its standard output; a failure carries what it printed. */
export async function output(cwd: string, program: string, ...args: readonly string[]): Promise<string> {
  return (await ran(cwd, program, ...args)).stdout;
}

/** As {@link output}, with what it said on standard error. */
export async function ran(
  cwd: string,
  program: string,
  ...args: readonly string[]
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  try {
    return await run(program, args, { cwd, maxBuffer: 2 ** 26 });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')} failed\n${stdout}\n${stderr}`, { cause: error });
  }
}

/** Runs a tool of this repository. */
export function tool(cwd: string, name: string, ...args: readonly string[]): Promise<string> {
  return output(cwd, join(root, 'node_modules/.bin', name), ...args);
}

/** What `npm pack` made. */
export interface Tarball {
  readonly file: string;
  readonly sha256: string;
  /** Bytes of the packed file. */
  readonly size: number;
  readonly files: readonly string[];
}

/** Packs what is built in `project`; builds nothing itself. */
export async function pack(project: string, destination: string): Promise<Tarball> {
  await mkdir(destination, { recursive: true });
  const printed = await output(project, 'npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', destination);
  return readPacked(printed, destination);
}

async function readPacked(printed: string, destination: string): Promise<Tarball> {
  const [packed] = Object.values<{ filename: string; size: number; files: { path: string }[] }>(JSON.parse(printed));
  if (!packed) throw new Error(`npm pack said nothing: ${printed}`);
  const file = join(destination, packed.filename);
  const sha256 = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  return { file, sha256, size: packed.size, files: packed.files.map(({ path }) => path) };
}

/** What a clone holds that has a part in the package. */
const packed = [
  'src',
  'build',
  'docs',
  'examples',
  'package.json',
  'tsconfig.json',
  'tsup.config.ts',
  'entry-points.ts',
];
const papers = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'LICENSE'];

/** What the tests, `npm run docs` and runs of the examples leave behind. */
const leftovers = [
  'docs/site/index.html',
  'examples/loan-app/dist/main.js',
  'examples/loan-app/dist/left.js',
  'examples/dist/left.js',
  'examples/package-lock.json',
  'examples/python/__pycache__/conftest.cpython-311.pyc',
  'examples/python/.pytest_cache/README.md',
  'examples/jest/package-lock.json',
  'examples/node_modules/left/index.js',
  'examples/jest/node_modules/left/index.js',
  'test/bench/dist/main.js',
  'test/proof/dist/main.js',
  'coverage/index.html',
];

async function leaveBehind(clone: string): Promise<void> {
  for (const file of leftovers) {
    await mkdir(join(clone, dirname(file)), { recursive: true });
    await writeFile(join(clone, file), 'left\n');
  }
}

/** Builds and packs a copy of the sources as another person would: at another place that was worked in, by `npm pack` alone, under another umask, time zone and language. */
export async function packElsewhere(folder: string): Promise<Tarball> {
  const copy = join(folder, 'elsewhere', 'clone');
  await mkdir(copy, { recursive: true });
  // What belongs to this place, some of it written anew by the test of the site meanwhile.
  const own = ['node_modules', 'site', 'api', '.vitepress'];
  for (const part of [...packed, ...papers])
    await cp(join(root, part), join(copy, part), { recursive: true, filter: (path) => !own.includes(basename(path)) });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  await leaveBehind(copy);
  const script = 'umask 077 && chmod -R go= . && npm pack --json --pack-destination "$1"';
  // `npm pack` alone runs `prepack`, also where these tests were started with `--ignore-scripts`.
  const foreign = [
    '-u',
    'npm_config_ignore_scripts',
    'TZ=Pacific/Kiritimati',
    'LC_ALL=tr_TR.UTF-8',
    'LANG=tr_TR.UTF-8',
  ];
  return readPacked(await output(copy, 'env', ...foreign, 'sh', '-c', script, 'sh', folder), folder);
}

/** An empty project with the package installed; `write` adds a file to it and `node` runs one. */
export interface Consumer {
  readonly folder: string;
  write(name: string, text: string): Promise<void>;
  /** Runs a script and answers what it printed as JSON. */
  node(name: string, text: string): Promise<unknown>;
  remove(): Promise<void>;
}

/** Installs a tarball in an empty project. */
export async function install(tarball: Tarball): Promise<Consumer> {
  const folder = await temporaryFolder();
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  await write('package.json', '{ "name": "merchant", "private": true }');
  await output(
    folder,
    'npm',
    'install',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    tarball.file,
  );
  return {
    folder,
    write,
    async node(name, text) {
      await write(name, text);
      // Older Node 20 cannot `require` an ESM package: nor may we, wherever this runs.
      return JSON.parse(await output(folder, process.execPath, '--no-experimental-require-module', name));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
