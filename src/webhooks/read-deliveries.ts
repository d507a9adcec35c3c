/** The deliveries in the body of a request: mostly one, several where a list was sent, and what cannot be read as itself. */
import { readJsonText } from '../wire/json-text.ts';
import { deliveryKey } from './delivery-key.ts';
import type { NewDelivery } from './inbox/inbox.ts';
import { parse } from './parse.ts';

/** What a body holds. */
export interface ReadDeliveries {
  readonly deliveries: readonly Pick<NewDelivery, 'key' | 'body' | 'kind'>[];
  /** Why the body cannot be read; undefined where it can. Some of it may be in `deliveries` all the same. */
  readonly problem: string | undefined;
}

// No sender is known to send more at once, and each is kept by itself.
const MOST_AT_ONCE = 100;

/** Reads a body. */
export function readDeliveries(bytes: Uint8Array): ReadDeliveries {
  const text = new TextDecoder().decode(bytes);
  try {
    const whole = readJsonText(bytes);
    const list = whole.ok ? listIn(whole.value) : undefined;
    if (list) return { deliveries: list.map((member) => deliveryOf(JSON.stringify(member))), problem: undefined };
    return { deliveries: [deliveryOf(text, bytes)], problem: undefined };
  } catch (error) {
    const rescued = written(text);
    return { deliveries: rescued ? [rescued] : [], problem: error instanceof Error ? error.message : String(error) };
  }
}

// Bytes that are no UTF-8 may still say which mandate they are about.
function written(text: string): ReadDeliveries['deliveries'][number] | undefined {
  try {
    return deliveryOf(text);
  } catch {
    return undefined;
  }
}

function deliveryOf(body: string, bytes: Uint8Array | string = body): ReadDeliveries['deliveries'][number] {
  const event = parse(bytes);
  return { key: deliveryKey(event.raw), body, kind: event.kind };
}

// Several notifications in one body, bare or under one event: each is one.
function listIn(value: unknown): readonly object[] | undefined {
  if (isListOfObjects(value)) return value;
  const { event, data } = (value ?? {}) as { readonly event?: unknown; readonly data?: unknown };
  return typeof event === 'string' && isListOfObjects(data) ? data.map((member) => ({ event, data: member })) : undefined;
}

function isListOfObjects(value: unknown): value is readonly object[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_AT_ONCE) return false;
  return value.every((member) => typeof member === 'object' && member !== null && !Array.isArray(member));
}
