/** Whom a body is about, by the names in it that an erasure knows too. */
import { bodyOwner } from '../../loan-file/body-seal.ts';
import { readJsonText } from '../../wire/json-text.ts';
import { namesInNotification, unwrittenOf } from '../../wire/notification-names.ts';
import type { NewDelivery } from './inbox.ts';

// A body must not decide how many keys are made.
const MOST_OWNERS = 2;
const MOST_PLACES = 500;

const fields = {
  bvn: { name: /^(?:\w*bvn|bankverificationnumber)$/, form: /^\d{11}$/ },
  account: { name: /^\w*(?:accountnumber|accountno|nuban)$/, form: /^\d{10}$/ },
  email: { name: /^\w*email(?:address)?$/, form: /^\S{1,100}@\S{1,100}$/ },
} as const;

/** The owners of a body: its mandates and BVNs; else whatever names a person; else the month in which it came. */
export function ownersOf({
  body,
  kind,
  receivedAt,
}: Pick<NewDelivery, 'body' | 'kind' | 'receivedAt'>): readonly string[] {
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
