import type { LoanEvent } from '../domain/loan/events.ts';

/** A loan's file as a store keeps it: everything that happened, in order. Its version is the number of events. */
export interface LoanFile {
  readonly loanId: string;
  readonly events: readonly LoanEvent[];
}

/** A page of loan ids. */
export interface LoanIdPage {
  readonly loanIds: readonly string[];
  /** Pass as `after` for the next page; absent on the last one. */
  readonly next?: string;
}

/** The promise of a place where loan files are kept: append-only, with optimistic versions. */
export interface LoanStore {
  /** The file, or undefined if the loan is unknown. */
  load(loanId: string): Promise<LoanFile | undefined>;
  /**
   * Appends all events or none, durably, if the file still has `expectedVersion` events (0: it does not exist yet).
   * @throws ConflictError when another process was first; load again and decide again.
   */
  append(loanId: string, expectedVersion: number, events: readonly LoanEvent[]): Promise<void>;
  /** The loan that owns a mandate, or undefined. */
  findByMandate(mandateId: string): Promise<string | undefined>;
  /** Loan ids in the order in which the files were begun. */
  list(page: { readonly after?: string; readonly limit: number }): Promise<LoanIdPage>;
}
