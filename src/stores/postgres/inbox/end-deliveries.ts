import type { InboxClaim, Settlement } from '../../../webhooks/inbox/inbox.ts';
import { keptReason } from '../../../webhooks/inbox/inbox-checks.ts';

/** A claim with its end, waiting to be written. */
export interface PendingEnd {
  readonly claim: InboxClaim;
  readonly settlement: Settlement;
}

/**
 * Ends claims that still hold, and waits for no row of others: keys, fences, statuses, reasons, when due again, until when bodies are kept; and the transaction that this has to happen in, null
 * where it is one of its own.
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

/** The parameters of {@link END}. */
export function endValues(batch: readonly PendingEnd[], transaction: string | null = null): unknown[] {
  const ends = batch.map(({ settlement }) => settlement);
  return [
    batch.map(({ claim }) => claim.key),
    batch.map(({ claim }) => claim.fence),
    ends.map(({ kind }) => (kind === 'failed' ? 'unfinished' : kind)),
    ends.map((end) => (end.kind === 'done' ? null : keptReason(end.reason))),
    ends.map((end) => (end.kind === 'failed' ? end.dueAt : null)),
    ends.map((end) => (end.kind === 'done' ? (end.keepBodyUntil ?? null) : null)),
    transaction,
  ];
}

/** Which claims of a batch were still held and are ended now. */
export function endedOf(batch: readonly PendingEnd[], rows: readonly unknown[]): readonly boolean[] {
  const ended = new Set((rows as readonly { readonly place: string | number }[]).map(({ place }) => Number(place)));
  return batch.map((_, index) => ended.has(index + 1));
}
