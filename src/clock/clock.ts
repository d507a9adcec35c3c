import type { Instant, PlainDate } from '../domain/calendar.ts';

/** The time a component lives in. Everything that waits or dates something takes one, so that tests run on virtual time. */
export interface Clock {
  /** Milliseconds since 1970 in UTC. */
  now(): Instant;
  /** The day it is in Africa/Lagos. */
  today(): PlainDate;
  /** Resolves after `delayMs`; rejects with the signal's reason when it is aborted first. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}
