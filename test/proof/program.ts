import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

/** A program of the tests, built into one file that Node can start. */
export interface BuiltProgram {
  readonly file: string;
  /** Removes it. */
  clear(): void;
}

let built = 0;

/** Builds a program of this repository. It lies in the repository while it is used, because what it does not bring along is found from there. */
export async function buildProgram(entry: string): Promise<BuiltProgram> {
  built += 1;
  const folder = join(process.cwd(), 'test/proof/dist', `${basename(entry, '.ts')}-${process.pid}-${built}`);
  mkdirSync(folder, { recursive: true });
  const options = ['--no-config', '--silent', '--format', 'esm', '--target', 'node20', '--out-dir', folder];
  await promisify(execFile)(process.execPath, ['node_modules/tsup/dist/cli-default.js', entry, ...options]);
  return {
    file: join(folder, `${basename(entry, '.ts')}.js`),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  };
}
