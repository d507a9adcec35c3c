import { systemClock } from '../../clock/clock.ts';
import { SECOND_MS } from '../../domain/calendar.ts';
import { headerPairs, type ServerResponse } from '../message.ts';
import { bytesOf } from './bodies.ts';

/** A handler of one request in undici's own API: `onRequestStart` since version 7, `onConnect` before. */
export interface DispatchHandler {
  onRequestStart?(controller: DispatchController, context: unknown): void;
  onResponseStart?(
    controller: DispatchController,
    status: number,
    headers: Record<string, string>,
    statusText?: string,
  ): void;
  onResponseData?(controller: DispatchController, chunk: Buffer): void;
  onResponseEnd?(controller: DispatchController, trailers: Record<string, string>): void;
  onResponseError?(controller: DispatchController, error: Error): void;
  onConnect?(abort: (reason?: Error) => void, context: unknown): void;
  onHeaders?(status: number, rawHeaders: Buffer[], resume: () => void, statusText: string): boolean | undefined;
  onData?(chunk: Buffer): boolean | undefined;
  onComplete?(trailers: string[] | null): void;
  onError?(error: Error): void;
}

/** The controller that a version 7 handler gets. */
export interface DispatchController {
  readonly aborted: boolean;
  readonly paused: boolean;
  readonly reason: Error | null;
  abort(reason?: Error): void;
  pause(): void;
  resume(): void;
}

// undici's default, for headers and for each piece of a body.
const DEFAULT_LIMIT_MS = 300 * SECOND_MS;

// Cached, because the server writes few header names, mostly with the same values.
const writtenBefore = new Map<string, { readonly name: Buffer; value: string; bytes: Buffer }>();
const MOST_NAMES = 100;

function rawHeaders(headers: readonly string[]): Buffer[] {
  const raw: Buffer[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? '';
    const value = headers[index + 1] ?? '';
    let written = writtenBefore.get(name);
    if (written === undefined) {
      written = { name: Buffer.from(name, 'latin1'), value, bytes: Buffer.from(value, 'latin1') };
      if (writtenBefore.size < MOST_NAMES) writtenBefore.set(name, written);
    } else if (written.value !== value) {
      written.value = value;
      written.bytes = Buffer.from(value, 'latin1');
    }
    raw.push(written.name, written.bytes);
  }
  return raw;
}

/** One request and its answer, passed to a handler step by step. An error in the handler ends the exchange. */
export class Exchange implements DispatchController {
  readonly #handler: DispatchHandler;
  #timer: AbortController | undefined;
  #over: AbortController | undefined;
  #steps: (() => void)[] = [];
  #isRunning = false;
  #hasFailed = false;
  isOver = false;
  aborted = false;
  paused = false;
  reason: Error | null = null;

  constructor(handler: DispatchHandler) {
    this.#handler = handler;
  }

  /** Fails the exchange if the answer is late. For answers and bodies that are not available at once. */
  expectWithin(headersTimeoutMs: number | null | undefined): void {
    if (!this.#timer) this.#startTimer(headersTimeoutMs, () => this.fail(undiciError('headersTimeout')));
  }

  /** Fails the exchange if the next piece of the body is late, except while the handler pauses. */
  expectPieceWithin(bodyTimeoutMs: number | null | undefined): void {
    this.#startTimer(bodyTimeoutMs, () => {
      if (!this.paused) this.fail(undiciError('bodyTimeout'));
    });
  }

  /** Aborts when the exchange is over. Created on first use, because most answers are immediate. */
  get signal(): AbortSignal {
    this.#over ??= new AbortController();
    if (this.isOver) this.#over.abort();
    return this.#over.signal;
  }

  get ended(): Promise<void> {
    const { signal } = this;
    return new Promise((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  /** Starts the request at the handler. Returns false if the handler aborted at once. */
  start(): boolean {
    this.#guard(() => {
      if (this.#isNewDialect()) this.#handler.onRequestStart?.(this, {});
      else this.#handler.onConnect?.((reason) => this.abort(reason), {});
    });
    return !this.isOver;
  }

  /** Passes the answer to the handler. Waits while the handler pauses. */
  respond({ status, headers, body }: ServerResponse, isHead: boolean): void {
    this.begin(status, headers);
    if (!isHead && body.length > 0) this.add(bytesOf(body));
    this.finish();
  }

  /** Passes the status and headers of an answer whose body follows in pieces. */
  begin(status: number, headers: readonly string[]): void {
    this.#timer?.abort();
    this.#pass(() => this.#passHeaders(status, headers));
  }

  add(piece: Uint8Array): void {
    this.#timer?.abort();
    this.#pass(() => this.#passData(asBuffer(piece)));
  }

  finish(): void {
    this.#pass(() => this.#passEnd());
  }

  /** Ends the exchange with an error. Only the first end counts. */
  fail(reason: unknown): void {
    this.#failWith(reason instanceof Error ? reason : new Error(String(reason)));
  }

  #failWith(error: Error): void {
    if (this.isOver) return;
    this.#hasFailed = true;
    this.#end();
    if (this.#isNewDialect()) this.#handler.onResponseError?.(this, error);
    else this.#handler.onError?.(error);
  }

  abort(reason?: Error): void {
    if (this.isOver) return;
    this.aborted = true;
    this.reason =
      reason ?? Object.assign(new Error('Request aborted'), { name: 'AbortError', code: 'UND_ERR_ABORTED' });
    // As the caller gave it: a signal's reason may be any value, or an error of another realm.
    this.#failWith(this.reason);
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    this.#run();
  }

  #startTimer(givenMs: number | null | undefined, pass: () => void): void {
    this.#timer?.abort();
    const limitMs = givenMs ?? DEFAULT_LIMIT_MS;
    if (limitMs <= 0) return;
    this.#timer = new AbortController();
    systemClock.sleep(limitMs, this.#timer.signal).then(pass, () => undefined);
  }

  #pass(step: () => void): void {
    if (this.isOver) return;
    this.#steps.push(step);
    this.#run();
  }

  #run(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (!this.isOver && !this.paused) {
      const step = this.#steps.shift();
      if (!step) break;
      this.#guard(step);
    }
    this.#isRunning = false;
  }

  #passHeaders(status: number, headers: readonly string[]): void {
    if (this.#isNewDialect())
      this.#handler.onResponseStart?.(this, status, Object.fromEntries(headerPairs(headers)), '');
    else if (this.#handler.onHeaders?.(status, rawHeaders(headers), () => this.resume(), '') === false) this.pause();
  }

  #passData(chunk: Buffer): void {
    if (this.#isNewDialect()) this.#handler.onResponseData?.(this, chunk);
    else if (this.#handler.onData?.(chunk) === false) this.pause();
  }

  #passEnd(): void {
    this.#end();
    if (this.#isNewDialect()) this.#handler.onResponseEnd?.(this, {});
    else this.#handler.onComplete?.([]);
  }

  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      // A handler that throws in its last callback still gets the error.
      this.isOver = this.#hasFailed;
      this.fail(error);
    }
  }

  #end(): void {
    this.isOver = true;
    this.#steps = [];
    this.#timer?.abort();
    this.#over?.abort();
  }

  #isNewDialect(): boolean {
    return this.#handler.onRequestStart !== undefined;
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Errors like undici's, without loading undici. Callers and interceptors recognise them by name and code. */
const undiciErrors = {
  headersTimeout: ['HeadersTimeoutError', 'UND_ERR_HEADERS_TIMEOUT', 'Headers Timeout Error'],
  bodyTimeout: ['BodyTimeoutError', 'UND_ERR_BODY_TIMEOUT', 'Body Timeout Error'],
  /** The connection broke after the request was sent. */
  socket: ['SocketError', 'UND_ERR_SOCKET', 'other side closed'],
  /** The server was closed before or while it answered. */
  destroyed: ['ClientDestroyedError', 'UND_ERR_DESTROYED', 'The reference server was closed'],
} as const;

export function undiciError(kind: keyof typeof undiciErrors): Error {
  const [name, code, message] = undiciErrors[kind];
  return Object.assign(new Error(message), { name, code });
}
