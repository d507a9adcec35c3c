/** The merchant's side of a delivery: is it so, and what follows from it. */
import type { WebhookEvent, WebhookEventKind, WebhookEventOf } from '../wire/webhook-event-types.ts';

/** What re-reading said about a delivery. */
export type Confirmation =
  /** It is so. What was read may come with it, such as the loan as it is now. */
  | { readonly kind: 'confirmed' }
  /** The service does not say so: asked again for a while, then kept aside for a person. */
  | { readonly kind: 'unconfirmed'; readonly reason: string }
  /** It concerns nothing of ours, such as a mandate that we do not know. */
  | { readonly kind: 'unrelated'; readonly reason: string };

/** The promise of someone who can say whether a delivery is so, by asking the service. `RepayKit` is one. */
export interface Confirmer<Result extends Confirmation = Confirmation> {
  /** Asks and applies what the service says. Throws when it cannot ask: the delivery is then tried again. */
  confirm(event: WebhookEvent): Promise<Result>;
}

/** The part of a confirmer's results that handlers are given. */
export type Confirmed<Result extends Confirmation> = Extract<Result, { readonly kind: 'confirmed' }>;

/**
 * The merchant's handlers by kind of event, each called with the event and what was confirmed. A handler that throws is called again later: let it
 * change nothing the second time. Kinds without a handler are confirmed and done.
 */
export type WebhookHandlers<Result extends Confirmation> = {
  readonly [Kind in WebhookEventKind]?: ((event: WebhookEventOf<Kind>, confirmed: Confirmed<Result>) => void | Promise<void>) | undefined;
};
