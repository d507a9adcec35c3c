import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { looseFields } from '../validation/checks.ts';

/** The source of a PDF: the path or `file:` URL of a file, bytes, a Blob, or an unread stream. */
export type UploadSource = string | URL | Uint8Array | ArrayBuffer | Blob | AsyncIterable<Uint8Array>;

type OnTaken = (close: () => void) => void;

export async function checkUploadSource(source: unknown, maxBytes: number, onTaken: OnTaken): Promise<CheckedSource> {
  if (typeof source === 'string') return checkFile(source, maxBytes);
  if (source instanceof URL) return checkFile(await pathOf(source), maxBytes);
  if (source instanceof Uint8Array || source instanceof ArrayBuffer) return checkBytes(viewOf(source), maxBytes);
  if (typeof Blob === 'function' && source instanceof Blob) return checkBlob(source, maxBytes);
  if (isStream(source)) return checkStream(source, maxBytes, onTaken);
  throw new UploadSourceError('must be the path of a file, bytes, a Blob or a stream');
}

async function pathOf(url: URL): Promise<string> {
  const { fileURLToPath } = await import('node:url');
  try {
    return fileURLToPath(url);
  } catch {
    throw new UploadSourceError('is an address that names no file here: of addresses, only a file: URL is taken');
  }
}

async function checkFile(path: string, maxBytes: number): Promise<CheckedSource> {
  const { open } = await import('node:fs/promises');
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const stats = await file.stat();
    if (!stats.isFile()) throw new UploadSourceError('is not a file');
    requireLength(stats.size, maxBytes);
    const head = new Uint8Array(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    requireSignature(head.subarray(0, bytesRead));
    return { totalBytes: stats.size, read: () => readFile(path, stats.size) };
  } catch (error) {
    if (error instanceof UploadSourceError) throw error;
    throw new UploadSourceError(`cannot be read (${String(looseFields(error).code ?? 'unknown reason')})`);
  } finally {
    await file?.close();
  }
}

// Not beyond the announced length, in case the file grows in the meantime.
async function* readFile(path: string, length: number): AsyncGenerator<Uint8Array> {
  const { createReadStream } = await import('node:fs');
  yield* createReadStream(path, { end: length - 1 });
}

// Node 20 has no `detached`, but no view of a transferred buffer can be made.
function viewOf(source: Uint8Array | ArrayBuffer): Uint8Array {
  try {
    return source instanceof Uint8Array ? source.subarray() : new Uint8Array(source);
  } catch {
    throw new UploadSourceError('is a buffer that was transferred and is empty now; pass a copy that was made before');
  }
}

function checkBytes(bytes: Uint8Array, maxBytes: number): CheckedSource {
  requireLength(bytes.byteLength, maxBytes);
  requireSignature(bytes.subarray(0, HEAD_BYTES));
  return { totalBytes: bytes.byteLength, read: () => whole(bytes) };
}

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function checkBlob(blob: Blob, maxBytes: number): Promise<CheckedSource> {
  requireLength(blob.size, maxBytes);
  requireSignature(new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer()));
  return {
    totalBytes: blob.size,
    read: () => blob.stream() as unknown as AsyncIterable<Uint8Array>,
  };
}

const usedStreams = new WeakSet<object>();

function isStream(source: unknown): source is AsyncIterable<Uint8Array> {
  return typeof looseFields(source)[Symbol.asyncIterator] === 'function';
}

/** Takes a stream and inspects its beginning. After `onTaken` we must close it. */
async function checkStream(stream: AsyncIterable<Uint8Array>, maxBytes: number, onTaken: OnTaken) {
  const { Readable } = await import('node:stream');
  // A consumed stream would never end the request.
  if (usedStreams.has(stream) || Readable.isDisturbed(stream as Readable)) {
    throw new UploadSourceError('is a stream that has been read before; open a new one');
  }
  if (looseFields(stream).locked === true) {
    throw new UploadSourceError('is a stream that is locked by a reader; release the reader, or open a new stream');
  }
  usedStreams.add(stream);
  const chunks = stream[Symbol.asyncIterator]();
  onTaken(() => closeStream(stream, chunks));
  const head = await readHead(chunks);
  requireSignature(head);
  return { totalBytes: undefined, read: () => rest(head, chunks, maxBytes) };
}

// An iterator that waits for its next chunk ends only after that chunk. A Node stream can be closed meanwhile.
function closeStream(stream: object, chunks: AsyncIterator<Uint8Array>): void {
  const destroy = looseFields(stream).destroy;
  if (typeof destroy === 'function') destroy.call(stream);
  else void chunks.return?.().catch(() => {});
}

async function readHead(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const next = await chunks.next().catch(() => {
      throw new UploadSourceError('is a stream that failed');
    });
    if (next.done) break;
    parts.push(copyOf(next.value));
    length += next.value.length;
  }
  return Buffer.concat(parts);
}

async function* rest(head: Uint8Array, chunks: AsyncIterator<Uint8Array>, maxBytes: number) {
  requireLength(head.byteLength, maxBytes);
  yield head;
  let length = head.byteLength;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    length += next.value.length;
    requireLength(length, maxBytes);
    yield copyOf(next.value);
  }
}

// A source may use one buffer for all chunks, and a slow service gets a chunk after the next one was read.
function copyOf(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return new Uint8Array(chunk);
  throw new UploadSourceError('is a stream of something other than bytes');
}

/** A source that begins as a PDF and is not too long, as far as its length is known. */
export interface CheckedSource {
  readonly totalBytes: number | undefined;
  /** Reads it. Nothing is opened before the first chunk is requested. */
  read(): AsyncIterable<Uint8Array>;
}

/** The source cannot be sent. The message says why and never holds a value. */
export class UploadSourceError extends Error {
  override readonly name = 'UploadSourceError';
}

// A PDF may begin with other bytes, but readers look for its signature in the first kilobyte only.
const SIGNATURE = '%PDF-';

const HEAD_BYTES = 1_024;

function requireLength(length: number, maxBytes: number): void {
  if (length > maxBytes) throw new UploadSourceError(`is longer than ${maxBytes} bytes, the limit of maxUploadBytes`);
}

function requireSignature(head: Uint8Array): void {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, HEAD_BYTES)).toString('latin1');
  if (!text.includes(SIGNATURE)) throw new UploadSourceError('is not a PDF: the signature %PDF- is missing');
}
