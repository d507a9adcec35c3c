import { singleFlight } from '../clock/mutex.ts';
import type { BookTables } from './book-tables.ts';

/** A loan's file as a store keeps it, or the end of one. */
export interface LoanFile {
  /** The id of the loan. */
  readonly loanId: string;
  /** Number of events in the whole file. */
  readonly version: number;
  /** The requested events, in order. */
  readonly events: readonly StoredEvent[];
}

/** Selects a page of a list. */
export interface PageQuery {
  /** The `next` of the previous page. Absent for the first one. */
  readonly after?: string;
  /** The maximum number of items, from 1. */
  readonly limit: number;
}

/** A page of loan ids. */
export interface LoanIdPage {
  /** In the order in which the files were created. */
  readonly loanIds: readonly string[];
  /** Pass as `after` for the next page. Absent on the last one. */
  readonly next?: string;
}

/** The length of a file and the hash of its last event. */
export interface FileHead {
  /** The id of the loan. */
  readonly loanId: string;
  /** Number of events. */
  readonly version: number;
  /** SHA-256 of its last event, hexadecimal. */
  readonly head: string;
}

/** A page of heads, in the order in which the files were created. */
export interface FileHeadPage {
  /** One head for each file of the page. */
  readonly heads: readonly FileHead[];
  /** Pass as `after` for the next page. Absent on the last one. */
  readonly next?: string;
}

/**
 * Kinds of work that a loan can have. `reports`: send to the bureau. `debits`: ask about open debits. `reconcile`: ask
 * the service for changes that no webhook reported. `news`: notify handlers of state changes. Stores accept others too.
 */
export type WorkKind = 'reports' | 'debits' | 'reconcile' | 'news' | (string & {});

/** Changes to write together with events, atomically. */
export interface AppendExtras {
  /** The hash of the last event as the writer knows it: a restored backup may differ. If absent, any is accepted. */
  readonly expectedHead?: string;
  /** Labels to add, under which the file can be found: opaque text such as `mandate:…`. */
  readonly addLabels?: readonly string[];
  /** Labels to remove. */
  readonly removeLabels?: readonly string[];
  /** When each kind of work is due, epoch ms; null: nothing is left. Resets the attempts (to 1 if claimed). */
  readonly work?: Readonly<Record<string, number | null>>;
}

/** Selects the work to claim. */
export interface ClaimQuery {
  /** The current time, epoch milliseconds. */
  readonly now: number;
  /** Duration of the claim, in milliseconds. */
  readonly leaseMs: number;
  /** The maximum number of claims. */
  readonly limit: number;
  /** Only work of these kinds. */
  readonly kinds: readonly WorkKind[];
  /** Only work of this loan, even if it is not due yet. */
  readonly loanId?: string;
}

/** Claimed work. No one else gets it until the lease expires. */
export interface WorkClaim {
  /** The id of the loan. */
  readonly loanId: string;
  /** The kind of work. */
  readonly kind: WorkKind;
  /** Epoch milliseconds. */
  readonly dueAt: number;
  /** Increases with every claim of this work and is never reused. It identifies a late claimant. */
  readonly fence: number;
  /** Claims since the work was set or succeeded, with this one. Above 1, an earlier claimant may have acted. */
  readonly attempts: number;
}

/** The outcome of a claim. */
export type ClaimEnd =
  /** Success. Events appended meanwhile set what is due next. Without such events, the due time stays. */
  | { readonly kind: 'done' }
  /** Try again at `dueAt` (epoch milliseconds). Counts as a failed attempt. The reason holds nothing personal. */
  | { readonly kind: 'failed'; readonly dueAt: number; readonly reason: string };

/** Keeps loan files, append-only and with optimistic versions, the due work of the loans, and a book of them all. */
export interface LoanStore {
  /** Whether this is your own transaction. It can roll back, so the client sends no requests. */
  readonly isTransaction?: boolean;
  /** Rows of all loans, for questions about many of them. A store without it cannot answer those of `repaykit/book`. */
  readonly book?: BookTables;
  /** The file with its events after `afterSeq` (default 0: all). Undefined if the loan is unknown. */
  load(loanId: string, afterSeq?: number): Promise<LoanFile | undefined>;
  /**
   * Appends all events and extras, or nothing, durably, if the file still has `expectedVersion` events (0: it does not
   * exist yet). Without events, only the extras are set, if the file exists.
   * @throws ConflictError if another process was first (load again and decide again), the file does not end with
   * `expectedHead`, or another file has a `mandate:` label already
   */
  append(loanId: string, expectedVersion: number, events: readonly StoredEvent[], extras?: AppendExtras): Promise<void>;
  /** Ids of the loans with a label, in the order in which the files were created. */
  find(label: string, page: PageQuery): Promise<LoanIdPage>;
  /** All files, in the order in which they were created. */
  list(page: PageQuery): Promise<FileHeadPage>;
  /** Claims work that is due and not leased, earliest due time first. Each work item goes to one claimant only. */
  claim(query: ClaimQuery): Promise<readonly WorkClaim[]>;
  /** Ends a claim once. Returns false, without a change, if it has ended or its work was claimed again. */
  settle(claim: WorkClaim, end: ClaimEnd): Promise<boolean>;
}

/** A stored event: the hashed bytes and, separately, the personal part. */
export interface StoredEvent {
  /** Its position in the file, from 1. */
  readonly seq: number;
  /** RFC 8785 JSON: the facts, `loanId`, `seq`, `previous` (a hash) and a salted commitment to the personal part. */
  readonly body: string;
  /** SHA-256 of the body in UTF-8, as 64 hexadecimal digits. */
  readonly hash: string;
  /** The personal part as opaque text, sealed under the payer's key. Absent if the event has none. */
  readonly personal?: string;
}

/** The `previous` of the first event of a file. */
export const NO_HASH = '0'.repeat(64);

/** All pages of a list, in order. */
export async function* pagesOf<Page extends { readonly next?: string }>(
  limit: number,
  load: (page: PageQuery) => Promise<Page>,
): AsyncGenerator<Page> {
  let after: string | undefined;
  do {
    const page = await load({ limit, ...(after !== undefined && { after }) });
    yield page;
    after = page.next;
  } while (after !== undefined);
}

/** A book whose code is loaded with the first question, because most processes never ask it. */
export function bookOnDemand(load: () => Promise<BookTables>): BookTables {
  const book = singleFlight(load);
  return {
    advance: async (input) => (await book()).advance(input),
    state: async () => (await book()).state(),
    page: async (query) => (await book()).page(query),
    count: async (filter) => (await book()).count(filter),
    find: async (loanId) => (await book()).find(loanId),
    scan: async (visit, signal) => (await book()).scan(visit, signal),
  };
}
