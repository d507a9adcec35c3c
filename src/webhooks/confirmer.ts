/** The lender's side of a delivery: whether it is true, and what follows from it. */
import type { NamedEvents, WebhookEvent, WebhookEventKind } from '../wire/webhook-events.ts';
import type { DeliverySource } from './inbox/inbox.ts';

/** A state change that was found by asking the service, for the handlers that a webhook would have called. */
export interface FoundStateChange {
  /** The same state change has the same name, no matter how it was found. */
  readonly name: string;
  /** Which handler it is for. */
  readonly kind: WebhookEventKind;
  /** The delivery that would have reported it. */
  readonly body: string;
}

/** What asking the service said about a delivery. */
export type Confirmation =
  /** It is true. What was read may come with it, such as the loan as it is now. */
  | {
      readonly kind: 'confirmed';
      /** The name of the state change: of several deliveries that report the same, one is handed on. Without it, each delivery is one of its own. */
      readonly news?: string | undefined;
      /** What asking found besides: each is handed on as a delivery of its own, once. */
      readonly found?: readonly FoundStateChange[] | undefined;
    }
  /** It says too little to be checked: the service was asked, and what that found is handed on instead. The delivery itself is done. */
  | { readonly kind: 'synced'; readonly reason: string; readonly found?: readonly FoundStateChange[] | undefined }
  /** It was asked about often enough: reconciliation visits the loan soon and calls the handlers for what it finds. The delivery itself is done. */
  | { readonly kind: 'deferred'; readonly reason: string }
  /** The service does not confirm it: asked again for a while, then set aside for a person. What asking found instead is handed on at once. */
  | { readonly kind: 'unconfirmed'; readonly reason: string; readonly found?: readonly FoundStateChange[] | undefined }
  /** It concerns nothing of ours, such as an unknown mandate. */
  | { readonly kind: 'unrelated'; readonly reason: string };

/** How an event is to be confirmed. */
export interface ConfirmOptions {
  /** Awaited before the service is asked, and only if it has to be. An error thrown here ends the asking. */
  readonly beforeAsking?: (() => Promise<void>) | undefined;
  /** Was it found by asking the service? Then nothing is asked again. */
  readonly isProven?: boolean | undefined;
  /** Did the same words come before? They may report something new all the same: only what asking finds is handed on. */
  readonly isRepetition?: boolean | undefined;
  /** How many readings one mandate gets in an hour, and from when on (epoch milliseconds) a reading of this process answers this event; without `since` it is read now. */
  readonly terms?: { readonly since: number | undefined; readonly mostAnHour: number } | undefined;
}

/** Says whether a delivery is true, by asking the service. `RepayKit` is one. */
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
  /** `reconciled`: no webhook came, and asking found it. */
  readonly source: DeliverySource;
  /** When it came, ISO 8601 UTC. */
  readonly receivedAt: string;
  /** How often it was worked on, this time included. */
  readonly attempts: number;
  /**
   * Ends the delivery together with your own writes: what `work` writes through the inbox's transaction is committed with the end, exactly once, or not at all. In
   * PostgreSQL it is lent a client, in SQLite the database (and must not be async), in memory nothing. Keep it short and call it last.
   * @throws ConflictError when another process took the delivery over meanwhile, or it has ended; nothing of `work` is committed then
   */
  commit(work: (transaction: Transaction) => void | Promise<void>): Promise<void>;
}

/**
 * The lender's handlers by name of event: its kind (`collection`), or the specific name (`collection.success`). Each is called with the event, what was confirmed, and
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
