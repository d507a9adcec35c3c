import { type ChildProcess, execFile, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { watched } from './processes.ts';

const folder = join(process.cwd(), 'test/bench');
const leash = ['--import', pathToFileURL(join(folder, 'leash.mjs')).href];

// Far more than any of them takes.
const SCRIPT_LIMIT_MS = 300_000;

/** The package's main entry point as it was built. */
export const entryPoints = { esm: join(process.cwd(), 'dist/index.js'), cjs: join(process.cwd(), 'dist/index.cjs') };

/** The service of the client benches: a bare server in a process of its own. */
export interface BenchService {
  readonly url: string;
  readonly stop: () => void;
}

/** Starts it. */
export async function startService(): Promise<BenchService> {
  const child = forkScript('client-service.mjs');
  const [port] = (await Promise.race([once(child, 'message'), failed(child)])) as [number];
  return { url: `http://127.0.0.1:${port}`, stop: () => child.disconnect() };
}

/** A script of this folder, or of a peer below it, in a process that ends with the bench. */
export function forkScript(script: string, args: readonly string[] = [], options: ForkOptions = {}): ChildProcess {
  return watched(fork(join(folder, script), args, { execArgv: leash, ...options }));
}

/** Runs a script of this folder in a new process and reads the JSON it prints. */
export function runScript<Result>(script: string, argument: object, flags: readonly string[] = []): Promise<Result> {
  return new Promise((resolve, reject) => {
    const limits = { maxBuffer: 10_000_000, timeout: SCRIPT_LIMIT_MS };
    const child = execFile(
      process.execPath,
      [...flags, join(folder, script), JSON.stringify(argument)],
      limits,
      (error, stdout) => {
        if (error) reject(error);
        else resolve(JSON.parse(stdout) as Result);
      },
    );
    watched(child);
  });
}

/** How long a command takes in a new process, in milliseconds. */
export function runCommand(command: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = execFile(command, args, { timeout: SCRIPT_LIMIT_MS }, (error) => {
      if (error) reject(error);
      else resolve(performance.now() - start);
    });
    watched(child);
  });
}

async function failed(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit');
  throw new Error(`the bench service ended with ${code}`);
}
