import { channel } from 'node:diagnostics_channel';
import { quietly } from '../clock/mutex.ts';
import type {
  CallEvents,
  CallObserver,
  FailureEvent,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
} from '../http/outgoing-call.ts';

/** Functions called at each stage of a call, for metrics and traces. They cannot change the call. */
export interface Hooks {
  /** Before each attempt. */
  readonly beforeRequest?: (event: RequestEvent) => void;
  /** After each answer, with any status. */
  readonly afterResponse?: (event: ResponseEvent) => void;
  /** Before each wait for another attempt. */
  readonly onRetry?: (event: RetryEvent) => void;
  /** When a call ends with an error. */
  readonly onError?: (event: FailureEvent) => void;
  /**
   * Wraps a whole call with all its attempts and waits, for a span or an `AsyncLocalStorage`. Call `next` once and
   * return its result. The event describes the first attempt. `wrap` cannot change the result, and the caller does not
   * wait for its later work. A second `next` sends nothing. Without `next`, the call starts when `wrap` returns.
   */
  readonly wrap?: <T>(event: RequestEvent, next: () => Promise<T>) => Promise<T>;
}

/**
 * Receives the client's log lines: `debug` for requests and answers, `warn` for retries and oddities, `error` for
 * failed calls. Facts are masked. Bodies appear as type and length only. You can pass `console`: each entry takes one
 * line. `{ warn: console.warn, error: console.error }` leaves out successful calls.
 */
export interface Logger {
  /** Requests and answers. */
  readonly debug?: (message: string, facts: Readonly<Record<string, unknown>>) => void;
  /** Completed work. */
  readonly info?: (message: string, facts: Readonly<Record<string, unknown>>) => void;
  /** Problems for a person to check. */
  readonly warn?: (message: string, facts: Readonly<Record<string, unknown>>) => void;
  /** Failures. */
  readonly error?: (message: string, facts: Readonly<Record<string, unknown>>) => void;
}

type LogLine<Event> = { readonly level: keyof Logger; readonly said: (event: Event) => string };

const logLines: { readonly [Name in keyof CallEvents]: LogLine<CallEvents[Name]> } = {
  beforeRequest: { level: 'debug', said: () => 'goes out' },
  afterResponse: { level: 'debug', said: ({ status }) => `was answered with ${status}` },
  onRetry: { level: 'warn', said: ({ delayMs, reason }) => `is tried again in ${delayMs} ms (${reason})` },
  onError: { level: 'error', said: ({ error }) => `failed: ${error.message}` },
};

/** The observer for the lender's hooks and logger. Undefined when there are none, so that calls pay no cost. */
export function observerOf(hooks: Hooks | undefined, logger: Logger | undefined): CallObserver | undefined {
  if (!hooks && !logger) return undefined;
  const listeners: { readonly [Name in keyof CallEvents]?: (event: CallEvents[Name]) => void } = hooks ?? {};
  return (name, event) => {
    const { level, said } = logLines[name];
    quietly(() => listeners[name]?.(event));
    quietly(() => logger?.[level]?.(`repaykit: ${event.operation} ${said(event)}`, factsOf(event)));
  };
}

const inspected = Symbol.for('nodejs.util.inspect.custom');

// `console` prints a nested record over many lines. This keeps it to one.
function factsOf(event: RequestEvent & Partial<FailureEvent>): Readonly<Record<string, unknown>> {
  const facts: Record<string, unknown> = { ...event, ...(event.error && { error: event.error.toJSON() }) };
  const print = (_depth: number, options: object, inspect: (value: unknown, options: object) => string) =>
    inspect({ ...facts }, { ...options, breakLength: Number.POSITIVE_INFINITY, compact: true });
  return Object.defineProperty(facts, inspected, { value: print });
}

export function both(first: CallObserver | undefined, second: CallObserver): CallObserver {
  if (!first) return second;
  return (name, event) => {
    first(name, event);
    second(name, event);
  };
}

const channels = {
  beforeRequest: channel('repaykit:request:start'),
  afterResponse: channel('repaykit:request:end'),
  onRetry: channel('repaykit:request:retry'),
  onError: channel('repaykit:request:error'),
};

/** Publishes call events on the channels `repaykit:request:start|end|retry|error`. */
export const diagnostics: CallObserver = (name, event) => channels[name].publish(event);

/** Checked at each call, because subscribers come and go. */
export function hasDiagnosticsSubscribers(): boolean {
  for (const name in channels) if (channels[name as keyof CallEvents].hasSubscribers) return true;
  return false;
}

const warned = new WeakMap<Logger, Set<string>>();

/** Warns once per logger. That is usually once per process, however many clients it creates for its transactions. */
export function warnOnce(
  logger: Logger | undefined,
  message: string,
  facts: Readonly<Record<string, unknown>> = {},
): void {
  if (!logger) return;
  const before = warned.get(logger) ?? new Set();
  if (before.has(message)) return;
  warned.set(logger, before.add(message));
  quietly(() => logger.warn?.(message, facts));
}
