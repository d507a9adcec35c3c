import type { InboxItem, InboxQuery } from '../../webhooks/inbox/inbox.ts';
import type { ReadableInbox } from './open-inbox.ts';

const PAGE = 200;

/** Goes through the items of an inbox, page by page; unlike a list it holds no more than one page of bodies. */
export async function* walkItems(inbox: ReadableInbox, query: Omit<InboxQuery, 'limit'>): AsyncGenerator<InboxItem> {
  for (let after = query.after; ; ) {
    const page = await inbox.list({ ...query, limit: PAGE, ...(after === undefined ? {} : { after }) });
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)?.key;
  }
}
