// What an event brings of an entry may lack any part of it.
/** An entry of a bank statement. Spec §2.11. */
export interface StatementTransaction {
  /** Out or in. */
  readonly type?: 'debit' | 'credit' | (string & {});
  /** The bank's text of the entry. */
  readonly narration?: string;
  /** In naira. */
  readonly amount?: number;
  /** ISO 8601. */
  readonly date?: string;
  /** Balance after the entry, in naira. */
  readonly balance?: number;
  /** The bank's short code. */
  readonly bankCode?: string;
}
