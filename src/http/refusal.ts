import { systemClock } from '../clock/system-clock.ts';
import { type Outcome, RateLimitError, type RepayKitError, ServiceError } from '../errors.ts';
import { type FailureReading, readEnvelope } from '../wire/envelope.ts';
import { callFacts, outcomeAfter } from './call-facts.ts';
import type { OutgoingCall } from './outgoing-call.ts';
import { provesNoEffect } from './refusal-proof.ts';
import { retryAfterMs } from './retry-after.ts';
import type { TransportResponse } from './transport.ts';
import { parseBody } from './transport-answer.ts';

/** The error for an answer that refuses: a status outside 2xx, or a failure envelope with whatever status. Spec §7. */
export function refusalError(
  call: OutgoingCall,
  response: TransportResponse,
  reading: FailureReading | undefined = readFailure(response.body),
): RepayKitError {
  const { status } = response;
  const outcome = outcomeAfter(call, !provesNoEffect(response, call.acceptRefusals));
  const isPassing = status === 408 || status === 425 || status === 429 || status >= 500;
  const facts = { ...callFacts(call, outcome, response), retryable: isPassing && outcome === 'none' };
  const waitMs = retryAfterMs(response.headers, systemClock.now());
  const wait = waitMs === undefined ? '' : `; it asks to wait ${waitMs} ms`;
  const said = reading?.message ? `: ${call.mask(reading.message)}` : '';
  const doubt = ambiguity(outcome);
  if (status === 429)
    return new RateLimitError(
      `${call.row.id} ${doubt ? 'met' : 'was refused,'} too many requests${said}${wait}${doubt}`,
      waitMs,
      facts,
    );
  const refusal = {
    status,
    ...(reading?.code !== undefined && { serviceCode: call.mask(reading.code) }),
    ...(reading?.rule !== undefined && { rule: call.mask(reading.rule) }),
    ...(reading?.fields && {
      fields: reading.fields.map(({ path, message }) => ({ path: call.mask(path), message: call.mask(message) })),
    }),
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
  };
  return withContact(
    new ServiceError(`${call.row.id} ${whatHappened(status, outcome)}${said}${wait}${doubt}`, refusal, facts),
    call.supportContact,
  );
}

function whatHappened(status: number, outcome: Outcome): string {
  if (status >= 300 && status < 400)
    return `was redirected with status ${status}, which is never followed so that credentials go nowhere else; check baseUrl`;
  if (outcome === 'unknown')
    return `was answered with a failure, status ${status}, which does not prove that nothing was done`;
  if (status === 401) return 'was refused with status 401; check publicKey and secretKey';
  if (status === 403)
    return 'was refused with status 403; check appId, businessId and whether the merchant is approved';
  return status < 300 ? `was refused in an answer with status ${status}` : `was refused with status ${status}`;
}

function ambiguity(outcome: Outcome): string {
  return outcome === 'unknown' ? '; it may have taken effect: ask before you call it again' : '';
}

function readFailure(body: string): FailureReading | undefined {
  try {
    const reading = readEnvelope(parseBody(body));
    return reading.kind === 'failure' ? reading : undefined;
  } catch {
    return undefined;
  }
}

// Said after the error was made: the merchant's own contact is no personal data, but a mail address would be masked as such.
function withContact(error: ServiceError, contact: string | undefined): ServiceError {
  if (contact === undefined) return error;
  const { message, stack } = error;
  error.message = `${message}. Help: ${contact}`;
  if (stack) error.stack = stack.replace(message, () => error.message);
  return error;
}
