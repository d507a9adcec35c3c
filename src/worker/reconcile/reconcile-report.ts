import { given } from '../../validation/record.ts';
import type { LoanDifference, WorkDone } from '../run-report.ts';
import type { MissedStateChange } from './notifier.ts';
import type { Silence } from './silence.ts';

/** The progress of a reconciliation. */
export interface ReconcileProgress {
  /** Loans that are done, including those without anything to ask. */
  readonly done: number;
  /** Loans that were checked with the service. */
  readonly looked: number;
  /** Requests sent so far. */
  readonly requests: number;
  /** State changes that no webhook had reported. */
  readonly missing: number;
  /** State changes that were stored as done, with `baseline`. */
  readonly baseline: number;
  /** Differences so far. */
  readonly differed: number;
  /** Loans that failed so far. */
  readonly failed: number;
  /**
   * With `all`: pass it as `after` to continue from here. It advances one page of loans at a time. Loans of an
   * unfinished page are visited again, without calling handlers twice.
   */
  readonly next?: string;
}

/** Why a loan could not be reconciled. It is retried when it is due again. */
export interface ReconcileError {
  /** The loan. */
  readonly loanId: string;
  /** What failed; without personal data. */
  readonly reason: string;
}

/** The result of a reconciliation. It contains no personal data. */
export interface ReconcileReport {
  /** Loans that were checked with the service. */
  readonly looked: number;
  /** Requests that it sent. */
  readonly requests: number;
  /** Whether there was a receiver. If so, missing changes are stored for its handlers, which may still run. */
  readonly isTold: boolean;
  /** State changes that no webhook had reported, at most 1,000. Empty without a receiver. */
  readonly missing: readonly MissedStateChange[];
  /** The number of state changes that no webhook had reported. */
  readonly missingCount: number;
  /** With `baseline`: how many state changes were stored as done. None of them is in `missing`. */
  readonly baseline?: number;
  /** The differences, and whether each still exists, at most 1,000. */
  readonly differed: readonly LoanDifference[];
  /** The number of differences. */
  readonly differedCount: number;
  /** Loans for which the visit or a notification failed. */
  readonly failed: number;
  /** Loans that another process held at both visits, the second at the end of the run. */
  readonly heldElsewhere: number;
  /** Why loans failed, at most 100. */
  readonly errors: readonly ReconcileError[];
  /** Present if no webhook came for longer than usual. Always absent without a receiver. */
  readonly silence?: Silence;
  /** Why more is left: it reached its `limit`, or was `stopped`. */
  readonly left?: 'limit' | 'stopped';
  /** With `all` and more left: pass it as `after` to continue. If absent, start from the beginning. */
  readonly next?: string;
  /** The duration in milliseconds, on the system clock. */
  readonly elapsedMs: number;
}

const MOST_LISTED = 1_000;
const MOST_ERRORS = 100;

export class ReconcileTally {
  readonly missing: MissedStateChange[] = [];
  readonly #isBaseline: boolean;
  readonly #differed: LoanDifference[] = [];
  readonly #errors: ReconcileError[] = [];
  readonly #counts = { done: 0, looked: 0, missing: 0, baseline: 0, differed: 0, failed: 0 };

  constructor({ isBaseline }: { readonly isBaseline: boolean }) {
    this.#isBaseline = isBaseline;
  }

  get done(): number {
    return this.#counts.done;
  }

  add(loanId: string, { reconcile, found, reason }: WorkDone): void {
    const counts = this.#counts;
    counts.done += 1;
    counts.looked += reconcile?.looked ?? 0;
    counts.failed += reconcile?.failed ?? 0;
    counts[this.#isBaseline ? 'baseline' : 'missing'] += found?.missing.length ?? 0;
    counts.differed += found?.differed.length ?? 0;
    if (!this.#isBaseline) this.missing.push(...(found?.missing ?? []).slice(0, MOST_LISTED - this.missing.length));
    this.#differed.push(...(found?.differed ?? []).slice(0, MOST_LISTED - this.#differed.length));
    if (reason !== undefined && this.#errors.length < MOST_ERRORS) this.#errors.push({ loanId, reason });
  }

  progress(requests: number, next: string | undefined): ReconcileProgress {
    return { ...this.#counts, requests, ...given({ next }) };
  }

  report(
    facts: Pick<ReconcileReport, 'requests' | 'isTold' | 'heldElsewhere' | 'elapsedMs'> & Partial<ReconcileReport>,
  ): ReconcileReport {
    const { looked, missing, baseline, differed, failed } = this.#counts;
    return {
      looked,
      ...facts,
      missing: [...this.missing],
      missingCount: missing,
      ...(this.#isBaseline ? { baseline } : {}),
      differed: [...this.#differed],
      differedCount: differed,
      failed,
      errors: [...this.#errors],
    };
  }
}
