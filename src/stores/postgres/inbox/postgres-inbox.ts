import { singleFlight } from '../../../clock/mutex.ts';
import {
  checkClaimTerms,
  checkDecision,
  checkDelivery,
  checkInboxQuery,
  checkRecognition,
  checkSettlement,
  type Inbox,
  type InboxQuery,
  type NewDelivery,
  storedReason,
} from '../../../webhooks/inbox/inbox.ts';
import { GroupCommit } from '../../group-commit.ts';
import { itemOf } from '../../inbox-row.ts';
import { type PostgresAccess, poolAccess } from '../access.ts';
import type { PostgresClient } from '../connection.ts';
import { blamesContent } from '../failures.ts';
import { columns, type EndedRow, endedOf } from '../loan-writes.ts';
import { inSchema, refuseOtherSchema } from '../migrations/schema-version.ts';
import { type Closable, openPool, type PostgresOptions } from '../options.ts';
import { endWithEffects } from './end-with-effects.ts';
import {
  CLAIM_BY_KEY,
  CLAIM_DUE,
  type ClaimByKey,
  claimedByKey,
  claimedInOrder,
  END,
  endValues,
  HAND_OVER,
  ITEM_COLUMNS,
  type ItemRow,
  isTakenMeanwhile,
  keysOfDelivery,
  type PendingEnd,
  RECOGNISE,
  type Recognised,
  type RecognisedRow,
  type Recognition,
  recognisedOf,
  recogniseValues,
  recognitionKeys,
  STORE,
  type StoredRow,
  storedOf,
  storeValues,
} from './inbox-writes.ts';

/** Options of {@link postgresInbox}. Every write is a separate transaction, and parallel writes share one. */
export type PostgresInboxOptions = PostgresOptions;

/** An inbox in PostgreSQL. */
export interface PostgresInbox extends Inbox<PostgresClient>, Closable {}

const REPLAY = `update {schema}.inbox set status = 'unfinished', attempts = 0, due_at = $2::bigint, lease_until = null
  where key = $1 and status <> 'done' returning no`;
const QUARANTINE = `update {schema}.inbox set status = 'quarantined', reason = $2::text, lease_until = null
  where key = $1 and status <> 'done' returning no`;

/**
 * Stores deliveries in PostgreSQL, shared by any number of processes, in the schema of the loan files. The schema must
 * exist: run `repaykit migrate` or `migratePostgres`. `delivery.commit` writes through a pooled connection, in a
 * transaction of the inbox.
 */
export function postgresInbox(options: PostgresInboxOptions): PostgresInbox {
  const { pool, schema, closable } = openPool('postgresInbox', options);
  const sql = inSchema(schema);
  const ready = singleFlight(() => refuseOtherSchema(pool, schema));
  const access = poolAccess(pool, ready);
  const writes = groupedWrites(access, sql);

  return closable<Inbox<PostgresClient>>({
    async store(delivery) {
      checkDelivery(delivery);
      return writes.deliveries.submit(delivery);
    },
    async claim(terms) {
      checkClaimTerms(terms);
      const { now, leaseMs, limit, key } = terms;
      if (key !== undefined) return writes.claims.submit({ ...terms, key });
      return claimedInOrder(await access.write(sql(CLAIM_DUE), [now, leaseMs, limit]));
    },
    async recognise(claim, news) {
      checkRecognition(claim, news);
      const recognised = await writes.recognitions.submit({ claim, news });
      if (recognised !== 'set-aside') return recognised;
      // A change in between gave the name to another item, at least for a moment.
      const handedOver = await writes.handovers.submit({ claim, news });
      return handedOver === 'set-aside' ? 'taken' : handedOver;
    },
    async settle(claim, settlement, commit) {
      checkSettlement(claim, settlement);
      if (commit === undefined) return writes.ends.submit({ claim, settlement });
      await ready();
      return endWithEffects({ pool, sql }, { claim, settlement }, commit);
    },
    async decide(key, decision) {
      checkDecision(key, decision);
      const rows =
        decision.kind === 'replay'
          ? await access.write(sql(REPLAY), [key, decision.now])
          : await access.write(sql(QUARANTINE), [key, storedReason(decision.reason)]);
      return rows.length > 0;
    },
    async list(query) {
      checkInboxQuery(query);
      const [statement, values] = listStatement(query);
      return (await access.read<ItemRow>(sql(statement), values)).map(itemOf);
    },
  });
}

function groupedWrites(access: PostgresAccess, sql: (statement: string) => string) {
  // A batch should take a few milliseconds, so that the next one does not wait long.
  const others = { maxItems: 500, maxWeight: 500, blamesContent };
  const deliveries = new GroupCommit({
    ...{ maxItems: 200, maxWeight: 1_000, keysOf: keysOfDelivery, blamesContent },
    weightOf: ({ body }: NewDelivery) => 1 + body.length / 10_000,
    write: async (batch) => storedOf(batch, await access.write<StoredRow>(sql(STORE), storeValues(batch))),
  });
  const claims = new GroupCommit({
    ...others,
    keysOf: ({ key }: ClaimByKey) => [key],
    write: async (batch) =>
      claimedByKey(batch, await access.write<ItemRow>(sql(CLAIM_BY_KEY), columns(batch, 'key', 'now', 'leaseMs'))),
  });
  const recognise = async (statement: string, batch: readonly Recognition[]) =>
    recognisedOf(batch, await access.write<RecognisedRow>(sql(statement), recogniseValues(batch)));
  const recognitions = new GroupCommit<Recognition, Recognised>({
    ...others,
    keysOf: recognitionKeys,
    async write(batch) {
      try {
        return await recognise(RECOGNISE, batch);
      } catch (error) {
        // In a larger batch the culprit is unknown, so each item is tried alone.
        if (batch.length === 1 && isTakenMeanwhile(error)) return ['taken'];
        throw error;
      }
    },
  });
  // Rare, so it is not part of every recognition.
  const handovers = new GroupCommit({
    ...others,
    keysOf: recognitionKeys,
    write: (batch) => recognise(HAND_OVER, batch),
  });
  const ends = new GroupCommit({
    ...others,
    keysOf: ({ claim }: PendingEnd) => [claim.key],
    write: async (batch) => endedOf(batch, await access.write<EndedRow>(sql(END), endValues(batch))),
  });
  return { deliveries, claims, recognitions, handovers, ends };
}

// The common values are matched by exclusion: a server with empty statistics would expect few rows and read all.
const MOST_STATUSES = "i.status <> 'unfinished' and i.status <> 'quarantined'";
const MOST_SOURCES = "i.source <> 'reconciled'";

/**
 * The statement of a list and its parameters: the item next to the page (its key, or a place before all), the page
 * length, the kinds. Statuses and sources are literals, so that the partial indexes (open items, reconciled ones)
 * apply. For common values, one walk along the numbers finds a page quickly. Each kind has a separate walk, because any
 * kind may be rare.
 */
function listStatement(query: InboxQuery): readonly [text: string, values: unknown[]] {
  const { limit, status, kinds, source, newestFirst = false, after } = query;
  const [direction, beside, upTo] = newestFirst ? ['desc', '<', '>='] : ['asc', '>', '<='];
  const [beforeAll, behindAll] = newestFirst ? [Number.MAX_SAFE_INTEGER, 0] : [0, Number.MAX_SAFE_INTEGER];
  const values: unknown[] = [after ?? beforeAll, limit];
  const place =
    after === undefined ? '$1::bigint' : `coalesce((select b.no from {schema}.inbox b where b.key = $1), ${behindAll})`;
  const wanted = [
    ...(status === undefined ? [] : [status === 'done' ? MOST_STATUSES : `i.status = '${status}'`]),
    ...(source === undefined ? [] : [source === 'webhook' ? MOST_SOURCES : `i.source = '${source}'`]),
  ].map((condition) => ` and ${condition}`);
  const select = `select ${ITEM_COLUMNS} from {schema}.inbox i where `;
  const page = `order by no ${direction} limit $2::bigint`;
  const isAmongFew = source === 'reconciled' || (status !== undefined && status !== 'done');
  if (kinds !== undefined) values.push([...new Set(kinds)]);
  if (kinds === undefined || isAmongFew) {
    // An expression instead of the column, so that it selects no index: the index of kinds would lead to too many rows.
    const ofKinds = kinds === undefined ? '' : " and i.kind || '' = any ($3::text[])";
    return [`${select} i.no ${beside} ${place}${wanted.join('')}${ofKinds} ${page}`, values];
  }
  // A range, because only the index of kinds has this order. With `=`, a server that knows only one kind would walk
  // along the numbers.
  const walk = `${select} (i.kind, i.no) ${beside} (k.kind, ${place}) and i.kind ${upTo} k.kind${wanted.join('')}
    order by i.kind ${direction}, i.no ${direction} limit $2::bigint`;
  return [`select item.* from unnest($3::text[]) as k (kind), lateral (${walk}) as item ${page}`, values];
}
