/** How a reading may end: with an error's code, or with what was read. */
export type Ending =
  | 'read'
  | 'limit_exceeded'
  | 'damaged'
  | 'no_text_layer'
  | 'no_transaction_table'
  | 'password_required'
  | 'unsupported_encryption'
  | 'not_a_pdf';

/** A file that means harm, or is broken. */
export interface HostileFile {
  readonly name: string;
  /** Small enough for every run; with `isFull` as large as its kind comes. */
  make(isFull: boolean): Buffer;
  /** The endings that are right; any of them, because what can be repaired differs with the engine's version. */
  readonly endings: readonly Ending[];
  /** Does it take as long as it may? Then its limit of time decides. */
  readonly isEndless?: boolean;
}
