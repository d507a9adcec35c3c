import { StoreError } from '../../../errors.ts';
import type { InboxClaim } from '../../../webhooks/inbox/inbox.ts';
import { isAnswer } from '../connection.ts';

/** News to be written on an item that is held. */
export interface PendingNews {
  readonly claim: InboxClaim;
  readonly news: string;
}

/** Whether an item brings its news, another one does, that one is quarantined, or the claim holds no more. */
export type Recognised = 'ours' | 'taken' | 'set-aside' | 'lost';

interface HeldRow {
  readonly place: string | number;
  readonly is_ours: boolean;
  readonly bringer: string | null;
}

/**
 * Writes down which news items bring: keys, fences, news. A row for each claim that holds, with the status of another item that brings the news; the unique index
 * has the last word.
 */
export const RECOGNISE = `with asked as materialized (
    select * from unnest($1::text[], $2::bigint[], $3::text[]) with ordinality as a (key, fence, news, place)
  ), held as materialized (
    select i.no, asked.place, asked.news from {schema}.inbox i join asked on asked.key = i.key
    where i.fence = asked.fence and i.status = 'unfinished' and i.lease_until is not null order by i.key for no key update of i
  ), named as (
    update {schema}.inbox i set news = held.news from held
    where i.no = held.no and not exists (select 1 from {schema}.inbox other where other.news = held.news and other.no <> held.no)
    returning held.place
  )
  select held.place, named.place is not null as is_ours,
    (select other.status from {schema}.inbox other where other.news = held.news and other.no <> held.no) as bringer
  from held left join named on named.place = held.place`;

/**
 * Hands the news of items that are quarantined over to items that are held: the parameters and rows of {@link RECOGNISE}. Whoever brings them and whoever is to are
 * locked first, all in one order, so what is read of them stays so: of two that want the same news, the later one finds it handed over.
 */
export const HAND_OVER = `with asked as materialized (
    select * from unnest($1::text[], $2::bigint[], $3::text[]) with ordinality as a (key, fence, news, place)
  ), concerned as materialized (
    select asked.key from asked
    union select other.key from {schema}.inbox other join asked on asked.news = other.news where other.status = 'quarantined'
  ), locked as materialized (
    select i.no, i.key, i.fence, i.status, i.lease_until, i.news from {schema}.inbox i join concerned on concerned.key = i.key
    order by i.key for no key update of i
  ), held as materialized (
    select locked.no, asked.place, asked.news from locked join asked on asked.key = locked.key
    where locked.fence = asked.fence and locked.status = 'unfinished' and locked.lease_until is not null
  ), released as (
    update {schema}.inbox i set news = null from locked join held on held.news = locked.news
    where i.no = locked.no and locked.status = 'quarantined' returning held.no as heir, held.news, held.place
  ), named as (
    update {schema}.inbox i set news = released.news from released where i.no = released.heir returning released.place
  )
  select held.place, named.place is not null as is_ours, null as bringer from held left join named on named.place = held.place`;

/** The parameters of {@link RECOGNISE} and {@link HAND_OVER}. */
export function recogniseValues(batch: readonly PendingNews[]): unknown[] {
  return [batch.map(({ claim }) => claim.key), batch.map(({ claim }) => claim.fence), batch.map(({ news }) => news)];
}

/** What each item of a batch turned out to bring. */
export function recognisedOf(batch: readonly PendingNews[], rows: readonly unknown[]): readonly Recognised[] {
  const found = new Map((rows as readonly HeldRow[]).map((row) => [Number(row.place), row]));
  return batch.map((_, index) => {
    const row = found.get(index + 1);
    if (!row) return 'lost';
    if (row.is_ours) return 'ours';
    return row.bringer === 'quarantined' ? 'set-aside' : 'taken';
  });
}

const UNIQUE_VIOLATION = '23505';

/** Did somebody else write the same news down at the same moment, and was first? */
export function isTakenMeanwhile(error: unknown): boolean {
  return error instanceof StoreError && isAnswer(error.cause) && error.cause.code === UNIQUE_VIOLATION;
}

/** What no two items of one batch may have in common. */
export function keysOfNews({ claim, news }: PendingNews): readonly string[] {
  return [`key ${claim.key}`, `news ${news}`];
}
