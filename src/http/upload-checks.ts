/** A source that was inspected: it is a PDF, as far as its beginning shows, and not too long, as far as its length is known. */
export interface CheckedSource {
  /** Bytes; undefined for a stream. */
  readonly totalBytes: number | undefined;
  /** Can it be read again from the start? */
  readonly isRepeatable: boolean;
  /** Reads it; nothing is opened before the first chunk is asked for. */
  read(): AsyncIterable<Uint8Array>;
}

/** A source that cannot be sent; its message says why and never holds a value. */
export class UploadSourceError extends Error {
  override readonly name = 'UploadSourceError';
}

// A PDF may begin with other bytes, but readers look for its signature in the first kilobyte only.
const SIGNATURE = '%PDF-';

/** How much of a source's beginning is inspected. */
export const HEAD_BYTES = 1_024;

/** @throws UploadSourceError beyond the limit. */
export function requireLength(length: number, maxBytes: number): void {
  if (length > maxBytes) throw new UploadSourceError(`is longer than ${maxBytes} bytes, the limit of maxUploadBytes`);
}

/** @throws UploadSourceError where the beginning is not that of a PDF. */
export function requireSignature(head: Uint8Array): void {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, HEAD_BYTES)).toString('latin1');
  if (!text.includes(SIGNATURE)) throw new UploadSourceError('is not a PDF: the signature %PDF- is missing');
}
