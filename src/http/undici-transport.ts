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
  readonly #limits: Omit<UndiciConnectionOptions, 'connect'>;
  readonly #pools = new Map<string, OwnConnections>();
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
      : this.#poolOf(this.#undici, request.origin).send(request);
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

  #poolOf({ Pool, buildConnector }: UndiciClasses, origin: string): OwnConnections {
    const known = this.#pools.get(origin);
    if (known) return known;
    const options = { ...this.#limits, connections: this.#connections };
    const open = buildConnector({ timeout: options.connectTimeout });
    const pool = new OwnConnections(open, (connect) => new Pool(origin, { ...options, connect }));
    this.#pools.set(origin, pool);
    return pool;
  }

  // A kept-alive connection may be closing right now. Then it would be unknown what arrived.
  #sendOnFreshConnection(
    { Client, buildConnector }: UndiciClasses,
    request: TransportRequest,
  ): Promise<TransportResponse> {
    const open = buildConnector({ timeout: this.#limits.connectTimeout });
    const client = new OwnConnections(open, (connect) => new Client(request.origin, { ...this.#limits, connect }));
    const answer = client.send(request);
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

/**
 * A pool or a client of undici. A connection that is not yet open ends with the last call. Undici would wait for it
 * until `connectTimeout`, and so would `close()` and the process, even if the call ended long before.
 */
class OwnConnections {
  readonly #dispatcher: OwnDispatcher;
  readonly #opening = new Set<OpeningSocket>();
  #calls = 0;

  constructor(open: Connect<OpeningSocket>, create: (connect: Connect) => OwnDispatcher) {
    this.#dispatcher = create((target, callback) => {
      // Undici also connects for calls that ended while they were queued.
      if (this.#calls === 0) return queueMicrotask(() => callback(callEnded, null));
      const socket = open(target, (error, opened) => {
        this.#opening.delete(socket);
        callback(error, opened);
      });
      this.#opening.add(socket);
    });
  }

  send(request: TransportRequest): Promise<TransportResponse> {
    this.#calls += 1;
    const answer = dispatch(this.#dispatcher, request);
    answer.then(this.#endCall, this.#endCall);
    return answer;
  }

  close(): Promise<void> {
    return this.#dispatcher.close();
  }

  destroy(): Promise<void> {
    return this.#dispatcher.destroy(callEnded);
  }

  readonly #endCall = (): void => {
    this.#calls -= 1;
    // Nothing of a call has left on these.
    if (this.#calls === 0) for (const socket of this.#opening) socket.destroy(callEnded);
  };
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
  readonly buildConnector: (options: { readonly timeout: number }) => Connect<OpeningSocket>;
}

type DispatcherClass = new (origin: string, options: UndiciConnectionOptions) => OwnDispatcher;

interface UndiciConnectionOptions {
  readonly headersTimeout: 0;
  readonly bodyTimeout: 0;
  readonly connectTimeout: number;
  readonly connections?: number;
  readonly connect: Connect;
}

/** Begins to open a socket, and calls back when it can be written to. */
type Connect<Begun = void> = (target: object, callback: (error: Error | null, socket: unknown) => void) => Begun;

interface OpeningSocket {
  destroy(reason: Error): void;
}
