import type { ClaimEnd, ClaimQuery, WorkClaim } from '../../loan-file/store.ts';

/** Claims what is due, see `migrations/claim-work.ts`: now, lease, limit, kinds. */
export const CLAIM_DUE =
  'select loan_id, loan_no, kind, due_at, fence, attempts from {schema}.claim_work($1::bigint, $2::bigint, $3::integer, $4::text[])';

/** Claims what waits in one loan, due or not: now, lease, limit, kinds, loan. */
export const CLAIM_OF_LOAN = `with free as materialized (
    select w.loan_no, w.kind from {schema}.work w join {schema}.loans l on l.no = w.loan_no
    where l.loan_id = $5 and w.due_at is not null and (w.lease_until is null or w.lease_until <= $1::bigint) and w.kind = any ($4::text[])
    order by w.due_at, w.kind limit $3::integer for no key update of w skip locked
  )
  update {schema}.work w set lease_until = $1::bigint + $2::bigint, fence = w.fence + 1, attempts = w.attempts + 1
  from free where w.loan_no = free.loan_no and w.kind = free.kind
  returning $5 as loan_id, w.loan_no, w.kind, w.due_at, w.fence, w.attempts`;

/** Ends claims that still hold, in the order of their keys: loan ids, kinds, fences, when due again (null: it went well), reasons. */
export const SETTLE = `with ended as materialized (
    select e.place, l.no, e.kind, e.fence, e.due_at, e.failure
    from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[]) with ordinality as e (loan_id, kind, fence, due_at, failure, place)
    join {schema}.loans l on l.loan_id = e.loan_id
  ), held as materialized (
    select w.loan_no, w.kind from {schema}.work w join ended on w.loan_no = ended.no and w.kind = ended.kind
    order by w.loan_no, w.kind for no key update of w
  )
  update {schema}.work w set lease_until = null, failure = ended.failure, due_at = coalesce(ended.due_at, w.due_at),
    attempts = case when ended.due_at is null then 0 else greatest(w.attempts, 1) end
  from held join ended on ended.no = held.loan_no and ended.kind = held.kind
  where w.loan_no = held.loan_no and w.kind = held.kind and w.fence = ended.fence and w.lease_until is not null
  returning ended.place`;

interface ClaimRow {
  readonly loan_id: string;
  readonly loan_no: string | number;
  readonly kind: string;
  readonly due_at: string | number;
  readonly fence: string | number;
  readonly attempts: number;
}

/** The statement of a claim and its parameters. */
export function claimStatement({
  now,
  leaseMs,
  limit,
  kinds,
  loanId,
}: ClaimQuery): readonly [text: string, values: unknown[]] {
  const values = [now, leaseMs, limit, [...kinds]];
  return loanId === undefined ? [CLAIM_DUE, values] : [CLAIM_OF_LOAN, [...values, loanId]];
}

/** Claims in the order in which the work was due; an update gives its rows back in any order. */
export function claimsOf(rows: readonly unknown[]): readonly WorkClaim[] {
  const claimed = (rows as readonly ClaimRow[]).map((row) => ({
    ...row,
    dueAt: Number(row.due_at),
    loanNo: Number(row.loan_no),
  }));
  claimed.sort((a, b) => a.dueAt - b.dueAt || a.loanNo - b.loanNo || (a.kind < b.kind ? -1 : 1));
  return claimed.map(({ loan_id: loanId, kind, dueAt, fence, attempts }) => ({
    loanId,
    kind,
    dueAt,
    fence: Number(fence),
    attempts,
  }));
}

/** A claim with its end, waiting to be written. */
export interface PendingEnd {
  readonly claim: WorkClaim;
  readonly end: ClaimEnd;
}

// Enough to recognise a failure by; whoever wants all of it has a log.
const MAX_REASON_LENGTH = 500;

/** The parameters of {@link SETTLE}. */
export function settleValues(batch: readonly PendingEnd[]): unknown[] {
  return [
    batch.map(({ claim }) => claim.loanId),
    batch.map(({ claim }) => claim.kind),
    batch.map(({ claim }) => claim.fence),
    batch.map(({ end }) => (end.kind === 'failed' ? end.dueAt : null)),
    batch.map(({ end }) => (end.kind === 'failed' ? keepable(end.reason) : null)),
  ];
}

/** Which claims of a batch were still held and are ended now. */
export function endedOf(batch: readonly PendingEnd[], rows: readonly unknown[]): readonly boolean[] {
  const ended = new Set((rows as readonly { readonly place: string | number }[]).map(({ place }) => Number(place)));
  return batch.map((_, index) => ended.has(index + 1));
}

// An end must not fail for the text of its reason: what cannot be kept is replaced.
function keepable(reason: string): string {
  return reason.slice(0, MAX_REASON_LENGTH).replace(/\0|\p{Cs}/gu, '\ufffd');
}
