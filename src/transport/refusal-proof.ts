/** When an answer proves that a write took no effect: the one place where that is decided. Spec §7 shows no failure, so everything that is not proved is unknown. */
import { type ResponseCategory, responseCategory } from '../domain/response-codes.ts';
import { readEnvelope } from '../wire/envelope.ts';
import type { TransportResponse } from './transport.ts';
import { parseBody } from './transport-answer.ts';

/** The assumption on which more answers count as proof, written out by the lender who makes it. */
export type RefusalAssumption = 'assuming-a-failure-envelope-means-nothing-was-done';

// With these a service refuses before it acts. All others may come after it, or from something in between that gave up waiting.
const refusingStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 409, 413, 415, 422, 429]);

/**
 * Does the answer prove that nothing was done? Its status is one with which a service refuses, its body is the service's own failure envelope, and nothing in the
 * body contradicts that. With the assumption any failure envelope is enough, also with a status of 2xx.
 */
export function provesNoEffect({ status, body }: TransportResponse, assumption: RefusalAssumption | undefined): boolean {
  const isRefusing = refusingStatuses.has(status);
  if (!isRefusing && (assumption === undefined || status < 200 || status > 299)) return false;
  const said = readBody(body);
  const reading = readEnvelope(said);
  if (reading.kind !== 'failure' || reading.isContradictory || contradicts(said)) return false;
  return assumption !== undefined || isOwnEnvelope(said);
}

function readBody(body: string): unknown {
  try {
    return parseBody(body);
  } catch {
    return undefined;
  }
}

// What stands between client and service has envelopes too, but not this one. Spec §2.
function isOwnEnvelope(body: unknown): boolean {
  const { status, error, message } = body as { readonly status?: unknown; readonly error?: unknown; readonly message?: unknown };
  const lines: readonly unknown[] = Array.isArray(message) ? message : [message];
  return status === false && error !== false && lines.some((line) => typeof line === 'string' && line.trim() !== '');
}

const DEEPEST = 8;

// A gateway's 500 inside an answer of 400, a bank that still works on it, a reference to what was booked.
function contradicts(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth > DEEPEST) return true;
  if (Array.isArray(value)) return value.some((item) => contradicts(item, depth + 1));
  return Object.entries(value).some(([name, inner]) => speaksAgainst(name, inner) || contradicts(inner, depth + 1));
}

function speaksAgainst(name: string, value: unknown): boolean {
  switch (name.toLowerCase().replace(/[_-]/g, '')) {
    case 'status':
    case 'paymentstatus':
      return value === true || isGoing(value) || isOtherNumber(value);
    case 'statuscode':
    case 'httpstatus':
    case 'code':
    case 'errorcode':
    case 'error':
      return isOtherNumber(value);
    case 'responsecode':
      return value !== null && value !== undefined && !declines.has(responseCategory(String(value).padStart(2, '0')));
    case 'success':
      return value === true;
    case 'transactionrefence':
    case 'transactionreference':
      return value !== null && value !== undefined && value !== '';
    default:
      return false;
  }
}

// Any number that is not itself a status of refusal: another status, or a business code whose meaning no document shows.
function isOtherNumber(value: unknown): boolean {
  if (typeof value === 'number') return !refusingStatuses.has(value);
  if (typeof value !== 'string') return false;
  if (/^\s*\d+\s*$/.test(value)) return !refusingStatuses.has(Number(value));
  return [...value.matchAll(/(?<!\d)[1-5]\d\d(?!\d)/g)].some(([digits]) => !refusingStatuses.has(Number(digits)));
}

function isGoing(value: unknown): boolean {
  return typeof value === 'string' && /^(success|successful|approved|completed|pending|processing|scheduled|queued)$/i.test(value.trim());
}

// With these a bank has certainly not moved money.
const declines: ReadonlySet<ResponseCategory> = new Set(['funds', 'limits', 'unusable', 'refused', 'bank-down', 'caller-error']);
