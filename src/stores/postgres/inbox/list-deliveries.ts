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
    // Of no column, but of a text, so that it chooses no index: that of kinds would lead to the many.
    const ofKinds = kinds === undefined ? '' : " and i.kind || '' = any ($3::text[])";
    return [`${select} i.no ${beside} ${place}${wanted.join('')}${ofKinds} ${page}`, values];
  }
  // As a range, because only the index of kinds goes in its order: told `=`, a server that knows one kind only would walk along the numbers.
  const walk = `${select} (i.kind, i.no) ${beside} (k.kind, ${place}) and i.kind ${upTo} k.kind${wanted.join('')}
    order by i.kind ${direction}, i.no ${direction} limit $2::bigint`;
  return [`select item.* from unnest($3::text[]) as k (kind), lateral (${walk}) as item ${page}`, values];
}
