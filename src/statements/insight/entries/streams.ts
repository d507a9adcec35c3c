import type { EntryCategory } from '../categories/category-rule.ts';
import type { Entry } from './entry.ts';

/**
 * Who is the same counterparty? Names in narrations come with words more or fewer; two lists of words are one counterparty if at least six tenths of all their
 * words are common to both (Jaccard). Ours.
 */
const LIKENESS = 0.6;

// A list shares its rarest words with few others; where a statement is made so that it does not, looking further would cost more than it tells.
const MOST_COMPARED = 64;

interface Group {
  readonly id: number;
  readonly names: readonly string[];
}

/** A number for each list of names, the same for the same counterparty, in the order given; undefined where nobody is named. Does not depend on that order. */
export function groupCounterparties(lists: readonly (readonly string[])[]): readonly (number | undefined)[] {
  const distinct = new Map<string, readonly string[]>();
  const keyOfList = lists.map((list) => (list.length > 0 ? keyOf(list) : ''));
  for (const [place, key] of keyOfList.entries()) if (key !== '') distinct.set(key, lists[place] as readonly string[]);
  const keys = [...distinct.keys()].sort();
  const commonness = countWords(distinct.values());
  const groupsByWord = new Map<string, Group[]>();
  const idOfKey = new Map<string, number>();
  for (const key of keys) {
    const names = key
      .split(' ')
      .sort((a, b) => (commonness.get(a) ?? 0) - (commonness.get(b) ?? 0) || (a < b ? -1 : 1));
    // Lists that are alike enough share one of their rarest words: the others need not be looked up.
    const rarest = names.slice(0, names.length - Math.ceil(LIKENESS * names.length) + 1);
    const known = mostAlike(names, rarest, groupsByWord);
    const group = known ?? { id: idOfKey.size, names };
    idOfKey.set(key, group.id);
    if (!known)
      for (const word of rarest)
        groupsByWord.set(word, [...(groupsByWord.get(word) ?? []).slice(-MOST_COMPARED), group]);
  }
  return keyOfList.map((key) => idOfKey.get(key));
}

/** Do two lists of names mean the same counterparty? */
export function isSameCounterparty(a: readonly string[], b: readonly string[]): boolean {
  return likeness(a, b) >= LIKENESS;
}

function keyOf(names: readonly string[]): string {
  return [...names].sort().join(' ');
}

function countWords(lists: Iterable<readonly string[]>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists) for (const word of list) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function mostAlike(
  names: readonly string[],
  rarest: readonly string[],
  groupsByWord: ReadonlyMap<string, readonly Group[]>,
): Group | undefined {
  let [best, bestLikeness]: [Group | undefined, number] = [undefined, 0];
  for (const word of rarest) {
    for (const group of groupsByWord.get(word) ?? []) {
      const alike = likeness(names, group.names);
      if (alike >= LIKENESS && (alike > bestLikeness || (alike === bestLikeness && group.id < (best as Group).id)))
        [best, bestLikeness] = [group, alike];
    }
  }
  return best;
}

function likeness(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const common = a.filter((word) => b.includes(word)).length;
  return common / (a.length + b.length - common);
}

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
