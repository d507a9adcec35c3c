import { InputError } from '../errors.ts';
import { nearestName } from '../validation/nearest-name.ts';
import { eventName, type NamedEvents, type WebhookEvent, webhookEventNames } from '../wire/webhook-events.ts';

/** Refuses a name that no webhook has. @throws InputError with the name that was probably meant */
export function checkEventName(name: unknown): asserts name is keyof NamedEvents {
  if (webhookEventNames.some((known) => known === name)) return;
  if (Array.isArray(name))
    throw new InputError('waitFor', [{ path: 'name', message: 'takes one name, not a list: wait for each by itself' }]);
  const nearest = nearestName(String(name), webhookEventNames);
  const message = `no webhook is called '${name}'; ${nearest ? `did you mean '${nearest}'?` : `the names are ${webhookEventNames.join(', ')}`}`;
  throw new InputError('waitFor', [{ path: 'name', message }]);
}

/** Does a webhook answer to this name? */
export function isCalled(event: WebhookEvent, name: keyof NamedEvents): boolean {
  return event.kind === name || eventName(event) === name;
}

/** The mandate that a webhook is about, if it is about one. */
export function mandateOf({ data }: WebhookEvent): string | undefined {
  const { mandateId } = (data ?? {}) as { readonly mandateId?: unknown };
  return typeof mandateId === 'string' ? mandateId : undefined;
}
