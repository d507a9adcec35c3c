/** What happens to the money of a loan: debits on demand, collections, repayments elsewhere, reversals. Amounts are whole kobo. Spec §4.7, §6.2. */
import type { Kobo } from '../../money.ts';
import type { EventBase } from './event-base.ts';

/** The facts of one instalment, confirmed by asking the service. Spec §2.6, §6.2. */
export interface CollectionFacts {
  readonly breakdownId?: string;
  readonly instalmentReference: string;
  /** Spec §3.2; open. */
  readonly status: string;
  /** The instalment. */
  readonly due: Kobo;
  /** Collected on it so far. */
  readonly collected: Kobo;
  /** The account that was debited or tried last, where it is one of the loan's. */
  readonly account?: string;
  readonly reason?: string;
  /** Lagos day of it, `YYYY-MM-DD`. */
  readonly date: string;
}

/** A debit is about to be sent. */
export interface DebitIntended extends EventBase<'debit.intended'> {
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
}

/** The service scheduled the debit. */
export interface DebitScheduled extends EventBase<'debit.scheduled'> {
  readonly debitId: string;
  /** Present where the answer never came and asking found the debit. */
  readonly foundByAsking?: true;
  /** The service's `transactionRefence`. */
  readonly reference: string;
  readonly dueDate?: string;
}

/** The service refused the debit: nothing will be taken. */
export interface DebitRefused extends EventBase<'debit.refused'> {
  readonly debitId: string;
  readonly reason: string;
}

/** It is not known whether the debit was taken: ask, never send again. */
export interface DebitUnknown extends EventBase<'debit.unknown'> {
  readonly debitId: string;
  readonly reason: string;
  /** Present where another process wrote it, because the sender has written nothing. */
  readonly lostSender?: true;
  /** The sender's client, from whose clock on it is watched. */
  readonly lookedBy?: string;
  /** How far that clock was ahead of the service's; absent where it was not measured. */
  readonly clockAheadMs?: number;
}

/** The service was asked after a debit and showed nothing of it. Two equal readings in a row, late enough, park it. */
export interface DebitUnseen extends EventBase<'debit.unseen'> {
  readonly debitId: string;
  /** A hash of what the service showed instead, to tell two equal readings. */
  readonly reading: string;
  /** Present on an early look, by which the asking clock counts how long the debit was watched: who looked. Nothing is compared with it. */
  readonly lookedBy?: string;
  /** How far that clock was ahead of the service's; absent where it was not measured. */
  readonly clockAheadMs?: number;
}

/** Asking did not find the debit: whether it was taken is for a person to find out. */
export interface DebitParked extends EventBase<'debit.parked'> {
  readonly debitId: string;
  readonly reason: string;
}

/** The debit came to its end: at the service, or by the decision of a person. */
export interface DebitSettled extends EventBase<'debit.settled'> {
  readonly debitId: string;
  readonly result: 'successful' | 'failed';
  /** What was taken; a debit may succeed with a part. */
  readonly collected: Kobo;
  /** Who decided, and on what ground, where no answer of the service did. */
  readonly decision?: {
    readonly decidedBy: string;
    readonly reason: string /** Present where the service could not be asked then. */;
    readonly withoutAsking?: true;
  };
}

/** Facts of an instalment, confirmed. */
export interface CollectionConfirmed extends EventBase<'collection.confirmed'>, CollectionFacts {}

/** Money that came outside the platform. */
export interface RepaymentRecorded extends EventBase<'repayment.recorded'> {
  readonly amount: Kobo;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly reference: string;
}

/** Money that went back to the payer, or a repayment that did not hold. It is owed again. */
export interface RepaymentReversed extends EventBase<'repayment.reversed'> {
  /** What is reversed: a repayment recorded by the merchant, or money that the platform collected. */
  readonly of: 'repayment' | 'collection';
  readonly amount: Kobo;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The reversal's own reference; the same one is recorded once. */
  readonly reference: string;
  readonly reason: string;
}
