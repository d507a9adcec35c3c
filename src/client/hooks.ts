import { channel } from 'node:diagnostics_channel';
import { quietly } from '../clock/mutex.ts';
import type { CallObserver, FailureEvent, RequestEvent, ResponseEvent, RetryEvent } from '../http/outgoing-call.ts';

/** Functions called with how each call goes, for metrics and traces. Nothing that they do changes a call. */
export interface Hooks {
  /** Before each attempt. */
  readonly beforeRequest?: (event: RequestEvent) => void;
  /** After each answer, whatever its status. */
  readonly afterResponse?: (event: ResponseEvent) => void;
  /** Before each wait that another attempt follows. */
  readonly onRetry?: (event: RetryEvent) => void;
  /** When a call ends with an error. */
  readonly onError?: (event: FailureEvent) => void;
  /**
   * Around each whole call, all its attempts and waits, for what must be current while it runs: a span, an
   * `AsyncLocalStorage`. Call `next` once and return what it gives; the event describes the first attempt. The caller
   * gets the result of the call itself, whatever this returns or throws, and does not wait for its work afterwards.
   * Calling `next` again sends nothing again; without calling it the call begins when this is done.
   */
  readonly wrap?: <T>(event: RequestEvent, next: () => Promise<T>) => Promise<T>;
}

/**
 * Where the client writes its log lines: each request and each answer to `debug`, what is tried again or odd to `warn`,
 * calls that failed to `error`. Facts are masked; bodies appear as type and length only. `console` fits, and writes
 * each in one line; `{ warn: console.warn, error: console.error }` leaves out what goes well.
 */
export interface Logger {
  /** What happens on the way of a call. */
  readonly debug?: (message: string, facts: Readonly<Record<string, unknown>>) => void;
  /** What was done. */
  readonly info?: (message: string, facts: Readonly<Record<string, unknown>>) => void;
  /** What a person should look at. */
  readonly warn?: (message: string, facts: Readonly<Record<string, unknown>>) => void;
  /** What failed. */
  readonly error?: (message: string, facts: Readonly<Record<string, unknown>>) => void;
}

/** The observer of the lender's hooks and logger; undefined when there are none, so that calls pay nothing. */
export function observerOf(hooks: Hooks | undefined, logger: Logger | undefined): CallObserver | undefined {
  if (!hooks && !logger) return undefined;
  return {
    requestStarted: (event) => {
      quietly(() => hooks?.beforeRequest?.(event));
      quietly(() => logger?.debug?.(`repaykit: ${event.operation} goes out`, factsOf(event)));
    },
    responseReceived: (event) => {
      quietly(() => hooks?.afterResponse?.(event));
      quietly(() => logger?.debug?.(`repaykit: ${event.operation} was answered with ${event.status}`, factsOf(event)));
    },
    retryPlanned: (event) => {
      quietly(() => hooks?.onRetry?.(event));
      quietly(() =>
        logger?.warn?.(
          `repaykit: ${event.operation} is tried again in ${event.delayMs} ms (${event.reason})`,
          factsOf(event),
        ),
      );
    },
    callFailed: (event) => {
      quietly(() => hooks?.onError?.(event));
      quietly(() =>
        logger?.error?.(
          `repaykit: ${event.operation} failed: ${event.error.message}`,
          factsOf({ ...event, error: event.error.toJSON() }),
        ),
      );
    },
  };
}

const inspected = Symbol.for('nodejs.util.inspect.custom');

// `console` prints records over many lines: these in one.
function factsOf(event: object): Readonly<Record<string, unknown>> {
  const facts: Record<string, unknown> = { ...event };
  const print = (_depth: number, options: object, inspect: (value: unknown, options: object) => string) =>
    inspect({ ...facts }, { ...options, breakLength: Number.POSITIVE_INFINITY, compact: true });
  return Object.defineProperty(facts, inspected, { value: print });
}

export function both(first: CallObserver | undefined, second: CallObserver): CallObserver {
  if (!first) return second;
  return {
    requestStarted: (event) => [first, second].forEach((observer) => void observer.requestStarted(event)),
    responseReceived: (event) => [first, second].forEach((observer) => void observer.responseReceived(event)),
    retryPlanned: (event) => [first, second].forEach((observer) => void observer.retryPlanned(event)),
    callFailed: (event) => [first, second].forEach((observer) => void observer.callFailed(event)),
  };
}

const start = channel('repaykit:request:start');
const end = channel('repaykit:request:end');
const retry = channel('repaykit:request:retry');
const error = channel('repaykit:request:error');

/** Publishes what happens to calls on the channels `repaykit:request:start|end|retry|error`. */
export const diagnostics: CallObserver = {
  requestStarted: (event) => start.publish(event),
  responseReceived: (event) => end.publish(event),
  retryPlanned: (event) => retry.publish(event),
  callFailed: (event) => error.publish(event),
};

/** Does anyone listen? Asked at each call, because listeners come and go. */
export function hasDiagnosticsSubscribers(): boolean {
  return start.hasSubscribers || end.hasSubscribers || retry.hasSubscribers || error.hasSubscribers;
}

const told = new WeakMap<Logger, Set<string>>();

/** Warns once for each logger, so once in a process as a rule, however many clients it makes for its transactions. */
export function warnOnce(
  logger: Logger | undefined,
  message: string,
  facts: Readonly<Record<string, unknown>> = {},
): void {
  if (!logger) return;
  const before = told.get(logger) ?? new Set();
  if (before.has(message)) return;
  told.set(logger, before.add(message));
  quietly(() => logger.warn?.(message, facts));
}
