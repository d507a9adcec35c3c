/** The merchant's side of a delivery: is it so, and what follows from it. */
import type { NamedEvents, WebhookEvent, WebhookEventKind } from '../wire/webhook-events.ts';
import type { DeliverySource } from './inbox/inbox.ts';

/** A state change that was found by asking the service, for the handlers that a webhook would have called. */
export interface FoundNews {
  /** Its name: the same state change has the same one, no matter how it was found. */
  readonly name: string;
  /** Which handler it is for. */
  readonly kind: WebhookEventKind;
  /** The delivery that would have brought it. */
  readonly body: string;
}

/** What re-reading said about a delivery. */
export type Confirmation =
  /** It is so. What was read may come with it, such as the loan as it is now. */
  | {
      readonly kind: 'confirmed';
      /** The name of the news: of several deliveries that bring the same, one is handed on. Without it, each delivery is news of its own. */
      readonly news?: string | undefined;
      /** What asking found besides: each is handed on as a delivery of its own, once. */
      readonly found?: readonly FoundNews[] | undefined;
    }
  /** It says too little to be checked: the service was asked, and what that found is handed on instead. The delivery itself is done. */
  | { readonly kind: 'synced'; readonly reason: string; readonly found?: readonly FoundNews[] | undefined }
  /** It was asked about often enough: reconciliation looks soon and calls the handlers for what it finds. The delivery itself is done. */
  | { readonly kind: 'deferred'; readonly reason: string }
  /** The service does not say so: asked again for a while, then kept aside for a person. What asking found instead is handed on at once. */
  | { readonly kind: 'unconfirmed'; readonly reason: string; readonly found?: readonly FoundNews[] | undefined }
  /** It concerns nothing of ours, such as a mandate that we do not know. */
  | { readonly kind: 'unrelated'; readonly reason: string };

/** How an event is to be confirmed. */
export interface ConfirmOptions {
  /** Awaited before the service is asked, and only if it has to be. Whoever throws here ends the asking. */
  readonly beforeAsking?: (() => Promise<void>) | undefined;
  /** Was it found by asking the service already? Then nothing is asked again. */
  readonly isProven?: boolean | undefined;
  /** Did the same words come before? They may report something new all the same: only what asking finds is handed on. */
  readonly isRepetition?: boolean | undefined;
  /** How many readings one mandate gets in an hour, and from when on (epoch milliseconds) a reading of this process answers this event; without `since` it is read now. */
  readonly terms?: { readonly since: number | undefined; readonly mostAnHour: number } | undefined;
}

/** The promise of someone who can say whether a delivery is so, by asking the service. `RepayKit` is one. */
export interface Confirmer<Result extends Confirmation = Confirmation> {
  /** Asks and applies what the service says. Throws when it cannot ask: the delivery is then tried again. */
  confirm(event: WebhookEvent, options?: ConfirmOptions): Promise<Result>;
}

/** The part of a confirmer's results that handlers are given. */
export type Confirmed<Result extends Confirmation> = Extract<Result, { readonly kind: 'confirmed' }>;

/** The delivery that a handler works for. */
export interface HandledDelivery<Transaction = unknown> {
  /** Always the same for the same delivery: fit to recognise a repetition by. */
  readonly key: string;
  /** `reconciled`: the service's webhook never came, and asking found it out. */
  readonly source: DeliverySource;
  /** When it came, ISO 8601 UTC. */
  readonly receivedAt: string;
  /** How often it was worked on, this time included. */
  readonly attempts: number;
  /**
   * Ends the delivery together with effects of your own: what `work` writes through the inbox's transaction is committed with the end, exactly once, or not at all. In
   * PostgreSQL it is lent a client, in SQLite the database (and must not be async), in memory nothing. Keep it short and call it last.
   * @throws ConflictError when somebody else took the delivery over meanwhile, or it has ended; nothing of `work` is kept then
   */
  commit(work: (transaction: Transaction) => void | Promise<void>): Promise<void>;
}

/**
 * The merchant's handlers by name of event: its kind (`collection`), or the specific name (`collection.success`). Each is called with the event, what was confirmed, and
 * the delivery. Where a kind and a specific name have one each, both are called, the specific one first; only the kind's may `commit` then. A handler that throws is
 * called again later, and with it the other: let them change nothing the second time, or write with `delivery.commit`. Events without a handler are confirmed and done.
 */
export type WebhookHandlers<Result extends Confirmation, Transaction = unknown> = {
  readonly [Name in keyof NamedEvents]?:
    | ((
        event: NamedEvents[Name],
        confirmed: Confirmed<Result>,
        delivery: HandledDelivery<Transaction>,
      ) => void | Promise<void>)
    | undefined;
};
