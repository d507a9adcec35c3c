import type { InboxQuery } from '../../../webhooks/inbox/inbox.ts';
import { checkInboxQuery } from '../../../webhooks/inbox/inbox-checks.ts';
import { ITEM_COLUMNS } from './inbox-rows.ts';

// What goes for most items is told by what they are not: asked for what they are, a server that has not counted them yet would expect few and read all.
const MOST_STATUSES = "i.status <> 'unfinished' and i.status <> 'quarantined'";
const MOST_SOURCES = "i.source <> 'reconciled'";

/**
 * The statement of a list and its parameters: the item beside which the page begins (its key, else a place before all), its length, kinds. Statuses and sources stand in it as they are, so
 * that the indexes of the few (what is open, what reconciliation brought) can be used. Of the many, one walk along the numbers finds a page soon; kinds have a
 * walk each, because any of them may be rare.
 * @throws InputError
 */
export function listStatement(query: InboxQuery): readonly [text: string, values: unknown[]] {
  checkInboxQuery(query);
  const { limit, status, kinds, source, newestFirst = false, after } = query;
  const [beforeAll, afterAll] = newestFirst ? [Number.MAX_SAFE_INTEGER, 0] : [0, Number.MAX_SAFE_INTEGER];
  const values: unknown[] = [after ?? beforeAll, limit];
  const beside = after === undefined ? '$1::bigint' : `coalesce((select b.no from {schema}.inbox b where b.key = $1), ${afterAll})`;
  const order = `order by no ${newestFirst ? 'desc' : 'asc'} limit $2::bigint`;
  const wanted = [
    `i.no ${newestFirst ? '<' : '>'} ${beside}`,
    ...(status === undefined ? [] : [status === 'done' ? MOST_STATUSES : `i.status = '${status}'`]),
    ...(source === undefined ? [] : [source === 'webhook' ? MOST_SOURCES : `i.source = '${source}'`]),
  ].join(' and ');
  const select = `select ${ITEM_COLUMNS} from {schema}.inbox i where ${wanted}`;
  if (kinds === undefined) return [`${select} ${order}`, values];
  values.push([...new Set(kinds)]);
  const isAmongFew = source === 'reconciled' || (status !== undefined && status !== 'done');
  if (isAmongFew) return [`${select} and i.kind = any ($3::text[]) ${order}`, values];
  return [`select item.* from unnest($3::text[]) as k (kind), lateral (${select} and i.kind = k.kind ${order}) as item ${order}`, values];
}
