import { createServer, type ServerResponse as HttpAnswer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../clock/clock.ts';
import { ConfigurationError, type FieldIssue } from '../../errors.ts';
import { isLoopbackHost } from '../control/control-endpoint.ts';
import { REFERENCE_DEFAULTS } from '../defaults.ts';
import { type FaultyResponse, type RequestHandler, type ServerResponse, splitTarget } from '../message.ts';
import type { Settings } from '../options.ts';
import { IN_PROCESS_ORIGIN } from '../worlds/world-name.ts';
import { type BodyBytes, piecesOf } from './bodies.ts';

interface PortOptions extends Required<ListenOptions> {
  /** Maximum size of a request body, in bytes. */
  readonly bodyLimit: number;
}

type OpenPort = Awaited<ReturnType<typeof openPort>>;

const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 300_000;
const KEEP_ALIVE_MS = 30_000;
const CLOSING_GRACE_MS = 500;

// A body over the limit is read further, because a client that is still writing would lose the answer. This factor
// bounds it.
const DRAIN_LIMIT_FACTOR = 8;

/** Serves requests over `node:http`. This is the fastest adapter, because every request to a running server uses it. */
export async function openPort(handle: RequestHandler, { port, host, bodyLimit }: PortOptions) {
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  const faulty: FaultyAnswers = new Set();
  server.on('request', (request, answer) => receive(request, answer, { handle, bodyLimit, faulty }));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
    if (socket.writable && error.code !== 'ECONNRESET')
      socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
    else socket.destroy();
  });
  await bind(server, port, host);
  return { port: (server.address() as AddressInfo).port, close: () => closePort(server, faulty) };
}

function bind(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, port, host)));
    server.listen(port, host, resolve);
  });
}

function listenError(error: NodeJS.ErrnoException, port: number, host: string): ConfigurationError {
  const where = `${host}:${port}`;
  const isInUse = error.code === 'EADDRINUSE';
  const message = isInUse
    ? `${where} is in use by another program: choose another port, or 0 for any free one`
    : `${where} cannot be listened on (${error.code ?? error.message}): choose another`;
  const path = isInUse || error.code === 'EACCES' ? 'port' : 'host';
  return new ConfigurationError('Listening', [{ path, message }], { cause: error });
}

/** Closes the port and its connections. Running answers get half a second. */
async function closePort(server: Server, faulty: FaultyAnswers): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Faulted answers may never end.
  for (const answer of faulty) answer.destroy();
  server.closeIdleConnections();
  const grace = new AbortController();
  await Promise.race([closed, systemClock.sleep(CLOSING_GRACE_MS, grace.signal).catch(() => undefined)]);
  grace.abort();
  server.closeAllConnections();
  await closed;
}

/** Answers that a fault delays. */
type FaultyAnswers = Set<HttpAnswer>;

interface Receiving {
  readonly handle: RequestHandler;
  readonly bodyLimit: number;
  readonly faulty: FaultyAnswers;
}

function receive(request: IncomingMessage, answer: HttpAnswer, receiving: Receiving): void {
  const { bodyLimit } = receiving;
  const { headers } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  if (!hasBody) {
    respond(request, answer, { receiving, body: undefined, isTooLarge: false });
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= bodyLimit) chunks.push(chunk);
    else chunks.length = 0;
    if (size > DRAIN_LIMIT_FACTOR * bodyLimit) request.destroy();
  });
  // A client that disconnects in the middle gets no answer. Nothing else is needed.
  request.on('error', () => undefined);
  request.on('end', () => {
    const isTooLarge = size > bodyLimit;
    const body = isTooLarge ? undefined : chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    respond(request, answer, { receiving, body, isTooLarge });
  });
}

function respond(
  { method = 'GET', url = '/', headers }: IncomingMessage,
  answer: HttpAnswer,
  { receiving, body, isTooLarge }: BodyBytes & { readonly receiving: Receiving },
): void {
  const { handle, faulty } = receiving;
  const { path, query } = splitTarget(url);
  const response = handle({ method, path, query, headers, body, isTooLarge });
  if (response instanceof Promise) void response.then((settled) => write(answer, settled, faulty));
  else write(answer, response, faulty);
}

function write(answer: HttpAnswer, response: ServerResponse, faulty: FaultyAnswers): void {
  const { status, headers, body, effect } = response;
  if (effect !== undefined) void actOut(answer, { ...response, effect }, faulty);
  else writeAtOnce(answer.writeHead(status, headers as string[]), body);
}

/**
 * Ends an answer with one write of head and body. Node writes them as two buffers, and a third, empty one: that costs
 * 5 % of the whole answer. The head is Node's own text in an undocumented field, encoded as Latin-1. So this is for
 * ASCII only, and if Node renames the field, the body is written as usual.
 */
function writeAtOnce(answer: HttpAnswer & { _header?: unknown }, body: ServerResponse['body']): void {
  const { _header: head, req } = answer;
  const isAscii = typeof body === 'string' && Buffer.byteLength(body) === body.length;
  if (!isAscii || typeof head !== 'string' || req.method === 'HEAD') {
    answer.end(body);
    return;
  }
  answer._header = head + body;
  answer.end();
}

async function actOut(answer: HttpAnswer, response: FaultyResponse, faulty: FaultyAnswers): Promise<void> {
  const { status, headers, body, effect } = response;
  if (effect.kind === 'reset') {
    answer.socket?.resetAndDestroy();
    return;
  }
  // The client disconnected during the call, so `close` will not fire again.
  if (answer.destroyed) return;
  const gone = new AbortController();
  faulty.add(answer);
  // `close` also fires when the client disconnects.
  answer.once('close', () => {
    faulty.delete(answer);
    gone.abort();
  });
  if (effect.kind === 'timeout') return;
  try {
    if (effect.kind === 'latency') await systemClock.sleep(effect.delayMs, gone.signal);
    answer.writeHead(status, [...headers]);
    const pieces = piecesOf(response, gone.signal);
    if (pieces) {
      answer.flushHeaders();
      for await (const piece of pieces) answer.write(piece);
      answer.end();
    } else answer.end(body);
  } catch {
    // The client disconnected.
  }
}

/** The address to listen on. Default: any free port of loopback. */
export interface ListenOptions {
  /** The port. Default 0: any free port. */
  readonly port?: number;
  /** The host. Default 127.0.0.1. Outside loopback the server requires a `controlToken`. */
  readonly host?: string;
}

export class ServerPort {
  readonly #settings: Settings;
  /** Set before the first await, so that two concurrent calls do not open two ports. */
  #opening: Promise<OpenPort> | undefined;
  #open: { readonly host: string; readonly url: string } | undefined;
  #isClosed = false;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** The server's URL, without a trailing slash. Without an open port it is an address for in-process calls. */
  get url(): string {
    return this.#open?.url ?? IN_PROCESS_ORIGIN;
  }

  get host(): string | undefined {
    return this.#open?.host;
  }

  /** Opens the port and returns its URL. @throws ConfigurationError */
  async open(
    handle: RequestHandler,
    { port = 0, host = REFERENCE_DEFAULTS.host }: ListenOptions = {},
  ): Promise<{ readonly url: string; readonly port: number }> {
    const { bodyLimit } = this.#settings;
    this.#check(port, host);
    this.#opening = openPort(handle, { port, host, bodyLimit });
    const opened = await this.#opening.catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    // The server may have been closed in the meantime.
    if (this.#isClosed) this.#check(port, host);
    this.#open = { host, url: urlOf(host, opened.port) };
    return { url: this.#open.url, port: opened.port };
  }

  /** Closes the port and its connections. It cannot be opened again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const opened = await this.#opening?.catch(() => undefined);
    await opened?.close();
  }

  #check(port: number, host: string): void {
    const issues: FieldIssue[] = [];
    if (this.#isClosed) issues.push({ path: 'port', message: 'this server was closed: make another one' });
    else if (this.#opening) {
      const message = 'this server listens already: make another one for another port';
      issues.push({ path: 'port', message });
    }
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      issues.push({ path: 'port', message: 'must be a whole number from 0 to 65535' });
    if (!isLoopbackHost(host) && this.#settings.controlToken === undefined) {
      const message =
        'lies beyond loopback, where anyone could make control calls: set a control token (--control-token) too';
      issues.push({ path: 'host', message });
    }
    if (issues.length > 0) throw new ConfigurationError('Listening', issues);
  }
}

function urlOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
