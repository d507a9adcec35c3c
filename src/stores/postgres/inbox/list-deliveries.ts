import type { InboxPage, InboxQuery } from '../../../webhooks/inbox/inbox.ts';
import { checkInboxQuery } from '../../../webhooks/inbox/inbox-checks.ts';
import { type InboxRow, ITEM_COLUMNS, itemOf } from './inbox-rows.ts';

// What goes for most items is told by what they are not: asked for what they are, a server that has not counted them yet would expect few and read all.
const MOST_STATUSES = "i.status <> 'unfinished' and i.status <> 'quarantined'";
const MOST_SOURCES = "i.source <> 'reconciled'";

/**
 * The statement of a list and its parameters: place beside which the page begins, one more than its length, kinds. Statuses and sources stand in it as they are, so
 * that the indexes of the few (what is open, what reconciliation brought) can be used. Of the many, one walk along the numbers finds a page soon; kinds have a
 * walk each, because any of them may be rare.
 * @throws InputError
 */
export function listStatement(query: InboxQuery): readonly [text: string, values: unknown[]] {
  const { limit, status, kinds, source, newestFirst = false } = query;
  const values: unknown[] = [checkInboxQuery(query), limit + 1];
  const order = `order by no ${newestFirst ? 'desc' : 'asc'} limit $2::bigint`;
  const wanted = [
    `i.no ${newestFirst ? '<' : '>'} $1::bigint`,
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

/** The page that the rows of {@link listStatement} make up. */
export function pageOf(found: readonly unknown[], { limit }: InboxQuery): InboxPage {
  const rows = (found as readonly InboxRow[]).slice(0, limit);
  const last = rows.at(-1);
  return { items: rows.map(itemOf), ...(last && found.length > limit ? { next: String(last.no) } : {}) };
}
