/** The envelope of every JSON answer, in the three formats that services use. Spec §2 and §7. */
import { isRecord } from '../validation/checks.ts';

/** A field that the service refused. */
export interface EnvelopeField {
  /** Where: `payment_details.bank_name`. */
  readonly path: string;
  /** What was wrong. */
  readonly message: string;
}

/** The service accepted the call. */
export interface SuccessReading {
  readonly kind: 'success';
  /** The payload. Undefined if the envelope has none. */
  readonly data: unknown;
  /** For people. Do not branch on it. */
  readonly message: string | null;
}

/** The service refused, with any HTTP status. */
export interface FailureReading {
  readonly kind: 'failure';
  /** For people. Do not branch on it. */
  readonly message: string | null;
  /** The unchanged payload of the refusal. */
  readonly data: unknown;
  /** The service's own code, if any. */
  readonly code?: string;
  /** The rule that refused, if the service names it. */
  readonly rule?: string;
  /** The invalid fields of the request, if the service lists them. */
  readonly fields?: readonly EnvelopeField[];
  /** Another flag says success, so it is unknown whether a write took effect. */
  readonly isContradictory?: true;
}

/** Not an envelope: a page, a bare value, or JSON of another program. */
export interface ForeignReading {
  readonly kind: 'foreign';
}

export type EnvelopeReading = SuccessReading | FailureReading | ForeignReading;

const foreign: ForeignReading = { kind: 'foreign' };

/** Reads the body of an answer. `status: true`, `"success"` or `success: true` is success, unless `error` denies it. */
export function readEnvelope(body: unknown): EnvelopeReading {
  if (!isRecord(body)) return foreign;
  const { status, success, error, message, data } = body;
  const claimsSuccess = hasSucceeded(status) || success === true;
  if (hasFailed(status) || success === false || error === true || (typeof error === 'string' && error !== '')) {
    const failure = {
      kind: 'failure',
      message: readMessage(message) ?? readMessage(error),
      data,
      ...readDetails(data),
    } as const;
    return claimsSuccess ? { ...failure, isContradictory: true } : failure;
  }
  if (!claimsSuccess) return foreign;
  return { kind: 'success', data, message: readMessage(message) };
}

function hasSucceeded(status: unknown): boolean {
  return status === true || (typeof status === 'string' && status.toLowerCase() === 'success');
}

function hasFailed(status: unknown): boolean {
  return status === false || (typeof status === 'string' && /^(error|fail|failed|failure)$/i.test(status));
}

function readMessage(message: unknown): string | null {
  if (typeof message === 'string' && message !== '') return message;
  // Some services send one sentence for each field.
  if (Array.isArray(message) && message.length > 0 && message.every((line) => typeof line === 'string'))
    return message.join('; ');
  return null;
}

function readDetails(data: unknown): Pick<FailureReading, 'code' | 'rule' | 'fields'> {
  if (!isRecord(data)) return {};
  const { code, rule, fields } = data;
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof rule === 'string' && { rule }),
    ...(Array.isArray(fields) && { fields: fields.filter(isField).map(({ path, message }) => ({ path, message })) }),
  };
}

function isField(field: unknown): field is EnvelopeField {
  return isRecord(field) && typeof field.path === 'string' && typeof field.message === 'string';
}

/** The envelope of a successful answer, as the specification shows it. Spec §2 and §7. */
export interface SuccessEnvelope<Data> {
  /** Success. */
  readonly status: true;
  /** For people. */
  readonly message: string | null;
  /** No failure. */
  readonly error: false;
  /** The payload. */
  readonly data: Data;
}

export function successEnvelope<Data>(data: Data, message: string | null = null): SuccessEnvelope<Data> {
  return { status: true, message, error: false, data };
}

/** The part of a refusal that is for programs. */
export interface FailureDetails {
  /** One of a closed set of codes. */
  readonly code: string;
  /** The rule that refused. */
  readonly rule?: string | undefined;
  /** What was wrong with the request. */
  readonly fields?: readonly EnvelopeField[] | undefined;
}

/** The envelope of a refusal; the specification shows none, this one is the reference server's. */
export interface FailureEnvelope {
  /** No success. */
  readonly status: false;
  /** What happened and what to do next, for people. */
  readonly message: string;
  /** Failure. */
  readonly error: true;
  /** What happened, for programs. */
  readonly data: FailureDetails;
}

export function failureEnvelope(message: string, { code, rule, fields }: FailureDetails): FailureEnvelope {
  return {
    status: false,
    message,
    error: true,
    data: { code, ...(rule !== undefined && { rule }), ...(fields && { fields }) },
  };
}
