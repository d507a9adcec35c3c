/** The part of an undici dispatcher that is used, described by its structure so that no types of undici reach a consumer. */
export interface UndiciDispatcher {
  /** Sends one request; the handler gets what happens to it. */
  dispatch(options: UndiciDispatchOptions, handler: UndiciDispatchHandler): boolean;
}

/** A dispatcher that was made here and is ended here. */
export interface OwnDispatcher extends UndiciDispatcher {
  close(): Promise<void>;
  destroy(): Promise<void>;
}

/** What is dispatched. */
export interface UndiciDispatchOptions {
  readonly origin?: unknown;
  readonly path: string;
  readonly method: string;
  readonly headers?: unknown;
  readonly body?: unknown;
  /** Closes the connection after the answer. */
  readonly reset?: unknown;
  /** Zero: no limit of its own. */
  readonly headersTimeout?: unknown;
  readonly bodyTimeout?: unknown;
}

/** The handler. The names are undici's, since its version 7. */
export interface UndiciDispatchHandler {
  /** Right before the first byte is written; never called when no connection could be made. */
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

/** How a handler ends its request. */
export interface UndiciController {
  abort(reason: Error): void;
}
