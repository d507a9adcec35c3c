import type { LoanDifference, WorkDone } from '../run-report.ts';
import type { MissedStateChange } from './notifier.ts';
import type { Silence } from './silence.ts';

/** How far a reconciliation has come. */
export interface ReconcileProgress {
  /** Loans that are done, also those of which nothing had to be asked. */
  readonly done: number;
  /** Loans that the service was asked about. */
  readonly looked: number;
  /** Requests that went out so far. */
  readonly requests: number;
  /** State changes that no webhook had reported. */
  readonly missing: number;
  /** State changes that were stored as done, with `baseline`. */
  readonly baseline: number;
  /** Loans that differed so far. */
  readonly differed: number;
  /** Loans that could not be asked about so far. */
  readonly failed: number;
  /** With `all`: pass as `after` to go on from here. It moves a page of loans at a time; those of the page are asked about again, without calling handlers twice. */
  readonly next?: string;
}

/** Why a loan could not be reconciled. It is tried again when it is due again. */
export interface ReconcileError {
  /** Which one. */
  readonly loanId: string;
  /** Without personal data. */
  readonly reason: string;
}

/** What a reconciliation found. Nothing of it is personal. */
export interface ReconcileReport {
  /** Loans that the service was asked about. */
  readonly looked: number;
  /** Requests that went out for it. */
  readonly requests: number;
  /** Was there a receiver? What was missing is stored for its handlers, which may still run. */
  readonly isTold: boolean;
  /** State changes that no webhook had reported, the first thousand; empty without a receiver. */
  readonly missing: readonly MissedStateChange[];
  /** How many pieces of news no webhook had brought. */
  readonly missingCount: number;
  /** With `baseline`: how many state changes were stored as done; none of them is among those `missing`. */
  readonly baseline?: number;
  /** What differed, and whether it still does, the first thousand. */
  readonly differed: readonly LoanDifference[];
  /** How many loans differed. */
  readonly differedCount: number;
  /** Loans that could not be asked about, or notified of. */
  readonly failed: number;
  /** Loans that were skipped, also a second time at the end, because another process held them, or had and its lease has not run out. */
  readonly heldElsewhere: number;
  /** Why, of the first hundred. */
  readonly errors: readonly ReconcileError[];
  /** No webhook came for longer than usual; absent where that is not so, and without a receiver. */
  readonly silence?: Silence;
  /** Why more is left: it had its `limit`, or was `stopped`. */
  readonly left?: 'limit' | 'stopped';
  /** With `all`, where more is left: pass as `after` to go on. Absent: from the beginning. */
  readonly next?: string;
  /** On the machine's clock. */
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
    return { ...this.#counts, requests, ...(next === undefined ? {} : { next }) };
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
