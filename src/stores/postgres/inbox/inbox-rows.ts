import type { DeliverySource, InboxItem, InboxStatus } from '../../../webhooks/inbox/inbox.ts';
import { fromKeptText } from '../../kept-text.ts';

/** The columns of which an item is made. */
export const ITEM_COLUMNS = 'no, key, kind, source, body, received_at, status, attempts, fence, due_at, news, reason';

/** A row of the inbox. */
export interface InboxRow {
  readonly no: string | number;
  readonly key: string;
  readonly kind: string;
  readonly source: string;
  readonly body: string;
  readonly received_at: string;
  readonly status: string;
  readonly attempts: number;
  readonly fence: string | number;
  readonly due_at: string | number;
  readonly news: string | null;
  readonly reason: string | null;
}

/** The item that a row holds. */
export function itemOf(row: InboxRow): InboxItem {
  return {
    key: row.key,
    body: fromKeptText(row.body),
    // What was written came out of these closed unions.
    kind: row.kind as InboxItem['kind'],
    source: row.source as DeliverySource,
    receivedAt: row.received_at,
    ...(row.news !== null && { news: row.news }),
    status: row.status as InboxStatus,
    attempts: row.attempts,
    fence: Number(row.fence),
    ...(row.reason !== null && { reason: row.reason }),
  };
}
