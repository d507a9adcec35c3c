import type { HandedWebhook, RaisedWebhook, WebhookTrouble } from '../webhooks/raised-webhook.ts';
import type { FaultRecord, WebhookFaultKind } from './fault.ts';
import type { Faults } from './faults.ts';

/** What webhooks are handed over under. */
export interface Handing {
  readonly faults: Faults;
  readonly now: number;
  readonly seed: number;
}

/** The webhooks as the faults let them go. One that a fault held back was struck before, and leaves unharmed. */
export function strikeWebhooks(
  raised: readonly RaisedWebhook[],
  { faults, now, seed }: Handing,
): readonly HandedWebhook[] {
  return raised.map((webhook) => {
    if (webhook.heldBackAs !== undefined) return webhook;
    const struck = faults.strikeWebhook({ operation: webhook.event, mandateId: () => webhook.mandateId, now, seed });
    return struck ? { ...webhook, trouble: troubleOf(struck) } : webhook;
  });
}

function troubleOf({ id, kind, delayMs }: FaultRecord): WebhookTrouble {
  return kind === 'webhook-delay'
    ? { kind, faultId: id, delayMs: delayMs ?? 0 }
    : { kind: kind as Exclude<WebhookFaultKind, 'webhook-delay'>, faultId: id };
}
