import { open } from 'node:fs/promises';
import { commandErrors } from '../in-flags.ts';
import type { CliIo } from './io.ts';

// No secret is this long: a PDF password has at most 127 bytes. A larger file was probably named by mistake. It is
// refused, and its bytes are not tried.
const MOST_BYTES = 1_024;
const OTHERS_MAY_READ = 0o004;

export interface SecretPlace {
  /** The file, or `-` for standard input. */
  readonly path: string;
  /** The command, for its errors, such as `repaykit statement`. */
  readonly command: string;
  readonly flag: string;
  /** The name of the secret in messages: `password`. */
  readonly what: string;
}

/**
 * Reads the first line, without its line end. Secrets come from files because other users of a machine can see command
 * lines.
 * @throws ConfigurationError, which never contains the secret
 */
export async function readSecretLine(place: SecretPlace, io: CliIo): Promise<string> {
  const { path, command, flag, what } = place;
  const { wrong } = commandErrors(command);
  const bytes = path === '-' ? await firstBytes(io.input ?? nothing()) : await fromFile(place, io);
  const [line = '', ...more] = bytes.toString('utf8').split(/\r?\n/);
  if (line === '') throw wrong(flag, `holds no ${what} in its first line`);
  if (more.length === 0 && bytes.length >= MOST_BYTES)
    throw wrong(flag, `has a first line that is too long for a ${what}: name the file that holds nothing else`);
  return line;
}

async function fromFile({ path, command, flag, what }: SecretPlace, io: CliIo): Promise<Buffer> {
  const { wrong, refuse } = commandErrors(command);
  const file = await open(path).catch(refuse(flag, 'cannot be read'));
  try {
    const stats = await file.stat();
    if (stats.isDirectory()) throw wrong(flag, 'is a folder');
    if (stats.isFile() && process.platform !== 'win32' && (stats.mode & OTHERS_MAY_READ) !== 0)
      io.err(`${command}: every user of this machine can read the ${what} file: chmod 600 keeps it to you\n`);
    return await firstBytes(file.createReadStream({ autoClose: false, highWaterMark: MOST_BYTES }));
  } finally {
    await file.close();
  }
}

async function firstBytes(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  let bytes: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    bytes = Buffer.concat([bytes, chunk]);
    if (bytes.includes('\n') || bytes.length >= MOST_BYTES) break;
  }
  return bytes;
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
