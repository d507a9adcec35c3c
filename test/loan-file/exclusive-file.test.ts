import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createExclusively, overwriteInPlace, readIfThere } from '../../src/loan-file/exclusive-file.ts';

let directory: string;
let path: string;
beforeEach(() => {
  const top = mkdtempSync(join(tmpdir(), 'repaykit-files-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  directory = join(top, 'deep', 'down');
  path = join(directory, 'file');
});

/** A disk that answers whenever something is to be made durable: an error's code, or nothing where it worked. Answers what was made durable. */
async function disk(answer: (what: 'file' | 'directory') => string | undefined): Promise<readonly string[]> {
  const synced: string[] = [];
  const probe = await open(tmpdir(), 'r');
  const spy = vi.spyOn(Object.getPrototypeOf(probe) as FileHandle, 'sync').mockImplementation(async function (
    this: FileHandle,
  ) {
    const what = (await this.stat()).isDirectory() ? 'directory' : 'file';
    synced.push(what);
    const code = answer(what);
    if (code !== undefined) throw Object.assign(new Error(`${code}: the disk says no`), { code });
  });
  await probe.close();
  onTestFinished(() => spy.mockRestore());
  return synced;
}

function* failing(): Generator<string> {
  yield 'half';
  throw new RangeError('no more');
}

describe('a file that is read if it is there', () => {
  test('gives its text, and nothing where there is none', async () => {
    expect(await readIfThere(path)).toBeUndefined();
    await createExclusively(path, ['₦ 1']);
    expect(await readIfThere(path)).toBe('₦ 1');
  });

  test('that cannot be read is not taken for none', async () => {
    mkdirSync(path, { recursive: true });
    await expect(readIfThere(path)).rejects.toMatchObject({ code: 'EISDIR' });
  });
});

describe('a file that is made', () => {
  test('holds all pieces, and it and its directory are for their owner alone', async () => {
    expect(await createExclusively(path, ['a', 'b', '₦'])).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe('ab₦');
    expect([statSync(path).mode & 0o777, statSync(directory).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(readdirSync(directory)).toEqual(['file']);
  });

  test('is left as it is where there was one, and by all but one who make it at once', async () => {
    const made = await Promise.all(['a', 'b', 'c', 'd'].map((text) => createExclusively(path, [text])));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(readFileSync(path, 'utf8')).toBe('abcd'[made.indexOf(true)]);
    expect(readdirSync(directory)).toEqual(['file']);
  });

  test('is not there before it is whole, and what is long is written as it comes', async () => {
    const sizes: number[][] = [];
    const look = () =>
      sizes.push(readdirSync(directory).map((name) => (name === 'file' ? -1 : statSync(join(directory, name)).size)));
    function* pieces(): Generator<string> {
      for (const piece of ['₦'.repeat(65_535), 'a', 'b'.repeat(65_537), 'c']) {
        yield piece;
        look();
      }
    }
    await createExclusively(path, pieces());
    expect(sizes).toEqual([[0], [196_606], [262_143], [262_143]]);
    expect(readFileSync(path, 'utf8') === `${'₦'.repeat(65_535)}a${'b'.repeat(65_537)}c`).toBe(true);
  });

  test('is not there where its pieces fail, nor any half of it', async () => {
    await expect(createExclusively(path, failing())).rejects.toThrow('no more');
    expect(readdirSync(directory)).toEqual([]);
  });

  test('fails for its own reason where its directory vanished meanwhile', async () => {
    function* vanishing(): Generator<string> {
      rmSync(directory, { recursive: true });
      yield 'a';
    }
    await expect(createExclusively(path, vanishing())).rejects.toMatchObject({ code: 'ENOENT', syscall: 'link' });
  });

  test('is durable with its name when that is answered', async () => {
    const synced = await disk(() => undefined);
    expect(await createExclusively(path, ['a'])).toBe(true);
    expect(synced).toEqual(['file', 'directory']);
  });

  test('is not there where it cannot be made durable', async () => {
    await disk((what) => (what === 'file' ? 'EIO' : undefined));
    await expect(createExclusively(path, ['a'])).rejects.toMatchObject({ code: 'EIO' });
    expect(readdirSync(directory)).toEqual([]);
  });

  test.each(['EPERM', 'EINVAL'])('is made where directories need no step of their own (%s)', async (code) => {
    await disk((what) => (what === 'directory' ? code : undefined));
    expect(await createExclusively(path, ['a'])).toBe(true);
  });

  test('is not called made where its name may not last', async () => {
    await disk((what) => (what === 'directory' ? 'EIO' : undefined));
    await expect(createExclusively(path, ['a'])).rejects.toMatchObject({ code: 'EIO' });
  });
});

describe('a file that is written over', () => {
  test('is the same one with other bytes, durably', async () => {
    await createExclusively(path, ['secret']);
    const { ino } = lstatSync(path);
    const synced = await disk(() => undefined);
    await overwriteInPlace(path, 'erased');
    expect([readFileSync(path, 'utf8'), lstatSync(path).ino]).toEqual(['erased', ino]);
    expect(synced).toEqual(['file']);
  });

  test('keeps what stands behind the text: it is never cut before it is covered', async () => {
    mkdirSync(directory, { recursive: true });
    writeFileSync(path, 'a longer secret');
    await overwriteInPlace(path, 'erased');
    expect(readFileSync(path, 'utf8')).toBe('eraseder secret');
  });

  test('has to be there', async () => {
    await expect(overwriteInPlace(path, 'erased')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

// Where the system shows what a process holds open.
test.runIf(process.platform === 'linux')(
  'no file and no directory stays open, whether it was made or not',
  async () => {
    await createExclusively(path, ['a']);
    await createExclusively(path, ['b']);
    await createExclusively(join(directory, 'other'), failing()).catch(() => undefined);
    await overwriteInPlace(path, 'c');
    expect(openFiles().filter((file) => file.startsWith(directory))).toEqual([]);
  },
);

function openFiles(): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });
}
