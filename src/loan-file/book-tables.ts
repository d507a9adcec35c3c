/**
 * The book: rows that are derived from the loan files and kept beside them, so that questions about all loans need not
 * load every file. Only a store writes them, from what `project` returns. Amounts are whole kobo, days are `YYYY-MM-DD`
 * in Lagos.
 */
/** One loan, as its file shows it. */
export interface BookLoanRow {
  readonly loanId: string;
  /** Number of events that the row was made from. */
  readonly version: number;
  readonly payerId: string;
  readonly mandateId: string;
  readonly stage: string;
  /** Spec §3.1. Null before the mandate is read. */
  readonly mandateStatus: string | null;
  readonly collectionMode: string;
  readonly openedOn: string;
  /** Null before the disbursement. */
  readonly disbursedOn: string | null;
  readonly closedOn: string | null;
  /** Whether the loan began elsewhere. */
  readonly isAdopted: boolean;
  /** What was disbursed, or approved before that. */
  readonly principal: number;
  readonly due: number;
  readonly collected: number;
  readonly repaidOutside: number;
  readonly outstanding: number;
  readonly overpaid: number;
  /** Due date of the oldest instalment that is not fully paid. Null if nothing is owed. Days past due follow from it. */
  readonly unpaidSince: string | null;
  /** Manual debits that have not ended. The next two are among them. */
  readonly openDebits: number;
  readonly unknownDebits: number;
  readonly parkedDebits: number;
  /** Duties owed on the day on which the row was made. */
  readonly duties: number;
  /** The earliest day by which one of them is to be done. */
  readonly dutyUntil: string | null;
  /**
   * The day from which the row is outdated, although the file has not changed: later than the day on which it was made.
   * Null if time changes nothing.
   */
  readonly refreshOn: string | null;
  /** What happened and when it was known, as text for the figures. */
  readonly history: string;
}

/** What figures read of a loan. */
export type BookHistoryRow = Pick<BookLoanRow, 'loanId' | 'history'>;

/** One instalment of a loan. */
export interface BookInstalmentRow {
  /** From 1, in the order of the due dates. */
  readonly number: number;
  readonly dueDate: string;
  readonly amount: number;
  /** What is left of it when everything that came in pays the oldest instalments first. */
  readonly unpaid: number;
}

/** One chosen account of a loan. */
export interface BookAccountRow {
  /** Its position in the cascade: 0 is the primary account. */
  readonly position: number;
  /** The bank's code. Null in files from before it was recorded. */
  readonly bank: string | null;
  /** The mandate's status on this account. Spec §3.1. */
  readonly status: string | null;
}

/** Everything that the book holds of one loan. */
export interface BookEntry {
  readonly loan: BookLoanRow;
  readonly instalments: readonly BookInstalmentRow[];
  readonly accounts: readonly BookAccountRow[];
}

/** How far the book has read the log. All events up to there are in its rows, and no later one. */
export interface BookUpTo {
  /** Number of events up to there, of all files of the store. */
  readonly events: number;
  /** The latest time of those events, ISO 8601 UTC. Absent if there are none. */
  readonly at?: string;
  /** Number of later events, which the rows lack. 0: the book is current. */
  readonly behind: number;
}

/** A build of the whole book from the files. */
export interface BookBuild {
  /** Number of files that are done. */
  readonly done: number;
  /** Number of files to do. */
  readonly total: number;
}

/** Filters of loans. All given ones must match. Absent ones do not filter. */
export interface BookFilter {
  readonly loanIds?: readonly string[];
  readonly stages?: readonly string[];
  readonly mandateStatuses?: readonly string[];
  /** Matches a loan with such an account among the chosen ones. */
  readonly accountStatuses?: readonly string[];
  readonly banks?: readonly string[];
  readonly payerId?: string;
  readonly collectionMode?: string;
  /** Matches a loan with an unpaid instalment that is due within these days, inclusive. */
  readonly dueFrom?: string;
  readonly dueTo?: string;
  /** Bounds of `unpaidSince`, inclusive. A loan that owes nothing matches neither. */
  readonly unpaidSinceFrom?: string;
  readonly unpaidSinceTo?: string;
  /** Bounds of `outstanding`, inclusive. */
  readonly outstandingFrom?: number;
  readonly outstandingTo?: number;
  /** Matches a loan with at least one such debit. */
  readonly debits?: 'open' | 'unknown' | 'parked';
  /** Matches a loan that owes a duty by this day, inclusive. */
  readonly dutyUntil?: string;
  /** Matches a loan that owes any duty (true), or none (false). */
  readonly hasDuties?: boolean;
}

/**
 * `opened`: in the order in which the files were created. `unpaidSince`: oldest first, and last the loans that owe
 * nothing. `outstanding`: largest first.
 */
export type BookOrder = 'opened' | 'unpaidSince' | 'outstanding';

export interface BookPageQuery {
  readonly filter: BookFilter;
  readonly orderBy: BookOrder;
  /** The `next` of the previous page. Absent for the first one. */
  readonly after?: string;
  readonly limit: number;
}

/** Rows of loans without their history. */
export interface BookPage {
  readonly loans: readonly Omit<BookLoanRow, 'history'>[];
  /** Pass as `after` for the next page. Absent on the last one. */
  readonly next?: string;
  readonly upTo: BookUpTo;
}

/** A stored event without its personal part: the book holds nothing personal. */
export interface BookEvent {
  /** Its position in the file, from 1. */
  readonly seq: number;
  /** The facts, as JSON. */
  readonly body: string;
  /** SHA-256 of the body in UTF-8, as 64 hexadecimal digits. */
  readonly hash: string;
}

/** A file from its first event up to one of its events, whose entry is outdated. */
export interface ChangedFile {
  readonly loanId: string;
  readonly events: readonly BookEvent[];
}

/** Derives the entry of a file. Undefined if it is not the file of a loan. Throws if the file cannot be believed. */
export type ProjectFile = (file: ChangedFile) => { readonly entry: BookEntry | undefined; readonly at: string };

export interface AdvanceInput {
  readonly project: ProjectFile;
  /** Rows with `refreshOn` up to this day are made again. */
  readonly today: string;
  /** The largest number of files in this step. Files that were changed by one transaction are never divided. */
  readonly limit: number;
  /**
   * Builds the whole book from the files, while the present rows go on answering. `begin` starts from nothing, also if
   * a build is under way. `continue` goes on with a build that any process began. If there is none, it does what a
   * call without this option does. So begin once, then continue until the answer has no `build`. After a
   * crash, continue if `state()` shows a build. Without this option a call brings the present rows forward, or builds
   * them if there are none yet.
   */
  readonly rebuild?: 'begin' | 'continue';
}

/** The result of one step. */
export interface BookAdvance {
  /** Number of files whose entries were made. */
  readonly files: number;
  /** Whether more is left to do at once. */
  readonly hasMore: boolean;
  /** Present while the whole book is being built. Absent once that is done, and if another process is at work. */
  readonly build?: BookBuild;
  /** True if another process is advancing the book just now, so that this call did nothing: try again later. */
  readonly isBusy?: true;
}

/** The book of a store. Each answer comes from one consistent state of it and says which. */
export interface BookTables {
  /**
   * Brings the book forward by one step, atomically, in the order of commits. Any number of processes may call it: one
   * at a time works.
   * @throws what `project` throws, and then nothing has changed; StoreError; InputError
   */
  advance(input: AdvanceInput): Promise<BookAdvance>;
  /** How far the book is. Undefined if it was never built completely; then `build` says how far the build is. */
  state(): Promise<{ readonly upTo?: BookUpTo; readonly build?: BookBuild }>;
  /**
   * A page of the loans that match.
   * @throws StoreError if the book was never built completely, as do the methods below; InputError
   */
  page(query: BookPageQuery): Promise<BookPage>;
  /** Number of loans that match. */
  count(filter: BookFilter): Promise<{ readonly count: number; readonly upTo: BookUpTo }>;
  /** The entry of a loan. Absent if the book has none of this id. */
  find(loanId: string): Promise<{ readonly entry?: BookEntry; readonly upTo: BookUpTo }>;
  /**
   * Calls `visit` with the history of each loan, in the order in which the files were created. All are of one state.
   * @throws what `visit` throws, the signal's reason
   */
  scan(visit: (row: BookHistoryRow) => void, signal?: AbortSignal): Promise<BookUpTo>;
}
