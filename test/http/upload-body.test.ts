import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UploadBody } from '../../src/http/upload-body.ts';
import { openDescriptors } from './open-descriptors.ts';

const begin = Buffer.from('%PDF-1.7\n');

function bodyOf(source: unknown): UploadBody {
  return new UploadBody({
    fields: { bvn: '22200000001' },
    fileField: 'statement',
    source,
    maxBytes: 10_000_000,
    onProgress: undefined,
  });
}

describe('the body of an upload', () => {
  test('that is not read further releases its file when it is closed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'repaykit-body-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'statement.pdf'), Buffer.concat([begin, Buffer.alloc(3_000_000)]));
    const path = join(folder, 'statement.pdf');
    const body = bodyOf(path);
    await body.prepare();
    const chunks = body.open()[Symbol.asyncIterator]();
    for (let taken = 0; taken < 12; taken += 1) await chunks.next();
    // Until nothing flows any more, because no one reads.
    for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(openDescriptors(path)).toBe(1);
    body.close();
    // The test's own time limit ends it otherwise.
    while (openDescriptors(path) > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  test('that is released while its source is still looked at closes it all the same', async () => {
    const stalled = new Readable({ read() {} });
    const body = bodyOf(stalled);
    const prepared = body.prepare();
    body.release();
    await expect(prepared).rejects.toThrow('is a stream that failed');
    expect(stalled.destroyed).toBe(true);
  });

  test('is given once', async () => {
    const body = bodyOf(begin);
    await body.prepare();
    for await (const _chunk of body.open()) break;
    expect(() => body.open()).toThrow('never sent a second time');
  });

  test('is the same if its source fills one buffer for all chunks', async () => {
    const file = Buffer.concat([begin, Buffer.from(Array.from({ length: 3_000 }, (_, index) => index % 251))]);
    const shared = new Uint8Array(100);
    async function* chunks() {
      for (let start = 0; start < file.length; start += shared.length) {
        const filled = file.copy(shared, 0, start, start + shared.length);
        yield shared.subarray(0, filled);
      }
    }
    const body = bodyOf(chunks());
    await body.prepare();
    // All of it waits to be written, as for a slow service.
    const written: Uint8Array[] = [];
    for await (const chunk of body.open()) written.push(chunk);
    expect(Buffer.concat(written).includes(file)).toBe(true);
  });

  test('is refused for a stream that is locked, and made once it is released', async () => {
    const stream = new Blob([begin]).stream();
    const reader = stream.getReader();
    await expect(bodyOf(stream).prepare()).rejects.toMatchObject({
      name: 'UploadSourceError',
      message: 'is a stream that is locked by a reader; release the reader, or open a new stream',
    });
    reader.releaseLock();
    await bodyOf(stream).prepare();
  });

  test('is refused for bytes whose buffer was transferred', async () => {
    const bytes = new Uint8Array(begin);
    const moved = [bytes, Buffer.from(bytes.buffer), bytes.buffer];
    structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
    for (const source of moved) {
      await expect(bodyOf(source).prepare()).rejects.toMatchObject({
        name: 'UploadSourceError',
        message: 'is a buffer that was transferred and is empty now; pass a copy that was made before',
      });
    }
  });
});
