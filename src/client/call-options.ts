import type { Instant } from '../domain/calendar.ts';
import { InputError } from '../errors.ts';
import type { UploadProgress } from '../http/upload-body.ts';
import type { KnownValue } from '../redact/redact.ts';
import { func, optional, signal, wholeNumber } from '../validation/checks.ts';
import { type Fields, type RecordCheck, record } from '../validation/record.ts';

/** Options of a single call. */
export interface CallOptions {
  /** Deadline of the whole call in milliseconds, with all attempts, waits and the body. */
  readonly timeoutMs?: number;
  /** Aborts the call. Its reason becomes the `cause` of the `AbortedError`. */
  readonly signal?: AbortSignal;
  /** Retries of a safe call after a failure. Calls that move money are never retried. */
  readonly retries?: number;
  /** Called as an upload progresses. */
  readonly onUploadProgress?: (progress: UploadProgress) => void;
}

const PERSON = Symbol('the person whom a call is about');
const INTENDED_AT = Symbol('when the intent of a call was written down');

interface MarkedOptions extends CallOptions {
  readonly [PERSON]?: readonly KnownValue[];
  readonly [INTENDED_AT]?: Instant | undefined;
}

/** The options of a call about a person: masks what is known of that person in everything that the service says. */
export function aboutPerson(person: readonly KnownValue[], options: CallOptions = {}): MarkedOptions {
  return { ...options, [PERSON]: person };
}

export function personIn(options: MarkedOptions): readonly KnownValue[] | undefined {
  return options[PERSON];
}

/** The same options for a call with a recorded intent: it leaves soon after that instant, or not at all. */
export function intendedSince(at: Instant | undefined, options: CallOptions = {}): MarkedOptions {
  return { ...options, [INTENDED_AT]: at };
}

export function intentIn(options: MarkedOptions): Instant | undefined {
  return options[INTENDED_AT];
}

export const callFields: Fields<CallOptions> = {
  timeoutMs: optional(wholeNumber({ min: 1, max: 3_600_000, of: 'milliseconds' })),
  signal: optional(signal),
  retries: optional(wholeNumber({ min: 0, max: 10 })),
  onUploadProgress: optional(func),
};
const everyCall = record(callFields);

/** Checks the options of one call. @throws InputError naming every invalid or unknown option */
export function checkCallOptions(
  operation: string,
  options: CallOptions | undefined,
  declared: RecordCheck<CallOptions> = everyCall,
): void {
  if (options === undefined) return;
  const issues = declared.problems(options, '');
  if (issues.length > 0) throw new InputError(`The call options of ${operation}`, issues, { operation });
}
