import { open } from 'node:fs/promises';
import { ConfigurationError } from '../../errors.ts';
import type { CliIo } from '../io.ts';

// A PDF takes no password of more than 127 bytes; whoever names the PDF itself by mistake is told so, and its bytes are not tried.
const MOST_BYTES = 1_024;
const OTHERS_MAY_READ = 0o004;

/** Reads the first line of the file, or of standard input for `-`, without its end. @throws ConfigurationError, which never holds what was read */
export async function readPassword(path: string, io: CliIo): Promise<string> {
  const bytes = path === '-' ? await firstBytes(io.input ?? nothing()) : await fromFile(path, io);
  const [line = '', ...more] = bytes.toString('utf8').split(/\r?\n/);
  if (line === '') throw wrong('holds no password in its first line');
  if (more.length === 0 && bytes.length >= MOST_BYTES) throw wrong('has a first line that is too long for a password: name the file that holds nothing else');
  return line;
}

async function fromFile(path: string, io: CliIo): Promise<Buffer> {
  const file = await open(path).catch((cause: unknown) => {
    throw wrong('cannot be read', cause);
  });
  try {
    const stats = await file.stat();
    if (stats.isDirectory()) throw wrong('is a folder');
    if (stats.isFile() && process.platform !== 'win32' && (stats.mode & OTHERS_MAY_READ) !== 0) {
      io.err('repaykit statement: every user of this machine can read the password file: chmod 600 keeps it to you\n');
    }
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

function wrong(message: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError('repaykit statement', [{ path: '--password-file', message }], { cause });
}
