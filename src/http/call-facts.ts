import type { ErrorFacts, Outcome } from '../errors.ts';
import { maskAccountNumber } from '../redact/redact.ts';
import type { OutgoingCall } from './outgoing-call.ts';
import type { TransportResponse } from './transport.ts';
import { requestIdOf } from './transport-answer.ts';

/** May the call have taken effect? A read has none; of a write only its sender may say that nothing left. */
export function outcomeAfter(call: OutgoingCall, effectPossible: boolean): Outcome {
  return call.row.repeat !== 'safe' && effectPossible ? 'unknown' : 'none';
}

// Longer ones are no ids, and neither is what has blanks in it. As many digits as an account number has may be one, whatever stands around them.
const plausibleId = /^[!-~]{1,200}$/;

/** The id that the service gave its answer, without anything personal in it; undefined where it gave none, or something that is no id. */
export function maskedRequestId(call: OutgoingCall, headers: TransportResponse['headers']): string | undefined {
  const requestId = requestIdOf(headers);
  if (requestId === undefined || !plausibleId.test(requestId)) return undefined;
  return call.mask(requestId).replace(/\d{10,}/g, (digits) => maskAccountNumber(digits));
}

/** What every error of a call carries. */
export function callFacts(call: OutgoingCall, outcome: Outcome, response?: TransportResponse): ErrorFacts {
  const requestId = response && maskedRequestId(call, response.headers);
  return {
    operation: call.row.id,
    attempts: call.sent,
    elapsedMs: Math.round(call.limit.elapsedMs),
    outcome,
    ...(requestId !== undefined && { requestId }),
  };
}
