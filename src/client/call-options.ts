import type { Instant } from '../domain/calendar.ts';
import { type FieldIssue, InputError } from '../errors.ts';
import type { UploadProgress } from '../http/upload-body.ts';
import type { KnownValue } from '../redact/redact.ts';
import { unknownFields } from '../validation/record.ts';

/** What one call may choose for itself. */
export interface CallOptions {
  /** The call's one deadline in milliseconds, over connecting, all attempts, the waits between them and the body. */
  readonly timeoutMs?: number;
  /** Ends the call at once, waits included; its reason is the `cause` of the `AbortedError`. */
  readonly signal?: AbortSignal;
  /** How often a safe call may be sent again after a failure; calls that move money are never sent again. */
  readonly retries?: number;
  /** Called while an upload streams out. */
  readonly onUploadProgress?: (progress: UploadProgress) => void;
}

const PERSON = Symbol('the person whom a call is about');

/** The same options for a call about a person: what is known of that person is taken out of everything that the service says. */
export function aboutPerson(person: readonly KnownValue[], options: CallOptions = {}): CallOptions {
  const about: CallOptions & { readonly [PERSON]: readonly KnownValue[] } = { ...options, [PERSON]: person };
  return about;
}

/** What is known of the person whom a call is about. */
export function personIn(options: CallOptions): readonly KnownValue[] | undefined {
  return (options as { readonly [PERSON]?: readonly KnownValue[] })[PERSON];
}

const INTENDED_AT = Symbol('when the intent of a call was written down');

/** The same options for a call whose intent is on file since then: it leaves soon after that, or not at all. */
export function intendedSince(at: Instant | undefined, options: CallOptions = {}): CallOptions {
  const since: CallOptions & { readonly [INTENDED_AT]: Instant | undefined } = { ...options, [INTENDED_AT]: at };
  return since;
}

/** When the intent of the call was written down. */
export function intentIn(options: CallOptions): Instant | undefined {
  return (options as { readonly [INTENDED_AT]?: Instant | undefined })[INTENDED_AT];
}

const MAX_TIMEOUT_MS = 3_600_000;
const MAX_RETRIES = 10;

/** What an option may be. */
export interface CallOptionRule {
  readonly holds: (value: unknown) => boolean;
  /** What is said where it does not hold. */
  readonly message: string;
}

const everyCall: Readonly<Record<keyof CallOptions, CallOptionRule>> = {
  timeoutMs: {
    holds: (value) => isWholeNumber(value, 1, MAX_TIMEOUT_MS),
    message: `must be a whole number of milliseconds from 1 to ${MAX_TIMEOUT_MS}`,
  },
  signal: { holds: isSignal, message: 'must be an AbortSignal' },
  retries: {
    holds: (value) => isWholeNumber(value, 0, MAX_RETRIES),
    message: `must be a whole number from 0 to ${MAX_RETRIES}`,
  },
  onUploadProgress: { holds: (value) => typeof value === 'function', message: 'must be a function' },
};

/**
 * Checks the options of one call, with those that only this one takes. What writes its intent down before it sends asks here first: what cannot be sent like this was
 * never meant to be.
 * @throws InputError naming every option that is wrong or unknown.
 */
export function checkCallOptions(
  operation: string,
  options: CallOptions | undefined,
  more: Readonly<Record<string, CallOptionRule>> = {},
): void {
  if (options === undefined) return;
  const rules: Readonly<Record<string, CallOptionRule>> = { ...everyCall, ...more };
  const issues: FieldIssue[] = unknownFields(options, Object.keys(rules));
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    issues.push({ path: '', message: 'must be an object' });
  else {
    for (const [name, value] of Object.entries(options)) {
      const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
      if (rule && value !== undefined && !rule.holds(value)) issues.push({ path: name, message: rule.message });
    }
  }
  if (issues.length > 0) throw new InputError(`The call options of ${operation} are not right`, issues, { operation });
}

function isWholeNumber(value: unknown, from: number, to: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to;
}

/** Is this an AbortSignal? By structure: it may come from another realm, as in test runners. Listeners are taken off again, so it must be able to. */
export function isSignal(value: unknown): boolean {
  const signal = value as Partial<AbortSignal> | null;
  return (
    typeof signal?.aborted === 'boolean' &&
    typeof signal.addEventListener === 'function' &&
    typeof signal.removeEventListener === 'function'
  );
}
