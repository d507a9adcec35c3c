/** Files that are there whole or not at all, also after a power cut and with several processes at once. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export async function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  });
}

/** Makes a file, and its directory, readable by their owner only; false, and no change, if there is one already. Durable when it answers. */
export async function createExclusively(path: string, pieces: Iterable<string>): Promise<boolean> {
  const directory = dirname(path);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // Written under another name first, so that no one reads half of it; linked rather than renamed, because renaming would replace what another process made.
  const draft = join(directory, `.${randomUUID()}.draft`);
  try {
    await writeThrough(draft, 'wx', pieces);
    await link(draft, path);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await unlink(draft).catch(() => undefined);
    await syncDirectory(directory);
  }
}

/** Writes over what a file holds, in place, so that the old bytes are not merely forgotten. The text must be at least as long. Durable when it answers. */
export async function overwriteInPlace(path: string, text: string): Promise<void> {
  await writeThrough(path, 'r+', [text]);
}

async function writeThrough(path: string, flags: 'wx' | 'r+', pieces: Iterable<string>): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await writeAll(file, pieces);
    await file.sync();
  } finally {
    await file.close();
  }
}

// A long file is written as it comes, so that it need not fit into memory.
const BATCH_LENGTH = 65_536;

async function writeAll(file: FileHandle, pieces: Iterable<string>): Promise<void> {
  let batch = '';
  for (const piece of pieces) {
    batch += piece;
    if (batch.length < BATCH_LENGTH) continue;
    // Goes on where the batch before ended.
    await file.writeFile(batch);
    batch = '';
  }
  await file.writeFile(batch);
}

// A new name lasts only once its directory was written too. Some systems (Windows) cannot open directories and need no such step.
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r').catch(() => undefined);
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
