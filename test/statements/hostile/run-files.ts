import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { StatementLimits } from '../../../src/statements/read-options.ts';

/** A file to read, and within what. */
export interface FileToRead {
  readonly bytes: Buffer;
  readonly limits?: Partial<StatementLimits>;
}

/** How the readings of a file ended. */
export interface FileEndings {
  readonly endings: readonly { readonly ending: string; readonly message?: string }[];
  /** Of one reading, in milliseconds. */
  readonly ms: number;
  /** Memory of the process, in megabytes: at most, and just afterwards. */
  readonly mostMb: number;
  readonly afterMb: number;
}

/** What a process said that read files. */
export interface FilesRead {
  readonly files: readonly FileEndings[];
  /** Memory of the process before and after all of it, in megabytes. */
  readonly before: number;
  readonly after: number;
}

/** Reads files in a process of its own by the built package, each `times` times. @throws when that process does not end well */
export async function readFiles(files: readonly FileToRead[], times: number): Promise<FilesRead> {
  const folder = await mkdtemp(join(tmpdir(), 'repaykit-hostile-'));
  try {
    const named = files.map(({ bytes, limits = {} }, index) => ({
      bytes,
      entry: { path: join(folder, `${index}.pdf`), limits },
    }));
    for (const { bytes, entry } of named) await writeFile(entry.path, bytes);
    const lines = await run({ files: named.map(({ entry }) => entry), times });
    const { before, after } = lines.pop() as unknown as FilesRead;
    return { files: lines, before, after };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(argument: object): Promise<FileEndings[]> {
  const script = resolve('test/statements/hostile/read-files.mjs');
  return new Promise((done, fail) => {
    execFile(process.execPath, [script, JSON.stringify(argument)], { maxBuffer: 1e8 }, (error, out, err) => {
      const lines = out.trim().split('\n');
      if (error) fail(new Error(`The process died after ${lines.length - 1} files: ${err.slice(0, 2_000)}`));
      else if (err !== '') fail(new Error(`The process printed: ${err.slice(0, 2_000)}`));
      else done(lines.map((line) => JSON.parse(line) as FileEndings));
    });
  });
}
