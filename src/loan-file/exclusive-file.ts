/** Files that exist either completely or not at all, even after a power cut and with several processes. */

import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { builtins } from '../builtins.ts';

export async function readIfThere(path: string): Promise<string | undefined> {
  return builtins.files.readFile(path, 'utf8').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  });
}

/** Readable by its owner only, with its directory. Returns false if it exists. Durable when it resolves. */
export async function createExclusively(path: string, pieces: Iterable<string>): Promise<boolean> {
  const directory = dirname(path);
  await builtins.files.mkdir(directory, { recursive: true, mode: 0o700 });
  // No one reads half a file. A link, because renaming would replace a file of another process.
  const draft = join(directory, `.${builtins.crypto.randomUUID()}.draft`);
  try {
    await writeThrough(draft, 'wx', pieces);
    await builtins.files.link(draft, path);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await builtins.files.unlink(draft).catch(() => undefined);
    await syncDirectory(directory);
  }
}

/** In place, so that the old bytes are really gone. The text must not be shorter. Durable when it resolves. */
export async function overwriteInPlace(path: string, text: string): Promise<void> {
  await writeThrough(path, 'r+', [text]);
}

async function writeThrough(path: string, flags: 'wx' | 'r+', pieces: Iterable<string>): Promise<void> {
  const file = await builtins.files.open(path, flags, 0o600);
  try {
    await writeAll(file, pieces);
    await file.sync();
  } finally {
    await file.close();
  }
}

// Long files are written in batches, so that they need not fit into memory.
const BATCH_LENGTH = 65_536;

async function writeAll(file: FileHandle, pieces: Iterable<string>): Promise<void> {
  let batch = '';
  for (const piece of pieces) {
    batch += piece;
    if (batch.length < BATCH_LENGTH) continue;
    await file.writeFile(batch);
    batch = '';
  }
  await file.writeFile(batch);
}

// A new name is durable only after its directory is synced. Windows cannot open directories and needs no sync.
async function syncDirectory(path: string): Promise<void> {
  const directory = await builtins.files.open(path, 'r').catch(() => undefined);
  try {
    await directory?.sync();
  } catch (error) {
    if (!isCode(error, 'EPERM') && !isCode(error, 'EINVAL')) throw error;
  } finally {
    await directory?.close();
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
