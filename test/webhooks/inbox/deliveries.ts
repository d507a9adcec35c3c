import type { ClaimTerms, Inbox, InboxItem, NewDelivery } from '../../../src/webhooks/inbox/inbox.ts';

/** A delivery as the receiver hands it to an inbox. */
export function delivery(key: string, facts: Partial<NewDelivery> = {}): NewDelivery {
  return {
    key,
    kind: 'collection',
    source: 'webhook',
    body: `{"key":"${key}"}`,
    receivedAt: '2026-01-31T07:00:00.000Z',
    ...facts,
  };
}

/** Stores deliveries, one after the other. */
export async function storeAll(inbox: Inbox, ...deliveries: readonly (NewDelivery | string)[]): Promise<void> {
  for (const each of deliveries) await inbox.store(typeof each === 'string' ? delivery(each) : each);
}

/** Claims one item, for 10 ms unless said otherwise; undefined where there is none. */
export async function claimOne(inbox: Inbox, terms: Partial<ClaimTerms> = {}): Promise<InboxItem | undefined> {
  const [item] = await inbox.claim({ now: 100, leaseMs: 10, limit: 1, ...terms });
  return item;
}

/** Claims an item that has to be there. */
export async function claimed(inbox: Inbox, terms: Partial<ClaimTerms> = {}): Promise<InboxItem> {
  const item = await claimOne(inbox, terms);
  if (!item) throw new Error('nothing was there to be claimed');
  return item;
}

/** Stores a delivery and claims it. */
export async function storeAndClaim(inbox: Inbox, key = 'a', terms: Partial<ClaimTerms> = {}): Promise<InboxItem> {
  await inbox.store(delivery(key));
  return claimed(inbox, { key, ...terms });
}

/** The item with this key, as it is now. */
export async function itemAt(inbox: Inbox, key = 'a'): Promise<InboxItem | undefined> {
  return (await inbox.list({ limit: 1_000 })).find((item) => item.key === key);
}

/** The keys of items. */
export function keysOf(items: readonly { readonly key: string }[]): readonly string[] {
  return items.map(({ key }) => key);
}
