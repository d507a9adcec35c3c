import type { ErrorFacts, Outcome } from '../errors.ts';
import type { OutgoingCall } from './outgoing-call.ts';
import type { TransportResponse } from './transport.ts';
import { requestIdOf } from './transport-answer.ts';

/** May the call have taken effect? A read has none; of a write only its sender may say that nothing left. */
export function outcomeAfter(call: OutgoingCall, effectPossible: boolean): Outcome {
  return call.row.repeat !== 'safe' && effectPossible ? 'unknown' : 'none';
}

/** What every error of a call carries. */
export function callFacts(call: OutgoingCall, outcome: Outcome, response?: TransportResponse): ErrorFacts {
  const requestId = response && requestIdOf(response.headers);
  return {
    operation: call.row.id,
    attempts: call.sent,
    elapsedMs: Math.round(call.limit.elapsedMs),
    outcome,
    ...(requestId !== undefined && { requestId: call.maskKeys(requestId) }),
  };
}
