import type { NamedEvents, WebhookEvent, WebhookEventKind } from '../wire/webhooks/webhook-events.ts';
import type { DeliverySource } from './inbox/inbox.ts';

/** A state change that the service reported when asked. Its handlers are called as for a webhook. */
export interface FoundStateChange {
  /** The same state change always has the same name, however it was found. */
  readonly name: string;
  /** The kind of event, which selects the handler. */
  readonly kind: WebhookEventKind;
  /** The body of the delivery that would have reported it. */
  readonly body: string;
}

/** The service's answer about a delivery. */
export type Confirmation =
  /** The service confirms it. What was read may come with it, such as the current loan. */
  | {
      readonly kind: 'confirmed';
      /**
       * The name of the state change. If several deliveries report it, one reaches the handlers. Without a name, each
       * delivery is a separate change.
       */
      readonly news?: string | undefined;
      /** Further state changes that were found. Each is passed on once, as a separate delivery. */
      readonly found?: readonly FoundStateChange[] | undefined;
    }
  /** It says too little to be checked. What the service reported instead is handed on, and the delivery is done. */
  | { readonly kind: 'synced'; readonly reason: string; readonly found?: readonly FoundStateChange[] | undefined }
  /** The mandate was read often enough. It is done: reconciliation visits the loan soon and calls the handlers. */
  | { readonly kind: 'deferred'; readonly reason: string }
  /**
   * The service does not confirm it. It is asked again for a while, then the delivery is quarantined. Other state
   * changes that were found are handed on at once.
   */
  | { readonly kind: 'unconfirmed'; readonly reason: string; readonly found?: readonly FoundStateChange[] | undefined }
  /** It concerns nothing that this client knows, for example an unknown mandate. */
  | { readonly kind: 'unrelated'; readonly reason: string };

/** How to confirm an event. */
export interface ConfirmOptions {
  /** Awaited before the service is asked. Its error aborts the confirmation. */
  readonly beforeAsking?: (() => Promise<void>) | undefined;
  /** Whether the service itself reported it. If so, it is not asked again. */
  readonly isProven?: boolean | undefined;
  /** Whether the same body came before. Then only the changes that the service reports are passed on. */
  readonly isRepetition?: boolean | undefined;
  /**
   * `mostAnHour`: how often one mandate may be read in an hour. `since` (epoch milliseconds): a read by this process
   * that began at or after this time answers the event. Without `since` the mandate is read now.
   */
  readonly terms?: { readonly since: number | undefined; readonly mostAnHour: number } | undefined;
}

/** Confirms a delivery by asking the service. `RepayKit` is one. */
export interface Confirmer<Result extends Confirmation = Confirmation> {
  /** Asks the service and applies its answer. Throws if it cannot ask. The delivery is then retried. */
  confirm(event: WebhookEvent, options?: ConfirmOptions): Promise<Result>;
}

/** The confirmer's result that handlers receive. */
export type Confirmed<Result extends Confirmation> = Extract<Result, { readonly kind: 'confirmed' }>;

/** The delivery that a handler is called for. */
export interface HandledDelivery<Transaction = unknown> {
  /** Always the same for the same delivery. Use it to recognise a repetition. */
  readonly key: string;
  /** `reconciled`: no webhook came, and reconciliation found the state change. */
  readonly source: DeliverySource;
  /** When it arrived, ISO 8601 UTC. */
  readonly receivedAt: string;
  /** The number of attempts, this one included. */
  readonly attempts: number;
  /**
   * Ends the delivery together with your own writes, in one transaction of the inbox: both are committed exactly once,
   * or neither. `work` receives a client in PostgreSQL, the database in SQLite (where `work` must not be async), and
   * nothing in memory. Keep it short and call it last.
   * @throws ConflictError, without a write, if the delivery has ended or another process took it over
   */
  commit(work: (transaction: Transaction) => void | Promise<void>): Promise<void>;
}

/**
 * The lender's handlers by event name: a kind (`collection`) or a specific name (`collection.success`). Each receives
 * the event, the confirmed result and the delivery. If both a kind and a specific name have a handler, both are called,
 * the specific one first, and only the kind's may `commit`. If a handler throws, all handlers of the event are called
 * again later. Make them idempotent, or write with `delivery.commit`. Events without a handler are confirmed and done.
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
