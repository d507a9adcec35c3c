/**
 * The agenda: all scheduled work by instant. Each instant has one bucket, with one queue for each kind of work, so the
 * cost of a day depends only on the work due on it. A queue returns work in order of creation. Work mostly arrives in
 * that order, so a queue is a list, with a small heap for late entries.
 */
import type { Instant } from '../../../domain/calendar.ts';
import { append, emptyLongList, itemAt, itemsOf, type LongList } from './long-list.ts';
import type { Consent, Mandate, OutgoingWebhook } from './records.ts';

/** An account with an open window for the ₦50 deposit. */
export interface DepositWindow {
  readonly serial: number;
  readonly mandate: Mandate;
  readonly consent: Consent;
}

/** An order to collect. Rows ascend as serials do. */
export interface OrderWork {
  readonly serial: number;
  readonly row: number;
}

/** The digest e-mail of a Lagos day, counted from 1970-01-01. */
export interface DigestWork {
  readonly serial: number;
  readonly day: number;
}

/** A webhook that a fault delays. Its serial is the delivery number. */
export interface LateWebhook {
  readonly serial: number;
  readonly webhook: OutgoingWebhook;
}

export interface Queue<Work> {
  /** Ascending by serial. The first `taken` items are done. */
  readonly inOrder: LongList<Work>;
  taken: number;
  /** A heap of the items that arrived out of order. */
  readonly late: Work[];
}

/** The item for each kind of work. Entries may be outdated, so the code that takes one checks it again. */
export interface WorkOf {
  readonly webhooks: LateWebhook;
  readonly timeouts: DepositWindow;
  readonly expiries: Mandate;
  /** Debits with an unknown outcome. The platform asks the bank about them. */
  readonly questions: OrderWork;
  readonly manualDebits: OrderWork;
  readonly attempts: Mandate;
  readonly digests: DigestWork;
}

export type Bucket = { readonly [Kind in keyof WorkOf]: Queue<WorkOf[Kind]> };

export interface Agenda {
  readonly buckets: Map<Instant, Bucket>;
  /** The instants that have a bucket, as a heap. */
  readonly instants: Instant[];
}

/** The kinds of work in the order in which an instant runs them. */
export const kinds: readonly (keyof WorkOf)[] = [
  'webhooks',
  'timeouts',
  'expiries',
  'questions',
  'manualDebits',
  'attempts',
  'digests',
];

export function emptyAgenda(): Agenda {
  return { buckets: new Map(), instants: [] };
}

export function firstInstant(agenda: Agenda): Instant | undefined {
  return agenda.instants[0];
}

export function plan<Kind extends keyof WorkOf>(
  agenda: Agenda,
  kind: Kind,
  { at, work }: { readonly at: Instant; readonly work: WorkOf[Kind] },
): void {
  let bucket = agenda.buckets.get(at);
  if (!bucket) {
    bucket = {
      webhooks: emptyQueue(),
      timeouts: emptyQueue(),
      expiries: emptyQueue(),
      questions: emptyQueue(),
      manualDebits: emptyQueue(),
      attempts: emptyQueue(),
      digests: emptyQueue(),
    };
    agenda.buckets.set(at, bucket);
    pushInto(agenda.instants, at, (instant) => instant);
  }
  const queue: Queue<WorkOf[Kind]> = bucket[kind];
  const last = itemAt(queue.inOrder, queue.inOrder.length - 1);
  if (last === undefined || last.serial <= work.serial) append(queue.inOrder, work);
  else pushInto(queue.late, work, serialOf);
}

export function nextKind(agenda: Agenda, at: Instant): keyof WorkOf | undefined {
  const bucket = agenda.buckets.get(at);
  if (!bucket) return undefined;
  for (const kind of kinds) if (hasWork(bucket[kind])) return kind;
  return undefined;
}

/** The first instant for which work of this serial is planned. Scans the whole agenda, so keep it out of the hot path. */
export function plannedAt(agenda: Agenda, kind: keyof WorkOf, { serial }: { readonly serial: number }) {
  const isWork = (each: { readonly serial: number }) => each.serial === serial;
  const instants = [...agenda.instants].sort((a, b) => a - b);
  return instants.find((at) => {
    const queue = agenda.buckets.get(at)?.[kind];
    return (
      queue && ([...itemsOf<{ serial: number }>(queue.inOrder, queue.taken)].some(isWork) || queue.late.some(isWork))
    );
  });
}

/** Takes the oldest work of one kind. Undefined when none is left at that instant. */
export function take<Kind extends keyof WorkOf>(agenda: Agenda, at: Instant, kind: Kind): WorkOf[Kind] | undefined {
  const queue: Queue<WorkOf[Kind]> | undefined = agenda.buckets.get(at)?.[kind];
  if (!queue) return undefined;
  const next = itemAt(queue.inOrder, queue.taken);
  const late = queue.late[0];
  if (late !== undefined && (next === undefined || late.serial < next.serial)) return popFrom(queue.late, serialOf);
  if (next !== undefined) queue.taken += 1;
  return next;
}

/** Drops the bucket of an instant when it is empty. If it is not the first instant, it is dropped later. */
export function closeInstant(agenda: Agenda, at: Instant): void {
  if (agenda.instants[0] !== at || nextKind(agenda, at) !== undefined) return;
  agenda.buckets.delete(at);
  popFrom(agenda.instants, (instant) => instant);
}

function emptyQueue<Work>(): Queue<Work> {
  return { inOrder: emptyLongList(), taken: 0, late: [] };
}

function hasWork(queue: Queue<unknown>): boolean {
  return queue.taken < queue.inOrder.length || queue.late.length > 0;
}

function serialOf(work: { readonly serial: number }): number {
  return work.serial;
}

function pushInto<Item>(heap: Item[], item: Item, keyOf: (item: Item) => number): void {
  const key = keyOf(item);
  let index = heap.length;
  heap.push(item);
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = heap[parent] as Item;
    if (keyOf(above) <= key) break;
    heap[index] = above;
    index = parent;
  }
  heap[index] = item;
}

function popFrom<Item>(heap: Item[], keyOf: (item: Item) => number): Item | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return first;
  const key = keyOf(last);
  let index = 0;
  for (let child = 1; child < heap.length; child = 2 * index + 1) {
    if (child + 1 < heap.length && keyOf(heap[child + 1] as Item) < keyOf(heap[child] as Item)) child += 1;
    if (keyOf(heap[child] as Item) >= key) break;
    heap[index] = heap[child] as Item;
    index = child;
  }
  heap[index] = last;
  return first;
}
