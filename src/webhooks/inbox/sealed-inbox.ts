import type { Clock } from '../../clock/clock.ts';
import { type BodySeal, bodyOwner, type ErasedPayer } from '../../loan-file/body-seal.ts';
import { personMask } from '../../redact/redact.ts';
import { readJsonText } from '../../wire/json-text.ts';
import { namesInNotification, unwrittenOf } from '../../wire/notification-names.ts';
import type { Inbox, InboxItem, InboxStatus, NewDelivery } from './inbox.ts';
import { isCounter, timesUnreadable, type UnreadableDeliveries } from './unreadable-deliveries.ts';

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

// A body must not decide how many keys are made.
const MOST_OWNERS = 2;
const MOST_PLACES = 500;

const fields = {
  bvn: { name: /^(?:\w*bvn|bankverificationnumber)$/, form: /^\d{11}$/ },
  account: { name: /^\w*(?:accountnumber|accountno|nuban)$/, form: /^\d{10}$/ },
  email: { name: /^\w*email(?:address)?$/, form: /^\S{1,100}@\S{1,100}$/ },
} as const;

/** The owners of a body: its mandates and BVNs; else whatever names a person; else the month in which it came. */
function ownersOf({ body, kind, receivedAt }: Pick<NewDelivery, 'body' | 'kind' | 'receivedAt'>): readonly string[] {
  const reading = readJsonText(body);
  if (!reading.ok) {
    const owners = ownersInText(body);
    return owners.length > 0 ? owners : [bodyOwner.month(receivedAt)];
  }
  // Of statements and policies an `_id` names a document.
  const names =
    kind === 'collection' || kind === 'unknown' || kind.startsWith('mandate.')
      ? namesInNotification(reading.value)
      : undefined;
  const found = valuesIn(reading.value);
  const ranks = [
    [...(names?.mandateIds.map(bodyOwner.mandate) ?? []), ...found.bvn.map(bodyOwner.bvn)],
    names?.instalmentReferences.map(bodyOwner.instalment) ?? [],
    [...found.account.map(bodyOwner.account), ...found.email.map(bodyOwner.email)],
  ];
  return ranks.find((owners) => owners.length > 0) ?? [bodyOwner.month(receivedAt)];
}

const MOST_IDS = 6;

// In what cannot be read, any of the ids may be the mandate's: each of them is an owner.
function ownersInText(text: string): readonly string[] {
  const ids = Array.from(text.matchAll(/(?<![\da-z])[\da-f]{24}(?![\da-z])/gi), ([id]) => bodyOwner.mandate(id));
  const bvns = Array.from(text.matchAll(/(?<!\d)\d{11}(?!\d)/g), ([bvn]) => bodyOwner.bvn(bvn));
  return [...new Set([...bvns, ...ids])].slice(0, MOST_IDS);
}

/** The BVNs in a parsed body. */
export function bvnsIn(body: unknown): readonly string[] {
  return valuesIn(body).bvn;
}

function valuesIn(body: unknown): Readonly<Record<keyof typeof fields, readonly string[]>> {
  const found = { bvn: new Set<string>(), account: new Set<string>(), email: new Set<string>() };
  const queue: unknown[] = [body];
  for (let at = 0; at < queue.length && at < MOST_PLACES; at += 1) {
    const place = queue[at];
    if (typeof place !== 'object' || place === null) continue;
    for (const [name, member] of Object.entries(place)) {
      const inner = unwrittenOf(member);
      if (typeof inner === 'object' && inner !== null) queue.push(inner);
      const plain = name.toLowerCase().replace(/[^a-z]/g, '');
      const text = typeof member === 'string' || typeof member === 'number' ? String(member).trim() : '';
      for (const kind of ['bvn', 'account', 'email'] as const) {
        const { name: isName, form } = fields[kind];
        if (found[kind].size < MOST_OWNERS && isName.test(plain) && form.test(text)) found[kind].add(text);
      }
    }
  }
  return { bvn: [...found.bvn], account: [...found.account], email: [...found.email] };
}

/** What forgetting needs. */
interface Forgetting<Transaction> {
  readonly inbox: Inbox<Transaction>;
  readonly clock: Clock;
  readonly leaseMs: number;
  readonly unreadable: UnreadableDeliveries;
}

const PAGE = 200;

/**
 * Ends what is open about a payer who was erased, so that its body is emptied: what was stored in clear before there were keys, and what names the payer only in
 * words. No handler is called for it.
 */
export async function forgetPayer<Transaction>(
  payer: ErasedPayer,
  { inbox, clock, leaseMs, unreadable }: Forgetting<Transaction>,
): Promise<void> {
  const mask = personMask(payer.known);
  const isAbout = (body: string) =>
    body !== '' &&
    (payer.mandateIds.some((id) => body.toLowerCase().includes(id.toLowerCase())) || mask(body) !== body);
  for (const status of ['unfinished', 'quarantined'] satisfies InboxStatus[]) {
    const found: InboxItem[] = [];
    for (let after: string | undefined; ; ) {
      const page = await inbox.list({ status, limit: PAGE, ...(after === undefined ? {} : { after }) });
      found.push(
        ...page.filter(
          ({ body, reason }) =>
            (isAbout(body) && !isCounter(reason)) || (body === ERASED_BODY && timesUnreadable(reason) > 0),
        ),
      );
      after = page.at(-1)?.key;
      if (page.length < PAGE) break;
    }
    for (const { key, reason } of found) {
      const times = timesUnreadable(reason);
      if (times > 0) await unreadable.countErased(times);
      // A process that holds it loses it; what is quarantined can be claimed again.
      await inbox.decide(key, { kind: 'replay', now: clock.now() });
      const [item] = await inbox.claim({ key, now: clock.now(), leaseMs, limit: 1 });
      if (item) await inbox.settle(item, { kind: 'done' });
    }
  }
}
