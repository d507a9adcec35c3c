import { InputError } from '../../errors.ts';
import { redactText } from '../../redact/redact.ts';
import { given } from '../../validation/record.ts';
import { type InboxItem, type InboxQuery, type InboxStatus, walkItems } from '../../webhooks/inbox/inbox.ts';
import { isCounter, timesUnreadable } from '../../webhooks/inbox/unreadable-deliveries.ts';
import { testDeliveryKinds } from '../../webhooks/test-delivery.ts';
import type { WebhookEventKind } from '../../wire/webhooks/webhook-events.ts';
import { instant } from '../control/shown-values.ts';
import { type CommandFlags, flagOf } from '../in-flags.ts';
import type { CliIo } from '../terminal/io.ts';
import { type Cell, type Colour, paintWith, printable, right, textTable } from '../terminal/terminal-text.ts';
import type { StorePlace } from './store-place.ts';
import { type ReadableInbox, shortKeyLength, withInbox } from './webhooks-inbox.ts';

export type ListFlags = StorePlace & CommandFlags<'limit', 'kind', 'json'> & Pick<InboxQuery, 'status' | 'source'>;

export async function list(flags: ListFlags, io: CliIo): Promise<void> {
  const query = readQuery(flags);
  await withInbox(flags, (inbox) => listItems(inbox, { query, json: flags.json }, io));
}

// Counting reads all of them, so it stops here.
const MOST_COUNTED = 10_000;

/** Like {@link list}, for an open inbox. */
export async function listItems(
  inbox: ReadableInbox,
  { query, json }: { readonly query: InboxQuery; readonly json?: true | undefined },
  io: CliIo,
): Promise<void> {
  const items = await inbox.list(query);
  const after = items.length < query.limit ? undefined : items.at(-1)?.key;
  const more = after === undefined ? 0 : await countFrom(inbox, { ...query, after });
  const unreadable = await countUnreadable(inbox);
  const facts = { items: items.map(factsOf), more, moreIsLeast: more === MOST_COUNTED };
  if (json) io.out(`${JSON.stringify({ ...facts, ...(unreadable.came > 0 && { unreadable }) })}\n`);
  else io.out(`${describe(items, more, io)}${describeUnreadable(unreadable)}`);
}

// Kept samples, and all that came.
async function countUnreadable(inbox: ReadableInbox) {
  let [kept, came, looked] = [0, 0, 0];
  for await (const { reason } of walkItems(inbox, { status: 'quarantined', kinds: ['unknown'], newestFirst: true })) {
    looked += 1;
    if (looked > MOST_COUNTED) break;
    const times = timesUnreadable(reason);
    came += times;
    if (times > 0 && !isCounter(reason)) kept += 1;
  }
  return { kept, came };
}

function describeUnreadable({ kept, came }: Awaited<ReturnType<typeof countUnreadable>>): string {
  if (came === 0) return '';
  return `${came} that came cannot be read, ${kept} of them kept: --status quarantined --kind unknown shows them; what was missed is found by repaykit reconcile --all\n`;
}

const kinds: readonly WebhookEventKind[] = [...testDeliveryKinds, 'unknown'];

const limitFlag = flagOf(/^[1-9]\d{0,3}$/, 'a whole number from 1 to 9999');

function readQuery({ status, kind: written, source, limit }: ListFlags): InboxQuery {
  const kind = kinds.find((each) => each === written);
  const [problem] = limitFlag.problems(limit, '--limit');
  const unknown = { path: '--kind', message: `is not known; there are ${kinds.join(', ')}` };
  const issue = problem ?? (written !== undefined && kind === undefined ? unknown : undefined);
  if (issue) throw new InputError('repaykit webhooks list', [issue]);
  return { newestFirst: true, limit: Number(limit), ...given({ status, source, kinds: kind && [kind] }) };
}

async function countFrom(inbox: ReadableInbox, query: Omit<InboxQuery, 'limit'>): Promise<number> {
  let count = 0;
  for await (const _item of walkItems(inbox, query)) {
    count += 1;
    if (count === MOST_COUNTED) break;
  }
  return count;
}

// Fields are listed one by one: the body holds personal data, and fields that are added later may too.
function factsOf({ key, kind, source, receivedAt, status, attempts, reason }: InboxItem) {
  return { key, kind, source, receivedAt, status, attempts, reason: reason && redactText(reason) };
}

const colours: Readonly<Record<InboxStatus, Colour>> = { unfinished: 'yellow', done: 'green', quarantined: 'red' };
const MOST_REASON = 120;

function describe(items: readonly InboxItem[], more: number, io: CliIo): string {
  if (items.length === 0) return 'no deliveries\n';
  const paint = paintWith(io.showsColour);
  const length = shortKeyLength(items.map(({ key }) => key));
  const rows = items.map(({ key, kind, source, receivedAt, status, attempts, reason = '' }): readonly Cell[] => [
    printable(key.slice(0, length)),
    kind,
    source,
    printable(instant(receivedAt)),
    { text: status, colour: colours[status] },
    right(String(attempts)),
    printable(redactText(reason), MOST_REASON),
  ]);
  const table = textTable(rows, paint, ['key', 'kind', 'source', 'received', 'status', 'attempts', 'reason']);
  return more === 0 ? table : `${table}${more === MOST_COUNTED ? 'at least ' : ''}${more} more: --limit shows them\n`;
}
