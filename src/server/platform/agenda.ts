/**
 * What is due when. One bucket an instant, one queue in it for each kind of work, each queue a binary heap in order of creation: a day
 * costs what is due on it, and the next piece of work is found without sorting, however many there are.
 */
import type { Instant } from '../../domain/calendar.ts';
import type { CollectionOrder, Consent, Mandate } from './records.ts';

/** An account whose window for the ₦50 closes. */
export interface DepositWindow {
  readonly serial: number;
  readonly mandate: Mandate;
  readonly consent: Consent;
}

/** The work of one instant. Entries may be out of date: whoever takes one checks that it still holds. */
export interface Bucket {
  readonly timeouts: DepositWindow[];
  readonly expiries: Mandate[];
  /** Debits with an unknown outcome, about which the bank is asked. */
  readonly questions: CollectionOrder[];
  readonly manualDebits: CollectionOrder[];
  readonly attempts: Mandate[];
}

/** All work that is planned. */
export interface Agenda {
  readonly buckets: Map<Instant, Bucket>;
  /** The instants that have a bucket, as a heap. */
  readonly instants: Instant[];
}

/** The kinds of work in the order in which an instant runs them. */
export const kinds = ['timeouts', 'expiries', 'questions', 'manualDebits', 'attempts'] as const satisfies readonly (keyof Bucket)[];

/** Nothing planned. */
export function emptyAgenda(): Agenda {
  return { buckets: new Map(), instants: [] };
}

/** The earliest instant with work, out-of-date entries included. */
export function firstInstant(agenda: Agenda): Instant | undefined {
  return agenda.instants[0];
}

/** Plans a piece of work. */
export function plan<Kind extends keyof Bucket>(agenda: Agenda, at: Instant, kind: Kind, work: Bucket[Kind][number]): void {
  let bucket = agenda.buckets.get(at);
  if (!bucket) {
    bucket = { timeouts: [], expiries: [], questions: [], manualDebits: [], attempts: [] };
    agenda.buckets.set(at, bucket);
    pushInto(agenda.instants, at, (instant) => instant);
  }
  pushInto<{ readonly serial: number }>(bucket[kind], work, bySerial);
}

/** Takes the work of one kind that was created first; undefined when none is left at that instant. */
export function take<Kind extends keyof Bucket>(agenda: Agenda, at: Instant, kind: Kind): Bucket[Kind][number] | undefined {
  const queue = agenda.buckets.get(at)?.[kind];
  return queue && (popFrom<{ readonly serial: number }>(queue, bySerial) as Bucket[Kind][number] | undefined);
}

/** Drops the bucket of an instant once nothing is left in it; false while there is. One that is not first yet goes when its turn comes. */
export function closeInstant(agenda: Agenda, at: Instant): boolean {
  const bucket = agenda.buckets.get(at);
  if (!bucket) return true;
  if (kinds.some((kind) => bucket[kind].length > 0)) return false;
  if (agenda.instants[0] !== at) return true;
  agenda.buckets.delete(at);
  popFrom(agenda.instants, (instant) => instant);
  return true;
}

function bySerial(work: { readonly serial: number }): number {
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
