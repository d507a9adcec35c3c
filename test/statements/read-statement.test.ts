import { getEventListeners, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TextPage } from '../../src/statements/pdf/text-page.ts';
import type { ReadProgress, StatementSource } from '../../src/statements/read-options.ts';
import { readStatement } from '../../src/statements/read-statement.ts';
import { windingFiles } from './hostile/winding-files.ts';
import { encryptedPdf } from './pdf/encrypted-pdf.ts';
import { pagesOf } from './pdf/opened.ts';
import { at, pagesPdf } from './pdf/raw-pdf.ts';
import { statementPages } from './pdf/statement-pages.ts';

const pages = statementPages(3, 20);
const pdf = pagesPdf(pages);

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'repaykit-statement-'));
  path = join(folder, 'Sample Payer 0001234567.pdf');
  await writeFile(path, pdf);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What a reading ended with. */
const failure = (reading: Promise<unknown>) =>
  reading.then(
    () => expect.unreachable('it was read'),
    (error: Error & { code?: string }) => error,
  );

describe('a statement', () => {
  test.each<[string, () => StatementSource]>([
    ['the path of a file', () => path],
    ['a file URL', () => pathToFileURL(path)],
    ['a Buffer', () => pdf],
    [
      'bytes within a larger buffer',
      () => new Uint8Array(Buffer.concat([Buffer.alloc(9), pdf, Buffer.alloc(9)]).buffer, 9, pdf.length),
    ],
    ['an ArrayBuffer', () => new Uint8Array(pdf).buffer],
    ['a Blob', () => new Blob([new Uint8Array(pdf)])],
    ['a stream', () => Readable.from([pdf.subarray(0, 7), pdf.subarray(7, 999), pdf.subarray(999)])],
    ['a web stream', () => new Blob([new Uint8Array(pdf)]).stream()],
  ])('is read from %s', async (_kind, source) => {
    const { transactions, proof } = await readStatement(source());
    expect([transactions.length, proof.chain.broken]).toEqual([60, []]);
  });

  test("leaves the caller's bytes as they are", async () => {
    const bytes = new Uint8Array(pdf);
    await readStatement(bytes);
    expect(bytes.length).toBe(pdf.length);
    expect(Buffer.from(bytes).equals(pdf)).toBe(true);
  });

  test('opens with its password', async () => {
    const locked = encryptedPdf('aes-256-r6', { user: Buffer.from('69242'), owner: Buffer.from('x') }, pages);
    expect((await readStatement(locked, { password: '69242', bankCode: '058' })).transactions[0]).toMatchObject({
      bankCode: '058',
    });
    expect(await failure(readStatement(locked))).toMatchObject({ name: 'StatementError', code: 'password_required' });
    expect(await failure(readStatement(locked, { password: '69243' }))).toMatchObject({
      name: 'StatementError',
      code: 'password_wrong',
    });
  });

  test('reports each page as it is read, and never after the end', async () => {
    const reported: ReadProgress[] = [];
    await readStatement(pdf, { onProgress: (progress) => reported.push(progress) });
    expect(reported).toEqual([1, 2, 3].map((page) => ({ page, pages: 3 })));
    const aborted = new AbortController();
    const late: ReadProgress[] = [];
    const reading = readStatement(pdf, {
      signal: aborted.signal,
      onProgress: (progress) => {
        late.push(progress);
        aborted.abort();
      },
    });
    await failure(reading);
    await readStatement(pdf);
    expect(late).toEqual([{ page: 1, pages: 3 }]);
  });

  test('is read all the same when the progress handler throws', async () => {
    const reading = readStatement(pdf, {
      onProgress: () => {
        throw new Error('mine');
      },
    });
    expect((await reading).transactions).toHaveLength(60);
  });

  test('is read beside others, each with its own', async () => {
    const many = await Promise.all(
      Array.from({ length: 12 }, (_, index) => readStatement(pagesPdf(statementPages(1, 10 + index)))),
    );
    expect(many.map(({ transactions }) => transactions.length)).toEqual(
      Array.from({ length: 12 }, (_, index) => 10 + index),
    );
  });
});

describe('a reading', () => {
  const endless = () => windingFiles.find(({ isEndless }) => isEndless)?.make(false) ?? expect.unreachable();

  test.each([
    ['bytes', { bytes: 1_000 }, 'The file is larger than 1,000 bytes'],
    ['pages', { pages: 2 }, 'The PDF has more than 2 pages'],
    ['items', { items: 100 }, 'The PDF has more than 100 pieces of text'],
    ['streamBytes', { streamBytes: 500 }, 'A stream of the PDF inflates to more than 500 bytes'],
    ['memoryBytes', { memoryBytes: 1_048_576 }, 'Reading the PDF takes more than 1,048,576 bytes of memory'],
    ['timeMs', { timeMs: 1 }, 'Reading the PDF takes more than 1 ms'],
  ])('ends at its limit of %s, and says which, how much and how it is raised', async (limit, limits, says) => {
    const error = await failure(readStatement(pdf, { limits }));
    expect(error).toMatchObject({
      name: 'StatementError',
      code: 'limit_exceeded',
      message: `${says}. If the file can be trusted, raise \`limits.${limit}\`.`,
    });
  });

  test('goes as far as its limits', async () => {
    const lettersOf = ({ pieces }: TextPage) => pieces.reduce((sum, { text }) => sum + text.length, 0);
    const items = (await pagesOf(pdf)).reduce((sum, page) => sum + Math.ceil(lettersOf(page) / 12), 0);
    const limits = { bytes: pdf.length, pages: 3, items, streamBytes: 10_000, memoryBytes: 2 ** 29, timeMs: 60_000 };
    expect((await readStatement(pdf, { limits })).transactions).toHaveLength(60);
    for (const less of [{ bytes: pdf.length - 1 }, { items: items - 1 }]) {
      expect(await failure(readStatement(pdf, { limits: { ...limits, ...less } }))).toMatchObject({
        code: 'limit_exceeded',
      });
    }
  });

  test('ends where the engine is busy and reads no messages', async () => {
    expect(await failure(readStatement(endless(), { limits: { timeMs: 300 } }))).toMatchObject({
      code: 'limit_exceeded',
    });
    const aborting = new AbortController();
    const reading = failure(readStatement(endless(), { signal: aborting.signal }));
    await new Promise((resolve) => setImmediate(resolve));
    aborting.abort(new Error('enough'));
    expect(await reading).toMatchObject({ name: 'AbortedError', code: 'aborted', cause: new Error('enough') });
  });

  test('does not begin when it is aborted already, nor while it waits for a thread', async () => {
    expect(await failure(readStatement(pdf, { signal: AbortSignal.abort('no') }))).toMatchObject({
      code: 'aborted',
      cause: 'no',
    });
    const aborting = new AbortController();
    const busy = Array.from({ length: 8 }, () => readStatement(pdf));
    const waiting = failure(readStatement(pdf, { signal: aborting.signal }));
    aborting.abort();
    expect(await waiting).toMatchObject({ code: 'aborted' });
    expect((await Promise.all(busy)).map(({ pages: count }) => count)).toEqual(Array(8).fill(3));
  });

  test('leaves nothing behind at its signal', async () => {
    const { signal } = new AbortController();
    await readStatement(pdf, { signal });
    await failure(readStatement(pdf.subarray(0, 900), { signal }));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('cuts a stream at the limit and closes it', async () => {
    let sent = 0;
    const stream = Readable.from(
      (async function* () {
        yield Buffer.from('%PDF-1.7');
        for (;;) {
          sent += 1;
          yield Buffer.alloc(1_000);
        }
      })(),
    );
    expect(await failure(readStatement(stream, { limits: { bytes: 20_000 } }))).toMatchObject({
      code: 'limit_exceeded',
    });
    expect(stream.destroyed).toBe(true);
    expect(sent).toBeLessThan(100);
  });

  test('does not wait for ever for a stream that says nothing', async () => {
    const silent = new Readable({ read: () => undefined });
    const closed = once(silent, 'close');
    expect(await failure(readStatement(silent, { limits: { timeMs: 20 } }))).toMatchObject({ code: 'limit_exceeded' });
    await closed;
  });
});

describe('what cannot be read', () => {
  test.each<[string, unknown, string]>([
    ['a file that is not there', 'nowhere/0001234567.pdf', 'source: cannot be read (ENOENT)'],
    ['a folder', tmpdir(), 'source: is not a file'],
    [
      'another kind of address',
      new URL('https://bank.example.com/statement.pdf'),
      'source: cannot be read (ERR_INVALID_URL_SCHEME)',
    ],
    ['a number', 42, 'source: must be the path of a file, a file URL, bytes, a Blob or a stream'],
    ['a stream of text', Readable.from(['%PDF-1.7']), 'source: is a stream of something other than bytes'],
  ])('is refused: %s', async (_kind, source, message) => {
    expect(await failure(readStatement(source as StatementSource))).toMatchObject({
      name: 'InputError',
      message: `readStatement: ${message}`,
    });
  });

  test('is a stream that was read before, or that fails', async () => {
    const used = Readable.from([pdf]);
    await used.toArray();
    expect((await failure(readStatement(used))).message).toContain('has been read before');
    const failing = new Readable({ read: () => undefined });
    const reading = failure(readStatement(failing));
    failing.destroy(new Error('gone'));
    expect((await reading).message).toContain('is a stream that failed');
  });

  test('is refused with all that is wrong with its options', async () => {
    const options = {
      password: 5,
      account: '12',
      bankCode: 58,
      limits: { pages: 0, items: 1.5, rows: 3 },
      signal: {},
      onProgress: 'x',
      passwd: 'y',
    } as object;
    const error = await failure(readStatement(pdf, options));
    expect(error).toMatchObject({ name: 'InputError', code: 'input_invalid' });
    expect((error as unknown as { issues: { path: string }[] }).issues.map(({ path: at }) => at).sort()).toEqual(
      [
        'account',
        'bankCode',
        'limits.items',
        'limits.pages',
        'limits.rows',
        'onProgress',
        'passwd',
        'password',
        'signal',
      ].sort(),
    );
  });

  test('is refused without a word of the file, its name or its password', async () => {
    const secret = 'Sample Payer 0001234567';
    const scan = join(folder, `${secret}-scan.pdf`);
    await writeFile(scan, pagesPdf([at(40, 700, secret.slice(0, 20))]));
    await writeFile(join(folder, `${secret}-broken.pdf`), pdf.subarray(0, 900));
    for (const name of [scan, join(folder, `${secret}-broken.pdf`), join(folder, `${secret}-missing.pdf`)]) {
      const error = await failure(readStatement(name, { password: secret }));
      const { message, cause, stack } = error as Error;
      const shown = [message, JSON.stringify(error), String(cause), String((cause as Error | undefined)?.stack)].join();
      expect(shown).not.toMatch(/Sample|Payer|0001234567/);
      expect(stack).not.toContain(secret);
    }
  });
});
