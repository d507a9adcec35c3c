import type { FailureEvent, RequestEvent, ResponseEvent, RetryEvent } from '../transport/call-observer.ts';

/** Functions that are told how each call goes, for metrics and traces. They observe: what they return or throw changes no call. */
export interface Hooks {
  /** Before each attempt. */
  readonly beforeRequest?: (event: RequestEvent) => void;
  /** After each answer, whatever its status. */
  readonly afterResponse?: (event: ResponseEvent) => void;
  /** Before each wait that another attempt follows. */
  readonly onRetry?: (event: RetryEvent) => void;
  /** When a call ends with an error. */
  readonly onError?: (event: FailureEvent) => void;
}

/** Where the client writes its log lines. Facts are masked; bodies appear as type and length only. `console` fits. */
export interface Logger {
  readonly debug?: (message: string, facts: Readonly<Record<string, unknown>>) => void;
  readonly info?: (message: string, facts: Readonly<Record<string, unknown>>) => void;
  readonly warn?: (message: string, facts: Readonly<Record<string, unknown>>) => void;
  readonly error?: (message: string, facts: Readonly<Record<string, unknown>>) => void;
}
