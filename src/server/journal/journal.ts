import { formatInstant, type Instant } from '../../domain/calendar.ts';
import { redact, redactText } from '../../redact/redact.ts';
import type { AppliedFault } from '../faults/fault.ts';
import { type BoundedList, RingBuffer } from '../ring-buffer.ts';

/** A request that was answered. The input is kept as it came and masked when it is shown, because most are never looked at. */
export interface JournalEntry {
  readonly id: string;
  /** Operation id, `submitBureauReport`, or null for a path that leads nowhere. */
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  /** Body or query; undefined if it could not be read. */
  readonly input: unknown;
  /** The HTTP status of the answer, also of one that a fault broke after the effect; 0 where a fault took the call's place and no status went out. */
  readonly status: number;
  readonly at: Instant;
  readonly fault?: AppliedFault;
}

/** A request as the journal shows it: masked. */
export interface ShownRequest {
  /** `req_1` and on. */
  readonly id: string;
  /** The operation that was recognised; null for none. */
  readonly operation: string | null;
  /** The HTTP method. */
  readonly method: string;
  /** The path, without its query. */
  readonly path: string;
  /** What was sent, masked. */
  readonly input: unknown;
  /** 0 where a fault took the call's place and no status went out. */
  readonly status: number;
  /** Virtual time, ISO 8601 UTC. */
  readonly time: string;
  /** The fault that applied; absent without one. */
  readonly fault?: AppliedFault;
}

// A journal full of the largest requests must stay small: of a larger input its short fields are kept, of a longer path its beginning.
const LARGE_INPUT_BYTES = 4_096;
const MOST_FIELDS = 50;
const LONGEST_TEXT = 200;
const LONGEST_PATH = 1_000;

export class Journal {
  readonly #entries: RingBuffer<JournalEntry>;

  /** Holds so many requests, or takes over a buffer of them. */
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

  /** Another journal with the same requests in it, which goes its own way. */
  copy(): Journal {
    return new Journal(this.#entries.copy());
  }
}

/** What the journal keeps of an input: itself, or of a large one the fields that are short. */
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
  // Whole segments, because half a number would not be known for what it is when it is masked.
  return path.length <= LONGEST_PATH ? path : path.slice(0, LONGEST_PATH).replace(/[^/]*$/, '…');
}

function sizeOf(value: unknown): unknown {
  if (typeof value === 'string') return value.length <= LONGEST_TEXT ? value : `[text of ${value.length} letters]`;
  if (Array.isArray(value)) return `[list of ${value.length}]`;
  return typeof value === 'object' && value !== null ? '[record]' : value;
}

export interface FormFacts {
  readonly bytes: number;
  /** The names of the fields that are read. */
  readonly known: readonly string[];
}

/** What the journal keeps of a form: its fields; of each file, and of each unknown field, the size: a misspelled password would not be known for what it is. */
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
