import { formatInstant, type Instant } from '../../domain/calendar.ts';
import { redact, redactText } from '../../redact/redact.ts';
import { isRecord } from '../../validation/checks.ts';
import type { Violation } from '../engine/world/records.ts';
import type { AppliedFault } from '../faults/fault.ts';

/** A request in the journal, masked. */
export interface ShownRequest {
  /** `req_1`, `req_2` and so on. */
  readonly id: string;
  /** Operation id, `submitBureauReport`, or null for an unknown path. */
  readonly operation: string | null;
  /** The HTTP method. */
  readonly method: string;
  /** The path, without its query. */
  readonly path: string;
  /** The input, masked. */
  readonly input: unknown;
  /** The HTTP status, even if a fault broke the answer after the effect. 0 if a fault replaced the call. */
  readonly status: number;
  /** Virtual time, ISO 8601 UTC. */
  readonly time: string;
  /** The applied fault, if any. */
  readonly fault?: AppliedFault;
}

/** An answered request. The input is stored unmasked and masked on display, because most entries are never read. */
export interface JournalEntry extends Omit<ShownRequest, 'time'> {
  readonly at: Instant;
}

// A journal of the largest requests must stay small. It keeps only the short fields of a large input, and the start of
// a long path.
const LARGE_INPUT_BYTES = 4_096;
const MOST_FIELDS = 50;
const LONGEST_TEXT = 200;
const LONGEST_PATH = 1_000;

/** The part of an input for the journal: all of it, or the short fields of a large one. */
export function keptInput(input: unknown, bytes: number): unknown {
  if (bytes <= LARGE_INPUT_BYTES) return input;
  if (!isRecord(input)) return sizeOf(input);
  const kept: Record<string, unknown> = {};
  let fields = 0;
  for (const name in input) {
    if (fields >= MOST_FIELDS) return { ...kept, '…': 'more fields' };
    fields += 1;
    if (name.length <= LONGEST_TEXT) kept[name] = sizeOf(input[name]);
  }
  return kept;
}

export function keptPath(path: string): string {
  // Keeps whole segments, because masking would not recognise half a number.
  return path.length <= LONGEST_PATH ? path : path.slice(0, LONGEST_PATH).replace(/[^/]*$/, '…');
}

function sizeOf(value: unknown): unknown {
  if (typeof value === 'string') return value.length <= LONGEST_TEXT ? value : `[text of ${value.length} letters]`;
  if (Array.isArray(value)) return `[list of ${value.length}]`;
  return typeof value === 'object' && value !== null ? '[record]' : value;
}

/** Files and unknown fields are kept as sizes only, because a misspelled password would not be masked. */
export function keptForm(input: unknown, bytes: number, known: readonly string[]): unknown {
  if (typeof input !== 'object' || input === null) return input;
  const kept = Object.entries(input).map(([name, value]) => {
    if (value instanceof Uint8Array) return [`${name}Bytes`, value.byteLength];
    return [name, known.includes(name) ? value : `[text of ${String(value).length} letters]`];
  });
  return keptInput(Object.fromEntries(kept), bytes);
}

export function showRequest({ at, path, input, ...entry }: JournalEntry): ShownRequest {
  const masked = input === undefined ? null : redact(input);
  return { ...entry, path: redactText(path), input: masked, time: formatInstant(at) };
}

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
