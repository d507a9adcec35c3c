/** Describes why work on a delivery failed, safe to store and log. */
import type { DeliveryGuard } from '../../loan-file/body-seal.ts';
import { type KnownValue, knownIn, personMask, redactText } from '../../redact/redact.ts';
import { looseFields } from '../../validation/checks.ts';
import { namesInNotification } from '../../wire/webhooks/notification-names.ts';
import type { WebhookEvent } from '../../wire/webhooks/webhook-events.ts';
import { bvnsIn } from './sealed-inbox.ts';

/** The name of an error. It repeats nothing that was sent. */
export function nameOfError(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/** The masked message of an error. Anything can be thrown, even a value that cannot be converted to text. */
export function reasonOf(error: unknown, mask: (text: string) => string = (text) => text): string {
  try {
    return redactText(mask(error instanceof Error ? `${error.name}: ${error.message}` : String(error)));
  } catch {
    return 'an error without a text';
  }
}

/** Like {@link reasonOf}, without personal data of the delivery and of its payer, whom a handler's error may name. */
export async function reasonAbout(event: WebhookEvent | undefined, error: unknown, guard?: DeliveryGuard) {
  if (!event) return reasonOf(error);
  const payers = guard ? await payersOf(event, guard) : [];
  // The body may name a person who is not known, in any wording.
  const sentences = payers.length > 0 ? [] : sentencesIn(event.raw);
  return reasonOf(error, personMask([...payers, ...sentences, ...knownIn(looseFields(event.raw))]));
}

async function payersOf({ raw }: WebhookEvent, guard: DeliveryGuard): Promise<readonly KnownValue[]> {
  const { mandateIds } = namesInNotification(raw);
  const found = [...mandateIds.map((id) => guard.findPayer(id)), ...bvnsIn(raw).map((bvn) => guard.findPerson(bvn))];
  // A failing store must not hide why the handler failed.
  return (await Promise.all(found.map((payer) => payer.catch(() => [])))).flat();
}

const MOST_PLACES = 500;

// Single words are states and codes, which help to find the cause. Only sentences are masked.
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
