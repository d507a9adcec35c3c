import { createServer, type ServerResponse as HttpAnswer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../clock/clock.ts';
import { ConfigurationError } from '../../errors.ts';
import { type AnswerEffect, type RequestHandler, type ServerResponse, splitTarget } from '../message.ts';
import { drip } from './bodies.ts';

/** Where to listen. */
export interface PortOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** Largest request body that is kept, in bytes. */
  readonly bodyLimit: number;
}

/** An open port. */
export interface OpenPort {
  readonly port: number;
  /** Closes the port and its connections; answers under way get half a second. */
  close(): Promise<void>;
}

const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 300_000;
const KEEP_ALIVE_MS = 30_000;
const CLOSING_GRACE_MS = 500;

// A body over the limit is read on to its end, because a client that is still writing would lose the answer; but not for ever.
const DRAIN_LIMIT_FACTOR = 8;

/** Serves the core over `node:http`; the fastest adapter, because every request of a running server comes this way. */
export async function openPort(handle: RequestHandler, { port, host, bodyLimit }: PortOptions): Promise<OpenPort> {
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
  const issue =
    error.code === 'EADDRINUSE'
      ? { path: 'port', message: `${where} is in use by another program: choose another port, or 0 for any free one` }
      : {
          path: error.code === 'EACCES' ? 'port' : 'host',
          message: `${where} cannot be listened on (${error.code ?? error.message}): choose another`,
        };
  return new ConfigurationError('Listening', [issue], { cause: error });
}

async function closePort(server: Server, faulty: FaultyAnswers): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Those may never come to an end.
  for (const answer of faulty) answer.destroy();
  server.closeIdleConnections();
  const grace = new AbortController();
  await Promise.race([closed, systemClock.sleep(CLOSING_GRACE_MS, grace.signal).catch(() => undefined)]);
  grace.abort();
  server.closeAllConnections();
  await closed;
}

/** Answers that a fault keeps open. */
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
    respond(request, answer, { ...receiving, body: undefined, isTooLarge: false });
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
  // A client that hangs up in the middle gets no answer; there is nothing else to do.
  request.on('error', () => undefined);
  request.on('end', () => {
    const isTooLarge = size > bodyLimit;
    const body = isTooLarge ? undefined : chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    respond(request, answer, { ...receiving, body, isTooLarge });
  });
}

interface ReceivedBody {
  readonly body: Uint8Array | undefined;
  readonly isTooLarge: boolean;
}

function respond(
  { method = 'GET', url = '/', headers }: IncomingMessage,
  answer: HttpAnswer,
  { handle, faulty, body, isTooLarge }: Receiving & ReceivedBody,
): void {
  const { path, query } = splitTarget(url);
  const response = handle({ method, path, query, headers, body, isTooLarge });
  if (response instanceof Promise) void response.then((settled) => write(answer, settled, faulty));
  else write(answer, response, faulty);
}

function write(answer: HttpAnswer, response: ServerResponse, faulty: FaultyAnswers): void {
  const { status, headers, body, effect } = response;
  if (effect !== undefined) {
    void actOut(answer, { ...response, effect }, faulty);
    return;
  }
  answer.writeHead(status, headers as string[]);
  answer.end(body);
}

async function actOut(
  answer: HttpAnswer,
  { status, headers, body, effect }: ServerResponse & { readonly effect: AnswerEffect },
  faulty: FaultyAnswers,
): Promise<void> {
  if (effect.kind === 'reset') {
    answer.socket?.resetAndDestroy();
    return;
  }
  // The client left while the call was worked on: it closes no second time.
  if (answer.destroyed) return;
  const gone = new AbortController();
  faulty.add(answer);
  // Also when the client gives up.
  answer.once('close', () => {
    faulty.delete(answer);
    gone.abort();
  });
  if (effect.kind === 'timeout') return;
  try {
    if (effect.kind === 'latency') await systemClock.sleep(effect.delayMs, gone.signal);
    answer.writeHead(status, headers as string[]);
    if (effect.kind === 'slow-body') {
      answer.flushHeaders();
      for await (const piece of drip(body, effect.pieceDelayMs, gone.signal)) answer.write(piece);
      answer.end();
    } else answer.end(body);
  } catch {
    // The caller is gone.
  }
}
