/** An event as a store keeps it: the very bytes that were hashed and, apart from them, what is about a person. */
export interface StoredEvent {
  /** Its place in the file, from 1. */
  readonly seq: number;
  /** RFC 8785 JSON: the facts of the event with `loanId`, `seq`, `previous` (the hash before) and, where it has a personal part, a salted commitment to it. */
  readonly body: string;
  /** SHA-256 of the body in UTF-8, 64 hexadecimal digits. */
  readonly hash: string;
  /** The personal part, sealed under the payer's key: opaque text. Absent where the event has none. */
  readonly personal?: string;
}

/** What stands before the first event of a file. */
export const NO_HASH = '0'.repeat(64);
