import type { Instant } from '../../domain/calendar.ts';
import type { WebhookContent } from '../engine/records.ts';

/** What a fault does to a webhook that is handed to the deliverer. */
export type WebhookEffect =
  | {
      readonly kind:
        | 'webhook-drop'
        | 'webhook-duplicate'
        | 'webhook-reorder'
        | 'webhook-wrong-secret'
        | 'webhook-truncated';
      readonly faultId: string;
    }
  | { readonly kind: 'webhook-delay'; readonly faultId: string; readonly delayMs: number };

/** A webhook that was raised. */
export interface RaisedWebhook {
  readonly event: string;
  readonly mandateId?: string;
  readonly content: WebhookContent;
  readonly occurredAt: Instant;
  /** The number of its delivery, where a fault held it back: then it is recorded already, and leaves now. */
  readonly heldBackAs?: number;
}

/** A webhook as it is handed to the deliverer. */
export interface HandedWebhook extends RaisedWebhook {
  /** The fault that applies to it. */
  readonly effect?: WebhookEffect | undefined;
}

/** A webhook that a fault holds back until its time; the agenda keeps it. */
export interface LateWebhook {
  /** The number of its delivery. */
  readonly serial: number;
  readonly webhook: RaisedWebhook;
}
