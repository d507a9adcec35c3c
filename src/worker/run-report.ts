import type { Difference } from '../client/workflows/sync/differences.ts';
import { RepayKitError } from '../errors.ts';
import { looseFields } from '../validation/checks.ts';
import type { DrainReport } from '../webhooks/receive.ts';
import type { MissedStateChange } from './reconcile/notifier.ts';
import type { Silence } from './reconcile/silence.ts';

/** Work that waits in loans: `reports` for the bureau, open `debits` to ask about, loans to `reconcile` with the service. */
export type DueKind = 'reports' | 'debits' | 'reconcile';

/** Reports to the bureau. */
export interface ReportsDone {
  /** Reports that the bureau acknowledged. */
  readonly delivered: number;
  /** Loans whose next report is tried again later. */
  readonly failed: number;
  /** Reports that wait for a person from now on. */
  readonly stuck: number;
}

/** Open debits. */
export interface DebitsDone {
  /** Debits that were asked about. */
  readonly asked: number;
  /** Of these, debits that have come to their end. */
  readonly settled: number;
  /** Debits that wait for a person from now on. */
  readonly parked: number;
  /** Loans whose debits could not be asked about; they are asked about again later. */
  readonly failed: number;
}

/** Loans that the service was asked about although no webhook came. */
export interface ReconcileDone {
  /** Loans that the service was asked about. */
  readonly looked: number;
  /** State changes that no webhook had reported, found by visits and by asking about debits; they are stored for the receiver's handlers. */
  readonly missing: number;
  /** Loans that could not be asked about, or notified of; that is done again later. */
  readonly failed: number;
}

/** Why a piece of work failed. */
export interface DueError {
  /** Absent where the inbox, a checkpoint or the watch for silence failed. */
  readonly loanId?: string;
  /** What was being done. */
  readonly kind: DueKind | 'inbox' | 'checkpoint' | 'silence';
  /** Without personal data. */
  readonly reason: string;
}

/** What a run has done. */
export interface DueReport {
  /** Reports to the credit bureau. */
  readonly reports: ReportsDone;
  /** Debits whose end was not known. */
  readonly debits: DebitsDone;
  /** Loans that were compared with the service. */
  readonly reconcile: ReconcileDone;
  /** No webhook came for longer than usual; absent where that is not so, and without an inbox. */
  readonly silence?: Silence;
  /** Webhook deliveries; absent without an inbox. */
  readonly inbox?: DrainReport;
  /** The number of the checkpoint that the run took; absent when none was due, or another process took it. */
  readonly checkpoint?: number;
  /** How many loans were worked on. */
  readonly loans: number;
  /** On the client's clock. */
  readonly elapsedMs: number;
  /** Why more may be due: the run had its `limit`, was `stopped`, or the service asked for a `pause`. Absent when all that was due was done. */
  readonly left?: 'limit' | 'stopped' | 'pause';
  /** What failed; of the loans the first 100, whose files hold all of it. */
  readonly errors: readonly DueError[];
}

/** The piece of work that was just done, and the run so far. */
export interface DueProgress {
  /** Whose work it was. */
  readonly loanId: string;
  /** What was done. */
  readonly kind: DueKind;
  /** The whole run up to now. */
  readonly soFar: DueReport;
}

/** A difference, and the loan it is of. */
export type LoanDifference = Difference & { readonly loanId: string };

/** What one piece of work adds to the report. */
export interface WorkDone {
  readonly reports?: Partial<ReportsDone>;
  readonly debits?: Partial<DebitsDone>;
  readonly reconcile?: Partial<ReconcileDone>;
  /** What reconciliation found. */
  readonly found?: { readonly missing: readonly MissedStateChange[]; readonly differed: readonly LoanDifference[] };
  readonly reason?: string;
}

const MOST_ERRORS = 100;
const MOST_MISSING = 1_000;

/** Adds up what a run does. */
export class RunTally {
  readonly #reports = { delivered: 0, failed: 0, stuck: 0 };
  readonly #debits = { asked: 0, settled: 0, parked: 0, failed: 0 };
  readonly #reconcile = { looked: 0, missing: 0, failed: 0 };
  readonly #loans = new Set<string>();
  readonly #errors: DueError[] = [];
  /** The first of the state changes that no webhook had reported. */
  readonly missing: MissedStateChange[] = [];
  silence: Silence | undefined;
  #inbox: DrainReport | undefined;
  checkpoint: number | undefined;

  add(loanId: string, kind: DueKind, { reports, debits, reconcile, found, reason }: WorkDone): void {
    this.#loans.add(loanId);
    addUp(this.#reports, reports);
    addUp(this.#debits, debits);
    addUp(this.#reconcile, reconcile);
    if (found && this.missing.length < MOST_MISSING) this.missing.push(...found.missing);
    if (reason !== undefined) this.fail({ loanId, kind, reason });
  }

  addDrained(report: DrainReport): void {
    const sum = { done: 0, failed: 0, quarantined: 0, elsewhere: 0 };
    addUp(sum, this.#inbox);
    addUp(sum, report);
    this.#inbox = sum;
  }

  fail(error: DueError): void {
    // Failures of the inbox, checkpoints and the watch for silence are recorded nowhere else.
    if (error.loanId === undefined || this.#errors.length < MOST_ERRORS) this.#errors.push(error);
  }

  report(elapsedMs: number, left?: DueReport['left']): DueReport {
    return {
      reports: { ...this.#reports },
      debits: { ...this.#debits },
      reconcile: { ...this.#reconcile },
      ...(this.silence ? { silence: this.silence } : {}),
      ...(this.#inbox ? { inbox: this.#inbox } : {}),
      ...(this.checkpoint === undefined ? {} : { checkpoint: this.checkpoint }),
      loans: this.#loans.size,
      elapsedMs,
      ...(left ? { left } : {}),
      errors: [...this.#errors],
    };
  }
}

function addUp<Names extends string>(
  sums: Record<Names, number>,
  more: Readonly<Partial<Record<Names, number>>> | undefined,
): void {
  if (more) for (const name of Object.keys(sums) as Names[]) sums[name] += more[name] ?? 0;
}

/** Why something failed, without personal data: our own messages are masked already; of others only the name and Node's code, such as EACCES, are given. */
export function reasonOf(error: unknown): string {
  if (error instanceof RepayKitError) return error.message;
  if (!(error instanceof Error)) return 'something that is no error was thrown';
  const { code } = looseFields(error);
  return typeof code === 'string' && /^[A-Z][A-Z_]{2,30}$/.test(code) ? `${error.name} (${code})` : error.name;
}
