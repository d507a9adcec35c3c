import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ConfigurationError, StoreError } from '../../src/errors.ts';
import { type LocalKeysOptions, localKeys } from '../../src/loan-file/local-keys.ts';

const masterKey = new Uint8Array(32).fill(0x11);
// Written by another program from the description alone: index key 00 01 02 … 1f, key of 'payer-1' 32 times 22, both under the master key above.
const nameOfPayer = '92c58470471cb1b17c169f84abdc26ffe40b632ab77a69d8b956622a1e2448fb.key';
const files = {
  'index.key': 'v1.AQEBAQEBAQEBAQEB.RrKC34oGyssJAaPVo7x4so9XMZCi-uy0QBi3lOjFiIpZOgVhziPgboelUWI8DIwi\n',
  [nameOfPayer]: 'v1.AgICAgICAgICAgIC.YBIsDMRjFXiN6W096apl2zoxHDHIN76Ank-TKB0fJd_XEoD-KCi_rBkKcB5pB_Yv\n',
};

let directory: string;
beforeEach(() => {
  const top = mkdtempSync(join(tmpdir(), 'repaykit-keys-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  directory = join(top, 'keys');
  mkdirSync(directory);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
});

const keys = () => localKeys({ directory, masterKey });
const hex = async (key: Promise<Uint8Array | undefined>) => Buffer.from((await key) ?? []).toString('hex');
const file = (name: string) => join(directory, name);

describe('a directory of keys', () => {
  test('that was written long ago still opens', async () => {
    expect(await hex(keys().indexKey())).toBe('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f');
    expect(await hex(keys().payerKey('payer-1'))).toBe('22'.repeat(32));
    expect(readdirSync(directory).sort()).toEqual([nameOfPayer, 'index.key']);
  });

  test('is not touched by a read of an existing key', async () => {
    utimesSync(directory, 1_000, 1_000);
    await keys().payerKey('payer-1');
    expect(statSync(directory).mtimeMs).toBe(1_000_000);
  });

  test('keeps a key as one line: its kind, 16 digits and 64 digits; as long is what is written over it', async () => {
    const own = keys();
    await own.payerKey('payer-2');
    const made = readdirSync(directory).find((name) => !(name in files)) as string;
    expect(readFileSync(file(made), 'utf8')).toMatch(/^v1\.[\w-]{16}\.[\w-]{64}\n$/);
    await own.destroyPayerKey('payer-2');
    expect(readFileSync(file(made), 'utf8')).toBe(`destroyed\n${' '.repeat(75)}`);
  });
});

describe('a key is not made up', () => {
  const text = files[nameOfPayer] as string;

  test.each([
    ['is empty', ''],
    ['was cut short', text.slice(0, -2)],
    ['has no line’s end', text.trimEnd()],
    ['has something before it', `x${text}`],
    ['has something behind it', `${text}x`],
    ['is of another kind', text.replace('v1', 'v2')],
  ])('for a payer whose file %s', async (_what, damaged) => {
    writeFileSync(file(nameOfPayer), damaged);
    const reading = keys().payerKey('payer-1');
    await expect(reading).rejects.toThrow(StoreError);
    await expect(reading).rejects.toThrow(
      new StoreError(`The key file ${nameOfPayer} is damaged: restore it from a backup`),
    );
  });

  test('for a payer whose file leads nowhere', async () => {
    rmSync(file(nameOfPayer));
    symlinkSync(file('elsewhere'), file(nameOfPayer));
    await expect(keys().payerKey('payer-1')).rejects.toThrow(
      new StoreError(`The key file ${nameOfPayer} vanished: restore it from a backup`),
    );
  });

  test('in place of an index key that was destroyed: every payer would be lost', async () => {
    writeFileSync(file('index.key'), 'destroyed\n');
    const message = `The index key in ${directory} was destroyed: restore index.key from a backup`;
    await expect(keys().indexKey()).rejects.toThrow(new StoreError(message));
    await expect(keys().payerKey('payer-1')).rejects.toThrow(new StoreError(message));
  });

  test('under another master key, and the mistake says so', async () => {
    const error = await localKeys({ directory, masterKey: new Uint8Array(32).fill(0x12) })
      .indexKey()
      .catch((thrown: unknown) => thrown);
    const message =
      'does not open index.key: give the master key that the directory was begun with, or restore the file if it was changed';
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({
      message: `localKeys: masterKey: ${message}`,
      issues: [{ path: 'masterKey', message }],
      cause: expect.any(Error),
    });
  });
});

test('keys that failed work as soon as the directory is repaired', async () => {
  const own = keys();
  writeFileSync(file('index.key'), 'v1.damaged\n');
  await expect(own.indexKey()).rejects.toThrow('index.key is damaged');
  writeFileSync(file('index.key'), files['index.key']);
  expect(await hex(own.payerKey('payer-1'))).toBe('22'.repeat(32));
});

const noDirectory = { path: 'directory', message: 'name the directory that keeps the keys' };
const noMasterKey = {
  path: 'masterKey',
  message: 'give 32 random bytes, as bytes or as their base64 or hexadecimal text (`openssl rand -base64 32`)',
};

test.each<[string, unknown, readonly object[]]>([
  ['an empty directory name', { directory: '', masterKey }, [noDirectory]],
  ['a directory that is no text', { directory: ['keys'], masterKey }, [noDirectory]],
  ['a master key of 31 bytes', { directory: 'keys', masterKey: new Uint8Array(31) }, [noMasterKey]],
  ['a password as master key', { directory: 'keys', masterKey: 'secret' }, [noMasterKey]],
  ['no master key', { directory: 'keys' }, [noMasterKey]],
  ['nothing', undefined, [noDirectory, noMasterKey]],
])('keys in a directory cannot be opened with %s', (_what, options, issues) => {
  const opening = () => localKeys(options as LocalKeysOptions);
  expect(opening).toThrow(ConfigurationError);
  expect(opening).toThrow(expect.objectContaining({ issues, message: expect.stringMatching(/^localKeys: /) }));
});
