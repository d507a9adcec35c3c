/** The events of debits, collections, repayments elsewhere and reversals. Whole kobo. Spec §4.7, §6.2. */
import type { Kobo } from '../../money.ts';

/** Attempts on one account that ended in the same way. Spec §2.6, §4.9. */
export interface AttemptFacts {
  /** When each was made, ISO 8601 UTC, in order. */
  readonly at: readonly string[];
  /** The UTC day up to which the same attempts were made at the same times of each day. `at` is of the first day. */
  readonly dailyUntil?: string;
  readonly status: 'successful' | 'failed';
  readonly amount: Kobo;
  /** The bank's response code. Spec §7. */
  readonly code?: string;
  /** The bank's code. */
  readonly bank?: string;
  /** The account, if it is one of the loan's, and its position in the cascade: 0 is the primary. */
  readonly account?: string;
  readonly position?: number;
}

/** The facts of one instalment, confirmed by the service. Spec §2.6, §6.2. */
export interface CollectionFacts {
  readonly breakdownId?: string;
  readonly instalmentReference: string;
  /** An open set, spec §3.2. */
  readonly status: string;
  readonly due: Kobo;
  readonly collected: Kobo;
  /** The account that was debited or tried last, if it is one of the loan's. */
  readonly account?: string;
  /** Why the rest of it was not collected. */
  readonly reason?: string;
  /** The day of the last money, or of the last attempt if there is none: in Lagos, `YYYY-MM-DD`. */
  readonly date: string;
  /** The attempts. An event holds those that were not on file before. Older files hold none. */
  readonly attempts?: readonly AttemptFacts[];
}

/** Money that came in outside the platform. */
export interface Repayment {
  readonly amount: Kobo;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly reference: string;
}

/** Money that went back to the payer, or a repayment that did not hold. It is owed again. */
export interface Reversal extends Repayment {
  /** What is reversed: a repayment that the lender recorded, or money that the platform collected. */
  readonly of: 'repayment' | 'collection';
  readonly reason: string;
}

interface OfDebit {
  readonly debitId: string;
}

interface OfDebitWithReason extends OfDebit {
  readonly reason: string;
}

/** The client that watches a debit, and its clock. */
interface Watched {
  readonly lookedBy?: string;
  /** How far that clock was ahead of the service's. Absent if not measured. */
  readonly clockAheadMs?: number;
}

export interface MoneyEvents {
  'debit.intended': {
    readonly debitId: string;
    readonly amount: Kobo;
    readonly debitDate: string;
    /** How far the sender's clock was ahead of the service's (negative: behind), if measured and large. */
    readonly clockAheadMs?: number;
    /** The last possible day of the debit, if the service does not show its day. */
    readonly latestDate?: string;
    /** The debits of unknown outcome that the request named in order to be sent despite them. */
    readonly despiteUnknown?: readonly string[];
  };
  'debit.scheduled': OfDebit & {
    /** Present if the answer never arrived and asking found the debit. */
    readonly foundByAsking?: true;
    readonly reference: string;
    readonly dueDate?: string;
  };
  /** The service refused the debit: nothing will be taken. */
  'debit.refused': OfDebitWithReason;
  /** The outcome is unknown: ask, never send again. Watched from now on, by the sender's clock. */
  'debit.unknown': OfDebitWithReason &
    Watched & {
      /** Present if another process recorded it, because the sender recorded nothing. */
      readonly lostSender?: true;
    };
  /** Two equal readings that are late enough park the debit. An early look only records who looked. */
  'debit.unseen': OfDebit &
    Watched & {
      /** A hash of what the service showed instead, to detect equal readings. */
      readonly reading: string;
    };
  /** Asking did not find the debit. A person has to find out whether it was taken. */
  'debit.parked': OfDebitWithReason;
  /** The debit ended: at the service, or by a person's decision. */
  'debit.settled': OfDebit & {
    readonly result: 'successful' | 'failed';
    /** What was taken. A debit may succeed partially. */
    readonly collected: Kobo;
    /** Who decided, and why, if it was not the service. */
    readonly decision?: {
      readonly decidedBy: string;
      readonly reason: string;
      /** Present if the service could not be asked. */
      readonly withoutAsking?: true;
    };
  };
  'collection.confirmed': CollectionFacts & {
    /** Present if the client asked without a notification about this instalment. */
    readonly isFound?: true;
  };
  'repayment.recorded': Repayment & {
    /** The Lagos day on which the system before an adoption recorded it. */
    readonly recordedOn?: string;
  };
  'repayment.reversed': Reversal;
}
