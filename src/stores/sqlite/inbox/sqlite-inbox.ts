import { ConfigurationError } from '../../../errors.ts';
import type { Inbox, InboxItem } from '../../../webhooks/inbox/inbox.ts';
import {
  checkClaimTerms,
  checkDecision,
  checkDelivery,
  checkRecognition,
  keptReason,
} from '../../../webhooks/inbox/inbox-checks.ts';
import { toKeptText } from '../../kept-text.ts';
import { connect } from '../connect.ts';
import { migrate } from '../migrate.ts';
import type { SqliteConnection } from '../sqlite-connection.ts';
import { type SqliteDatabase, type SqliteRow, wholeNumber } from '../sqlite-database.ts';
import { checkStoreOptions, type SqliteStoreOptions } from '../store-options.ts';
import { deliveryEnds } from './end-delivery.ts';
import { inboxList } from './inbox-list.ts';
import { itemOf } from './inbox-rows.ts';
import { inboxStatements } from './inbox-statements.ts';
import { type SharedWrite, sharedWrites } from './shared-writes.ts';

/**
 * Keeps deliveries in the SQLite file of the loan files: give it the database that `sqliteStore` has, or another connection to the same file. All that is said
 * of `sqliteStore` goes for it too. What a delivery commits together with its end is written without `await` through the database that is lent to it.
 * @throws ConfigurationError when options are wrong, when the database cannot write ahead, and when its file belongs to another program or to a later
 *   version of this one
 * @throws StoreError when the database fails, is closed or is in a transaction
 */
export function sqliteInbox(options: SqliteStoreOptions): Inbox<SqliteDatabase> {
  const { database } = options ?? {};
  const connection = open(options);
  const write = sharedWrites(connection);
  return {
    ...arrivals(connection, write),
    ...claims(connection, write),
    ...deliveryEnds({ connection, write, database }),
    ...decisions(connection, write),
    ...inboxList(connection),
  };
}

function open(options: SqliteStoreOptions): SqliteConnection {
  try {
    const { database, busyTimeoutMs } = checkStoreOptions('sqliteInbox', options);
    const connection = connect(database, busyTimeoutMs);
    migrate(connection);
    // Bodies hold personal data in clear: what is taken out of the file is to be overwritten there.
    connection.pragma('secure_delete = ON');
    return connection;
  } catch (error) {
    if (error instanceof ConfigurationError) throw new ConfigurationError('sqliteInbox', error.issues);
    throw error;
  }
}

// An item is due from the moment when it is stored or comes again.
const AT_ONCE = 0;

function arrivals(connection: SqliteConnection, write: SharedWrite): Pick<Inbox, 'store'> {
  const deliveryAt = connection.prepare(inboxStatements.deliveryAt);
  const bringerOf = connection.prepare(inboxStatements.bringerOf);
  const addDelivery = connection.prepare(inboxStatements.addDelivery);
  const reopenDelivery = connection.prepare(inboxStatements.reopenDelivery);

  return {
    async store(delivery) {
      checkDelivery(delivery);
      const { key, kind, source, body, receivedAt, news } = delivery;
      return write(() => {
        const known = deliveryAt.get(key) as SqliteRow | undefined;
        if (known?.status === 'quarantined' && source !== 'reconciled') {
          reopenDelivery.run(AT_ONCE, key);
          return 'reopened';
        }
        if (known || (news !== undefined && bringerOf.get(news))) return 'duplicate';
        addDelivery.run(key, kind, source, toKeptText(body), receivedAt, news ?? null);
        return 'stored';
      });
    },
  };
}

/** The file has one writer at a time, so looking and holding cannot be torn apart. */
function claims(connection: SqliteConnection, write: SharedWrite): Pick<Inbox, 'claim' | 'recognise'> {
  const emptyBodies = connection.prepare(inboxStatements.emptyBodies);
  const dueDeliveries = connection.prepare(inboxStatements.dueDeliveries);
  const freeDelivery = connection.prepare(inboxStatements.freeDelivery);
  const holdDelivery = connection.prepare(inboxStatements.holdDelivery);
  const heldDelivery = connection.prepare(inboxStatements.heldDelivery);
  const bringerOf = connection.prepare(inboxStatements.bringerOf);
  const nameNews = connection.prepare(inboxStatements.nameNews);

  return {
    async claim(terms) {
      checkClaimTerms(terms);
      const { now, leaseMs, limit, key } = terms;
      return write(() => {
        if (key === undefined) emptyBodies.run(now);
        const rows = (
          key === undefined ? dueDeliveries.all(now, now, limit) : freeDelivery.all(key, now)
        ) as SqliteRow[];
        return rows.map((row): InboxItem => {
          const before = itemOf(row);
          const item = { ...before, fence: before.fence + 1, attempts: before.attempts + 1 };
          holdDelivery.run(item.fence, item.attempts, now + leaseMs, wholeNumber(row.place));
          return item;
        });
      });
    },
    async recognise(claim, news) {
      checkRecognition(claim, news);
      return write(() => {
        const held = heldDelivery.get(claim.key, claim.fence) as SqliteRow | undefined;
        if (!held) return 'lost';
        const bringer = bringerOf.get(news) as SqliteRow | undefined;
        if (bringer && bringer.place !== held.place) {
          if (bringer.status !== 'quarantined') return 'taken';
          nameNews.run(null, wholeNumber(bringer.place));
        }
        nameNews.run(news, wholeNumber(held.place));
        return 'ours';
      });
    },
  };
}

function decisions(connection: SqliteConnection, write: SharedWrite): Pick<Inbox, 'decide'> {
  const replayDelivery = connection.prepare(inboxStatements.replayDelivery);
  const quarantineDelivery = connection.prepare(inboxStatements.quarantineDelivery);

  return {
    async decide(key, decision) {
      checkDecision(key, decision);
      const { changes } = await write(() =>
        decision.kind === 'replay'
          ? replayDelivery.run(decision.now, key)
          : quarantineDelivery.run(keptReason(decision.reason), key),
      );
      return wholeNumber(changes) === 1;
    },
  };
}
