/** The inbox of webhooks as the command line uses it: opened, walked through, and searched by the beginnings of keys. */
import type { Inbox, InboxItem, InboxQuery, InboxStatus } from '../../webhooks/inbox/inbox.ts';
import { printable } from '../terminal/terminal-text.ts';
import { type StorePlace, type StoreUse, withStore } from './store-place.ts';

/** As much of an inbox as a person needs. */
export type ReadableInbox = Pick<Inbox, 'list' | 'decide'>;

const use: StoreUse<ReadableInbox> = {
  command: 'repaykit webhooks',
  holds: 'the inbox',
  isReadOnly: false,
  postgres: async (options) => (await import('../../stores/postgres/index.ts')).postgresInbox(options),
  async sqlite(database) {
    // An inbox would create its tables in any file. A mistyped path must not become a store.
    (await import('../../stores/sqlite/sqlite-store.ts')).sqliteReader(database);
    return (await import('../../stores/sqlite/index.ts')).sqliteInbox({ database });
  },
};

/** Opens the inbox that the flags name, and closes it when `work` is done. @throws ConfigurationError, StoreError */
export function withInbox<Result>(place: StorePlace, work: (inbox: ReadableInbox) => Promise<Result>): Promise<Result> {
  return withStore(place, use, work);
}

/** What the beginning of a key was found to mean. */
export type FoundKey =
  | { readonly given: string; readonly key: string }
  /** `problem` is for people: what is wrong and what to do. */
  | { readonly given: string; readonly problem: string };

const SHORTEST_GIVEN = 4;
const open: readonly InboxStatus[] = ['unfinished', 'quarantined'];

/** Finds the items that a person can decide about by the beginnings of their keys. */
export async function findKeys(inbox: ReadableInbox, given: readonly string[]): Promise<readonly FoundKey[]> {
  const wanted = [...new Set(given)].filter((start) => start.length >= SHORTEST_GIVEN);
  const found = await matchesOf(inbox, { wanted, statuses: open });
  // What is done is most of an inbox: it is gone through only to say why a key was not found.
  const missing = wanted.filter((start) => found.get(start)?.length === 0);
  const done =
    missing.length > 0
      ? await matchesOf(inbox, { wanted: missing, statuses: ['done'] })
      : new Map<string, readonly string[]>();
  return [...new Set(given)].map((start) =>
    meaningOf(start, { open: found.get(start) ?? [], done: done.get(start) ?? [] }),
  );
}

type Matches = ReadonlyMap<string, readonly string[]>;

async function matchesOf(
  inbox: ReadableInbox,
  { wanted, statuses }: { readonly wanted: readonly string[]; readonly statuses: readonly InboxStatus[] },
): Promise<Matches> {
  const matches = new Map(wanted.map((start) => [start, [] as string[]]));
  for (const status of statuses) {
    for await (const { key } of walkItems(inbox, { status }))
      for (const [start, keys] of matches) if (key.startsWith(start)) keys.push(key);
  }
  return matches;
}

function meaningOf(
  given: string,
  found: { readonly open: readonly string[]; readonly done: readonly string[] },
): FoundKey {
  const name = `'${printable(given)}'`;
  if (given.length < SHORTEST_GIVEN)
    return { given, problem: `${name} is too short: give ${SHORTEST_GIVEN} characters of the key or more` };
  const keys = [...new Set(found.open)];
  const key = keys.find((each) => each === given) ?? (keys.length === 1 ? keys[0] : undefined);
  if (key !== undefined) return { given, key };
  if (keys.length > 1)
    return { given, problem: `${name} begins several keys: give more of it, as in ${shortest(keys)}` };
  if (found.done.length > 0)
    return {
      given,
      problem: `${name} is done and its body is gone: if something is missing, let reconciliation ask the service`,
    };
  return { given, problem: `${name} begins no key here: repaykit webhooks list shows what there is` };
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

/** How much of its key names an item: twelve characters, or as many as it takes to tell those that are shown apart. */
export function shortKeyLength(keys: readonly string[]): number {
  const longest = Math.max(SHORTEST, ...keys.map((key) => key.length));
  for (let length = SHORTEST; length < longest; length += 1) {
    if (new Set(keys.map((key) => key.slice(0, length))).size === new Set(keys).size) return length;
  }
  return longest;
}

const PAGE = 200;

/** Goes through the items of an inbox, page by page; unlike a list it holds no more than one page of bodies. */
export async function* walkItems(inbox: ReadableInbox, query: Omit<InboxQuery, 'limit'>): AsyncGenerator<InboxItem> {
  for (let after = query.after; ; ) {
    const page = await inbox.list({ ...query, limit: PAGE, ...(after === undefined ? {} : { after }) });
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)?.key;
  }
}
