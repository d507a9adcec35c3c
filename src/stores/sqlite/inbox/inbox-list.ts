import type { Inbox, InboxQuery } from '../../../webhooks/inbox/inbox.ts';
import { checkInboxQuery } from '../../../webhooks/inbox/inbox-checks.ts';
import type { SqliteConnection } from '../sqlite-connection.ts';
import { type SqliteRow, type SqliteStatement, type SqliteValue, wholeNumber } from '../sqlite-database.ts';
import { itemOf } from './inbox-rows.ts';
import { ITEM_COLUMNS, inboxStatements } from './inbox-statements.ts';

/** Lists items with one statement, which sees one state of the file; each shape of it is prepared when it is first wanted. */
export function inboxList(connection: SqliteConnection): Pick<Inbox, 'list'> {
  const prepared = new Map<string, SqliteStatement>();
  const deliveryAt = connection.prepare(inboxStatements.deliveryAt);
  const placeOf = (key: string): number | undefined => {
    const row = connection.read(() => deliveryAt.get(key)) as SqliteRow | undefined;
    return row && wholeNumber(row.place);
  };
  const statementOf = (sql: string): SqliteStatement => {
    const known = prepared.get(sql) ?? connection.prepare(sql);
    prepared.set(sql, known);
    return known;
  };

  return {
    async list(query) {
      checkInboxQuery(query);
      const beside =
        query.after === undefined ? (query.newestFirst ? Number.MAX_SAFE_INTEGER : 0) : placeOf(query.after);
      if (beside === undefined || query.kinds?.length === 0) return [];
      const [sql, values] = listStatement(query, beside);
      return (connection.read(() => statementOf(sql).all(...values)) as SqliteRow[]).map(itemOf);
    },
  };
}

/**
 * The statement of a list and its parameters. Statuses and sources stand in it as they are, so that the indexes of the few (what is open, what reconciliation
 * brought) can be used. Of the many, one walk along the places finds a page soon; kinds have a walk each, because any of them may be rare.
 */
export function listStatement(query: InboxQuery, place: number): readonly [sql: string, values: SqliteValue[]] {
  const { limit, status, kinds, source, newestFirst = false } = query;
  const page = `ORDER BY place ${newestFirst ? 'DESC' : 'ASC'} LIMIT ?`;
  const isOpen = status !== undefined && status !== 'done';
  const isAmongFew = isOpen || source === 'reconciled';
  const wanted = [
    `place ${newestFirst ? '<' : '>'} ?`,
    // A plus keeps a condition from choosing the index.
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
