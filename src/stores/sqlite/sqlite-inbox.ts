import { ConfigurationError } from '../../errors.ts';
import {
  checkClaimTerms,
  checkDecision,
  checkDelivery,
  checkInboxQuery,
  checkRecognition,
  type Inbox,
  type InboxItem,
  type InboxQuery,
  storedReason,
} from '../../webhooks/inbox/inbox.ts';
import { type InboxRow, itemOf, toStoredText } from '../inbox-row.ts';
import { deliveryEnds, type SharedWrite, sharedWrites } from './inbox-ends.ts';
import type {
  RowStatement,
  SqliteConnection,
  SqliteDatabase,
  SqliteInteger,
  SqliteValue,
} from './sqlite-connection.ts';
import { openDatabase, type SqliteStoreOptions } from './sqlite-store.ts';
import { ITEM_COLUMNS, inboxStatements } from './statements.ts';

/**
 * Stores deliveries in the SQLite file of the loan files. Pass the database of `sqliteStore`, or another connection to
 * the same file. See `sqliteStore` for the details. `delivery.commit` writes synchronously through the database that
 * the handler receives.
 * @throws ConfigurationError if an option is invalid, the database does not support WAL, or its file belongs to another
 * program or to a later version of this one
 * @throws StoreError if the database fails, is closed or is in a transaction
 */
export function sqliteInbox(options: SqliteStoreOptions): Inbox<SqliteDatabase> {
  const connection = open(options);
  const { database } = options;
  const write = sharedWrites(connection);
  return {
    ...arrivals(connection, write),
    ...claims(connection, write),
    ...deliveryEnds(connection, database, write),
    ...decisions(connection, write),
    ...lists(connection),
  };
}

function open(options: SqliteStoreOptions): SqliteConnection {
  try {
    const connection = openDatabase('sqliteInbox', options);
    // Bodies hold personal data in clear text, so deleted content must be overwritten in the file.
    connection.pragma('secure_delete = ON');
    return connection;
  } catch (error) {
    if (error instanceof ConfigurationError) throw new ConfigurationError('sqliteInbox', error.issues);
    throw error;
  }
}

interface PlaceRow {
  readonly place: SqliteInteger;
  readonly status: InboxItem['status'];
}

type ItemRow = InboxRow & PlaceRow;

// An item is due as soon as it is stored or comes again.
const AT_ONCE = 0;

function arrivals(connection: SqliteConnection, write: SharedWrite): Pick<Inbox, 'store'> {
  const deliveryAt = connection.prepare<PlaceRow>(inboxStatements.deliveryAt);
  const bringerOf = connection.prepare<PlaceRow>(inboxStatements.bringerOf);
  const addDelivery = connection.prepare(inboxStatements.addDelivery);
  const reopenDelivery = connection.prepare(inboxStatements.reopenDelivery);

  return {
    async store(delivery) {
      checkDelivery(delivery);
      const { key, kind, source, body, receivedAt, news } = delivery;
      return write(() => {
        const known = deliveryAt.get(key);
        if (known?.status === 'quarantined' && source !== 'reconciled') {
          reopenDelivery.run(AT_ONCE, key);
          return 'reopened';
        }
        if (known || (news !== undefined && bringerOf.get(news))) return 'duplicate';
        addDelivery.run(key, kind, source, toStoredText(body), receivedAt, news ?? null);
        return 'stored';
      });
    },
  };
}

/** The file has one writer at a time, so reading and claiming is atomic. */
function claims(connection: SqliteConnection, write: SharedWrite): Pick<Inbox, 'claim' | 'recognise'> {
  const emptyBodies = connection.prepare(inboxStatements.emptyBodies);
  const dueDeliveries = connection.prepare<ItemRow>(inboxStatements.dueDeliveries);
  const freeDelivery = connection.prepare<ItemRow>(inboxStatements.freeDelivery);
  const holdDelivery = connection.prepare(inboxStatements.holdDelivery);
  const heldDelivery = connection.prepare<PlaceRow>(inboxStatements.heldDelivery);
  const bringerOf = connection.prepare<PlaceRow>(inboxStatements.bringerOf);
  const setStateChange = connection.prepare(inboxStatements.setStateChange);

  return {
    async claim(terms) {
      checkClaimTerms(terms);
      const { now, leaseMs, limit, key } = terms;
      return write(() => {
        if (key === undefined) emptyBodies.run(now);
        const rows = key === undefined ? dueDeliveries.all(now, now, limit) : freeDelivery.all(key, now);
        return rows.map((row): InboxItem => {
          const before = itemOf(row);
          const item = { ...before, fence: before.fence + 1, attempts: before.attempts + 1 };
          holdDelivery.run(item.fence, item.attempts, now + leaseMs, Number(row.place));
          return item;
        });
      });
    },
    async recognise(claim, news) {
      checkRecognition(claim, news);
      return write(() => {
        const held = heldDelivery.get(claim.key, claim.fence);
        if (!held) return 'lost';
        const bringer = bringerOf.get(news);
        if (bringer && bringer.place !== held.place) {
          if (bringer.status !== 'quarantined') return 'taken';
          setStateChange.run(null, Number(bringer.place));
        }
        setStateChange.run(news, Number(held.place));
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
          : quarantineDelivery.run(storedReason(decision.reason), key),
      );
      return Number(changes) === 1;
    },
  };
}

/** Lists items with one statement, for a consistent view. Each form of the statement is prepared on first use. */
function lists(connection: SqliteConnection): Pick<Inbox, 'list'> {
  const prepared = new Map<string, RowStatement<ItemRow>>();
  const deliveryAt = connection.prepare<PlaceRow>(inboxStatements.deliveryAt);
  const statementOf = (sql: string): RowStatement<ItemRow> => {
    const known = prepared.get(sql) ?? connection.prepare<ItemRow>(sql);
    prepared.set(sql, known);
    return known;
  };
  const placeBefore = ({ after, newestFirst }: InboxQuery): number | undefined => {
    if (after === undefined) return newestFirst ? Number.MAX_SAFE_INTEGER : 0;
    const row = connection.read(() => deliveryAt.get(after));
    return row && Number(row.place);
  };

  return {
    async list(query) {
      checkInboxQuery(query);
      const place = placeBefore(query);
      if (place === undefined || query.kinds?.length === 0) return [];
      const [sql, values] = listStatement(query, place);
      return connection.read(() => statementOf(sql).all(...values)).map(itemOf);
    },
  };
}

/**
 * The statement of a list and its parameters. Statuses and sources are literals, so that the partial indexes (open
 * items, reconciled ones) apply. For common values, one walk along the places finds a page quickly. Each kind has a
 * separate walk, because any kind may be rare.
 */
export function listStatement(query: InboxQuery, place: number): readonly [sql: string, values: SqliteValue[]] {
  const { limit, status, kinds, source, newestFirst = false } = query;
  const page = `ORDER BY place ${newestFirst ? 'DESC' : 'ASC'} LIMIT ?`;
  const isOpen = status !== undefined && status !== 'done';
  const isAmongFew = isOpen || source === 'reconciled';
  const wanted = [
    `place ${newestFirst ? '<' : '>'} ?`,
    // A unary plus keeps SQLite from choosing an index for the condition.
    ...(status === undefined ? [] : isOpen ? [`status = '${status}' AND status <> 'done'`] : [`+status = '${status}'`]),
    ...(source === undefined ? [] : [`${isOpen || source === 'webhook' ? '+' : ''}source = '${source}'`]),
  ].join(' AND ');
  const select = `SELECT ${ITEM_COLUMNS} FROM inbox WHERE ${wanted}`;
  if (kinds === undefined) return [`${select} ${page}`, [place, limit]];
  const names = [...new Set<string>(kinds)];
  if (isAmongFew)
    return [`${select} AND +kind IN (${names.map(() => '?').join(', ')}) ${page}`, [place, ...names, limit]];
  const walks = names.map(() => `SELECT * FROM (${select} AND kind = ? ${page})`).join(' UNION ALL ');
  return [`${walks} ${page}`, [...names.flatMap((name) => [place, name, limit]), limit]];
}
