/** The independent judges, which have a lockfile of their own: installed when they are first asked. */
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';

const HERE = 'test/contract';

/**
 * Installs the judges, unless they are there. Several test files may begin at once: each installs in a folder of its own, and what is whole is moved into its
 * place, where the first one stays.
 */
export async function callJudges(): Promise<void> {
  if (existsSync(`${HERE}/node_modules`)) return;
  const aside = mkdtempSync(`${HERE}/.judges-`);
  try {
    for (const name of ['package.json', 'package-lock.json']) copyFileSync(`${HERE}/${name}`, `${aside}/${name}`);
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: aside,
      timeout: 240_000,
    });
    moveUnlessThere(`${aside}/node_modules`, `${HERE}/node_modules`);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
  }
}

/** Something of a judge's, by the name that `require` knows it by; the caller says what type it is. */
export function fromJudge(name: string): unknown {
  return createRequire(resolve(HERE, 'package.json'))(name);
}

/** A file of a judge's package. */
export function judgeFile(path: string): string {
  return resolve(HERE, 'node_modules', path);
}

/** What a judge's program printed and how it ended. */
export interface Verdict {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

// No update checks, no telemetry: a test calls no one outside.
const quiet = { CI: 'true', NO_COLOR: '1', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Runs a judge's program to its end. */
export async function askJudge(program: string, args: readonly string[]): Promise<Verdict> {
  const env = { ...process.env, ...quiet };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [judgeFile(program), ...args],
      { env, timeout: 60_000, maxBuffer: 64 * 1024 * 1024 },
      (error, out, err) => {
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), out, err });
      },
    );
  });
}

/** A folder for as long as the file's tests run. */
export function passingFolder(): (name: string, content: string | object) => string {
  const folder = mkdtempSync(join(tmpdir(), 'repaykit-contract-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (name, content) => {
    const path = join(folder, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
}
