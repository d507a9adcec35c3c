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
  const [direction, beside, upTo] = newestFirst ? ['desc', '<', '>='] : ['asc', '>', '<='];
  const wanted = [
    ...(status === undefined ? [] : [status === 'done' ? MOST_STATUSES : `i.status = '${status}'`]),
    ...(source === undefined ? [] : [source === 'webhook' ? MOST_SOURCES : `i.source = '${source}'`]),
  ].map((condition) => ` and ${condition}`);
  const select = `select ${ITEM_COLUMNS} from {schema}.inbox i where `;
  const page = `order by no ${direction} limit $2::bigint`;
  const isAmongFew = source === 'reconciled' || (status !== undefined && status !== 'done');
  if (kinds !== undefined) values.push([...new Set(kinds)]);
  if (kinds === undefined || isAmongFew) {
    // Of no column, but of a text, so that it chooses no index: that of kinds would lead to the many.
    const ofKinds = kinds === undefined ? '' : " and i.kind || '' = any ($3::text[])";
    return [`${select} i.no ${beside} $1::bigint${wanted.join('')}${ofKinds} ${page}`, values];
  }
  // As a range, because only the index of kinds goes in its order: told `=`, a server that knows one kind only would walk along the numbers.
  const walk = `${select} (i.kind, i.no) ${beside} (k.kind, $1::bigint) and i.kind ${upTo} k.kind${wanted.join('')}
    order by i.kind ${direction}, i.no ${direction} limit $2::bigint`;
  return [`select item.* from unnest($3::text[]) as k (kind), lateral (${walk}) as item ${page}`, values];
}

/** The page that the rows of {@link listStatement} make up. */
export function pageOf(found: readonly unknown[], { limit }: InboxQuery): InboxPage {
  const rows = (found as readonly InboxRow[]).slice(0, limit);
  const last = rows.at(-1);
  return { items: rows.map(itemOf), ...(last && found.length > limit ? { next: String(last.no) } : {}) };
}
