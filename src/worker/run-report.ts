import type { Difference } from '../client/workflows/sync/differences.ts';
import { RepayKitError } from '../errors.ts';
import { looseFields } from '../validation/checks.ts';
import { given } from '../validation/record.ts';
import type { DrainReport } from '../webhooks/receive.ts';
import type { MissedStateChange } from './reconcile/notifier.ts';
import type { Silence } from './reconcile/silence.ts';

/**
 * The kinds of due work of loans: `reports` for the bureau, open `debits` to ask about, loans to `reconcile` with the
 * service.
 */
export type DueKind = 'reports' | 'debits' | 'reconcile';

/** Counts of the reports to the bureau. */
export interface ReportsDone {
  /** Reports that the bureau acknowledged. */
  readonly delivered: number;
  /** Loans whose next report failed. It is retried later. */
  readonly failed: number;
  /** Reports that now need a person. */
  readonly stuck: number;
}

/** Counts of the open debits. */
export interface DebitsDone {
  /** Debits that the service was asked about. */
  readonly asked: number;
  /** Of these, debits that reached their final state. */
  readonly settled: number;
  /** Debits that now need a person. */
  readonly parked: number;
  /** Loans whose debits could not be checked. They are retried later. */
  readonly failed: number;
}

/** Counts of the reconciled loans. */
export interface ReconcileDone {
  /** Loans that were checked with the service. */
  readonly looked: number;
  /**
   * State changes that no webhook had reported, found by visits and by asking about debits. They are stored for the
   * receiver's handlers.
   */
  readonly missing: number;
  /** Loans for which the visit or a notification failed. They are retried later. */
  readonly failed: number;
}

/** Describes a failed piece of work. */
export interface DueError {
  /** The loan. Absent if the inbox, a checkpoint, the book or the silence watch failed. */
  readonly loanId?: string;
  /** The kind of work that failed. */
  readonly kind: DueKind | 'inbox' | 'checkpoint' | 'book' | 'silence';
  /** Why it failed; without personal data. */
  readonly reason: string;
}

/** The result of a run. */
export interface DueReport {
  /** Reports to the credit bureau. */
  readonly reports: ReportsDone;
  /** Debits with an unknown outcome. */
  readonly debits: DebitsDone;
  /** Loans that were reconciled with the service. */
  readonly reconcile: ReconcileDone;
  /** Present if no webhook came for longer than usual. Always absent without an inbox. */
  readonly silence?: Silence;
  /** Webhook deliveries; absent without an inbox. */
  readonly inbox?: DrainReport;
  /** The number of the checkpoint that the run took. Absent if none was due, or another process took it. */
  readonly checkpoint?: number;
  /** The number of loans that were worked on. */
  readonly loans: number;
  /** The duration of the run in milliseconds, on the client's clock. */
  readonly elapsedMs: number;
  /**
   * Why more may be due: the run reached its `limit`, was `stopped`, or the service asked for a `pause`. Absent if all
   * due work was done.
   */
  readonly left?: 'limit' | 'stopped' | 'pause';
  /** Failures, with the first 100 loans. The loan files record all of them. */
  readonly errors: readonly DueError[];
}

/** The piece of work that was just done, and the run so far. */
export interface DueProgress {
  /** The loan of the work. */
  readonly loanId: string;
  /** The kind of the work. */
  readonly kind: DueKind;
  /** The report of the run up to now. */
  readonly soFar: DueReport;
}

/** A difference and its loan. */
export type LoanDifference = Difference & { readonly loanId: string };

export interface WorkDone {
  readonly reports?: Partial<ReportsDone>;
  readonly debits?: Partial<DebitsDone>;
  readonly reconcile?: Partial<ReconcileDone>;
  readonly found?: { readonly missing: readonly MissedStateChange[]; readonly differed: readonly LoanDifference[] };
  readonly reason?: string;
}

const MOST_ERRORS = 100;
const MOST_MISSING = 1_000;

export class RunTally {
  readonly #reports = { delivered: 0, failed: 0, stuck: 0 };
  readonly #debits = { asked: 0, settled: 0, parked: 0, failed: 0 };
  readonly #reconcile = { looked: 0, missing: 0, failed: 0 };
  readonly #loans = new Set<string>();
  readonly #errors: DueError[] = [];
  /** The first state changes that no webhook had reported. */
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
    // Failures of the inbox, checkpoints and the silence watch are recorded only here, so they are never dropped.
    if (error.loanId === undefined || this.#errors.length < MOST_ERRORS) this.#errors.push(error);
  }

  report(elapsedMs: number, left?: DueReport['left']): DueReport {
    return {
      reports: { ...this.#reports },
      debits: { ...this.#debits },
      reconcile: { ...this.#reconcile },
      ...given({ silence: this.silence, inbox: this.#inbox, checkpoint: this.checkpoint }),
      loans: this.#loans.size,
      elapsedMs,
      ...given({ left }),
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

/**
 * Describes an error without personal data. Our own messages are already masked. Of other errors it gives only the name
 * and Node's code, such as EACCES.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof RepayKitError) return error.message;
  if (!(error instanceof Error)) return 'something that is no error was thrown';
  const { code } = looseFields(error);
  return typeof code === 'string' && /^[A-Z][A-Z_]{2,30}$/.test(code) ? `${error.name} (${code})` : error.name;
}
