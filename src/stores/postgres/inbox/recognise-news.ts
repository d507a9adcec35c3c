import { StoreError } from '../../../errors.ts';
import type { InboxClaim } from '../../../webhooks/inbox/inbox.ts';
import { isAnswer } from '../connection.ts';

/** News to be written on an item that is held. */
export interface PendingNews {
  readonly claim: InboxClaim;
  readonly news: string;
}

/** Whether an item brings its news, another one does, or the claim holds no more. */
export type Recognised = 'ours' | 'taken' | 'lost';

/** Writes down which news items bring: keys, fences, news. A row for each claim that holds; the unique index has the last word. */
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
  select held.place, named.place is not null as is_ours from held left join named on named.place = held.place`;

/** The parameters of {@link RECOGNISE}. */
export function recogniseValues(batch: readonly PendingNews[]): unknown[] {
  return [batch.map(({ claim }) => claim.key), batch.map(({ claim }) => claim.fence), batch.map(({ news }) => news)];
}

/** What each item of a batch turned out to bring. */
export function recognisedOf(batch: readonly PendingNews[], rows: readonly unknown[]): readonly Recognised[] {
  const found = new Map((rows as readonly { readonly place: string | number; readonly is_ours: boolean }[]).map((row) => [Number(row.place), row.is_ours]));
  return batch.map((_, index) => {
    const isOurs = found.get(index + 1);
    return isOurs === undefined ? 'lost' : isOurs ? 'ours' : 'taken';
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
