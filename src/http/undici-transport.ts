import { hadNoConnection } from './connect-failure.ts';
import { wasHeldBack } from './held-back.ts';
import { ReadOnceBody } from './read-once-body.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';
import type { OwnDispatcher, UndiciDispatcher } from './undici-dispatcher.ts';
import { UndiciExchange } from './undici-exchange.ts';
import { loadUndici, type UndiciClasses } from './undici-loading.ts';

/** Options of {@link undiciTransport}. */
export interface UndiciTransportOptions {
  /**
   * A dispatcher to send through instead of a pool of its own: a proxy, a mock, or the reference server in process. It stays its owner's: `close()` leaves it open.
   * Whatever it does by itself, the body of a debit, claim or upload is given to it once. Because interceptors may keep to themselves that a request started, a
   * failed one counts as sent unless its error tells that no connection was made.
   */
  readonly dispatcher?: UndiciDispatcher;
  /** Most connections to the service at a time; default 64. */
  readonly connections?: number;
  /** Longest time to make a connection, in milliseconds, within the call's deadline; default 10,000. */
  readonly connectTimeoutMs?: number;
}

/** How requests travel in Node: pooled connections of our own through undici, loaded on first use. Debits, claims and uploads each get a fresh one. */
export function undiciTransport(options: UndiciTransportOptions = {}): Transport {
  return new UndiciTransport(options);
}

class UndiciTransport implements Transport {
  /** Our own connections tell when a request starts; somebody else's dispatcher may keep it to itself. */
  readonly reportsLeaving: boolean;
  readonly #given: UndiciDispatcher | undefined;
  readonly #connections: number;
  readonly #connectTimeoutMs: number;
  readonly #pools = new Map<string, OwnDispatcher>();
  readonly #fresh = new Set<Promise<unknown>>();
  #undici: UndiciClasses | undefined;

  constructor({ dispatcher, connections = 64, connectTimeoutMs = 10_000 }: UndiciTransportOptions) {
    this.reportsLeaving = dispatcher === undefined;
    this.#given = dispatcher;
    this.#connections = connections;
    this.#connectTimeoutMs = connectTimeoutMs;
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
    this.#undici = await loadUndici();
    return this.send(request);
  }

  #poolOf({ Pool }: UndiciClasses, origin: string): OwnDispatcher {
    const known = this.#pools.get(origin);
    if (known) return known;
    const pool = new Pool(origin, {
      headersTimeout: 0,
      bodyTimeout: 0,
      connectTimeout: this.#connectTimeoutMs,
      connections: this.#connections,
    });
    this.#pools.set(origin, pool);
    return pool;
  }

  // Nobody else's dispatcher and nobody else's connection: a kept-alive one may be closing at this very moment, and then nobody knows what arrived.
  #sendOnFreshConnection({ Client }: UndiciClasses, request: TransportRequest): Promise<TransportResponse> {
    const client = new Client(request.origin, {
      headersTimeout: 0,
      bodyTimeout: 0,
      connectTimeout: this.#connectTimeoutMs,
    });
    const answer = dispatch(client, request);
    const destroyed = new Promise<void>((resolve) => {
      // Not from within the handler's call: with a body stream that failed, undici would crash the process.
      const destroy = () => setImmediate(() => void client.destroy().then(resolve, resolve));
      answer.then(destroy, destroy);
    });
    this.#fresh.add(destroyed);
    void destroyed.then(() => this.#fresh.delete(destroyed));
    return answer;
  }
}

// The call's deadline is ours. Our own connections are told once; somebody else's dispatcher with each request.
const withoutLimits = { headersTimeout: 0, bodyTimeout: 0 };

function dispatch(
  dispatcher: UndiciDispatcher,
  request: TransportRequest,
  limits?: typeof withoutLimits,
): Promise<TransportResponse> {
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
