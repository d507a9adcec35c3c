/** What a running server tells as it happens, for a live log; masked. */
import type { DeliveryStatus } from '../delivery/delivery.ts';

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
  readonly code: string;
  readonly message: string;
  /** The rule that refused, and the fields that were wrong, where there are any. */
  readonly rule?: string;
  readonly fields?: readonly { readonly path: string; readonly message: string }[];
}

/** A request of a merchant was answered. */
export interface RequestEvent extends EventOf<'request'> {
  /** The request id, as in the journal. */
  readonly id: string;
  /** Operation id, `submitBureauReport`, or null for a path that leads nowhere. */
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  readonly mandateId: string | null;
  /** The HTTP status of the answer; 0 where a fault took its place and none went out. */
  readonly status: number;
  /** The fault that struck, where one did. */
  readonly fault: { readonly id: string; readonly kind: string } | null;
  readonly refusal: ToldRefusal | null;
}

/** An attempt to deliver a webhook ended, or there was nowhere to send it. */
export interface DeliveryEvent extends EventOf<'webhook'> {
  readonly id: string;
  readonly event: string;
  readonly mandateId: string | null;
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
  readonly from: string;
  readonly ran: { readonly attempts: number; readonly timeouts: number; readonly expiries: number; readonly webhooks: number };
}

/** A control call changed something, or was refused. Reads are not told. */
export interface ControlEvent extends EventOf<'control'> {
  /** Method and path of the call, `POST /micro-deposits`. */
  readonly call: string;
  readonly refusal: ToldRefusal | null;
}

/** Something that happened in a running server. */
export type ServerEvent = RequestEvent | DeliveryEvent | ClockEvent | ControlEvent;
