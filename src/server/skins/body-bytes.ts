/** A body that was read, or was larger than the limit. */
export interface BodyBytes {
  /** Undefined if there was none or it was too large. */
  readonly body: Uint8Array | undefined;
  readonly isTooLarge: boolean;
}

const NO_BODY: BodyBytes = { body: undefined, isTooLarge: false };
const TOO_LARGE: BodyBytes = { body: undefined, isTooLarge: true };

/** A body that is there already. */
export function bodyFrom(body: string | Uint8Array, limit: number): BodyBytes {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (bytes.byteLength === 0) return NO_BODY;
  return bytes.byteLength > limit ? TOO_LARGE : { body: bytes, isTooLarge: false };
}

/** Reads a streamed body to its end, and keeps nothing of one that is over the limit. */
export async function collectBody(chunks: AsyncIterable<unknown>, limit: number): Promise<BodyBytes> {
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array);
    size += bytes.byteLength;
    if (size > limit) return TOO_LARGE;
    kept.push(bytes);
  }
  return bodyFrom(Buffer.concat(kept), limit);
}
