/** A loan's file, or its end, as a store keeps it. */
export interface LoanFile {
  /** Whose file it is. */
  readonly loanId: string;
  /** Number of events in the whole file. */
  readonly version: number;
  /** In order; those that were asked for. */
  readonly events: readonly StoredEvent[];
}

/** Where a page of a list begins and how long it is. */
export interface PageQuery {
  /** The `next` of the page before; absent for the first one. */
  readonly after?: string;
  /** From 1. */
  readonly limit: number;
}

/** A page of loan ids. */
export interface LoanIdPage {
  /** In the order in which the files were begun. */
  readonly loanIds: readonly string[];
  /** Pass as `after` for the next page; absent on the last one. */
  readonly next?: string;
}

/** How long a file is, and the hash of its last event: all that a checkpoint has to know of it. */
export interface FileHead {
  /** Whose file it is. */
  readonly loanId: string;
  /** How many events it has. */
  readonly version: number;
  /** SHA-256 of its last event, hexadecimal. */
  readonly head: string;
}

/** A page of heads, in the order in which the files were begun. */
export interface FileHeadPage {
  /** One for each file of the page. */
  readonly heads: readonly FileHead[];
  /** Pass as `after` for the next page; absent on the last one. */
  readonly next?: string;
}

/**
 * Work that waits in a loan: `reports` for the bureau, open `debits` to ask about, the service to be asked for changes that no webhook reported
 * (`reconcile`), `news`: state changes that handlers may not have been notified of. Open, so that stores need not know.
 */
export type WorkKind = 'reports' | 'debits' | 'reconcile' | 'news' | (string & {});

/** What is written together with events, or not at all. */
export interface AppendExtras {
  /** The hash with which the file ends, as the writer knows it: after a backup was restored it may have as many events, but others. Where absent, any will do. */
  readonly expectedHead?: string;
  /** Names under which the file is found from now on: opaque text such as `mandate:…`. */
  readonly addLabels?: readonly string[];
  /** Names under which it is not found any more. */
  readonly removeLabels?: readonly string[];
  /**
   * When each kind of work is due, epoch milliseconds; null: nothing is left to do. Sets its attempts back to 0, to 1 while a claim of it is open: its holder
   * may have acted already. Kinds that are not named stay as they are.
   */
  readonly work?: Readonly<Record<string, number | null>>;
}

/** Which waiting work is wanted. */
export interface ClaimQuery {
  /** Epoch milliseconds. */
  readonly now: number;
  /** How long the claim holds, in milliseconds. */
  readonly leaseMs: number;
  /** At most so many. */
  readonly limit: number;
  /** Only work of these kinds. */
  readonly kinds: readonly WorkKind[];
  /** Of this loan only, and also before it is due. */
  readonly loanId?: string;
}

/** Work that was claimed: until the lease runs out, no one else gets it. */
export interface WorkClaim {
  /** Whose work it is. */
  readonly loanId: string;
  /** What is to be done. */
  readonly kind: WorkKind;
  /** Epoch milliseconds. */
  readonly dueAt: number;
  /** Grows with every claim of this work and is never used again: what distinguishes a late claimant from the present one. */
  readonly fence: number;
  /** Claims since the work was set or last settled without failure, this one included: above 1, an earlier one may have acted without being able to say so. */
  readonly attempts: number;
}

/** How a claim ended. */
export type ClaimEnd =
  /** Nothing stands in the way; what is left, and when it is due, was set by the events that were appended meanwhile. Without such, it stays due when it was. */
  | { readonly kind: 'done' }
  /** It has to be tried again at `dueAt` (epoch milliseconds); counts as a failed attempt. The reason holds nothing personal. */
  | { readonly kind: 'failed'; readonly dueAt: number; readonly reason: string };

/** The promise of a place where loan files are kept: append-only, with optimistic versions, and with the work that waits in them. */
export interface LoanStore {
  /** Is this a transaction of the merchant's own? What it holds may be rolled back, so that nothing may be sent to the service on its strength. */
  readonly isTransaction?: boolean;
  /** The file with its events after `afterSeq` (default 0: all), or undefined if the loan is unknown. */
  load(loanId: string, afterSeq?: number): Promise<LoanFile | undefined>;
  /**
   * Appends all events and extras or nothing, durably, if the file still has `expectedVersion` events (0: it does not exist yet). Without events nothing
   * is appended; the extras are set all the same, if the file exists.
   * @throws ConflictError when another process was first (load again and decide again), the file does not end with `expectedHead`, or another file has a
   *   `mandate:` label already
   */
  append(loanId: string, expectedVersion: number, events: readonly StoredEvent[], extras?: AppendExtras): Promise<void>;
  /** Loan ids under a label, in the order in which the files were begun. */
  find(label: string, page: PageQuery): Promise<LoanIdPage>;
  /** All files, in the order in which they were begun. */
  list(page: PageQuery): Promise<FileHeadPage>;
  /** Claims work that is due and not leased, what was due first first; each claim goes to one claimant only. */
  claim(query: ClaimQuery): Promise<readonly WorkClaim[]>;
  /** Ends a claim, once; false, and no change, when it ended before, or ran out and the work was claimed again. */
  settle(claim: WorkClaim, end: ClaimEnd): Promise<boolean>;
}

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
