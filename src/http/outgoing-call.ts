import type { Random } from '../clock/clock.ts';
import type { WireRow } from '../wire/operations.ts';
import type { CallLimit } from './call-limit.ts';
import type { CallObserver, RequestEvent } from './call-observer.ts';
import type { RefusalAssumption } from './refusal-proof.ts';
import type { RequestDraft } from './request-draft.ts';
import type { Transport } from './transport.ts';

/** How waits before retries grow. */
export interface RetryPace {
  /** Attempts after the first. */
  readonly retries: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
}

/** Everything one call needs, and its two counts. */
export interface OutgoingCall {
  readonly callId: number;
  readonly row: WireRow;
  readonly draft: RequestDraft;
  readonly transport: Transport;
  readonly limit: CallLimit;
  readonly pace: RetryPace;
  readonly random: Random;
  readonly maxResponseBytes: number;
  readonly observer: CallObserver | undefined;
  /** Where people find help. Spec §7. */
  readonly supportContact: string | undefined;
  /** Set where the lender believes more answers that a write took no effect. */
  readonly acceptRefusals: RefusalAssumption | undefined;
  /** The lender's own function for the answers of this operation; what it returns is checked. */
  readonly adapt: ((raw: unknown, body: unknown) => unknown) | undefined;
  /** Takes the client's own keys, and what is known of the payer, out of what a service said. */
  readonly mask: (text: string) => string;
  /** Attempts begun. */
  attempt: number;
  /** Attempts of which something may have been put on the wire. */
  sent: number;
}

/** What is reported about the present attempt. */
export function describeRequest(call: OutgoingCall): RequestEvent {
  const { draft } = call;
  return {
    callId: call.callId,
    operation: call.row.id,
    attempt: call.attempt,
    method: draft.method,
    url: draft.maskedUrl(),
    requestBody: draft.bodyFacts(),
  };
}
