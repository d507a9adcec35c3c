import { ConflictError } from '../../errors.ts';
import {
  type AppendExtras,
  type ClaimEnd,
  type ClaimQuery,
  NO_HASH,
  type StoredEvent,
  type WorkClaim,
} from '../../loan-file/store.ts';
import { UNIQUE_LABEL_PREFIX } from '../../loan-file/store-checks.ts';
import { storedReason } from '../../webhooks/inbox/inbox.ts';

export interface PendingAppend {
  readonly loanId: string;
  readonly expectedVersion: number;
  readonly events: readonly StoredEvent[];
  readonly extras: AppendExtras;
}

/** Writes a batch of appends. See `migrations/loan-files.ts`. */
export const APPEND = `select place, taken_label, version from {schema}.append_events(
  $1::text[], $2::integer[], $3::text[], $4::integer[], $5::text[], $6::integer[], $7::integer[], $8::text[], $9::text[], $10::integer[], $11::integer[],
  $12::text[], $13::integer[], $14::text[], $15::integer[], $16::text[], $17::integer[], $18::text[], $19::bigint[])`;

/**
 * A row of {@link APPEND}: the append at this place was refused, because a label belongs to another file or the file
 * has another version.
 */
export interface RefusedRow {
  readonly place: number;
  readonly taken_label: string | null;
  readonly version: number;
}

/** The parameters of {@link APPEND}: parallel lists. Each entry names the place (from 1) of its append. */
export function appendValues(batch: readonly PendingAppend[]): unknown[] {
  const ofEach = <Entry extends object>(entriesOf: (append: PendingAppend) => readonly Entry[]) =>
    batch.flatMap((append, index) => entriesOf(append).map((entry) => ({ place: index + 1, ...entry })));
  const events = ofEach((append) => append.events);
  const personal = events.filter((event) => event.personal !== undefined);
  const added = ofEach(({ extras }) => (extras.addLabels ?? []).map((label) => ({ label })));
  const removed = ofEach(({ extras }) => (extras.removeLabels ?? []).map((label) => ({ label })));
  const work = ofEach(({ extras }) => Object.entries(extras.work ?? {}).map(([kind, dueAt]) => ({ kind, dueAt })));
  return [
    ...columns(batch, 'loanId', 'expectedVersion'),
    batch.map(({ extras }) => extras.expectedHead ?? null),
    batch.map((append) => append.events.length),
    batch.map((append) => append.events.at(-1)?.hash ?? NO_HASH),
    ...columns(events, 'place', 'seq', 'body', 'hash'),
    ...columns(personal, 'place', 'seq', 'personal'),
    ...columns(added, 'place', 'label'),
    ...columns(removed, 'place', 'label'),
    ...columns(work, 'place', 'kind', 'dueAt'),
  ];
}

export function columns<Entry>(entries: readonly Entry[], ...names: readonly (keyof Entry)[]): unknown[][] {
  return names.map((name) => entries.map((entry) => entry[name]));
}

export function refusals(
  batch: readonly PendingAppend[],
  rows: readonly RefusedRow[],
): readonly (RefusedRow | undefined)[] {
  const refused = new Map(rows.map((row) => [row.place, row]));
  return batch.map((_, index) => refused.get(index + 1));
}

export function conflict({ loanId, expectedVersion }: PendingAppend, refused: RefusedRow): ConflictError {
  const { taken_label: label, version } = refused;
  if (label !== null)
    return new ConflictError(`'${label}' belongs to the file of another loan: load again and decide again`);
  const what =
    version === expectedVersion
      ? 'does not end with the event that was expected'
      : `has ${version} events, not ${expectedVersion}`;
  return new ConflictError(`The file of loan '${loanId}' ${what}: load it again and decide again`);
}

/** Keys that no two appends of a batch may share: the loan, and labels that only one of them can win. */
export function keysOf({ loanId, extras }: PendingAppend): readonly string[] {
  return [`loan ${loanId}`, ...(extras.addLabels ?? []).filter((label) => label.startsWith(UNIQUE_LABEL_PREFIX))];
}

export function weightOf({ events }: PendingAppend): number {
  return events.reduce((sum, { body, personal = '' }) => sum + 1 + (body.length + personal.length) / 10_000, 1);
}

// Claims due work. See `migrations/loan-files.ts`. Parameters: now, lease, limit, kinds.
const CLAIM_DUE =
  'select loan_id, loan_no, kind, due_at, fence, attempts from {schema}.claim_work($1::bigint, $2::bigint, $3::integer, $4::text[])';

// Claims the work of one loan, due or not. Parameters: now, lease, limit, kinds, loan.
const CLAIM_OF_LOAN = `with free as materialized (
    select w.loan_no, w.kind from {schema}.work w join {schema}.loans l on l.no = w.loan_no
    where l.loan_id = $5 and w.due_at is not null and (w.lease_until is null or w.lease_until <= $1::bigint) and w.kind = any ($4::text[])
    order by w.due_at, w.kind limit $3::integer for no key update of w skip locked
  )
  update {schema}.work w set lease_until = $1::bigint + $2::bigint, fence = w.fence + 1, attempts = w.attempts + 1
  from free where w.loan_no = free.loan_no and w.kind = free.kind
  returning $5 as loan_id, w.loan_no, w.kind, w.due_at, w.fence, w.attempts`;

/**
 * Ends claims that still hold, in the order of their keys. Parameters: loan ids, kinds, fences, next due times (null
 * for success), reasons.
 */
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

export interface ClaimRow {
  readonly loan_id: string;
  readonly loan_no: string | number;
  readonly kind: string;
  readonly due_at: string | number;
  readonly fence: string | number;
  readonly attempts: number;
}

export function claimStatement(query: ClaimQuery): readonly [text: string, values: unknown[]] {
  const { now, leaseMs, limit, kinds, loanId } = query;
  const values = [now, leaseMs, limit, [...kinds]];
  return loanId === undefined ? [CLAIM_DUE, values] : [CLAIM_OF_LOAN, [...values, loanId]];
}

/** Sorts claims by due time, because an update returns its rows in any order. */
export function claimsOf(rows: readonly ClaimRow[]): readonly WorkClaim[] {
  return rows
    .map((row) => ({ ...row, dueAt: Number(row.due_at), loanNo: Number(row.loan_no) }))
    .sort((a, b) => a.dueAt - b.dueAt || a.loanNo - b.loanNo || (a.kind < b.kind ? -1 : 1))
    .map(({ loan_id: loanId, kind, dueAt, fence, attempts }) => {
      return { loanId, kind, dueAt, fence: Number(fence), attempts };
    });
}

export interface PendingEnd {
  readonly claim: WorkClaim;
  readonly end: ClaimEnd;
}

export function settleValues(batch: readonly PendingEnd[]): unknown[] {
  const claims = batch.map(({ claim }) => claim);
  return [
    ...columns(claims, 'loanId', 'kind', 'fence'),
    batch.map(({ end }) => (end.kind === 'failed' ? end.dueAt : null)),
    batch.map(({ end }) => (end.kind === 'failed' ? storedReason(end.reason) : null)),
  ];
}

/** A row of a statement that ends claims, with the claim's place in its batch. */
export interface EndedRow {
  readonly place: string | number;
}

export function endedOf(batch: readonly unknown[], rows: readonly EndedRow[]): readonly boolean[] {
  const ended = new Set(rows.map(({ place }) => Number(place)));
  return batch.map((_, index) => ended.has(index + 1));
}
