/** The deliveries in the body of a request: mostly one, several where a list was sent, and what cannot be read as itself. */
import { notificationsIn } from '../wire/notification-names.ts';
import { deliveryKey } from './delivery-key.ts';
import type { NewDelivery } from './inbox/inbox.ts';
import { parseValue, readBody } from './parse.ts';

/** What a body holds. */
export interface ReadDeliveries {
  readonly deliveries: readonly Pick<NewDelivery, 'key' | 'body' | 'kind'>[];
  /** Why the body cannot be read; undefined where it can. Some of it may be in `deliveries` all the same. */
  readonly problem: string | undefined;
}

/** Reads a body. */
export function readDeliveries(bytes: Uint8Array): ReadDeliveries {
  const text = new TextDecoder().decode(bytes);
  try {
    const body = readBody(bytes);
    const list = notificationsIn(body);
    const deliveries = list?.map((member) => deliveryOf(JSON.stringify(member), member)) ?? [deliveryOf(text, body)];
    return { deliveries, problem: undefined };
  } catch (error) {
    const rescued = rescue(text);
    return { deliveries: rescued ? [rescued] : [], problem: error instanceof Error ? error.message : String(error) };
  }
}

// Bytes that are no UTF-8 may still say which mandate they are about.
function rescue(text: string): ReadDeliveries['deliveries'][number] | undefined {
  try {
    return deliveryOf(text, readBody(text));
  } catch {
    return undefined;
  }
}

function deliveryOf(body: string, value: unknown): ReadDeliveries['deliveries'][number] {
  const event = parseValue(value);
  return { key: deliveryKey(event.raw), body, kind: event.kind };
}
