import type { Transport, TransportRequest, TransportResponse } from './transport.ts';
import { BodyTooLongError } from './transport-answer.ts';

/** Options of {@link fetchTransport}. */
export interface FetchTransportOptions {
  /** The function to use; default the runtime's global `fetch`, looked up at each request. */
  readonly fetch?: typeof fetch;
}

/**
 * How requests travel in runtimes without undici. Redirects are never followed. `fetch` tells neither when the first byte leaves nor whether it sent twice, so every
 * failed debit, claim or upload counts as sent; in Node prefer {@link undiciTransport}, which proves both.
 */
export function fetchTransport({ fetch: given }: FetchTransportOptions = {}): Transport {
  return {
    send: (request) => sendByFetch(given ?? globalThis.fetch, request),
    close: async () => {},
  };
}

async function sendByFetch(send: typeof fetch, request: TransportRequest): Promise<TransportResponse> {
  const { body, ...init } = bodyOf(request);
  const response = await send(request.origin + request.path, {
    method: request.method,
    headers: headersOf(request),
    redirect: 'manual',
    signal: request.signal,
    ...(body !== undefined && { body }),
    ...init,
  });
  const { text, length } = await readBody(response, request.maxResponseBytes);
  // Browsers hide where a redirect leads, and its status.
  const status = response.type === 'opaqueredirect' ? 302 : response.status;
  return { status, headers: Object.fromEntries(response.headers), body: text, bodyBytes: length };
}

// The length of a stream is fetch's business: a header that says so is refused by some runtimes.
function headersOf({ headers, body }: TransportRequest): Record<string, string> {
  const { 'content-length': _, ...others } = headers;
  return typeof body === 'object' ? others : { ...headers };
}

// A stream can be read once: so whatever retries by itself below fetch can repeat the head of a debit, but not the debit.
function bodyOf({ body, once }: TransportRequest): { readonly body?: string | ReadableStream<Uint8Array>; readonly duplex?: 'half' } {
  if (body === undefined) return {};
  if (typeof body === 'string' && !once) return { body };
  return { body: readOnce(typeof body === 'string' ? [new TextEncoder().encode(body)] : body), duplex: 'half' };
}

function readOnce(chunks: AsyncIterable<Uint8Array> | readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const iterator = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

async function readBody(response: Response, maxBytes: number): Promise<{ readonly text: string; readonly length: number }> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    length += next.value.byteLength;
    if (length > maxBytes) {
      void reader?.cancel().catch(() => {});
      throw new BodyTooLongError(response.status, maxBytes);
    }
    text += decoder.decode(next.value, { stream: true });
  }
  return { text: text + decoder.decode(), length };
}
