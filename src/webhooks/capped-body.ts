/** The bytes of a body, or that there are too many. */
export type CappedBody =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'broken' };

/** Reads a body and stops as soon as it is too long, whatever the request says about its length. */
export async function readCappedBody(
  request: Pick<Request, 'headers' | 'body'>,
  maxBytes: number,
): Promise<CappedBody> {
  if (Number(request.headers.get('content-length')) > maxBytes) return { kind: 'too-large' };
  if (!request.body) return { kind: 'bytes', bytes: new Uint8Array() };
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.byteLength;
      if (length > maxBytes) {
        await reader.cancel();
        return { kind: 'too-large' };
      }
      chunks.push(part.value);
    }
  } catch {
    // The sender went away.
    return { kind: 'broken' };
  }
  return { kind: 'bytes', bytes: Buffer.concat(chunks, length) };
}
