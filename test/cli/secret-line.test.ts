import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSecretLine } from '../../src/cli/terminal/secret-line.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'repaykit-secret-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(content: string | Buffer, { mode = 0o600 } = {}) {
  const path = join(folder, 'password.txt');
  await writeFile(path, content);
  await chmod(path, mode);
  return readFrom(path);
}

async function readFrom(path: string, input?: AsyncIterable<Uint8Array>) {
  let err = '';
  const note = (text: string) => {
    err += text;
  };
  const io = { out: note, err: note, showsColour: false, stop: new AbortController().signal, ...(input && { input }) };
  const password = await readSecretLine(
    { path, command: 'repaykit statement', flag: '--password-file', what: 'password' },
    io,
  ).catch((error: unknown) => error);
  return { password, err };
}

async function* bytes(...chunks: readonly string[]) {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

describe('a password file', () => {
  test.each([
    ['its first line', 'moth lantern\nsecond\n', 'moth lantern'],
    ['without the end of a line of Windows', 'moth\r\n', 'moth'],
    ['a line without an end', 'moth', 'moth'],
    ['blanks too', ' moth ', ' moth '],
    ['letters beyond ASCII', 'pässwörd\n', 'pässwörd'],
  ])('gives %s', async (_, content, password) => expect(await read(content)).toEqual({ password, err: '' }));

  test.each([
    ['is empty', '', 'holds no password'],
    ['begins with an empty line', '\nmoth', 'holds no password'],
    ['is another file', Buffer.alloc(5_000, 'moth'), 'too long'],
  ])('that %s is refused, and nothing of it is repeated', async (_, content, message) => {
    const { password, err } = await read(content);
    expect(password).toMatchObject({
      name: 'ConfigurationError',
      issues: [{ path: '--password-file', message: expect.stringContaining(message) }],
    });
    expect(inspect(password, { showHidden: true, depth: 9 }) + err).not.toContain('moth');
  });

  test.each([
    ['is not there', 'none.txt', 'cannot be read'],
    ['is a folder', '', 'is a folder'],
  ])('that %s is refused', async (_, name, message) => {
    expect(await readFrom(join(folder, name))).toMatchObject({
      password: { message: expect.stringContaining(message) },
    });
  });

  test.skipIf(process.platform === 'win32')('that everybody can read is taken with a warning', async () => {
    const { password, err } = await read('moth\n', { mode: 0o644 });
    expect(password).toBe('moth');
    expect(err).toMatch(/^repaykit statement: every user of this machine can read[^\n]*\n$/);
  });
});

describe('the password on standard input', () => {
  test('is its first line, in whatever pieces it comes', async () => {
    expect(await readFrom('-', bytes('mo', 'th\nx'))).toEqual({ password: 'moth', err: '' });
  });

  test('is missed where there is none', async () => {
    expect(await readFrom('-')).toMatchObject({ password: { message: expect.stringContaining('holds no password') } });
  });
});
