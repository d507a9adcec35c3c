import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Income } from '../../src/client/resources/income.ts';
import type { UploadSource } from '../../src/http/upload-source.ts';
import { deadPort, engineFor, errorOf, loopbackService, respond, succeed } from '../http/loopback-service.ts';

const person = {
  bvn: '22200000001',
  accountName: 'Ada "Ö" Obi',
  accountNumber: '0123456789',
  accountType: 'savings',
  bankName: 'Sample Bank',
  bankCode: '044',
  password: 'p w',
};
const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(300_000, 7), Buffer.from('\n%%EOF')]);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'repaykit-income-'));
  await writeFile(join(folder, 'of-ada.pdf'), pdf);
  await writeFile(join(folder, 'page.pdf'), '<html>');
});
afterAll(() => rm(folder, { recursive: true }));

const sources: readonly [name: string, source: () => UploadSource, isMeasured: boolean][] = [
  ['a path', () => join(folder, 'of-ada.pdf'), true],
  ['a Buffer', () => pdf, true],
  ['a Uint8Array', () => new Uint8Array(pdf), true],
  ['a Blob', () => new Blob([pdf]), true],
  ['a file stream', () => createReadStream(join(folder, 'of-ada.pdf')), false],
  ['a web stream', () => new Blob([pdf]).stream() as unknown as UploadSource, false],
];

/** The parts of a multipart body by name. */
function partsOf(body: string, contentType: string): Record<string, string> {
  const boundary = /boundary=(.+)$/.exec(contentType)?.[1];
  expect(body.endsWith(`--${boundary}--\r\n`)).toBe(true);
  const parts = body.split(`--${boundary}\r\n`).slice(1);
  return Object.fromEntries(
    parts.map((part) => [
      /name="([^"]+)"/.exec(part)?.[1],
      part.slice(part.indexOf('\r\n\r\n') + 4).replace(/\r\n(--.+--\r\n)?$/, ''),
    ]),
  );
}

describe.each(sources)('a statement from %s', (_name, source, isMeasured) => {
  test('arrives byte for byte with its fields, in one request, and reports its progress', async () => {
    const service = await loopbackService((response) => succeed(response, { accepted: true }));
    const progress: { sentBytes: number; totalBytes: number | undefined }[] = [];
    const answer = await new Income(engineFor(service.url)).uploadStatement(
      { ...person, statement: source() },
      { onUploadProgress: (step) => void progress.push(step) },
    );
    expect(answer).toEqual({ accepted: true });
    const [seen] = service.seen;
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/v1/income/api/pdf-parser',
      headers: { token: 'pk_test_planted-public', connection: 'close' },
    });
    const { statement, ...fields } = partsOf(seen?.body ?? '', seen?.headers['content-type'] ?? '');
    expect(Buffer.from(statement ?? '', 'latin1').equals(pdf)).toBe(true);
    expect(fields).toEqual({ ...person, accountName: Buffer.from(person.accountName).toString('latin1') });
    expect(seen?.body).not.toContain('of-ada');
    const total = seen?.body.length;
    expect(progress.length).toBeGreaterThan(2);
    expect(progress.at(-1)).toEqual({ sentBytes: total, totalBytes: isMeasured ? total : undefined });
    expect(seen?.headers['content-length']).toBe(isMeasured ? String(total) : undefined);
  });
});

describe('a statement', () => {
  test('for income insights goes to its own operation', async () => {
    const service = await loopbackService((response) => succeed(response, null));
    await new Income(engineFor(service.url)).processIncome({ ...person, statement: pdf });
    expect(service.seen[0]?.url).toBe('/v1/income/api/process-income');
  });

  const refused: readonly [why: string, source: () => unknown, says: string][] = [
    ['bytes that are no PDF', () => Buffer.from('<html>'), 'is not a PDF'],
    ['a file that is no PDF', () => join(folder, 'page.pdf'), 'is not a PDF'],
    ['a Blob that is no PDF', () => new Blob(['<html>']), 'is not a PDF'],
    ['a stream that is no PDF', () => Readable.from([Buffer.from('<html>')]), 'is not a PDF'],
    ['an empty file', () => Buffer.alloc(0), 'is not a PDF'],
    ['a file that is not there', () => join(folder, 'missing.pdf'), 'cannot be read (ENOENT)'],
    ['a folder', () => folder, 'is not a file'],
    ['bytes beyond the limit', () => Buffer.concat([pdf, pdf, pdf, pdf]), 'is longer than 1000000 bytes'],
    ['a Blob beyond the limit', () => new Blob([pdf, pdf, pdf, pdf]), 'is longer than 1000000 bytes'],
    ['a number', () => 7, 'must be the path'],
    ['a stream of text', () => Readable.from(['%PDF-1.7'], { objectMode: true }), 'something other than bytes'],
  ];
  test.each(refused)('is refused before anything is sent: %s', async (_why, source, says) => {
    const service = await loopbackService((response) => succeed(response, null));
    const income = new Income(engineFor(service.url, { maxUploadBytes: 1_000_000 }));
    const error = await errorOf(income.uploadStatement({ ...person, statement: source() as UploadSource }));
    expect(error).toMatchObject({
      name: 'InputError',
      operation: 'uploadStatement',
      issues: [{ path: 'statement', message: expect.stringContaining(says) }],
      attempts: 0,
    });
    expect(JSON.stringify(error)).not.toContain(folder);
    expect(service.seen).toHaveLength(0);
  });

  test('whose form is wrong is refused as a whole', async () => {
    const error = await errorOf(
      new Income(engineFor('http://127.0.0.1:9')).uploadStatement({
        ...person,
        bvn: '1',
        bankName: '',
        statement: pdf,
      }),
    );
    expect(error).toMatchObject({ name: 'InputError', issues: [{ path: 'bvn' }, { path: 'bankName' }] });
  });

  test('is never sent again once bytes left, and its effect is unknown', async () => {
    const service = await loopbackService((response) => respond(response, 503, {}));
    const error = await errorOf(new Income(engineFor(service.url)).uploadStatement({ ...person, statement: pdf }));
    expect(error).toMatchObject({ name: 'ServiceError', outcome: 'unknown', attempts: 1 });
    expect(service.seen).toHaveLength(1);
  });

  test('from a stream took no effect when no connection could be made', async () => {
    const income = new Income(engineFor(`http://127.0.0.1:${await deadPort()}`));
    const statement = createReadStream(join(folder, 'of-ada.pdf'));
    expect(await errorOf(income.uploadStatement({ ...person, statement }, { retries: 2 }))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'none',
      attempts: 0,
    });
  });

  test('from a stream that was read before is refused, instead of waiting for ever', async () => {
    const service = await loopbackService((response) => succeed(response, null));
    const income = new Income(engineFor(service.url));
    const statement = createReadStream(join(folder, 'of-ada.pdf'));
    await income.uploadStatement({ ...person, statement });
    expect(await errorOf(income.uploadStatement({ ...person, statement }))).toMatchObject({
      issues: [{ message: expect.stringContaining('has been read before') }],
    });
  });

  test('from a stream that breaks ends the call, whose effect is unknown', async () => {
    const service = await loopbackService((response) => succeed(response, null));
    async function* breaking() {
      yield pdf;
      throw new Error('disk of ada.obi@example.com is gone');
    }
    const error = await errorOf<Error>(
      new Income(engineFor(service.url)).uploadStatement({ ...person, statement: breaking() }),
    );
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', attempts: 1 });
    expect(error.message).toContain('could not be read to its end');
  });

  test('from a stream beyond the limit is cut off', async () => {
    const service = await loopbackService((response) => succeed(response, null));
    const income = new Income(engineFor(service.url, { maxUploadBytes: 500_000 }));
    const error = await errorOf<Error>(
      income.uploadStatement({ ...person, statement: Readable.from([pdf, pdf, pdf]) }),
    );
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
    expect(error.message).toContain('maxUploadBytes');
  });

  test('whose source stalls is ended by the deadline', async () => {
    const stalled = new Readable({ read() {} });
    const error = await errorOf(
      new Income(engineFor('http://127.0.0.1:9')).uploadStatement({ ...person, statement: stalled }, { timeoutMs: 50 }),
    );
    expect(error).toMatchObject({ name: 'DeadlineError', outcome: 'none', attempts: 0 });
  });

  test('whose progress is watched by something broken arrives nevertheless', async () => {
    const service = await loopbackService((response) => succeed(response, null));
    const onUploadProgress = () => {
      throw new Error('broken watcher');
    };
    await new Income(engineFor(service.url)).uploadStatement({ ...person, statement: pdf }, { onUploadProgress });
    expect(service.seen).toHaveLength(1);
  });
});
