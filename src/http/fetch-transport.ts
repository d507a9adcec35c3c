import {
  ReadOnceBody,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  wasHeldBack,
} from './transport.ts';
import { BodyTooLongError } from './transport-answer.ts';

/** Options of {@link fetchTransport}. */
export interface FetchTransportOptions {
  /** The function to use. Default: the runtime's global `fetch`, looked up for each request. */
  readonly fetch?: typeof fetch;
}

/**
 * Sends requests with `fetch`, for runtimes without undici. Never follows redirects. `fetch` does not report whether a
 * request left, so a failed debit, claim or upload counts as sent. In Node, use {@link undiciTransport}, which does.
 * The body of a debit, claim or upload is sent once. If something below `fetch` retries, such as a global `RetryAgent` in
 * Node, the service gets the headers again with an empty body.
 */
export function fetchTransport({ fetch: given }: FetchTransportOptions = {}): Transport {
  return {
    // Node requests the body right before the first byte, so a request that was held back there has not left.
    provesUnsent: wasHeldBack,
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
  // Browsers hide the target of a redirect, and its status.
  const status = response.type === 'opaqueredirect' ? 302 : response.status;
  return { status, headers: Object.fromEntries(response.headers), body: text, bodyBytes: length };
}

// A retry below `fetch` finds the stream already read. Node then sends the headers with `content-length: 0` and fails,
// because more was announced. Other runtimes set the length of a stream themselves.
function headersOf({ headers, body, once }: TransportRequest): Record<string, string> {
  const { 'content-length': declared, ...others } = headers;
  const isStream = typeof body === 'object' || (once && body !== undefined);
  if (!isStream) return { ...headers };
  const length = typeof body === 'string' ? String(new TextEncoder().encode(body).byteLength) : declared;
  return length !== undefined && isNode() ? { ...others, 'content-length': length } : others;
}

// Deno and Bun claim to be Node, but also report their own names.
function isNode(): boolean {
  const versions: Readonly<Record<string, string | undefined>> | undefined =
    typeof process === 'object' ? process.versions : undefined;
  return versions?.node !== undefined && versions.deno === undefined && versions.bun === undefined;
}

// A stream can be read only once. A retry below `fetch` may repeat the headers of a debit, but not the debit.
function bodyOf(request: TransportRequest): {
  readonly body?: string | ReadableStream<Uint8Array>;
  readonly duplex?: 'half';
} {
  const { body, once } = request;
  if (body === undefined) return {};
  if (typeof body === 'string' && !once) return { body };
  return { body: streamOf(new ReadOnceBody(body, () => request.leaving())), duplex: 'half' };
}

// `fetch` reads one chunk ahead, before it connects, so the first chunk is empty. In Node the body is then requested
// when there is a connection: the last moment to hold the request back.
function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  let isAhead = true;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (isAhead) {
          isAhead = false;
          return controller.enqueue(new Uint8Array());
        }
        const next = await iterator.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

async function readBody(response: Response, maxBytes: number) {
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
