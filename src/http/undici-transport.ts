import { looseFields } from '../validation/checks.ts';
import {
  ReadOnceBody,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  wasHeldBack,
} from './transport.ts';
import { type OwnDispatcher, type UndiciDispatcher, UndiciExchange } from './undici-dispatcher.ts';

/** Options of {@link undiciTransport}. */
export interface UndiciTransportOptions {
  /**
   * Sends through this dispatcher instead of an internal pool: a proxy, a mock, or the reference server in process.
   * `close()` leaves it open. It gets the body of a debit, claim or upload once. Interceptors may hide that a request
   * started, so a failed one counts as sent, unless its error shows that no connection was made.
   */
  readonly dispatcher?: UndiciDispatcher;
  /** Most connections to the service at a time. Default 64. */
  readonly connections?: number;
  /** Timeout for opening a connection, in milliseconds, within the call's deadline. Default 10,000. */
  readonly connectTimeoutMs?: number;
}

/** Sends requests through an undici pool, loaded on first use. A debit, claim or upload gets a fresh connection. */
export function undiciTransport(options: UndiciTransportOptions = {}): Transport {
  return new UndiciTransport(options);
}

class UndiciTransport implements Transport {
  /** Our own connections report when a request starts. A given dispatcher may not. */
  readonly reportsLeaving: boolean;
  readonly #given: UndiciDispatcher | undefined;
  readonly #connections: number;
  readonly #limits: UndiciConnectionOptions;
  readonly #pools = new Map<string, OwnDispatcher>();
  readonly #fresh = new Set<Promise<unknown>>();
  #undici: UndiciClasses | undefined;

  constructor({ dispatcher, connections = 64, connectTimeoutMs = 10_000 }: UndiciTransportOptions) {
    this.reportsLeaving = dispatcher === undefined;
    this.#given = dispatcher;
    this.#connections = connections;
    this.#limits = { ...withoutLimits, connectTimeout: connectTimeoutMs };
  }

  send(request: TransportRequest): Promise<TransportResponse> {
    if (this.#given) return dispatch(this.#given, request, withoutLimits);
    if (!this.#undici) return this.#loadAndSend(request);
    return request.once
      ? this.#sendOnFreshConnection(this.#undici, request)
      : dispatch(this.#poolOf(this.#undici, request.origin), request);
  }

  provesUnsent(error: unknown): boolean {
    return hadNoConnection(error) || wasHeldBack(error);
  }

  async close(): Promise<void> {
    const pools = [...this.#pools.values()];
    this.#pools.clear();
    await Promise.all([...pools.map((pool) => pool.close()), ...this.#fresh]);
  }

  async #loadAndSend(request: TransportRequest): Promise<TransportResponse> {
    this.#undici = await import('./undici-classes.ts');
    return this.send(request);
  }

  #poolOf({ Pool }: UndiciClasses, origin: string): OwnDispatcher {
    const known = this.#pools.get(origin);
    if (known) return known;
    const pool = new Pool(origin, { ...this.#limits, connections: this.#connections });
    this.#pools.set(origin, pool);
    return pool;
  }

  // A kept-alive connection may be closing right now. Then it would be unknown what arrived.
  #sendOnFreshConnection({ Client }: UndiciClasses, request: TransportRequest): Promise<TransportResponse> {
    const client = new Client(request.origin, this.#limits);
    const answer = dispatch(client, request);
    const destroyed = new Promise<void>((resolve) => {
      // Not from within the handler's call: with a body stream that failed, undici would crash the process.
      const destroy = () => setImmediate(() => void client.destroy(callEnded).then(resolve, resolve));
      answer.then(destroy, destroy);
    });
    this.#fresh.add(destroyed);
    void destroyed.then(() => this.#fresh.delete(destroyed));
    return answer;
  }
}

// One for all, because undici would create an error with its stack for each.
const callEnded = new Error('The call has ended.');

// The call enforces its own deadline. Our connections get these options once, a given dispatcher with each request.
const withoutLimits = { headersTimeout: 0, bodyTimeout: 0 } as const;

function dispatch(dispatcher: UndiciDispatcher, request: TransportRequest, limits = {}): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    const exchange = new UndiciExchange(request, resolve, reject);
    const { origin, path, method } = request;
    dispatcher.dispatch({ origin, path, method, ...contentOf(request), reset: request.once, ...limits }, exchange);
  });
}

function contentOf(request: TransportRequest): {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
} {
  const { headers, body, once } = request;
  if (!once || body === undefined) return { headers, body };
  const readOnce = new ReadOnceBody(body, () => request.leaving());
  return {
    headers: readOnce.length === undefined ? headers : { ...headers, 'content-length': String(readOnce.length) },
    body: readOnce,
  };
}

// These codes end connecting, not sending. Codes of established connections (ECONNRESET, ETIMEDOUT) prove nothing.
const connectCodes = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/;

// Node's codes for an untrusted certificate: X509 verification, or a certificate for another host name.
const certificateCodes =
  /^(CERT_[A-Z_]+|UNABLE_TO_(GET_ISSUER_CERT(_LOCALLY)?|VERIFY_LEAF_SIGNATURE)|(DEPTH_ZERO_)?SELF_SIGNED_CERT(_IN_CHAIN)?|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/;

/** Whether the error shows that no connection was made, so that nothing of the request can have left. */
function hadNoConnection(error: unknown): boolean {
  const code = looseFields(error).code;
  return typeof code === 'string' && (connectCodes.test(code) || certificateCodes.test(code));
}

interface UndiciClasses {
  readonly Pool: DispatcherClass;
  readonly Client: DispatcherClass;
}

type DispatcherClass = new (origin: string, options: UndiciConnectionOptions) => OwnDispatcher;

interface UndiciConnectionOptions {
  readonly headersTimeout: 0;
  readonly bodyTimeout: 0;
  readonly connectTimeout: number;
  readonly connections?: number;
}
