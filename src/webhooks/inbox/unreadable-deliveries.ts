import { createHash } from 'node:crypto';
import type { Clock } from '../../clock/clock.ts';
import { formatInstant, MINUTE_MS, SECOND_MS } from '../../domain/calendar.ts';
import { StoreError } from '../../errors.ts';
import type { BodySeal } from '../../loan-file/body-seal.ts';
import { contentHash } from '../../loan-file/content-hash.ts';
import type { ReceiverLogger } from '../receive-options.ts';
import type { Inbox } from './inbox.ts';

/** The reason of a delivery that cannot be read. It carries how often the delivery came, so that a replay, which counts attempts anew, loses nothing. */

const form = /^unreadable(?:, came (\d{1,15}) times)?: /;
const NOT_KEPT = 'kept as a number only: too many, too long, or erased';

/** Why a delivery was set aside that cannot be read, and how often it came. */
export function unreadableReason(why: string, times = 1): string {
  return times === 1 ? `unreadable: ${why}` : `unreadable, came ${times} times: ${why}`;
}

/** The reason of an item that stands for deliveries of which nothing is kept but their number. */
export function counterReason(times: number): string {
  return unreadableReason(NOT_KEPT, times);
}

/** How many deliveries that cannot be read an item stands for; 0 for any other item. */
export function timesUnreadable(reason: string | undefined): number {
  const found = form.exec(reason ?? '');
  return found ? Number(found[1] ?? 1) : 0;
}

/** Is only their number kept? */
export function isCounter(reason: string | undefined): boolean {
  return timesUnreadable(reason) > 0 && reason?.endsWith(NOT_KEPT) === true;
}

/** What keeping needs. */
export interface UnreadableOptions {
  readonly inbox: Inbox;
  readonly seal: BodySeal | undefined;
  readonly clock: Clock;
  readonly logger: ReceiverLogger;
}

/** The body of the items that only count. */
export const COUNTER_BODY = 'deliveries that cannot be read, kept as a number';

const MOST_SAMPLES = 50;
const LONGEST_SAMPLE = 16 * 1_024;
const SAMPLES_COUNTED_MS = MINUTE_MS;
const MOST_LOOKED_AT = 2 * MOST_SAMPLES;
// One is enough, unless several processes count at the same moment, or one ended in between.
const COUNTERS = 8;
const LEASE_MS = 10 * SECOND_MS;

/**
 * Keeps deliveries of verified senders that cannot be read: each different body under its own name, up to a number and a length, so that they cannot fill the disk. Of the
 * others only the number is kept. How many there are is looked up once a minute, so that several processes may keep a few more.
 */
export class UnreadableDeliveries {
  readonly #options: UnreadableOptions;
  #samples = 0;
  #countedAt: number | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: UnreadableOptions) {
    this.#options = options;
  }

  /** Keeps a body, or counts it where it cannot be kept. @throws StoreError when the inbox fails */
  keep(bytes: Uint8Array, why: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#options.logger.error?.('repaykit: a delivery cannot be read', { reason: why, bytes: bytes.byteLength });
      if (!((await this.#hasRoom()) && (await this.#keepSample(bytes, why)))) await this.#add(1);
    });
  }

  /** Counts a delivery of which nothing is kept. @throws StoreError when the inbox fails */
  count(why: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#options.logger.error?.('repaykit: a delivery cannot be read', { reason: why });
      await this.#add(1);
    });
  }

  /** Goes on counting what an erasure empties. @throws StoreError when the inbox fails */
  countErased(times: number): Promise<void> {
    return this.#inTurn(async () => {
      this.#countedAt = undefined;
      await this.#add(times);
    });
  }

  // One after the other: a number that is read and written by two at once would miss one.
  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #hasRoom(): Promise<boolean> {
    const { inbox, clock } = this.#options;
    const now = clock.now();
    if (this.#countedAt === undefined || Math.abs(now - this.#countedAt) >= SAMPLES_COUNTED_MS) {
      const items = await inbox.list({
        status: 'quarantined',
        kinds: ['unknown'],
        newestFirst: true,
        limit: MOST_LOOKED_AT,
      });
      this.#samples = items.filter(({ reason }) => timesUnreadable(reason) > 0 && !isCounter(reason)).length;
      this.#countedAt = now;
    }
    return this.#samples < MOST_SAMPLES;
  }

  async #keepSample(bytes: Uint8Array, why: string): Promise<boolean> {
    const body = new TextDecoder().decode(bytes).slice(0, LONGEST_SAMPLE);
    const { key, kept } = await this.#store(createHash('sha256').update(bytes).digest('hex'), body);
    if (kept === 'stored') this.#samples += 1;
    // Another process that works on a new one counts it.
    return (
      kept !== 'duplicate' &&
      ((await this.#settle(key, (times) => unreadableReason(why, times + 1))) || kept === 'stored')
    );
  }

  async #add(more: number): Promise<void> {
    for (let number = 0; number < COUNTERS; number += 1) {
      const { key } = await this.#store(`counter ${number}`, COUNTER_BODY);
      if (await this.#settle(key, (times) => counterReason(times + more))) return;
    }
    throw new StoreError('The deliveries that cannot be read could not be counted: others hold all counters', {
      retryable: true,
    });
  }

  async #store(
    name: string,
    body: string,
  ): Promise<{ readonly key: string; readonly kept: 'stored' | 'reopened' | 'duplicate' }> {
    const { inbox, seal, clock } = this.#options;
    const hash = contentHash({ unreadable: name });
    const key = seal ? await seal.nameDelivery(hash) : hash;
    return {
      key,
      kept: await inbox.store({
        key,
        body,
        kind: 'unknown',
        source: 'webhook',
        receivedAt: formatInstant(clock.now()),
      }),
    };
  }

  async #settle(key: string, reasonOf: (times: number) => string): Promise<boolean> {
    const { inbox, clock } = this.#options;
    const [item] = await inbox.claim({ key, now: clock.now(), leaseMs: LEASE_MS, limit: 1 });
    return (
      item !== undefined && inbox.settle(item, { kind: 'quarantined', reason: reasonOf(timesUnreadable(item.reason)) })
    );
  }
}
