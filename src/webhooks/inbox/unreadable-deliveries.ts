import { builtins } from '../../builtins.ts';
import type { Clock } from '../../clock/clock.ts';
import { Mutex } from '../../clock/mutex.ts';
import { formatInstant, MINUTE_MS, SECOND_MS } from '../../domain/calendar.ts';
import { StoreError } from '../../errors.ts';
import type { BodySeal } from '../../loan-file/body-seal.ts';
import { contentHash } from '../../loan-file/hashing.ts';
import type { ReceiverLogger } from '../receive-options.ts';
import type { Inbox } from './inbox.ts';

// The stored reason contains how often the delivery came, because a replay resets the attempts.
const form = /^unreadable(?:, came (\d{1,15}) times)?: /;
const NOT_KEPT = 'kept as a number only: too many, too long, or erased';

/** The reason of an unreadable delivery: why, and how often it came. */
export function unreadableReason(why: string, times = 1): string {
  return times === 1 ? `unreadable: ${why}` : `unreadable, came ${times} times: ${why}`;
}

/** The reason of an item that only counts deliveries. */
export function counterReason(times: number): string {
  return unreadableReason(NOT_KEPT, times);
}

/** How many unreadable deliveries an item represents; 0 for any other item. */
export function timesUnreadable(reason: string | undefined): number {
  const found = form.exec(reason ?? '');
  return found ? Number(found[1] ?? 1) : 0;
}

export function isCounter(reason: string | undefined): boolean {
  return timesUnreadable(reason) > 0 && reason?.endsWith(NOT_KEPT) === true;
}

interface UnreadableOptions {
  readonly inbox: Inbox;
  readonly seal: BodySeal | undefined;
  readonly clock: Clock;
  /** Never throws or rejects. */
  readonly logger: Required<ReceiverLogger>;
}

export const COUNTER_BODY = 'deliveries that cannot be read, kept as a number';

const MOST_SAMPLES = 50;
const LONGEST_SAMPLE = 16 * 1_024;
const SAMPLES_COUNTED_MS = MINUTE_MS;
const MOST_LISTED = 2 * MOST_SAMPLES;
// One counter is enough, unless several processes count at the same moment or one stopped in between.
const COUNTERS = 8;
const LEASE_MS = 10 * SECOND_MS;

/**
 * Keeps unreadable deliveries of verified senders under their own keys, up to a number and a length. The rest are only
 * counted. The number is queried once a minute, so several processes may keep a few more.
 */
export class UnreadableDeliveries {
  readonly #options: UnreadableOptions;
  #samples = 0;
  #countedAt: number | undefined;
  // Two concurrent read-and-write updates would lose a count.
  readonly #mutex = new Mutex();

  constructor(options: UnreadableOptions) {
    this.#options = options;
  }

  /** Keeps a body, or counts it if there is no room. @throws StoreError */
  keep(bytes: Uint8Array, why: string): Promise<void> {
    return this.#mutex.run(async () => {
      this.#options.logger.error('repaykit: a delivery cannot be read', { reason: why, bytes: bytes.byteLength });
      if (!((await this.#hasRoom()) && (await this.#keepSample(bytes, why)))) await this.#add(1);
    });
  }

  /** @throws StoreError */
  count(why: string): Promise<void> {
    return this.#mutex.run(async () => {
      this.#options.logger.error('repaykit: a delivery cannot be read', { reason: why });
      await this.#add(1);
    });
  }

  /** Keeps counting deliveries whose bodies an erasure empties. @throws StoreError */
  countErased(times: number): Promise<void> {
    return this.#mutex.run(async () => {
      this.#countedAt = undefined;
      await this.#add(times);
    });
  }

  async #hasRoom(): Promise<boolean> {
    const { inbox, clock } = this.#options;
    const now = clock.now();
    if (this.#countedAt === undefined || Math.abs(now - this.#countedAt) >= SAMPLES_COUNTED_MS) {
      const query = { status: 'quarantined', kinds: ['unknown'], newestFirst: true } as const;
      const items = await inbox.list({ ...query, limit: MOST_LISTED });
      this.#samples = items.filter(({ reason }) => timesUnreadable(reason) > 0 && !isCounter(reason)).length;
      this.#countedAt = now;
    }
    return this.#samples < MOST_SAMPLES;
  }

  async #keepSample(bytes: Uint8Array, why: string): Promise<boolean> {
    const body = new TextDecoder().decode(bytes).slice(0, LONGEST_SAMPLE);
    const { key, kept } = await this.#store(builtins.crypto.createHash('sha256').update(bytes).digest('hex'), body);
    if (kept === 'stored') this.#samples += 1;
    if (kept === 'duplicate') return false;
    // A new item that another process works on is counted by that process.
    return (await this.#settle(key, (times) => unreadableReason(why, times + 1))) || kept === 'stored';
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

  async #store(name: string, body: string) {
    const { inbox, seal, clock } = this.#options;
    const hash = contentHash({ unreadable: name });
    const key = seal ? await seal.nameDelivery(hash) : hash;
    const receivedAt = formatInstant(clock.now());
    return { key, kept: await inbox.store({ key, body, kind: 'unknown', source: 'webhook', receivedAt }) };
  }

  async #settle(key: string, reasonOf: (times: number) => string): Promise<boolean> {
    const { inbox, clock } = this.#options;
    const [item] = await inbox.claim({ key, now: clock.now(), leaseMs: LEASE_MS, limit: 1 });
    if (!item) return false;
    return inbox.settle(item, { kind: 'quarantined', reason: reasonOf(timesUnreadable(item.reason)) });
  }
}
