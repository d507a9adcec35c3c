import type { InboxItem, NewDelivery } from '../webhooks/inbox/inbox.ts';

/** The inbox columns that both databases name alike. Only values of the item's closed unions were written. */
export interface InboxRow extends Pick<InboxItem, 'key' | 'kind' | 'source' | 'body' | 'status'> {
  readonly received_at: string;
  readonly attempts: number | bigint;
  readonly fence: number | bigint | string;
  readonly news: string | null;
  readonly reason: string | null;
}

export function itemOf({ key, kind, source, body, status, news, reason, ...row }: InboxRow): InboxItem {
  return {
    key,
    body: fromStoredText(body),
    kind,
    source,
    receivedAt: row.received_at,
    ...(news !== null && { news }),
    status,
    attempts: Number(row.attempts),
    fence: Number(row.fence),
    ...(reason !== null && { reason }),
  };
}

const ESCAPED = 'json:';

/**
 * Escapes text that a database may not store: PostgreSQL cannot store U+0000, some drivers cut a text there, and lone
 * surrogates are invalid UTF-8. A text with one of them, or with the mark as its prefix, is stored as a JSON string
 * after the mark.
 */
export function toStoredText(text: NewDelivery['body']): string {
  return text.startsWith(ESCAPED) || /\0|\p{Cs}/u.test(text) ? `${ESCAPED}${JSON.stringify(text)}` : text;
}

function fromStoredText(stored: string): string {
  return stored.startsWith(ESCAPED) ? JSON.parse(stored.slice(ESCAPED.length)) : stored;
}
