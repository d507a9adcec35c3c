import type { Clock } from '../../clock/clock.ts';
import { type BodySeal, bodyOwner, type ErasedPayer } from '../../loan-file/body-seal.ts';
import { personMask } from '../../redact/redact.ts';
import { selfProblems, withSelfCheck } from '../../validation/self-check.ts';
import { readJsonText } from '../../wire/json-text.ts';
import { namesInNotification, unwrittenOf } from '../../wire/webhooks/notification-names.ts';
import { type Inbox, type InboxItem, type InboxStatus, type NewDelivery, walkItems } from './inbox.ts';
import { isCounter, timesUnreadable, type UnreadableDeliveries } from './unreadable-deliveries.ts';

/** Replaces the body of an erased payer in lists and claims. It is not JSON. */
export const ERASED_BODY = 'erased with its payer';

const originals = new WeakMap<object, object>();

/**
 * Seals bodies before they are stored, and opens them when they are claimed or listed. Bodies in clear text stay
 * readable. The body of an erased payer reads as {@link ERASED_BODY}. One that does not open stays sealed.
 */
export function sealedInbox<Transaction>(inbox: Inbox<Transaction>, seal: BodySeal): Inbox<Transaction> {
  const opened = (items: readonly InboxItem[]) => Promise.all(items.map((item) => openItem(item, seal)));
  const sealed: Inbox<Transaction> = {
    async store(delivery) {
      const body = await seal.seal(delivery.body, { owners: ownersOf(delivery), place: delivery.key });
      return inbox.store({ ...delivery, body });
    },
    claim: async (terms) => opened(await inbox.claim(terms)),
    recognise: (claim, news) => inbox.recognise(claim, news),
    settle: (claim, settlement, commit) => inbox.settle(claim, settlement, commit),
    decide: (key, decision) => inbox.decide(key, decision),
    list: async (query) => opened(await inbox.list(query)),
  };
  originals.set(sealed, inbox);
  return withSelfCheck(sealed, () => selfProblems(inbox));
}

/** Lists an inbox with opened bodies, whether or not the inbox seals them. */
export function openedList(inbox: Pick<Inbox, 'list'>, seal: BodySeal): Pick<Inbox, 'list'> {
  return { list: async (query) => Promise.all((await inbox.list(query)).map((item) => openItem(item, seal))) };
}

/** The inbox that a sealed inbox wraps. */
export function originalOf(inbox: object): object {
  return originals.get(inbox) ?? inbox;
}

async function openItem(item: InboxItem, seal: BodySeal): Promise<InboxItem> {
  const opened = await seal.open(item.body, item.key);
  if (opened.kind === 'altered') return item;
  return { ...item, body: opened.kind === 'erased' ? ERASED_BODY : opened.body };
}

// A sender must not control how many keys are created.
const MOST_OWNERS = 2;
const MOST_PLACES = 500;

/** Its mandates and BVNs, or else any value that names a person, or else the month in which it arrived. */
function ownersOf({ body, kind, receivedAt }: Pick<NewDelivery, 'body' | 'kind' | 'receivedAt'>): readonly string[] {
  const reading = readJsonText(body);
  if (!reading.ok) {
    const owners = ownersInText(body);
    return owners.length > 0 ? owners : [bodyOwner.month(receivedAt)];
  }
  // In statements and policies, `_id` identifies a document.
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

// In an unreadable body, any id may be the mandate's, so each of them is an owner.
function ownersInText(text: string): readonly string[] {
  const ids = Array.from(text.matchAll(/(?<![\da-z])[\da-f]{24}(?![\da-z])/gi), ([id]) => bodyOwner.mandate(id));
  const bvns = Array.from(text.matchAll(/(?<!\d)\d{11}(?!\d)/g), ([bvn]) => bodyOwner.bvn(bvn));
  return [...new Set([...bvns, ...ids])].slice(0, MOST_IDS);
}

export function bvnsIn(body: unknown): readonly string[] {
  return valuesIn(body).bvn;
}

function valuesIn(body: unknown): Readonly<Record<'bvn' | 'account' | 'email', readonly string[]>> {
  const found = {
    bvn: { values: new Set<string>(), name: /^(?:\w*bvn|bankverificationnumber)$/, form: /^\d{11}$/ },
    account: { values: new Set<string>(), name: /(?:accountnumber|accountno|nuban)$/, form: /^\d{10}$/ },
    email: { values: new Set<string>(), name: /email(?:address)?$/, form: /^\S{1,100}@\S{1,100}$/ },
  };
  const queue: unknown[] = [body];
  for (let at = 0; at < queue.length && at < MOST_PLACES; at += 1) {
    const place = queue[at];
    if (typeof place !== 'object' || place === null) continue;
    for (const [name, member] of Object.entries(place)) {
      const inner = unwrittenOf(member);
      if (typeof inner === 'object' && inner !== null) queue.push(inner);
      const plain = name.toLowerCase().replace(/[^a-z]/g, '');
      const text = typeof member === 'string' || typeof member === 'number' ? String(member).trim() : '';
      for (const { values, name: isName, form } of Object.values(found))
        if (values.size < MOST_OWNERS && isName.test(plain) && form.test(text)) values.add(text);
    }
  }
  return { bvn: [...found.bvn.values], account: [...found.account.values], email: [...found.email.values] };
}

/**
 * Ends the open deliveries about an erased payer, so that their bodies are emptied: also those in clear text, and those
 * that name the payer only in free text. No handler is called.
 */
export async function forgetPayer(payer: ErasedPayer, { inbox, clock, leaseMs, unreadable }: Context): Promise<void> {
  const mask = personMask(payer.known);
  const isAbout = (body: string) =>
    payer.mandateIds.some((id) => body.toLowerCase().includes(id.toLowerCase())) || mask(body) !== body;
  const isOpen = ({ body, reason }: InboxItem) =>
    (isAbout(body) && !isCounter(reason)) || (body === ERASED_BODY && timesUnreadable(reason) > 0);
  for (const status of ['unfinished', 'quarantined'] satisfies InboxStatus[]) {
    const found: InboxItem[] = [];
    for await (const item of walkItems(inbox, { status })) if (isOpen(item)) found.push(item);
    for (const { key, reason } of found) {
      const times = timesUnreadable(reason);
      if (times > 0) await unreadable.countErased(times);
      // A process that holds it loses its claim. A quarantined item becomes claimable.
      await inbox.decide(key, { kind: 'replay', now: clock.now() });
      const [item] = await inbox.claim({ key, now: clock.now(), leaseMs, limit: 1 });
      if (item) await inbox.settle(item, { kind: 'done' });
    }
  }
}

interface Context {
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly leaseMs: number;
  readonly unreadable: UnreadableDeliveries;
}
