import type { Statement } from '../../../statements/statement.ts';

/** Why a statement does not prove itself. */
export interface UnprovedReading {
  readonly proved: false;
  /** 0 to 1. */
  readonly confidence: number;
  /** For people; no personal data. */
  readonly doubts: readonly string[];
}

/** What is known of a statement once it was read, or of a test borrower from the start. Amounts in naira, entries oldest first. */
export interface ReadEntries
  extends Pick<Statement, 'account' | 'period' | 'openingBalance' | 'closingBalance' | 'transactions'> {
  /** Of the file; undefined where it was not looked into. */
  readonly pages: number | undefined;
  /** Undefined for what proves itself. */
  readonly unproved: UnprovedReading | undefined;
}

/** What is announced of a statement that was read. */
export function entriesOf({ proof, ...statement }: Statement): ReadEntries {
  const { confidence, doubts } = proof;
  return { ...statement, unproved: proof.proved ? undefined : { proved: false, confidence, doubts } };
}
