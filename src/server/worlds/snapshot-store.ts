import type { Instant } from '../../domain/calendar.ts';
import type { WorldImage } from './world-image.ts';

/** A world holds so many snapshots; the next one is refused, because dropping an old one would surprise its owner. */
export const MOST_SNAPSHOTS = 20;

/** A snapshot as it is kept. */
export interface KeptSnapshot {
  readonly id: string;
  /** The world's time then. */
  readonly takenAt: Instant;
  readonly image: WorldImage;
}

/** The snapshots of one world. They are no part of what they show: restoring one keeps them all. */
export class SnapshotStore {
  readonly #kept = new Map<string, KeptSnapshot>();
  #lastId = 0;

  get isFull(): boolean {
    return this.#kept.size >= MOST_SNAPSHOTS;
  }

  /** Keeps an image under the next id. */
  add(image: WorldImage, takenAt: Instant): KeptSnapshot {
    this.#lastId += 1;
    const snapshot = { id: `snap_${this.#lastId}`, takenAt, image };
    this.#kept.set(snapshot.id, snapshot);
    return snapshot;
  }

  find(id: string): KeptSnapshot | undefined {
    return this.#kept.get(id);
  }

  /** Oldest first. */
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
