import type { BodySeal } from '../../loan-file/body-seal.ts';
import { ownersOf } from './body-owners.ts';
import type { Inbox, InboxItem } from './inbox.ts';

/** What is listed and claimed in place of a body whose payer was erased. It is no JSON. */
export const ERASED_BODY = 'erased with its payer';

const originals = new WeakMap<object, object>();

/**
 * The same inbox, whose bodies are sealed before they are stored and opened when they are claimed or listed. What was stored in clear stays readable. A body whose
 * payer was erased is {@link ERASED_BODY}; one that does not open stays as it is, and is no JSON.
 */
export function sealedInbox<Transaction>(inbox: Inbox<Transaction>, seal: BodySeal): Inbox<Transaction> {
  const opened = (items: readonly InboxItem[]) => Promise.all(items.map((item) => openItem(item, seal)));
  const sealed: Inbox<Transaction> = {
    async store(delivery) {
      return inbox.store({
        ...delivery,
        body: await seal.seal(delivery.body, { owners: ownersOf(delivery), place: delivery.key }),
      });
    },
    claim: async (terms) => opened(await inbox.claim(terms)),
    recognise: (claim, news) => inbox.recognise(claim, news),
    settle: (claim, settlement, commit) => inbox.settle(claim, settlement, commit),
    decide: (key, decision) => inbox.decide(key, decision),
    list: async (query) => opened(await inbox.list(query)),
  };
  originals.set(sealed, inbox);
  return sealed;
}

/** An inbox of which the bodies are listed open, whether or not it opens them itself. */
export function openedList(inbox: Pick<Inbox, 'list'>, seal: BodySeal): Pick<Inbox, 'list'> {
  return { list: async (query) => Promise.all((await inbox.list(query)).map((item) => openItem(item, seal))) };
}

/** The inbox beneath one that seals. */
export function originalOf(inbox: object): object {
  return originals.get(inbox) ?? inbox;
}

async function openItem(item: InboxItem, seal: BodySeal): Promise<InboxItem> {
  const opened = await seal.open(item.body, item.key);
  if (opened.kind === 'altered') return item;
  return { ...item, body: opened.kind === 'erased' ? ERASED_BODY : opened.body };
}
