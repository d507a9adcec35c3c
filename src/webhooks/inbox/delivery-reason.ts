/** Why work on a delivery failed, fit to be stored and logged. */
import type { DeliveryGuard } from '../../loan-file/body-seal.ts';
import { type KnownValue, knownIn, personMask, redactText } from '../../redact/redact.ts';
import { isRecord } from '../../validation/checks.ts';
import { namesInNotification } from '../../wire/notification-names.ts';
import type { WebhookEvent } from '../../wire/webhook-events.ts';
import { bvnsIn } from './sealed-inbox.ts';

/** The name of an error, which repeats nothing that was sent. */
export function nameOfError(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/** The message of an error, masked. Anything may be thrown, also what cannot be turned into text. */
export function reasonOf(error: unknown, mask: (text: string) => string = (text) => text): string {
  try {
    return redactText(mask(error instanceof Error ? `${error.name}: ${error.message}` : String(error)));
  } catch {
    return 'an error without a text';
  }
}

/** The same for a delivery. A handler's error may name the payer: what the delivery says of a person, and what is known of its payer, is masked. */
export async function reasonAbout(
  event: WebhookEvent | undefined,
  error: unknown,
  guard: DeliveryGuard | undefined,
): Promise<string> {
  if (!event) return reasonOf(error);
  const payers = guard ? await payersOf(event, guard) : [];
  // It may still name a person who is not known, in any words.
  const sentences = payers.length > 0 ? [] : sentencesIn(event.raw);
  return reasonOf(error, personMask([...payers, ...sentences, ...(isRecord(event.raw) ? knownIn(event.raw) : [])]));
}

async function payersOf({ raw }: WebhookEvent, guard: DeliveryGuard): Promise<readonly KnownValue[]> {
  const found = [
    ...namesInNotification(raw).mandateIds.map((id) => guard.findPayer(id)),
    ...bvnsIn(raw).map((bvn) => guard.findPerson(bvn)),
  ];
  // A store that fails must not hide why the handler did.
  return (await Promise.all(found.map((payer) => payer.catch(() => [])))).flat();
}

const MOST_PLACES = 500;

// Single words are states and codes, which help to find the mistake.
function sentencesIn(body: unknown): readonly KnownValue[] {
  const queue: unknown[] = [body];
  const found: KnownValue[] = [];
  for (let at = 0; at < queue.length && at < MOST_PLACES; at += 1) {
    const place = queue[at];
    if (typeof place === 'string' && /\S\s+\S/.test(place)) found.push({ kind: 'text', value: place });
    else if (typeof place === 'object' && place !== null) queue.push(...Object.values(place));
  }
  return found;
}
