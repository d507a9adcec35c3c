import { singleFlight } from '../../../clock/mutex.ts';
import type { Inbox, InboxDecision, InboxItem, NewDelivery } from '../../../webhooks/inbox/inbox.ts';
import {
  checkClaimTerms,
  checkDecision,
  checkDelivery,
  checkRecognition,
  checkSettlement,
  keptReason,
} from '../../../webhooks/inbox/inbox-checks.ts';
import { GroupCommit } from '../../group-commit.ts';
import { type PostgresAccess, poolAccess } from '../access.ts';
import type { PostgresClient } from '../connection.ts';
import { blamesContent } from '../failures.ts';
import { type Closable, openPool, type PostgresOptions } from '../options.ts';
import { inSchema } from '../schema-name.ts';
import { refuseOtherSchema } from '../schema-version.ts';
import {
  CLAIM_BY_KEY,
  CLAIM_DUE,
  type ClaimByKey,
  claimedByKey,
  claimedInOrder,
  dueValues,
  keyValues,
} from './claim-deliveries.ts';
import { END, endedOf, endValues, type PendingEnd } from './end-deliveries.ts';
import { endWithEffects } from './end-with-effects.ts';
import { type InboxRow, itemOf } from './inbox-rows.ts';
import { listStatement } from './list-deliveries.ts';
import {
  HAND_OVER,
  isTakenMeanwhile,
  keysOfNews,
  type PendingNews,
  RECOGNISE,
  type Recognised,
  recognisedOf,
  recogniseValues,
} from './recognise-news.ts';
import { keysOfDelivery, STORE, type Stored, storedOf, storeValues, weightOfDelivery } from './store-deliveries.ts';

/** Where the inbox lies: beside the loan files, in the same schema. Every write is a transaction of its own; parallel writes share one. */
export type PostgresInboxOptions = PostgresOptions;

/** An inbox in PostgreSQL. */
export interface PostgresInbox extends Inbox<PostgresClient>, Closable {}

// A batch is to take some milliseconds, so that nobody waits long for the one before.
const STORES = { maxItems: 200, maxWeight: 1_000 };
const OTHERS = { maxItems: 500, maxWeight: 500 };

const REPLAY = `update {schema}.inbox set status = 'unfinished', attempts = 0, due_at = $2::bigint, lease_until = null
  where key = $1 and status <> 'done' returning no`;
const QUARANTINE = `update {schema}.inbox set status = 'quarantined', reason = $2::text, lease_until = null
  where key = $1 and status <> 'done' returning no`;

/**
 * Keeps deliveries in PostgreSQL, shared by any number of processes, in the schema of the loan files. The schema must be there: `repaykit migrate` or
 * `migratePostgres`. What a delivery commits together with its end is written through a connection of the pool, in a transaction that the inbox begins and ends.
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
      if (terms.key !== undefined) return writes.claims.submit({ ...terms, key: terms.key });
      return claimedInOrder(await access.write(sql(CLAIM_DUE), dueValues(terms)));
    },
    async recognise(claim, news) {
      checkRecognition(claim, news);
      const recognised = await writes.news.submit({ claim, news });
      if (recognised !== 'set-aside') return recognised;
      // Whatever came between made the news another's for a moment at least.
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
      const [statement, value] = decisionStatement(decision);
      return (await access.write(sql(statement), [key, value])).length > 0;
    },
    async list(query) {
      const [statement, values] = listStatement(query);
      return ((await access.read(sql(statement), values)) as readonly InboxRow[]).map(itemOf);
    },
  });
}

function groupedWrites(access: PostgresAccess, sql: (statement: string) => string) {
  const deliveries = new GroupCommit<NewDelivery, Stored>({
    ...{ ...STORES, keysOf: keysOfDelivery, weightOf: weightOfDelivery, blamesContent },
    write: async (batch) => storedOf(batch, await access.write(sql(STORE), storeValues(batch))),
  });
  const claims = new GroupCommit<ClaimByKey, readonly InboxItem[]>({
    ...{ ...OTHERS, keysOf: ({ key }) => [key], weightOf: () => 1, blamesContent },
    write: async (batch) => claimedByKey(batch, await access.write(sql(CLAIM_BY_KEY), keyValues(batch))),
  });
  const news = new GroupCommit<PendingNews, Recognised>({
    ...{ ...OTHERS, keysOf: keysOfNews, weightOf: () => 1, blamesContent },
    async write(batch) {
      try {
        return recognisedOf(batch, await access.write(sql(RECOGNISE), recogniseValues(batch)));
      } catch (error) {
        // Of several nobody knows whose it was, so each is tried alone.
        if (batch.length === 1 && isTakenMeanwhile(error)) return ['taken'];
        throw error;
      }
    },
  });
  // Seldom, so it is no part of every recognition.
  const handovers = new GroupCommit<PendingNews, Recognised>({
    ...{ ...OTHERS, keysOf: keysOfNews, weightOf: () => 1, blamesContent },
    write: async (batch) => recognisedOf(batch, await access.write(sql(HAND_OVER), recogniseValues(batch))),
  });
  const ends = new GroupCommit<PendingEnd, boolean>({
    ...{ ...OTHERS, keysOf: ({ claim }) => [claim.key], weightOf: () => 1, blamesContent },
    write: async (batch) => endedOf(batch, await access.write(sql(END), endValues(batch))),
  });
  return { deliveries, claims, news, handovers, ends };
}

function decisionStatement(decision: InboxDecision): readonly [statement: string, value: unknown] {
  return decision.kind === 'replay' ? [REPLAY, decision.now] : [QUARANTINE, keptReason(decision.reason)];
}
