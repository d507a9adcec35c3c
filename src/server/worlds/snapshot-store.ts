import type { Instant } from '../../domain/calendar.ts';
import type { StatementQueueState } from '../engine/income/statement-queue.ts';
import type { Faults } from '../faults/faults.ts';
import type { Audit } from '../journal/audit.ts';
import type { Journal } from '../journal/journal.ts';
import type { DeliveryState } from '../webhooks/delivery.ts';
import type { WebhookEndpoint } from '../webhooks/endpoint.ts';

/**
 * The maximum number of snapshots in a world. The next one is refused, because dropping an old one would surprise its
 * owner.
 */
export const MOST_SNAPSHOTS = 20;

export interface KeptSnapshot {
  readonly id: string;
  readonly takenAt: Instant;
  readonly image: WorldImage;
}

/** The snapshots of one world. They are not part of an image, so restoring one keeps them all. */
export class SnapshotStore {
  readonly #kept = new Map<string, KeptSnapshot>();
  #lastId = 0;

  get isFull(): boolean {
    return this.#kept.size >= MOST_SNAPSHOTS;
  }

  /** Stores an image under the next id. */
  add(image: WorldImage, takenAt: Instant): KeptSnapshot {
    this.#lastId += 1;
    const snapshot = { id: `snap_${this.#lastId}`, takenAt, image };
    this.#kept.set(snapshot.id, snapshot);
    return snapshot;
  }

  find(id: string): KeptSnapshot | undefined {
    return this.#kept.get(id);
  }

  list(): readonly KeptSnapshot[] {
    return [...this.#kept.values()];
  }

  remove(id: string): boolean {
    return this.#kept.delete(id);
  }

  clear(): void {
    this.#kept.clear();
    this.#lastId = 0;
  }
}

/** An image of a world. It never changes, so it can be restored many times. */
export interface WorldImage {
  /**
   * The platform's records and the insurance book in V8's serialization format: smaller than an object graph, and
   * immutable.
   */
  readonly records: Uint8Array;
  /** Every webhook and its outcome. Waiting webhooks are sent again after a restore. */
  readonly deliveries: DeliveryState;
  /** Uploaded files and unread statements. Files never change, so the image shares them with the world. */
  readonly statements: StatementQueueState;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly audit: Audit;
  readonly endpoint: WebhookEndpoint;
  readonly lastRequest: number;
  readonly lastControlCall: number;
}
