import { formatInstant, type Instant } from '../../domain/calendar.ts';
import { redact, redactText } from '../../redact/redact.ts';
import type { AppliedFault } from '../faults/fault.ts';
import { type BoundedList, RingBuffer } from '../ring-buffer.ts';

/** An answered request. The input is stored unmasked and masked on display, because most entries are never read. */
export interface JournalEntry {
  readonly id: string;
  /** Operation id, `submitBureauReport`, or null for an unknown path. */
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  /** Body or query. Undefined if it could not be read. */
  readonly input: unknown;
  /**
   * The HTTP status of the answer, even if a fault broke the answer after the effect. 0 if a fault replaced the call.
   */
  readonly status: number;
  readonly at: Instant;
  readonly fault?: AppliedFault;
}

/** A request in the journal, masked. */
export interface ShownRequest {
  /** `req_1`, `req_2` and so on. */
  readonly id: string;
  /** The operation. Null for an unknown path. */
  readonly operation: string | null;
  /** The HTTP method. */
  readonly method: string;
  /** The path, without its query. */
  readonly path: string;
  /** The input, masked. */
  readonly input: unknown;
  /** The HTTP status. 0 if a fault replaced the call. */
  readonly status: number;
  /** Virtual time, ISO 8601 UTC. */
  readonly time: string;
  /** The applied fault, if any. */
  readonly fault?: AppliedFault;
}

// A journal of the largest requests must stay small. It keeps only the short fields of a large input, and the start of
// a long path.
const LARGE_INPUT_BYTES = 4_096;
const MOST_FIELDS = 50;
const LONGEST_TEXT = 200;
const LONGEST_PATH = 1_000;

export class Journal {
  readonly #entries: RingBuffer<JournalEntry>;

  /** Takes the number of requests to keep, or an existing buffer. */
  constructor(entries: number | RingBuffer<JournalEntry>) {
    this.#entries = typeof entries === 'number' ? new RingBuffer(entries) : entries;
  }

  add(entry: JournalEntry): void {
    this.#entries.push(entry);
  }

  list(): BoundedList<ShownRequest> {
    return this.#entries.list(showRequest);
  }

  clear(): void {
    this.#entries.clear();
  }

  /** An independent journal with the same requests. */
  copy(): Journal {
    return new Journal(this.#entries.copy());
  }
}

/** The part of an input for the journal: all of it, or the short fields of a large one. */
export function keptInput(input: unknown, bytes: number): unknown {
  if (bytes <= LARGE_INPUT_BYTES) return input;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return sizeOf(input);
  const kept: Record<string, unknown> = {};
  let fields = 0;
  for (const name in input) {
    if (fields >= MOST_FIELDS) return { ...kept, '…': 'more fields' };
    fields += 1;
    if (name.length <= LONGEST_TEXT) kept[name] = sizeOf((input as Record<string, unknown>)[name]);
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

export interface FormFacts {
  readonly bytes: number;
  /** The names of the known fields. */
  readonly known: readonly string[];
}

/**
 * The part of a form for the journal. Files and unknown fields are kept as sizes only, because a misspelled password
 * would not be masked.
 */
export function keptForm(input: unknown, { bytes, known }: FormFacts): unknown {
  if (typeof input !== 'object' || input === null) return input;
  const kept = Object.entries(input).map(([name, value]) => {
    if (value instanceof Uint8Array) return [`${name}Bytes`, value.byteLength];
    return [name, known.includes(name) ? value : `[text of ${String(value).length} letters]`];
  });
  return keptInput(Object.fromEntries(kept), bytes);
}

export function showRequest({ at, path, input, ...entry }: JournalEntry): ShownRequest {
  return {
    ...entry,
    path: redactText(path),
    input: input === undefined ? null : redact(input),
    time: formatInstant(at),
  };
}
