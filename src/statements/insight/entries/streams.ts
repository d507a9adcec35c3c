import type { EntryCategory } from '../categories/category-rule.ts';
import { addTo, type Entry } from './entry.ts';
import type { PartyKind } from './parties.ts';

export interface StudiedEntry extends Entry {
  readonly category: EntryCategory;
  readonly words: readonly string[];
  readonly remark: readonly string[];
  /** What the other party is, by its name: a firm may be an institution or a public body, too. */
  readonly kind: PartyKind | undefined;
  readonly counterparty: readonly string[];
  /** A number per counterparty; undefined if the entry names no one. */
  readonly stream: number | undefined;
}

export type Stream = readonly StudiedEntry[];

/** Groups entries by counterparty. Leaves out entries that name no one. */
export function streamsOf(entries: Iterable<StudiedEntry>): readonly Stream[] {
  const streams = new Map<number, StudiedEntry[]>();
  for (const entry of entries) if (entry.stream !== undefined) addTo(streams, entry.stream, entry);
  return [...streams.values()];
}

export function totalOf(stream: Stream): number {
  return stream.reduce((sum, entry) => sum + entry.amount, 0);
}

// Narrations print names with more or fewer words. The minimum Jaccard index of two names of one counterparty. Ours.
const LIKENESS = 0.6;

// A name shares its rarest words with few others. The limit stops the search in a hostile statement.
const MOST_COMPARED = 64;

// One firm is LTD here and LIMITED there.
const shortForms: ReadonlyMap<string, string> = new Map(
  ['LIMITED LTD', 'NIGERIA NIG', 'COMPANY CO', 'ENTERPRISES ENT', 'ENTERPRISE ENT', 'SERVICES SERVICE'].map((pair) => {
    const [long = '', short = ''] = pair.split(' ');
    return [long, short];
  }),
);

function inOneForm(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => shortForms.get(name) ?? name))];
}

interface Group {
  readonly id: number;
  readonly names: readonly string[];
}

/** Gives each list of names a number, equal for one counterparty; undefined for an empty list. */
export function groupCounterparties(lists: readonly (readonly string[])[]): readonly (number | undefined)[] {
  const keyOfList = lists.map((list) => inOneForm(list).sort().join(' '));
  const keys = [...new Set(keyOfList)].filter((key) => key !== '').sort();
  const commonness = new Map<string, number>();
  for (const key of keys) for (const word of key.split(' ')) commonness.set(word, (commonness.get(word) ?? 0) + 1);
  const groupsByWord = new Map<string, Group[]>();
  const idOfKey = new Map<string, number>();
  for (const key of keys) {
    const names = key
      .split(' ')
      .sort((a, b) => (commonness.get(a) ?? 0) - (commonness.get(b) ?? 0) || (a < b ? -1 : 1));
    // Similar lists share one of their rarest words, so the other words need no look-up.
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

export function isSameCounterparty(a: readonly string[], b: readonly string[]): boolean {
  return likeness(inOneForm(a), inOneForm(b)) >= LIKENESS;
}

function mostAlike(
  names: readonly string[],
  rarest: readonly string[],
  groups: Map<string, Group[]>,
): Group | undefined {
  let best: Group | undefined;
  let bestLikeness = LIKENESS;
  for (const group of rarest.flatMap((word) => groups.get(word) ?? [])) {
    const alike = likeness(names, group.names);
    if (alike < bestLikeness || (best && alike === bestLikeness && group.id >= best.id)) continue;
    [best, bestLikeness] = [group, alike];
  }
  return best;
}

function likeness(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const common = a.filter((word) => b.includes(word)).length;
  return common / (a.length + b.length - common);
}
