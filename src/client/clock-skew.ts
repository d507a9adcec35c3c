import type { Clock } from '../clock/clock.ts';
import { type Instant, MINUTE_MS } from '../domain/calendar.ts';
import { type Asker, allowedFor } from '../domain/loan/debits/debit-window.ts';
import { parseHttpDate } from '../http/transport-answer.ts';
import { type Logger, warnOnce } from './hooks.ts';

// A `date` header has whole seconds. A slower answer is too imprecise to measure with.
const HEADER_STEP_MS = 1_000;
const LONGEST_ROUND_TRIP_MS = MINUTE_MS;

/** How far the lender's clock is ahead, by the last `date` header: it may be cached, so it only delays the client. */
export class ClockSkew {
  readonly #clock: Clock;
  readonly #logger: Logger | undefined;
  #aheadMs: number | undefined;
  #clockId: string | undefined;
  /** The last date of an answer. It changes once a second, and parsing it costs more than the rest. */
  #lastDate: { readonly text: string; readonly instant: Instant | undefined } | undefined;

  constructor(clock: Clock, logger: Logger | undefined) {
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Identifies this client as the one that asks about debits. */
  get asker(): Asker & { readonly askedBy: string } {
    this.#clockId ??= globalThis.crypto.randomUUID();
    return { askedBy: this.#clockId, clockAheadMs: this.#aheadMs };
  }

  /** What an intent records: how far the clock was ahead, or behind if negative. Left out below one minute. */
  get ofIntent(): { readonly clockAheadMs?: number } {
    return this.#aheadMs ? { clockAheadMs: this.#aheadMs } : {};
  }

  /** Converts an instant of the lender's clock to the service's time. Never later than the given instant. */
  inServiceTime(instant: Instant): Instant {
    return instant - allowedFor(this.#aheadMs ?? 0);
  }

  /** Measures with the answer to a request that was sent at the given instant. */
  measure(sentAt: Instant, headers: Readonly<Record<string, string>>): void {
    const now = this.#clock.now();
    const text = headers.date ?? '';
    if (this.#lastDate?.text !== text) this.#lastDate = { text, instant: parseHttpDate(text) };
    const date = this.#lastDate.instant;
    // A cached answer carries the date at which the cache stored it.
    if (date === undefined || Number(headers.age ?? 0) > 0 || now < sentAt || now - sentAt > LONGEST_ROUND_TRIP_MS)
      return;
    const aheadMs = Math.round((sentAt + now - HEADER_STEP_MS) / 2 - date);
    const isLarge = Math.abs(aheadMs) > MINUTE_MS;
    this.#aheadMs = isLarge ? aheadMs : 0;
    if (!isLarge) return;
    const warning =
      'repaykit: the clock of this machine and that of the service differ by more than a minute: set it right (NTP), or lost answers to debits wait longer, or for a person';
    warnOnce(this.#logger, warning, { aheadMs });
  }
}
