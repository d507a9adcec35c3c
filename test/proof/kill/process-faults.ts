/** What fails inside a lender's process: a gateway that answers in the service's place, a store that is full or loses its answer, and a machine that is suspended. */
import type { Clock } from '../../../src/clock/clock.ts';
import { type Instant, lagosDay } from '../../../src/domain/calendar.ts';
import { StoreError } from '../../../src/errors.ts';
import type { Transport, TransportResponse } from '../../../src/http/transport.ts';
import type { LoanStore } from '../../../src/loan-file/store.ts';
import type { Dice } from '../tampering/dice.ts';

/** In the message of every error that a store of {@link unreliableStore} makes up. */
export const MADE_UP = 'made up by the kill run';

// Each says "nothing was taken", and none proves it: the service has the debit.
const gatewayAnswers: readonly (readonly [status: number, type: string, body: string])[] = [
  [200, 'application/json', '{"status":false,"error":true,"message":"Request timed out","data":null}'],
  [200, 'application/json', '{"statusCode":500,"message":"An error occurred","error":"Internal Server Error"}'],
  [400, 'application/json', '{"status":504,"message":"upstream timed out","error":"gateway timeout"}'],
  [400, 'application/json', '{"status":false,"error":true,"message":"upstream failed","data":{"code":502}}'],
  [403, 'text/html', '<html><body>Request blocked</body></html>'],
  [408, 'application/json', '{"status":false,"error":true,"message":"Request timeout","data":null}'],
  [429, 'text/html', '<html><body>Slow down</body></html>'],
  [460, 'text/plain', ''],
  [499, 'application/json', '{"status":false,"error":true,"message":"Client closed request","data":null}'],
];

/** Passes everything on; one answer to a debit in twenty is replaced, after the service has acted. */
export function behindGateway(transport: Transport, dice: Dice): Transport {
  return {
    reportsLeaving: transport.reportsLeaving === true,
    provesUnsent: (error) => transport.provesUnsent?.(error) === true,
    close: () => transport.close(),
    async send(request): Promise<TransportResponse> {
      const response = await transport.send(request);
      if (!request.once || dice.below(20) > 0) return response;
      const [status, type, body] = dice.of(gatewayAnswers);
      return { status, headers: { 'content-type': type }, body, bodyBytes: Buffer.byteLength(body) };
    },
  };
}

/** Fails one append in a hundred: half of them before anything is kept, half after all of it is. */
export function unreliableStore(store: LoanStore, dice: Dice): LoanStore {
  const append: LoanStore['append'] = async (...given) => {
    const chance = dice.below(200);
    if (chance === 0) throw new StoreError(`The disk is full, ${MADE_UP}`);
    await store.append(...given);
    if (chance === 1) throw new StoreError(`The answer to the commit was lost, ${MADE_UP}`, { outcome: 'unknown' });
  };
  return new Proxy(store, {
    get: (target, name) => {
      if (name === 'append') return append;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The time of a process: what its parent said last, and how long it was suspended since. A suspended machine knows the time when it wakes, before anybody says it. */
export class ProcessClock implements Clock {
  readonly #speed: number;
  #now: Instant;
  #seenAt = Date.now();

  constructor(now: Instant, speed: number) {
    this.#now = now;
    this.#speed = speed;
    setInterval(() => this.now(), NOTICED_MS / 4).unref();
  }

  now(): Instant {
    const gap = Date.now() - this.#seenAt;
    this.#seenAt += gap;
    if (gap > NOTICED_MS) this.#now += gap * this.#speed;
    return this.#now;
  }

  today() {
    return lagosDay(this.now());
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, delayMs / this.#speed);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    });
  }

  /** What the parent says. */
  handle(now: Instant): void {
    this.#now = Math.max(this.now(), now);
  }
}

/** A process that did nothing for so long was suspended. */
const NOTICED_MS = 600;
