import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ConfigurationError, StoreError } from '../../src/errors.ts';
import { type KeyProvider, memoryKeys } from '../../src/loan-file/keys.ts';
import { localKeys } from '../../src/loan-file/local-keys.ts';

const masterKey = randomBytes(32);

function freshDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'repaykit-keys-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, 'keys');
}

describe.each([
  { kind: 'memory', open: memoryKeys },
  { kind: 'local', open: () => localKeys({ directory: freshDirectory(), masterKey }) },
])('keys in $kind', ({ open }) => {
  let keys: KeyProvider;
  beforeEach(() => {
    keys = open();
  });

  test('a payer has 32 bytes of their own, the same ever after', async () => {
    const key = await keys.payerKey('payer-1');
    expect(key).toHaveLength(32);
    expect(await keys.payerKey('payer-1')).toEqual(key);
    expect(await keys.payerKey('payer-2')).not.toEqual(key);
  });

  test('a change of a key that was read changes no stored key', async () => {
    const before = Uint8Array.from((await keys.payerKey('payer-1')) ?? []);
    (await keys.payerKey('payer-1'))?.fill(0);
    (await keys.indexKey()).fill(0);
    expect(Uint8Array.from((await keys.payerKey('payer-1')) ?? [])).toEqual(before);
    expect((await keys.indexKey()).some((byte) => byte !== 0)).toBe(true);
  });

  test('a destroyed key never comes back, and destroying it twice is no error', async () => {
    const other = await keys.payerKey('payer-2');
    await keys.payerKey('payer-1');
    await keys.destroyPayerKey('payer-1');
    await keys.destroyPayerKey('payer-1');
    expect(await keys.payerKey('payer-1')).toBeUndefined();
    expect(await keys.payerKey('payer-2')).toEqual(other);
  });

  test('a payer whose key was destroyed before there was one gets none', async () => {
    await keys.destroyPayerKey('payer-1');
    expect(await keys.payerKey('payer-1')).toBeUndefined();
  });

  test('the index key is 32 bytes, the same for ever, and no payer has it', async () => {
    const index = await keys.indexKey();
    expect(index).toHaveLength(32);
    expect(await keys.indexKey()).toEqual(index);
    expect(await keys.payerKey('index')).not.toEqual(index);
  });

  test('all who ask at once get the same key', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => keys.payerKey('payer-1')));
    expect(new Set(all.map((key) => Buffer.from(key ?? []).toString('hex'))).size).toBe(1);
  });
});

describe('keys in a directory', () => {
  test('are there for the next process, and for another one at the same time', async () => {
    const directory = freshDirectory();
    const copies = Array.from({ length: 10 }, () => localKeys({ directory, masterKey }));
    const all = await Promise.all(copies.map((keys) => keys.payerKey('payer-1')));
    const indexes = await Promise.all(copies.map((keys) => keys.indexKey()));
    expect(new Set([...all].map((key) => Buffer.from(key ?? []).toString('hex'))).size).toBe(1);
    expect(new Set(indexes.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);
    await copies[0]?.destroyPayerKey('payer-1');
    expect(await copies[1]?.payerKey('payer-1')).toBeUndefined();
    expect(await localKeys({ directory, masterKey }).payerKey('payer-1')).toBeUndefined();
  });

  test('show neither payer nor key, leave no drafts, and belong to their owner alone', async () => {
    const directory = freshDirectory();
    const keys = localKeys({ directory, masterKey });
    const key = Buffer.from((await keys.payerKey('22222222222')) ?? []);
    const files = readdirSync(directory);
    expect(files).toHaveLength(2);
    for (const file of files) {
      const text = readFileSync(join(directory, file), 'utf8');
      expect(`${file} ${text}`).not.toContain('22222222222');
      expect(text).not.toContain(key.toString('base64url'));
      expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
    }
    expect(statSync(directory).mode & 0o777).toBe(0o700);
  });

  test('are gone from the file once they are destroyed', async () => {
    const directory = freshDirectory();
    const keys = localKeys({ directory, masterKey });
    await keys.payerKey('payer-1');
    const file = join(directory, readdirSync(directory).find((name) => name !== 'index.key') as string);
    const before = readFileSync(file, 'utf8');
    await keys.destroyPayerKey('payer-1');
    const after = readFileSync(file, 'utf8');
    expect(after).toMatch(/^destroyed\s+$/);
    expect(after).toHaveLength(before.length);
  });

  test('do not open under another master key', async () => {
    const directory = freshDirectory();
    await localKeys({ directory, masterKey }).payerKey('payer-1');
    const stranger = localKeys({ directory, masterKey: randomBytes(32) });
    for (const attempt of [
      () => stranger.indexKey(),
      () => stranger.payerKey('payer-1'),
      () => stranger.payerKey('payer-2'),
    ]) {
      await expect(attempt()).rejects.toThrow(ConfigurationError);
      await expect(attempt()).rejects.toThrow(/master key that the directory was begun with/);
    }
    expect(readdirSync(directory)).toHaveLength(2);
  });

  test("do not take one payer's file for another's, nor a damaged one", async () => {
    const directory = freshDirectory();
    const keys = localKeys({ directory, masterKey });
    await keys.payerKey('payer-1');
    const first = readdirSync(directory).find((name) => name !== 'index.key') as string;
    await keys.payerKey('payer-2');
    const second = readdirSync(directory).find((name) => name !== 'index.key' && name !== first) as string;
    writeFileSync(join(directory, second), readFileSync(join(directory, first)));
    await expect(keys.payerKey('payer-2')).rejects.toThrow(ConfigurationError);
    writeFileSync(join(directory, second), 'v1.short\n');
    await expect(keys.payerKey('payer-2')).rejects.toThrow(StoreError);
  });

  test('take the master key as bytes, base64, base64url or hexadecimal', async () => {
    const directory = freshDirectory();
    const key = await localKeys({ directory, masterKey }).payerKey('payer-1');
    for (const text of [
      masterKey.toString('base64'),
      masterKey.toString('base64url'),
      masterKey.toString('hex'),
      `${masterKey.toString('hex').toUpperCase()}\n`,
    ])
      expect(await localKeys({ directory, masterKey: text }).payerKey('payer-1')).toEqual(key);
  });

  test('name every wrong option at once and show no key', () => {
    try {
      localKeys({ directory: '', masterKey: 'secretsecret' });
      expect.unreachable();
    } catch (error) {
      expect((error as ConfigurationError).issues.map(({ path }) => path)).toEqual(['directory', 'masterKey']);
      expect((error as Error).message).not.toContain('secretsecret');
    }
  });
});
