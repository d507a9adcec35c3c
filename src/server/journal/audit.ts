import { formatInstant } from '../../domain/calendar.ts';
import { redactText } from '../../redact/redact.ts';
import type { Violation } from '../engine/records.ts';

/** A violation, as the control API shows it. */
export interface ShownViolation extends Omit<Violation, 'at'> {
  /** Virtual time, ISO 8601 UTC. */
  readonly at: string;
}

export function showViolation(violation: Violation): ShownViolation {
  return { ...violation, message: redactText(violation.message), at: formatInstant(violation.at) };
}

/** A hint about one mistake in a request. It describes the value that was sent, and never contains it. */
export interface Hint {
  readonly kind: 'route' | 'method' | 'key' | 'body' | 'merchant' | 'field' | 'unknown-field';
  /** The path of a field, the name of a header, or `path`, `method` or `body`. */
  readonly where: string;
  /** The kind and length of the value, such as `text of 10 characters`. */
  readonly sent: string;
  readonly expected: string;
  /** The fix, as a sentence. Null if `expected` is enough. */
  readonly suggestion: string | null;
}

/** A hint with the request that caused it. */
export interface NearMiss extends Hint, Pick<ShownRequest, 'operation' | 'method' | 'path'> {
  /** Virtual time, ISO 8601 UTC. */
  readonly at: string;
  /** The HTTP status of the answer. 200 for an accepted request with ignored fields. */
  readonly status: number;
}
