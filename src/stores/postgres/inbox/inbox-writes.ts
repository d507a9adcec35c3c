/** The batched statements that write deliveries, with their parameters and their result rows. */
import { StoreError } from '../../../errors.ts';
import {
  type ClaimTerms,
  type InboxClaim,
  type InboxItem,
  type NewDelivery,
  type Settlement,
  storedReason,
} from '../../../webhooks/inbox/inbox.ts';
import { type InboxRow, itemOf, toStoredText } from '../../inbox-row.ts';
import { isAnswer } from '../connection.ts';
import { columns } from '../loan-writes.ts';

export const ITEM_COLUMNS = 'no, key, kind, source, body, received_at, status, attempts, fence, due_at, news, reason';

export interface ItemRow extends InboxRow {
  readonly no: string | number;
  readonly due_at: string | number;
}

export type Stored = 'stored' | 'reopened' | 'duplicate';

/**
 * Stores a batch without repeated keys or names. Parameters: keys, kinds, sources, bodies, arrival times, names. All
 * processes lock and insert rows in the same order, so that two batches with the same keys wait for each other and do
 * not deadlock.
 */
export const STORE = `with given as materialized (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) as g (key, kind, source, body, received_at, news)
  ), shut as materialized (
    select i.no from {schema}.inbox i join given on given.key = i.key
    where i.status = 'quarantined' and given.source <> 'reconciled' order by i.key for no key update of i
  ), reopened as (
    update {schema}.inbox i set status = 'unfinished', due_at = 0, lease_until = null
    from shut where i.no = shut.no returning i.key
  ), stored as (
    insert into {schema}.inbox (key, kind, source, body, received_at, news)
    select key, kind, source, body, received_at, news from given order by key collate "C"
    on conflict do nothing returning key
  )
  select key, 'stored' as became from stored union all select key, 'reopened' from reopened`;

export function storeValues(batch: readonly NewDelivery[]): unknown[] {
  return [
    ...columns(batch, 'key', 'kind', 'source'),
    batch.map(({ body }) => toStoredText(body)),
    batch.map(({ receivedAt }) => receivedAt),
    batch.map(({ news }) => news ?? null),
  ];
}

/** A row of {@link STORE}. Known deliveries have none. */
export interface StoredRow {
  readonly key: string;
  readonly became: Stored;
}

export function storedOf(batch: readonly NewDelivery[], rows: readonly StoredRow[]): readonly Stored[] {
  const became = new Map(rows.map((row) => [row.key, row.became]));
  return batch.map(({ key }) => became.get(key) ?? 'duplicate');
}

/** Keys that no two deliveries of a batch may share. */
export function keysOfDelivery({ key, news }: NewDelivery): readonly string[] {
  return [`key ${key}`, ...(news === undefined ? [] : [`news ${news}`])];
}

/** Claims due deliveries. See `migrations/inbox.ts`. Parameters: now, lease, limit. */
export const CLAIM_DUE = `select ${ITEM_COLUMNS} from {schema}.claim_deliveries($1::bigint, $2::bigint, $3::bigint)`;

/**
 * Claims deliveries by key, due or not. Parameters: keys, now, leases. Every delivery is claimed this way when it
 * arrives, so that many share a commit.
 */
export const CLAIM_BY_KEY = `with asked as materialized (
    select * from unnest($1::text[], $2::bigint[], $3::bigint[]) as a (key, now_ms, lease_ms)
  ), free as materialized (
    select i.no as free_no, asked.now_ms + asked.lease_ms as until from {schema}.inbox i join asked on asked.key = i.key
    where i.status = 'unfinished' and (i.lease_until is null or i.lease_until <= asked.now_ms) order by i.key for no key update of i skip locked
  )
  update {schema}.inbox set lease_until = free.until, fence = fence + 1, attempts = attempts + 1
  from free where no = free.free_no returning ${ITEM_COLUMNS}`;

export type ClaimByKey = Omit<ClaimTerms, 'key'> & { readonly key: string };

export function claimedByKey(
  batch: readonly ClaimByKey[],
  rows: readonly ItemRow[],
): readonly (readonly InboxItem[])[] {
  const items = new Map(rows.map((row) => [row.key, itemOf(row)]));
  return batch.map(({ key }) => [items.get(key) ?? []].flat());
}

/** Sorts items by due time, because an update returns its rows in any order. */
export function claimedInOrder(rows: readonly ItemRow[]): readonly InboxItem[] {
  return [...rows].sort((a, b) => Number(a.due_at) - Number(b.due_at) || Number(a.no) - Number(b.no)).map(itemOf);
}

export interface PendingEnd {
  readonly claim: InboxClaim;
  readonly settlement: Settlement;
}

/**
 * Ends claims that still hold, without waiting for other rows. Parameters: keys, fences, statuses, reasons, next due
 * times, when to empty bodies, and the transaction that this must run in (null for a separate one).
 */
export const END = `with ended as materialized (
    select * from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::bigint[]) with ordinality
      as e (key, fence, status, reason, due_at, keep_body_until, place)
  ), held as materialized (
    select i.no, ended.place from {schema}.inbox i join ended on ended.key = i.key
    where i.fence = ended.fence and i.status = 'unfinished' and i.lease_until is not null order by i.key for no key update of i
  )
  update {schema}.inbox i set lease_until = null, status = ended.status, reason = ended.reason, due_at = coalesce(ended.due_at, i.due_at),
    body = case when ended.status = 'done' and ended.keep_body_until is null then '' else i.body end, keep_body_until = ended.keep_body_until
  from held join ended on ended.place = held.place
  where i.no = held.no and ($7::text is null or $7 = txid_current()::text)
  returning ended.place`;

export function endValues(batch: readonly PendingEnd[], transaction: string | null = null): unknown[] {
  const ends = batch.map(({ settlement }) => settlement);
  const claims = batch.map(({ claim }) => claim);
  return [
    ...columns(claims, 'key', 'fence'),
    ends.map(({ kind }) => (kind === 'failed' ? 'unfinished' : kind)),
    ends.map((end) => (end.kind === 'done' ? null : storedReason(end.reason))),
    ends.map((end) => (end.kind === 'failed' ? end.dueAt : null)),
    ends.map((end) => (end.kind === 'done' ? (end.keepBodyUntil ?? null) : null)),
    transaction,
  ];
}

export interface Recognition {
  readonly claim: InboxClaim;
  readonly news: string;
}

/** Whether the item gets the name, another item has it, a quarantined item has it, or the claim no longer holds. */
export type Recognised = 'ours' | 'taken' | 'set-aside' | 'lost';

/**
 * Records the names of the items' state changes. Parameters: keys, fences, names. It returns a row for each claim that
 * holds, with the status of another item that has the name. The unique index has the last word.
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
 * Hands the names of quarantined items over to claimed ones. Parameters and rows are those of {@link RECOGNISE}. Both
 * items are locked first, in the same order in all processes, so that their values stay stable. If two items want the
 * same name, the later one finds it handed over.
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

export function recogniseValues(batch: readonly Recognition[]): unknown[] {
  return [batch.map(({ claim }) => claim.key), batch.map(({ claim }) => claim.fence), batch.map(({ news }) => news)];
}

export interface RecognisedRow {
  readonly place: string | number;
  readonly is_ours: boolean;
  readonly bringer: string | null;
}

export function recognisedOf(batch: readonly Recognition[], rows: readonly RecognisedRow[]): readonly Recognised[] {
  const found = new Map(rows.map((row) => [Number(row.place), row]));
  return batch.map((_, index) => {
    const row = found.get(index + 1);
    if (!row) return 'lost';
    if (row.is_ours) return 'ours';
    return row.bringer === 'quarantined' ? 'set-aside' : 'taken';
  });
}

const UNIQUE_VIOLATION = '23505';

/** Whether another process recorded the same name first, at the same moment. */
export function isTakenMeanwhile(error: unknown): boolean {
  return error instanceof StoreError && isAnswer(error.cause) && error.cause.code === UNIQUE_VIOLATION;
}

/** Keys that no two items of a batch may share. */
export function recognitionKeys({ claim, news }: Recognition): readonly string[] {
  return [`key ${claim.key}`, `news ${news}`];
}
