import type { Inbox, InboxQuery } from '../../../webhooks/inbox/inbox.ts';
import { checkInboxQuery } from '../../../webhooks/inbox/inbox-checks.ts';
import type { SqliteConnection } from '../sqlite-connection.ts';
import { type SqliteRow, type SqliteStatement, type SqliteValue, wholeNumber } from '../sqlite-database.ts';
import { itemOf } from './inbox-rows.ts';
import { ITEM_COLUMNS } from './inbox-statements.ts';

/** Lists items with one statement, which sees one state of the file; each shape of it is prepared when it is first wanted. */
export function inboxList(connection: SqliteConnection): Pick<Inbox, 'list'> {
  const prepared = new Map<string, SqliteStatement>();
  const statementOf = (sql: string): SqliteStatement => {
    const known = prepared.get(sql) ?? connection.prepare(sql);
    prepared.set(sql, known);
    return known;
  };

  return {
    async list(query) {
      const place = checkInboxQuery(query);
      const { limit } = query;
      if (query.kinds?.length === 0) return { items: [] };
      const [sql, values] = listStatement(query, place);
      const read = connection.read(() => statementOf(sql).all(...values)) as SqliteRow[];
      const rows = read.slice(0, limit);
      const last = rows.at(-1);
      return { items: rows.map(itemOf), ...(last && read.length > limit ? { next: String(wholeNumber(last.place)) } : {}) };
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
  if (kinds === undefined) return [`${select} ${page}`, [place, limit + 1]];
  const names = [...new Set<string>(kinds)];
  if (isAmongFew) return [`${select} AND +kind IN (${names.map(() => '?').join(', ')}) ${page}`, [place, ...names, limit + 1]];
  const walks = names.map(() => `SELECT * FROM (${select} AND kind = ? ${page})`).join(' UNION ALL ');
  return [`${walks} ${page}`, [...names.flatMap((name) => [place, name, limit + 1]), limit + 1]];
}
