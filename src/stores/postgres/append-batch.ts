import { ConflictError } from '../../errors.ts';
import type { AppendExtras } from '../../loan-file/store.ts';
import { NO_HASH, type StoredEvent } from '../../loan-file/store.ts';
import { UNIQUE_LABEL_PREFIX } from '../../loan-file/store-checks.ts';

/** One append that waits to be written. */
export interface PendingAppend {
  readonly loanId: string;
  readonly expectedVersion: number;
  readonly events: readonly StoredEvent[];
  readonly extras: AppendExtras;
}

/** Writes a batch of appends. See `migrations/append-events.ts`. */
export const APPEND = `select place, taken_label, version from {schema}.append_events(
  $1::text[], $2::integer[], $3::text[], $4::integer[], $5::text[], $6::integer[], $7::integer[], $8::text[], $9::text[], $10::integer[], $11::integer[],
  $12::text[], $13::integer[], $14::text[], $15::integer[], $16::text[], $17::integer[], $18::text[], $19::bigint[])`;

/** A row of {@link APPEND}: the append at this place was refused, for a label of another file or else for how its file ends. */
export interface RefusedRow {
  readonly place: number;
  readonly taken_label: string | null;
  readonly version: number;
}

/** The parameters of {@link APPEND}: parallel lists, entries of which name the place (from 1) of their append. */
export function appendValues(batch: readonly PendingAppend[]): unknown[] {
  const events = batch.flatMap((append, index) => append.events.map((event) => ({ place: index + 1, ...event })));
  const personal = events.flatMap(({ place, seq, personal: sealed }) =>
    sealed === undefined ? [] : [{ place, seq, sealed }],
  );
  const added = batch.flatMap(({ extras }, index) =>
    (extras.addLabels ?? []).map((label) => ({ place: index + 1, label })),
  );
  const removed = batch.flatMap(({ extras }, index) =>
    (extras.removeLabels ?? []).map((label) => ({ place: index + 1, label })),
  );
  const work = batch.flatMap(({ extras }, index) =>
    Object.entries(extras.work ?? {}).map(([kind, dueAt]) => ({ place: index + 1, kind, dueAt })),
  );
  return [
    batch.map(({ loanId }) => loanId),
    batch.map(({ expectedVersion }) => expectedVersion),
    batch.map(({ extras }) => extras.expectedHead ?? null),
    batch.map((append) => append.events.length),
    batch.map((append) => append.events.at(-1)?.hash ?? NO_HASH),
    ...[
      events.map(({ place }) => place),
      events.map(({ seq }) => seq),
      events.map(({ body }) => body),
      events.map(({ hash }) => hash),
    ],
    ...[personal.map(({ place }) => place), personal.map(({ seq }) => seq), personal.map(({ sealed }) => sealed)],
    ...[added.map(({ place }) => place), added.map(({ label }) => label)],
    ...[removed.map(({ place }) => place), removed.map(({ label }) => label)],
    ...[work.map(({ place }) => place), work.map(({ kind }) => kind), work.map(({ dueAt }) => dueAt)],
  ];
}

/** Why each append of a batch was refused; undefined for those that were written. */
export function refusals(
  batch: readonly PendingAppend[],
  rows: readonly unknown[],
): readonly (RefusedRow | undefined)[] {
  const refused = new Map((rows as readonly RefusedRow[]).map((row) => [row.place, row]));
  return batch.map((_, index) => refused.get(index + 1));
}

/** What whoever appended is told. */
export function conflict(
  { loanId, expectedVersion }: PendingAppend,
  { taken_label: label, version }: RefusedRow,
): ConflictError {
  if (label !== null)
    return new ConflictError(`'${label}' belongs to the file of another loan: load again and decide again`);
  const what =
    version === expectedVersion
      ? 'does not end with the event that was expected'
      : `has ${version} events, not ${expectedVersion}`;
  return new ConflictError(`The file of loan '${loanId}' ${what}: load it again and decide again`);
}

/** What no two appends of one batch may have in common: the loan, and labels of which only one of them can win. */
export function keysOf({ loanId, extras }: PendingAppend): readonly string[] {
  return [`loan ${loanId}`, ...(extras.addLabels ?? []).filter((label) => label.startsWith(UNIQUE_LABEL_PREFIX))];
}

/** How much of a batch an append takes up: 1 an event, more where events are long. */
export function weightOf({ events }: PendingAppend): number {
  return events.reduce((sum, { body, personal = '' }) => sum + 1 + (body.length + personal.length) / 10_000, 1);
}
