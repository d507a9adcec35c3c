import { type FileHandle, open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { steadyClock } from '../clock/clock.ts';
import { InputError, RepayKitError } from '../errors.ts';
import { looseFields } from '../validation/checks.ts';
import { notAPdf } from './pdf/pdf-failures.ts';
import {
  checkReadOptions,
  limitExceeded,
  type ReadStatementOptions,
  type StatementLimits,
  type StatementSource,
} from './read-options.ts';
import type { Statement } from './statement.ts';
import { readingPool } from './thread/reading-pool.ts';
import { abortedBy, type Bounds, watchEnd } from './thread/reading-thread.ts';

/**
 * Reads a bank statement from its PDF: the account, the entries (oldest first), and the proof by its own arithmetic.
 * A separate thread reads the PDF within `limits`, so that a hostile file cannot harm the process. Nothing is sent
 * anywhere. Needs the optional package `unpdf`.
 *
 * ```ts
 * const statement = await readStatement('statement.pdf', { password: '12345' });
 * if (!statement.proof.proved) console.log(statement.proof.doubts);
 * ```
 *
 * @throws StatementError if the statement cannot be read; `code` says why
 * @throws InputError if an option is invalid, or the source as a file or stream
 * @throws ConfigurationError if `unpdf` is not installed
 * @throws AbortedError if the signal aborts
 */
export async function readStatement(source: StatementSource, options: ReadStatementOptions = {}): Promise<Statement> {
  const { limits, signal, onProgress, password, account, bankCode, integrity, ocr } = checkReadOptions(options);
  if (signal?.aborted) throw abortedBy(signal);
  const begunAt = steadyClock.now();
  const bytes = await loadWithin(source, { limits, timeMs: limits.timeMs, signal });
  const timeMs = limits.timeMs - (steadyClock.now() - begunAt);
  const asks = { reportsProgress: onProgress !== undefined, readsScans: ocr !== undefined };
  const task = { kind: 'task', bytes, password, account, bankCode, integrity, limits, ...asks } as const;
  return readingPool().read({ task, limits, timeMs, signal, onProgress, ocr });
}

function loadWithin(source: StatementSource, bounds: Bounds): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const stop = watchEnd(bounds, (error) => {
      ended.abort();
      reject(error);
    });
    loadSource(source, bounds.limits, ended.signal).then(resolve, reject).finally(stop);
  });
}

type Bytes = Uint8Array<ArrayBuffer>;

// A PDF may begin with other bytes, but the signature must be in the first kilobyte.
const SIGNATURE = '%PDF-';
const HEAD_BYTES = 1_024;

/** Loads a source into a buffer that can be transferred. @throws InputError, StatementError */
async function loadSource(source: unknown, limits: StatementLimits, ended?: AbortSignal): Promise<Bytes> {
  const bytes = await bytesOf(source, limits, ended);
  const head = Buffer.from(bytes.buffer, 0, Math.min(bytes.byteLength, HEAD_BYTES));
  if (!head.includes(SIGNATURE)) throw notAPdf(bytes.byteLength === 0);
  return bytes;
}

async function bytesOf(source: unknown, limits: StatementLimits, ended: AbortSignal | undefined): Promise<Bytes> {
  if (typeof source === 'string' || source instanceof URL) return fromFile(source, limits);
  if (source instanceof Uint8Array) return copyOf(source, limits);
  if (source instanceof ArrayBuffer) return copyOf(new Uint8Array(source), limits);
  if (source instanceof Blob) {
    requireSize(source.size, limits);
    return new Uint8Array(await source.arrayBuffer());
  }
  if (isStream(source)) return fromStream(source, limits, ended);
  throw unreadable('must be the path of a file, a file URL, bytes, a Blob or a stream');
}

function copyOf(bytes: Uint8Array, limits: StatementLimits): Bytes {
  requireSize(bytes.byteLength, limits);
  return new Uint8Array(bytes);
}

async function fromFile(path: string | URL, limits: StatementLimits): Promise<Bytes> {
  try {
    // Check before opening: opening a pipe waits until something writes to it.
    if (!(await stat(path)).isFile()) throw unreadable('is not a file');
    const file = await open(path);
    try {
      const { size } = await file.stat();
      requireSize(size, limits);
      return await readBytes(file, size);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof RepayKitError) throw error;
    // The message leaves out the path, which may contain a name or an account number.
    throw unreadable(`cannot be read (${String(looseFields(error).code ?? 'unknown reason')})`);
  }
}

// Stops at the announced size, in case the file grows meanwhile.
async function readBytes(file: FileHandle, size: number): Promise<Bytes> {
  const bytes = new Uint8Array(size);
  let at = 0;
  while (at < size) {
    const { bytesRead } = await file.read(bytes, at, size - at, at);
    if (bytesRead === 0) return bytes.slice(0, at);
    at += bytesRead;
  }
  return bytes;
}

type Stream = AsyncIterable<unknown> & { readonly destroy?: () => void };

async function fromStream(stream: Stream, limits: StatementLimits, ended: AbortSignal | undefined): Promise<Bytes> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Without this, a stalled stream would keep its source open.
  ended?.addEventListener('abort', () => stream.destroy?.(), { once: true });
  for await (const chunk of readOnce(stream)) {
    ended?.throwIfAborted();
    if (!(chunk instanceof Uint8Array)) throw unreadable('is a stream of something other than bytes');
    size += chunk.byteLength;
    requireSize(size, limits);
    chunks.push(chunk);
  }
  // Copy, because small buffers share their memory with others.
  return new Uint8Array(Buffer.concat(chunks));
}

async function* readOnce(stream: Stream): AsyncGenerator<unknown> {
  // Typed for Node's own streams. Returns false for any other object.
  if (Readable.isDisturbed(stream as Readable))
    throw unreadable('is a stream that has been read before; open a new one');
  try {
    yield* stream;
  } catch (cause) {
    throw unreadable('is a stream that failed', cause);
  }
}

function isStream(source: unknown): source is Stream {
  return typeof looseFields(source)[Symbol.asyncIterator] === 'function';
}

function requireSize(size: number, limits: StatementLimits): void {
  if (size > limits.bytes) throw limitExceeded('bytes', limits);
}

function unreadable(message: string, cause?: unknown): InputError {
  return new InputError('readStatement', [{ path: 'source', message }], cause === undefined ? {} : { cause });
}
