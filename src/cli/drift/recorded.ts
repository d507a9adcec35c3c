import { open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ConfigurationError } from '../../errors.ts';
import type { CliIo } from '../io.ts';
import { isOperation } from './drift-flags.ts';

/** A recorded body, or why there is none. */
export interface Recording {
  /** Where it was found, for people. */
  readonly what: string;
  /** The operation whose answer it is, where the file's name says so. */
  readonly operation: string | undefined;
  readonly text: string;
}

const MOST_BYTES = 64_000_000;
const RECORDING = /\.(json|ndjson|jsonl)$/i;

/** Finds the files: those that are named, and in folders those that end in .json, .ndjson or .jsonl, by name. @throws ConfigurationError */
export async function findRecordings(paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const isFolder = path !== '-' && (await statOf(path)).isDirectory();
    if (!isFolder) found.push(path);
    else for (const name of await namesIn(path)) found.push(join(path, name));
  }
  return found;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw wrong(folder, 'cannot be read', cause);
  });
  return entries.flatMap((entry) => (RECORDING.test(entry.name) && !entry.isDirectory() ? [entry.name] : [])).sort();
}

/** Reads a file's recordings: one body, or one on each line. @throws ConfigurationError */
export async function readRecordings(path: string, io: CliIo): Promise<readonly Recording[]> {
  const text = textOf(await bytesOf(path, io));
  const [first = ''] = basename(path).split(/[.\-_ ]/, 1);
  const operation = isOperation(first) ? first : undefined;
  const lines = linesOf(path, text);
  if (!lines) return [{ what: path, operation, text }];
  return lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [{ what: `${path}:${index + 1}`, operation, text: line }],
  );
}

// What Windows writes may begin with a byte order mark, or be UTF-16.
function textOf(bytes: Buffer): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe
    ? bytes.subarray(2).toString('utf16le')
    : bytes.toString('utf8').replace(/^\ufeff/, '');
}

// Several lines of which the first is a whole body are a body a line; else it is one body, perhaps laid out on many lines.
function linesOf(path: string, text: string): readonly string[] | undefined {
  const lines = text.split('\n');
  if (/\.(ndjson|jsonl)$/i.test(path)) return lines;
  const filled = lines.filter((line) => line.trim() !== '');
  return filled.length > 1 && isJson(filled[0] ?? '') && !isJson(text) ? lines : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function bytesOf(path: string, io: CliIo): Promise<Buffer> {
  if (path === '-') return collect(io.input ?? [], path);
  const file = await open(path).catch((cause: unknown) => {
    throw wrong(path, 'cannot be read', cause);
  });
  try {
    return await collect(file.createReadStream({ autoClose: false }), path);
  } catch (cause) {
    throw cause instanceof ConfigurationError ? cause : wrong(path, 'cannot be read', cause);
  } finally {
    await file.close();
  }
}

async function collect(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, path: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length > MOST_BYTES) throw wrong(path, `is longer than ${MOST_BYTES / 1_000_000} MB: split it`);
  }
  return Buffer.concat(parts);
}

async function statOf(path: string): Promise<{ isDirectory(): boolean }> {
  return stat(path).catch((cause: unknown) => {
    throw wrong(path, 'cannot be read', cause);
  });
}

function wrong(path: string, message: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError('repaykit drift', [{ path, message }], { cause });
}
