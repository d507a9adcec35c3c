import type { Readable } from 'node:stream';
import { type CheckedSource, HEAD_BYTES, requireLength, requireSignature, UploadSourceError } from './upload-checks.ts';

const usedStreams = new WeakSet<object>();

/** Is this something that gives its bytes bit by bit, once? */
export function isStream(source: unknown): source is AsyncIterable<Uint8Array> {
  return (
    typeof (source as { [Symbol.asyncIterator]?: unknown } | null | undefined)?.[Symbol.asyncIterator] === 'function'
  );
}

/**
 * Takes a stream and looks at its beginning. From `onTaken` on it is ours to close, whatever becomes of it.
 * @throws UploadSourceError when it is no PDF, failed, or has been read before.
 */
export async function checkStream(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
  onTaken: (close: () => void) => void,
): Promise<CheckedSource> {
  const { Readable } = await import('node:stream');
  // A consumed stream would never end the request.
  if (usedStreams.has(stream) || Readable.isDisturbed(stream as Readable)) {
    throw new UploadSourceError('is a stream that has been read before; open a new one');
  }
  usedStreams.add(stream);
  const chunks = stream[Symbol.asyncIterator]();
  onTaken(() => closeStream(stream, chunks));
  const head = await readHead(chunks);
  requireSignature(head);
  return { totalBytes: undefined, isRepeatable: false, read: () => rest(head, chunks, maxBytes) };
}

// An iterator that waits for its next chunk ends only after it came; a stream of Node's can be closed meanwhile.
function closeStream(stream: object, chunks: AsyncIterator<Uint8Array>): void {
  const { destroy } = stream as { readonly destroy?: unknown };
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
    parts.push(asBytes(next.value));
    length += next.value.length;
  }
  return Buffer.concat(parts);
}

async function* rest(
  head: Uint8Array,
  chunks: AsyncIterator<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  requireLength(head.byteLength, maxBytes);
  yield head;
  let length = head.byteLength;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    length += next.value.length;
    requireLength(length, maxBytes);
    yield asBytes(next.value);
  }
}

function asBytes(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  throw new UploadSourceError('is a stream of something other than bytes');
}
