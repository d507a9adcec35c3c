import type { EntryCategory } from '../categories/category-rule.ts';
import type { Entry } from './entry.ts';

/** An entry with what its words say. */
export interface StudiedEntry extends Entry {
  readonly category: EntryCategory;
  /** Whom it names, in words. */
  readonly counterparty: readonly string[];
  /** The same number for entries of the same counterparty; undefined where nobody is named. */
  readonly stream: number | undefined;
}

/** Entries of one counterparty, oldest first. */
export type Stream = readonly StudiedEntry[];

/** Entries sorted by counterparty; those that name nobody are left out. */
export function streamsOf(entries: Iterable<StudiedEntry>): readonly Stream[] {
  const streams = new Map<number, StudiedEntry[]>();
  for (const entry of entries) {
    if (entry.stream === undefined) continue;
    const stream = streams.get(entry.stream);
    if (stream) stream.push(entry);
    else streams.set(entry.stream, [entry]);
  }
  return [...streams.values()];
}

/** The middle of some numbers; 0 if there are none. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
}

/** Is every amount within a share of the middle one? */
export function amountsAgree(stream: Stream, within: number): boolean {
  const median = medianOf(stream.map((entry) => entry.amount));
  return stream.every((entry) => Math.abs(entry.amount - median) <= within * median);
}
