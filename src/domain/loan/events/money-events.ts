/** What happens to the money of a loan: debits on demand, collections, repayments elsewhere, reversals. Amounts are whole kobo. Spec §4.7, §6.2. */
import type { Kobo } from '../../money.ts';

/** The facts of one instalment, confirmed by asking the service. Spec §2.6, §6.2. */
export interface CollectionFacts {
  readonly breakdownId?: string;
  readonly instalmentReference: string;
  /** Spec §3.2; open. */
  readonly status: string;
  readonly due: Kobo;
  readonly collected: Kobo;
  /** The account that was debited or tried last, where it is one of the loan's. */
  readonly account?: string;
  readonly reason?: string;
  /** Lagos day of it, `YYYY-MM-DD`. */
  readonly date: string;
}

/** Money that came outside the platform. */
export interface Repayment {
  readonly amount: Kobo;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly reference: string;
}

/** Money that went back to the payer, or a repayment that did not hold. It is owed again. */
export interface Reversal extends Repayment {
  /** What is reversed: a repayment recorded by the merchant, or money that the platform collected. */
  readonly of: 'repayment' | 'collection';
  readonly reason: string;
}

interface OfDebit {
  readonly debitId: string;
}

interface OfDebitWithReason extends OfDebit {
  readonly reason: string;
}

/** Whose clock counts how long a debit is watched. */
interface Watched {
  readonly lookedBy?: string;
  /** How far that clock was ahead of the service's; absent where it was not measured. */
  readonly clockAheadMs?: number;
}

export interface MoneyEvents {
  'debit.intended': {
    readonly debitId: string;
    readonly amount: Kobo;
    /** `YYYY-MM-DD`. */
    readonly debitDate: string;
    /** How far the sender's clock was ahead of the service's (behind: below zero), where that was measured and large. */
    readonly clockAheadMs?: number;
    /** The last day on which it may be tried, where the service does not show for which day it is. */
    readonly latestDate?: string;
    /** Ids of the debits of unknown outcome despite which it was asked for, as the request named them. */
    readonly despiteUnknown?: readonly string[];
  };
  'debit.scheduled': OfDebit & {
    /** Present where the answer never came and asking found the debit. */
    readonly foundByAsking?: true;
    readonly reference: string;
    readonly dueDate?: string;
  };
  /** The service refused the debit: nothing will be taken. */
  'debit.refused': OfDebitWithReason;
  /** It is not known whether the debit was taken: ask, never send again. It is watched from the sender's clock on. */
  'debit.unknown': OfDebitWithReason &
    Watched & {
      /** Present where another process wrote it, because the sender has written nothing. */
      readonly lostSender?: true;
    };
  /** The service showed nothing of a debit: two equal readings, late enough, park it. An early look names who looked; nothing is compared with it. */
  'debit.unseen': OfDebit &
    Watched & {
      /** A hash of what the service showed instead, to tell two equal readings. */
      readonly reading: string;
    };
  /** Asking did not find the debit: whether it was taken is for a person to find out. */
  'debit.parked': OfDebitWithReason;
  /** The debit came to its end: at the service, or by the decision of a person. */
  'debit.settled': OfDebit & {
    readonly result: 'successful' | 'failed';
    /** What was taken; a debit may succeed with a part. */
    readonly collected: Kobo;
    /** Who decided, and on what ground, where no answer of the service did. */
    readonly decision?: {
      readonly decidedBy: string;
      readonly reason: string;
      /** Present where the service could not be asked then. */
      readonly withoutAsking?: true;
    };
  };
  'collection.confirmed': CollectionFacts;
  'repayment.recorded': Repayment;
  'repayment.reversed': Reversal;
}
