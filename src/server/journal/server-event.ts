/** The events of a running server, for a live log; masked. */
import type { DeliveryStatus } from '../webhooks/delivery.ts';

interface EventOf<Type extends string> {
  /** What to switch on. */
  readonly type: Type;
  /** The world it happened in. */
  readonly world: string;
  /** Virtual time, ISO 8601 UTC. */
  readonly time: string;
}

/** Why something was refused. */
export interface ToldRefusal {
  /** What to switch on. */
  readonly code: string;
  /** For people. */
  readonly message: string;
  /** The rule that refused, and the fields that were wrong, where there are any. */
  readonly rule?: string;
  /** The fields that did not fit, where it was about the shape. */
  readonly fields?: readonly { readonly path: string; readonly message: string }[];
}

/** A request of a merchant was answered. */
export interface RequestEvent extends EventOf<'request'> {
  /** The request id, as in the journal. */
  readonly id: string;
  /** Operation id, `submitBureauReport`, or null for a path that leads nowhere. */
  readonly operation: string | null;
  /** The HTTP method. */
  readonly method: string;
  /** The path, without its query. */
  readonly path: string;
  /** The mandate that it names; null for none. */
  readonly mandateId: string | null;
  /** The HTTP status of the answer; 0 where a fault took its place and none went out. */
  readonly status: number;
  /** The fault that applied, if any. */
  readonly fault: { readonly id: string; readonly kind: string } | null;
  /** Why it was refused; null where it was not. */
  readonly refusal: ToldRefusal | null;
}

/** An attempt to deliver a webhook ended, or there was nowhere to send it. */
export interface DeliveryEvent extends EventOf<'webhook'> {
  /** The webhook, as `webhooks()` lists it. */
  readonly id: string;
  /** The event that it carries. Spec §6. */
  readonly event: string;
  /** The mandate that it is about; null for none. */
  readonly mandateId: string | null;
  /** Its outcome so far. */
  readonly status: DeliveryStatus;
  /** How often it was tried so far. */
  readonly attempts: number;
  /** The receiver's HTTP status; null if it did not answer. */
  readonly receiverStatus: number | null;
  /** Why there was no answer. */
  readonly error: string | null;
}

/** The clock was moved. */
export interface ClockEvent extends EventOf<'clock'> {
  /** Where the clock stood, ISO 8601 UTC. */
  readonly from: string;
  /** What happened on the way, counted. */
  readonly ran: {
    readonly attempts: number;
    readonly timeouts: number;
    readonly expiries: number;
    readonly webhooks: number;
  };
}

/** A control call changed something, or was refused. Reads emit nothing. */
export interface ControlEvent extends EventOf<'control'> {
  /** Method and path of the call, `POST /micro-deposits`. */
  readonly call: string;
  /** Why it was refused; null where it was not. */
  readonly refusal: ToldRefusal | null;
}

/** Something that happened in a running server. */
export type ServerEvent = RequestEvent | DeliveryEvent | ClockEvent | ControlEvent;
