import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Income } from '../../src/client/resources/income.ts';
import { fetchTransport } from '../../src/http/fetch-transport.ts';
import type { UploadSource } from '../../src/http/upload-source.ts';
import { deadPort, engineFor, errorOf, loopbackService, respond, succeed } from '../http/loopback-service.ts';
import { openDescriptors } from '../http/open-descriptors.ts';
import { passDeadlines } from '../http/pass-deadlines.ts';
import { afterTheFirstBytes, swallow, uploadSink } from './upload-sink.ts';

const person = {
  bvn: '22200000001',
  accountName: 'Ada Obi',
  accountNumber: '0123456789',
  accountType: 'savings',
  bankName: 'Sample Bank',
  bankCode: '044',
};
const MEGABYTE = 1_000_000;
const begin = Buffer.from('%PDF-1.7\n');

let folder = '';
let file = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'repaykit-uploads-'));
  file = join(folder, 'long statement.pdf');
  await writeFile(file, Buffer.concat([begin, Buffer.alloc(4 * MEGABYTE)]));
});
afterAll(() => rm(folder, { recursive: true }));

function upload(
  url: string,
  statement: unknown,
  options: Parameters<Income['uploadStatement']>[1] & object = {},
  more: Parameters<typeof engineFor>[1] = {},
) {
  return new Income(engineFor(url, { maxUploadBytes: 300 * MEGABYTE, ...more })).uploadStatement(
    { ...person, statement: statement as UploadSource },
    options,
  );
}

const soon = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Looks until nothing is open any more; the test's own time limit ends it otherwise. */
async function untilClosed(path: string): Promise<void> {
  while (openDescriptors(path) > 0) await soon();
}

/** A stream of so many bytes that counts what was taken from it, and knows whether it was closed. */
function counted(length: number) {
  const chunk = Buffer.alloc(64 * 1_024);
  const state = { taken: 0, isClosed: false };
  async function* chunks() {
    try {
      yield begin;
      for (; state.taken < length; state.taken += chunk.length) yield chunk;
    } finally {
      state.isClosed = true;
    }
  }
  return { state, stream: chunks() };
}

describe('an upload that breaks off', () => {
  const ends: readonly [how: string, onRequest: Parameters<typeof uploadSink>[0], error: object][] = [
    [
      'whose connection is reset on the way',
      afterTheFirstBytes((request) => request.socket.resetAndDestroy()),
      { name: 'ConnectionError', outcome: 'unknown' },
    ],
    [
      'whose connection is closed on the way',
      afterTheFirstBytes((request) => request.socket.destroy()),
      { name: 'ConnectionError', outcome: 'unknown' },
    ],
    [
      'that is refused on the way',
      afterTheFirstBytes(
        (_request, response) =>
          void response
            .writeHead(413, { 'content-type': 'application/json', connection: 'close' })
            .end('{"status":false}'),
      ),
      { name: 'ServiceError', status: 413 },
    ],
    [
      'whose server stands still',
      afterTheFirstBytes((request) => {
        request.pause();
        passDeadlines();
      }),
      { name: 'DeadlineError', outcome: 'unknown' },
    ],
  ];
  test.each(ends)('%s went out once, and its file is closed', async (_, onRequest, error) => {
    const sink = await uploadSink(onRequest);
    expect(await errorOf(upload(sink.url, file))).toMatchObject({ ...error, attempts: 1 });
    expect(sink.requests()).toBe(1);
    await untilClosed(file);
  });

  test.each(ends)('%s went out once, and its stream is closed', async (_, onRequest, error) => {
    const sink = await uploadSink(onRequest);
    const { state, stream } = counted(20 * MEGABYTE);
    expect(await errorOf(upload(sink.url, stream))).toMatchObject({ ...error, attempts: 1 });
    expect(sink.requests()).toBe(1);
    while (!state.isClosed) await soon();
  });

  test('because its caller gives up went out once, and its file is closed', async () => {
    const caller = new AbortController();
    const sink = await uploadSink(afterTheFirstBytes(() => caller.abort()));
    const error = await errorOf(upload(sink.url, file, { signal: caller.signal }));
    expect(error).toMatchObject({ name: 'AbortedError', outcome: 'unknown', attempts: 1 });
    expect(sink.requests()).toBe(1);
    await untilClosed(file);
  });

  test('through fetch because its caller gives up closes its file too', async () => {
    const caller = new AbortController();
    const sink = await uploadSink(afterTheFirstBytes(() => caller.abort()));
    const error = await errorOf(upload(sink.url, file, { signal: caller.signal }, { transport: fetchTransport() }));
    expect(error).toMatchObject({ name: 'AbortedError', outcome: 'unknown', attempts: 1 });
    await untilClosed(file);
  });

  test('because its caller gives up closes a stream that stands still', async () => {
    const caller = new AbortController();
    const sink = await uploadSink(afterTheFirstBytes(() => caller.abort()));
    const stalled = new Readable({ read() {} });
    stalled.push(Buffer.concat([begin, Buffer.alloc(2_000)]));
    expect(await errorOf(upload(sink.url, stalled, { signal: caller.signal }))).toMatchObject({ name: 'AbortedError' });
    while (!stalled.destroyed) await soon();
  });
});

describe('an upload that never began', () => {
  test('closes the stream that it looked at: not a PDF', async () => {
    const stream = createReadStream(join(import.meta.dirname, 'upload-sink.ts'));
    expect(await errorOf(upload('http://127.0.0.1:9', stream))).toMatchObject({ name: 'InputError' });
    while (!stream.closed) await soon();
  });

  test('closes the stream that it looked at: no connection', async () => {
    const stream = createReadStream(file);
    expect(await errorOf(upload(`http://127.0.0.1:${await deadPort()}`, stream, { retries: 1 }))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'none',
    });
    while (!stream.closed) await soon();
  });

  test('closes a stream that stands still before its first byte', async () => {
    const stalled = new Readable({ read() {} });
    expect(await errorOf(upload('http://127.0.0.1:9', stalled, { timeoutMs: 50 }))).toMatchObject({
      name: 'DeadlineError',
      outcome: 'none',
      attempts: 0,
    });
    while (!stalled.destroyed) await soon();
  });

  test('for its stream had failed', async () => {
    const error = await errorOf(upload('http://127.0.0.1:9', createReadStream(join(folder, 'missing.pdf'))));
    expect(error).toMatchObject({
      name: 'InputError',
      issues: [{ path: 'statement', message: 'is a stream that failed' }],
      attempts: 0,
    });
  });

  test('for its caller had given up before leaves its stream unread, for another call', async () => {
    const service = await loopbackService((response) => succeed(response, null));
    const stream = createReadStream(file);
    expect(await errorOf(upload(service.url, stream, { signal: AbortSignal.abort() }))).toMatchObject({
      name: 'AbortedError',
      outcome: 'none',
      attempts: 0,
    });
    expect(service.seen).toHaveLength(0);
    await upload(service.url, stream);
    expect(service.seen).toHaveLength(1);
  });
});

describe('a source', () => {
  test('of 200 MB streams through without being held in memory', { timeout: 600_000 }, async () => {
    const sink = await uploadSink(swallow);
    const before = process.memoryUsage.rss();
    let most = 0;
    const { stream } = counted(200 * MEGABYTE);
    const onUploadProgress = () => {
      most = Math.max(most, process.memoryUsage.rss() - before);
    };
    await upload(sink.url, stream, { onUploadProgress });
    expect(sink.bytes()).toBeGreaterThan(200 * MEGABYTE);
    expect(most).toBeLessThan(100 * MEGABYTE);
  });

  test('is taken from no faster than the service takes it', async () => {
    const { state, stream } = counted(100 * MEGABYTE);
    const sink = await uploadSink((request) => void request.pause());
    expect(await errorOf(upload(sink.url, stream, { timeoutMs: 300 }))).toMatchObject({ name: 'DeadlineError' });
    // What lies in buffers of the system is not ours.
    expect(state.taken).toBeLessThan(20 * MEGABYTE);
  });

  test('may have its signature torn over chunks, after other bytes', async () => {
    const service = await loopbackService((response) => succeed(response, null));
    await upload(service.url, Readable.from([Buffer.from('\ufeff  %'), Buffer.from('PD'), Buffer.from('F-1.4 rest')]));
    expect(service.seen[0]?.body).toContain('%PDF-1.4 rest');
  });

  test('with its signature beyond the first kilobyte is no PDF', async () => {
    const late = Buffer.concat([Buffer.alloc(1_022, 32), begin]);
    for (const source of [late, Readable.from([late]), new Blob([late])]) {
      expect(await errorOf(upload('http://127.0.0.1:9', source))).toMatchObject({
        issues: [{ message: expect.stringContaining('is not a PDF') }],
      });
    }
  });

  test('may be a Blob of 70 MB', async () => {
    const sink = await uploadSink(swallow);
    const blob = new Blob([begin, ...Array.from({ length: 70 }, () => new Uint8Array(MEGABYTE))]);
    const steps: object[] = [];
    await upload(sink.url, blob, { onUploadProgress: (step) => void steps.push(step) });
    expect(steps.at(-1)).toEqual({ sentBytes: sink.bytes(), totalBytes: sink.bytes() });
    expect(sink.bytes()).toBeGreaterThan(70 * MEGABYTE);
  });

  test('may be the file: URL of a file, or an ArrayBuffer', async () => {
    const service = await loopbackService((response) => succeed(response, null));
    await upload(service.url, pathToFileURL(file));
    await upload(service.url, new Uint8Array([...begin, 7]).buffer);
    expect(service.seen.map(({ body }) => body.includes('%PDF-1.7'))).toEqual([true, true]);
  });

  test('is not fetched from elsewhere', async () => {
    const error = await errorOf(upload('http://127.0.0.1:9', new URL('https://example.com/of-ada.pdf')));
    expect(error).toMatchObject({
      name: 'InputError',
      issues: [{ path: 'statement', message: expect.stringContaining('file: URL') }],
    });
    expect(JSON.stringify(error)).not.toContain('of-ada');
  });
});

test('progress only grows, and ends with the whole', async () => {
  const service = await loopbackService((response) => succeed(response, null));
  const steps: { readonly sentBytes: number; readonly totalBytes: number | undefined }[] = [];
  await upload(service.url, file, { onUploadProgress: (step) => void steps.push(step) });
  expect(steps.every(({ sentBytes }, index) => sentBytes > (steps[index - 1]?.sentBytes ?? 0))).toBe(true);
  expect(new Set(steps.map(({ totalBytes }) => totalBytes))).toEqual(new Set([steps.at(-1)?.sentBytes]));
});

describe('an upload is never sent again', () => {
  test.each([
    [
      'after a redirect',
      (response: Parameters<typeof respond>[0]) =>
        respond(response, 307, {}, { location: '/v1/income/api/pdf-parser?again' }),
    ],
    ['after status 500', (response: Parameters<typeof respond>[0]) => respond(response, 500, {})],
    [
      'after status 429',
      (response: Parameters<typeof respond>[0]) => respond(response, 429, {}, { 'retry-after': '0' }),
    ],
    ['after a refusal', (response: Parameters<typeof respond>[0]) => respond(response, 422, {})],
  ])('%s', async (_, answer) => {
    const service = await loopbackService(answer);
    await errorOf(upload(service.url, file, { retries: 5 }));
    expect(service.seen).toHaveLength(1);
  });

  test('after a time-out', async () => {
    const service = await loopbackService(passDeadlines);
    expect(await errorOf(upload(service.url, begin, { retries: 5 }))).toMatchObject({
      name: 'DeadlineError',
      outcome: 'unknown',
    });
    expect(service.seen).toHaveLength(1);
  });
});
