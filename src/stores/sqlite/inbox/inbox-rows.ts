import type { DeliverySource, InboxItem, InboxStatus } from '../../../webhooks/inbox/inbox.ts';
import { fromKeptText } from '../../kept-text.ts';
import { type SqliteRow, wholeNumber } from '../sqlite-database.ts';

/** The item that a row holds. */
export function itemOf(row: SqliteRow): InboxItem {
  return {
    key: row.key as string,
    body: fromKeptText(row.body as string),
    // What was written came out of these closed unions.
    kind: row.kind as InboxItem['kind'],
    source: row.source as DeliverySource,
    receivedAt: row.received_at as string,
    ...(row.news !== null && { news: row.news as string }),
    status: row.status as InboxStatus,
    attempts: wholeNumber(row.attempts),
    fence: wholeNumber(row.fence),
    ...(row.reason !== null && { reason: row.reason as string }),
  };
}
