import { systemClock } from '../../clock/clock.ts';
import { isRecord } from '../../validation/checks.ts';
import { readJsonText } from '../../wire/json-text.ts';
import { readQuery } from '../../wire/request-target.ts';
import type { ServerRequest, ServerResponse } from '../message.ts';
import type { AppliedFault, FaultRecord } from './fault.ts';
import type { FaultableCall, Faults } from './faults.ts';

/** The fault that applies to a call, if any. The mandate's id is read from the call at most once. */
export function faultForCall(
  faults: Faults,
  { request, ...call }: Omit<FaultableCall, 'mandateId'> & { readonly request: ServerRequest },
): FaultRecord | undefined {
  let named: { readonly mandateId: string | undefined } | undefined;
  const mandateId = () => {
    named ??= { mandateId: mandateNamedIn(request) };
    return named.mandateId;
  };
  return faults.faultForCall({ ...call, mandateId });
}

function mandateNamedIn({ query, body }: ServerRequest): string | undefined {
  const reading = body ? readJsonText(body) : undefined;
  const read = reading?.ok && isRecord(reading.value) ? reading.value : {};
  const named = readQuery(query).mandateId ?? read.mandateId;
  return typeof named === 'string' ? named : undefined;
}

export interface FaultedCall {
  /** Performs the call. */
  readonly serve: () => ServerResponse | Promise<ServerResponse>;
  /** Answers without an effect. */
  readonly instead: () => ServerResponse;
  readonly closing: AbortSignal;
}

/** Does the fault prevent the call's effect? Delays do not. */
function takesItsPlace({ kind, when }: FaultRecord): boolean {
  return when === 'before' && kind !== 'latency' && kind !== 'slow-body';
}

/** Performs or replaces a call under a fault. {@link breakAnswer} then changes the answer. */
export function callUnder(
  fault: FaultRecord,
  { serve, instead, closing }: FaultedCall,
): ServerResponse | Promise<ServerResponse> {
  if (takesItsPlace(fault)) return instead();
  if (fault.kind !== 'latency' || fault.when === 'after') return serve();
  return systemClock
    .sleep(fault.delayMs ?? 0, closing)
    .then(serve, (): ServerResponse => ({ status: 0, headers: [], body: new Uint8Array(), effect: { kind: 'reset' } }));
}

/** The error message that replaces an answer. */
export interface FaultMessage {
  readonly message: string;
  readonly headers: Record<string, string>;
}

/** Changes the answer according to the fault. `refuse` writes a failure envelope. */
export function breakAnswer(
  response: ServerResponse,
  fault: FaultRecord,
  refuse: (said: FaultMessage) => ServerResponse,
): ServerResponse {
  const { id, kind, when, status, retryAfter } = fault;
  switch (kind) {
    case 'latency':
      return when === 'after' ? { ...response, effect: { kind, delayMs: fault.delayMs ?? 0 } } : response;
    case 'slow-body':
      return { ...response, effect: { kind, pieceDelayMs: fault.delayMs ?? 0 } };
    case 'reset':
    case 'timeout':
      return { ...response, effect: { kind } };
    case 'malformed':
      return cutShort(response);
    case 'status': {
      const headers: Record<string, string> = retryAfter === null ? {} : { 'retry-after': String(retryAfter) };
      return { ...refuse({ message: `The fault ${id} was asked to answer so.`, headers }), status: status ?? 500 };
    }
    default:
      // Webhook faults never apply to calls.
      return response;
  }
}

/** The status for the journal: the real one, or the fault's if it replaced the call; 0 without an answer. */
export function journalStatus(fault: FaultRecord, real: number): number {
  if (!takesItsPlace(fault)) return real;
  if (fault.kind === 'status') return fault.status ?? 500;
  return fault.kind === 'malformed' ? 200 : 0;
}

export function nameFault({ id, kind }: FaultRecord): AppliedFault {
  return { id, kind };
}

// The first half of a JSON object is never valid JSON.
function cutShort({ headers, body }: ServerResponse): ServerResponse {
  const half = body.subarray(0, body.byteLength >> 1);
  const lengthAt = headers.indexOf('content-length') + 1;
  return { status: 200, headers: headers.with(lengthAt, String(half.byteLength)), body: half };
}
