/** The real Next around the example: installed, built and started in a folder outside the repository, and gone without a trace afterwards. */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { output, pack, root, temporaryFolder } from '../package/tarball.ts';

/** A running `next start`. */
export interface NextProcess {
  readonly url: string;
  /** What it printed on both outputs so far. */
  printed(): string;
  stop(): Promise<void>;
}

const here = join(root, 'test/examples');
const npm = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'] as const;

/** Each route of the app and the file that it is. */
const routes = {
  webhooks: join(root, 'examples/webhooks-next.ts'),
  exact: join(here, 'next-routes/exact.ts'),
  eaten: join(here, 'next-routes/eaten.ts'),
};

/** Installs Next by its lockfile and the package as it would be published, builds, and starts. */
export async function startNext(): Promise<NextProcess> {
  const folder = await temporaryFolder();
  try {
    await install(folder);
    await build(folder);
    return await start(folder);
  } catch (error) {
    await remove(folder);
    throw error;
  }
}

async function install(folder: string): Promise<void> {
  await cp(join(here, 'next-app'), folder, { recursive: true });
  for (const [name, file] of Object.entries(routes)) {
    await mkdir(join(folder, 'app', name), { recursive: true });
    await cp(file, join(folder, 'app', name, 'route.ts'));
  }
  await cp(join(root, 'examples/webhooks-config.ts'), join(folder, 'app/webhooks/webhooks-config.ts'));
  await output(folder, 'npm', 'ci', ...npm);
  const { file } = await pack(root, join(folder, 'packed'));
  await output(folder, 'npm', 'install', '--no-save', ...npm, file);
}

// The build checks types, too: that the route is one for Next.
async function build(folder: string): Promise<void> {
  const child = next(folder, ['build']);
  const printed = collect(child);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`next build failed: ${printed()}`);
}

async function start(folder: string): Promise<NextProcess> {
  const port = await freePort();
  const child = next(folder, ['start', '--hostname', '127.0.0.1', '--port', String(port)]);
  const printed = collect(child);
  const stop = async () => {
    await end(child);
    await remove(folder);
  };
  while (!printed().includes('Ready in')) {
    if (child.exitCode !== null) throw new Error(`next start ended: ${printed()}`);
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  }
  return { url: `http://127.0.0.1:${port}`, printed, stop };
}

// The file itself rather than a script around it, so that the process started here is the server and its id ends it.
function next(folder: string, words: readonly string[]): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, ['node_modules/next/dist/bin/next', ...words], {
    cwd: folder,
    // Vitest says 'test', which Next does not know how to build for.
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function collect({ stdout, stderr }: ChildProcessByStdio<null, Readable, Readable>): () => string {
  let printed = '';
  for (const stream of [stdout, stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  }
  return () => printed;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
