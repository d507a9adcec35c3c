import { type Inbox, type InboxStatus, walkItems } from '../../webhooks/inbox/inbox.ts';
import { printable } from '../terminal/terminal-text.ts';
import { type StorePlace, type StoreUse, withStore } from './store-place.ts';

export type ReadableInbox = Pick<Inbox, 'list' | 'decide'>;

const use: StoreUse<ReadableInbox> = {
  command: 'repaykit webhooks',
  holds: 'the inbox',
  isReadOnly: false,
  postgres: async (options) => (await import('../../stores/postgres/index.ts')).postgresInbox(options),
  async sqlite(database) {
    // An inbox would create its tables in any file, and a mistyped path must not become a store.
    (await import('../../stores/sqlite/sqlite-store.ts')).sqliteReader(database);
    return (await import('../../stores/sqlite/index.ts')).sqliteInbox({ database });
  },
};

export function withInbox<Result>(place: StorePlace, work: (inbox: ReadableInbox) => Promise<Result>): Promise<Result> {
  return withStore(place, use, work);
}

/** The result for a key prefix. `problem` says what is wrong and what to do. */
export type FoundKey = { readonly given: string } & ({ readonly key: string } | { readonly problem: string });

const SHORTEST_GIVEN = 4;

export async function findKeys(inbox: ReadableInbox, given: readonly string[]): Promise<readonly FoundKey[]> {
  const starts = [...new Set(given)];
  const wanted = starts.filter((start) => start.length >= SHORTEST_GIVEN);
  const open = await matchesOf(inbox, wanted, ['unfinished', 'quarantined']);
  // Most items are done. They are searched only to explain why a key was not found.
  const missing = wanted.filter((start) => open.get(start)?.length === 0);
  const done = await matchesOf(inbox, missing, missing.length > 0 ? ['done'] : []);
  return starts.map((start) => ({
    given: start,
    ...meaningOf(start, open.get(start) ?? [], (done.get(start) ?? []).length > 0),
  }));
}

async function matchesOf(
  inbox: ReadableInbox,
  wanted: readonly string[],
  statuses: readonly InboxStatus[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const matches = new Map<string, string[]>(wanted.map((start) => [start, []]));
  for (const status of statuses) {
    for await (const { key } of walkItems(inbox, { status }))
      for (const [start, keys] of matches) if (key.startsWith(start)) keys.push(key);
  }
  return matches;
}

function meaningOf(given: string, open: readonly string[], isDone: boolean) {
  const name = `'${printable(given)}'`;
  if (given.length < SHORTEST_GIVEN)
    return { problem: `${name} is too short: give ${SHORTEST_GIVEN} characters of the key or more` };
  const keys = [...new Set(open)];
  const key = keys.find((each) => each === given) ?? (keys.length === 1 ? keys[0] : undefined);
  if (key !== undefined) return { key };
  if (keys.length > 1) return { problem: `${name} begins several keys: give more of it, as in ${shortest(keys)}` };
  if (isDone)
    return {
      problem: `${name} is done and its body is gone: if something is missing, let reconciliation ask the service`,
    };
  return { problem: `${name} begins no key here: repaykit webhooks list shows what there is` };
}

const MOST_NAMED = 3;

function shortest(keys: readonly string[]): string {
  const length = shortKeyLength(keys);
  return keys
    .slice(0, MOST_NAMED)
    .map((key) => printable(key.slice(0, length)))
    .join(' or ');
}

const SHORTEST = 12;

/** The number of characters that identify a key: twelve, or as many as the shown keys need to differ. */
export function shortKeyLength(keys: readonly string[]): number {
  const longest = Math.max(SHORTEST, ...keys.map((key) => key.length));
  for (let length = SHORTEST; length < longest; length += 1) {
    if (new Set(keys.map((key) => key.slice(0, length))).size === new Set(keys).size) return length;
  }
  return longest;
}
