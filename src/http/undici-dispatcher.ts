import { quietly } from '../clock/mutex.ts';
import type { TransportRequest, TransportResponse } from './transport.ts';
import { BodyTooLongError, flatHeaders } from './transport-answer.ts';

/** The used part of an undici dispatcher. Described structurally, so that no undici types reach your code. */
export interface UndiciDispatcher {
  /** Sends one request and reports its progress to the handler. */
  dispatch(options: UndiciDispatchOptions, handler: UndiciDispatchHandler): boolean;
}

export interface OwnDispatcher extends UndiciDispatcher {
  close(): Promise<void>;
  destroy(reason: Error): Promise<void>;
}

/** Options of one request. */
export interface UndiciDispatchOptions {
  readonly origin?: unknown;
  readonly path: string;
  readonly method: string;
  readonly headers?: unknown;
  readonly body?: unknown;
  /** Closes the connection after the answer. */
  readonly reset?: unknown;
  /** Zero disables the dispatcher's own limit. */
  readonly headersTimeout?: unknown;
  readonly bodyTimeout?: unknown;
}

/** The request handler. The names are those of undici since version 7. */
export interface UndiciDispatchHandler {
  /** Called right before the first byte is written. Never called if no connection could be made. */
  onRequestStart(controller: UndiciController, context: unknown): void;
  onResponseStart(
    controller: UndiciController,
    statusCode: number,
    headers: Record<string, string | string[] | undefined>,
    statusMessage?: string,
  ): void;
  onResponseData(controller: UndiciController, chunk: Uint8Array): void;
  onResponseEnd(controller: UndiciController, trailers: unknown): void;
  onResponseError(controller: UndiciController, error: Error): void;
}

/** Lets a handler end its request. */
export interface UndiciController {
  abort(reason: Error): void;
}

/** Sends one request through a dispatcher and collects its answer. */
export class UndiciExchange implements UndiciDispatchHandler {
  readonly #request: TransportRequest;
  readonly #resolve: (response: TransportResponse) => void;
  readonly #reject: (error: unknown) => void;
  #controller: UndiciController | undefined;
  #hasStarted = false;
  #isOver = false;
  #status = 0;
  #headers: Record<string, string | string[] | undefined> = {};
  #chunks: Uint8Array[] = [];
  #bodyBytes = 0;

  constructor(
    request: TransportRequest,
    resolve: (response: TransportResponse) => void,
    reject: (error: unknown) => void,
  ) {
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
    request.onEnd((reason) =>
      this.#endEarly(reason instanceof Error ? reason : new Error('The call was ended.', { cause: reason })),
    );
  }

  onRequestStart(controller: UndiciController): void {
    if (this.#isStopped(controller)) return;
    // A dispatcher that retries or follows redirects starts the same request again. That is not allowed.
    if (this.#hasStarted) {
      const again = new Error('The dispatcher tried to send the request a second time.');
      this.#fail(again);
      controller.abort(again);
      return;
    }
    this.#hasStarted = true;
    this.#controller = controller;
    this.#reportLeaving(controller, (heldBack) => heldBack);
  }

  onResponseStart(
    controller: UndiciController,
    statusCode: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#reportLeft(controller);
    if (this.#isStopped(controller)) return;
    this.#controller = controller;
    this.#status = statusCode;
    this.#headers = headers;
  }

  onResponseData(controller: UndiciController, chunk: Uint8Array): void {
    this.#reportLeft(controller);
    if (this.#isStopped(controller)) return;
    this.#bodyBytes += chunk.byteLength;
    if (this.#bodyBytes <= this.#request.maxResponseBytes) {
      this.#chunks.push(chunk);
      return;
    }
    const tooLong = new BodyTooLongError(this.#status, this.#request.maxResponseBytes);
    this.#fail(tooLong);
    controller.abort(tooLong);
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const [first] = this.#chunks;
    const bytes = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks, this.#bodyBytes);
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
    this.#resolve({ status: this.#status, headers: flatHeaders(this.#headers), body, bodyBytes: this.#bodyBytes });
  }

  onResponseError(_controller: UndiciController, error: Error): void {
    this.#fail(error);
  }

  // If an interceptor hid the start, the answer proves that the request left.
  #reportLeft(controller: UndiciController): void {
    this.#reportLeaving(controller, () => new Error('The dispatcher sent a request that it did not announce in time.'));
  }

  #reportLeaving(controller: UndiciController, errorOf: (heldBack: Error) => Error): void {
    try {
      this.#request.leaving();
    } catch (heldBack) {
      const error = errorOf(heldBack as Error);
      this.#fail(error);
      controller.abort(error);
    }
  }

  // A call that ended while it waited is stopped before its first byte, or at the dispatcher's next report.
  #isStopped(controller: UndiciController): boolean {
    if (this.#isOver) controller.abort(new Error('The call has ended.'));
    return this.#isOver;
  }

  #endEarly(reason: Error): void {
    if (this.#isOver) return;
    this.#fail(reason);
    // A dispatcher that cannot abort must not prevent other calls from ending.
    quietly(() => this.#controller?.abort(reason));
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#chunks = [];
    this.#reject(error);
  }
}
