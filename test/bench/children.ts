import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const folder = join(process.cwd(), 'test/bench');

/** Where the built package is. */
export const doors = { esm: join(process.cwd(), 'dist/index.js'), cjs: join(process.cwd(), 'dist/index.cjs') };

/** The service of the client benches: a bare server in a process of its own. */
export interface BenchService {
  readonly url: string;
  readonly stop: () => void;
}

/** Starts it. */
export async function startService(): Promise<BenchService> {
  const child = fork(join(folder, 'client-service.mjs'));
  const [port] = (await Promise.race([once(child, 'message'), failed(child)])) as [number];
  return { url: `http://127.0.0.1:${port}`, stop: () => child.disconnect() };
}

/** Runs a script of this folder in a new process and reads the JSON it prints. */
export function runScript<Result>(script: string, argument: object): Promise<Result> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [join(folder, script), JSON.stringify(argument)], { maxBuffer: 10_000_000 }, (error, stdout) => {
      if (error) reject(error);
      else resolve(JSON.parse(stdout) as Result);
    });
  });
}

async function failed(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit');
  throw new Error(`the bench service ended with ${code}`);
}
