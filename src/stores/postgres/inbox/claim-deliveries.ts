import type { ClaimTerms, InboxItem } from '../../../webhooks/inbox/inbox.ts';
import { type InboxRow, ITEM_COLUMNS, itemOf } from './inbox-rows.ts';

/** Claims what is due, see `migrations/claim-deliveries.ts`: now, lease, limit. */
export const CLAIM_DUE = `select ${ITEM_COLUMNS} from {schema}.claim_deliveries($1::bigint, $2::bigint, $3::bigint)`;

/** Claims deliveries by their keys, due or not: keys, now, leases. Every delivery is claimed so when it comes, so that many of them share a commit. */
export const CLAIM_BY_KEY = `with asked as materialized (
    select * from unnest($1::text[], $2::bigint[], $3::bigint[]) as a (key, now_ms, lease_ms)
  ), free as materialized (
    select i.no as free_no, asked.now_ms + asked.lease_ms as until from {schema}.inbox i join asked on asked.key = i.key
    where i.status = 'unfinished' and (i.lease_until is null or i.lease_until <= asked.now_ms) order by i.key for no key update of i skip locked
  )
  update {schema}.inbox set lease_until = free.until, fence = fence + 1, attempts = attempts + 1
  from free where no = free.free_no returning ${ITEM_COLUMNS}`;

/** A claim of one delivery. */
export type ClaimByKey = Omit<ClaimTerms, 'key'> & { readonly key: string };

/** The parameters of {@link CLAIM_DUE}. */
export function dueValues({ now, leaseMs, limit }: ClaimTerms): unknown[] {
  return [now, leaseMs, limit];
}

/** The parameters of {@link CLAIM_BY_KEY}. */
export function keyValues(batch: readonly ClaimByKey[]): unknown[] {
  return [batch.map(({ key }) => key), batch.map(({ now }) => now), batch.map(({ leaseMs }) => leaseMs)];
}

/** What each claim of a batch got. */
export function claimedByKey(
  batch: readonly ClaimByKey[],
  rows: readonly unknown[],
): readonly (readonly InboxItem[])[] {
  const items = new Map((rows as readonly InboxRow[]).map((row) => [row.key, itemOf(row)]));
  return batch.map(({ key }) => [items.get(key) ?? []].flat());
}

/** Items in the order in which they were due; an update gives its rows back in any order. */
export function claimedInOrder(rows: readonly unknown[]): readonly InboxItem[] {
  return [...(rows as readonly InboxRow[])]
    .sort((a, b) => Number(a.due_at) - Number(b.due_at) || Number(a.no) - Number(b.no))
    .map(itemOf);
}
