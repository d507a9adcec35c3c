import { open, unlink } from 'node:fs/promises';

/** Why a file cannot be written, and the cause. */
type Refusal = readonly [message: string, cause: unknown];

/**
 * Writes a file that did not exist, for its owner only. It never overwrites one, because a file may be evidence.
 * @throws what `wrong` makes of a refusal, what `lines` throws
 */
export async function writeNewFile(
  path: string,
  lines: Iterable<string> | AsyncIterable<string>,
  wrong: (why: Refusal) => Error,
): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
    const isThere = cause.code === 'EEXIST';
    throw wrong([isThere ? 'there is such a file already: name a new one' : 'cannot be written', cause]);
  });
  try {
    for await (const line of lines) await file.appendFile(line);
    await file.sync();
  } catch (error) {
    // A partial file is not evidence, and would block the next attempt.
    await unlink(path).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}
