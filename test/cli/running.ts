/** Runs the command line: inside this process with captured output, or as a stranger starts it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runCli } from '../../src/cli/program.ts';
import type { CliIo } from '../../src/cli/terminal/io.ts';

/** What a command printed and how it ended. */
export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in this process until it ends by itself. */
export async function run(...args: readonly string[]): Promise<Run> {
  return runWith({}, ...args);
}

/** As {@link run}, with another outside. */
export async function runWith(io: Partial<CliIo>, ...args: readonly string[]): Promise<Run> {
  const printed = { out: '', err: '' };
  const stop = new AbortController();
  const captured: CliIo = {
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    showsColour: false,
    stop: stop.signal,
    ...io,
  };
  return { code: await runCli(args, captured), ...printed };
}

/** A `serve` in this process. */
export interface Serving {
  /** What it printed so far. */
  readonly out: () => string;
  /** Ctrl-C; answers the exit code. */
  readonly stop: () => Promise<number>;
}

/** Starts `serve` in this process on any free port and waits for what it prints first. It is stopped when the test ends. */
export async function serving(args: readonly string[], io: Partial<CliIo> = {}): Promise<Serving> {
  const stop = new AbortController();
  let [out, code]: [string, Promise<number> | undefined] = ['', undefined];
  await new Promise<void>((resolve, reject) => {
    const captured: CliIo = {
      out: (text) => {
        out += text;
        resolve();
      },
      err: (text) => reject(new Error(text)),
      showsColour: false,
      stop: stop.signal,
      ...io,
    };
    code = runCli(['serve', '--port', '0', ...args], captured);
  });
  const end = () => {
    stop.abort();
    return code ?? Promise.resolve(-1);
  };
  onTestFinished(async () => void (await end()));
  return { out: () => out, stop: end };
}

/** The built command in a process of its own. */
export interface Launched {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  /** The exit code, once it ended. */
  readonly ended: Promise<number | null>;
}

const built = join(import.meta.dirname, '../../dist/cli.js');

/** Starts the built command as a stranger does; wants `npm run build` first. It is killed when the test ends. */
export function launch(
  args: readonly string[],
  { env = {}, program = built }: { readonly env?: Record<string, string>; readonly program?: string } = {},
): Launched {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk) => (out += chunk));
  child.stderr?.on('data', (chunk) => (err += chunk));
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  return { child, out: () => out, err: () => err, ended };
}

/** Waits for the first line that a process prints. */
export async function firstLine({ child, out, err, ended }: Launched): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => out().includes('\n') && resolve(out().split('\n')[0] as string));
    void ended.then(() => reject(new Error(err())));
  });
}

/** Waits until something holds, looking again and again. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
