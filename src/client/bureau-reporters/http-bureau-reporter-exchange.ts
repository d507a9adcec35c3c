import { AbortedError, ConnectionError, DeadlineError } from '../../errors.ts';
import { CallLimit } from '../../http/call-limit.ts';
import type { Transport, TransportRequest } from '../../http/transport.ts';
import type { BureauAnswer } from './http-bureau-reporter-answer.ts';

/** One request to a bureau. */
export interface BureauExchange {
  readonly transport: Transport;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: URL;
  /** Names in lower case. Holds credentials: never print it. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

// Acknowledgements are short.
const MAX_RESPONSE_BYTES = 1_000_000;

/** Sends one request, once, and reads the whole answer within the time. @throws ConnectionError, DeadlineError, AbortedError; all say that it may have arrived */
export async function exchange(request: BureauExchange): Promise<BureauAnswer> {
  const limit = new CallLimit(request.timeoutMs, request.signal);
  try {
    if (limit.end) throw new Error('The call has ended.');
    return await request.transport.send(requestWithin(limit, request));
  } catch (cause) {
    throw lostError(limit, request, cause);
  } finally {
    limit.close();
  }
}

function requestWithin(limit: CallLimit, { method, url, headers, body }: BureauExchange): TransportRequest {
  return {
    method,
    origin: url.origin,
    path: url.pathname + url.search,
    headers,
    body,
    once: false,
    maxResponseBytes: MAX_RESPONSE_BYTES,
    get signal() {
      return limit.signal;
    },
    onEnd: (listener) => limit.onEnd(listener),
    leaving: () => undefined,
  };
}

// Only the origin is named: the path and the query of an intake may hold keys.
function lostError({ end }: CallLimit, { url, timeoutMs }: BureauExchange, cause: unknown) {
  const facts = { operation: 'submitReport', attempts: 1, outcome: 'unknown' } as const;
  if (end?.kind === 'aborted')
    return new AbortedError('The report was ended by its signal; it may have arrived', { ...facts, cause: end.reason });
  if (end)
    return new DeadlineError(`The bureau at ${url.origin} did not answer within ${timeoutMs} ms`, timeoutMs, {
      ...facts,
      retryable: true,
    });
  return new ConnectionError(`The bureau at ${url.origin} could not be reached or did not answer (${codeOf(cause)})`, {
    ...facts,
    retryable: true,
    cause,
  });
}

// Codes say enough; messages of the layers below may hold addresses and more.
function codeOf(error: unknown): string {
  const { code, name, cause } = (error ?? {}) as {
    readonly code?: unknown;
    readonly name?: unknown;
    readonly cause?: unknown;
  };
  if (typeof code === 'string') return code;
  if (cause !== undefined && cause !== null) return codeOf(cause);
  return typeof name === 'string' ? name : 'no answer';
}
