import type { NewDelivery } from '../../../webhooks/inbox/inbox.ts';
import { toKeptText } from '../../kept-text.ts';

/** What became of a delivery that was to be stored. */
export type Stored = 'stored' | 'reopened' | 'duplicate';

/**
 * Stores a batch in which no key and no news stands twice: keys, kinds, sources, bodies, when received, news. Rows are locked, and inserted, in an order that is
 * the same for everybody, so that two batches with the same keys wait for each other and do not lock each other out.
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

/** The parameters of {@link STORE}. */
export function storeValues(batch: readonly NewDelivery[]): unknown[] {
  return [
    batch.map(({ key }) => key),
    batch.map(({ kind }) => kind),
    batch.map(({ source }) => source),
    batch.map(({ body }) => toKeptText(body)),
    batch.map(({ receivedAt }) => receivedAt),
    batch.map(({ news }) => news ?? null),
  ];
}

/** What became of each delivery of a batch. */
export function storedOf(batch: readonly NewDelivery[], rows: readonly unknown[]): readonly Stored[] {
  const became = new Map(
    (rows as readonly { readonly key: string; readonly became: Stored }[]).map((row) => [row.key, row.became]),
  );
  return batch.map(({ key }) => became.get(key) ?? 'duplicate');
}

/** What no two deliveries of one batch may have in common. */
export function keysOfDelivery({ key, news }: NewDelivery): readonly string[] {
  return [`key ${key}`, ...(news === undefined ? [] : [`news ${news}`])];
}

/** How much of a batch a delivery takes up. */
export function weightOfDelivery({ body }: NewDelivery): number {
  return 1 + body.length / 10_000;
}
