/**
 * The loan as merchants hold it: a value whose type is its stage. Every step takes a loan at one stage and returns it at the next,
 * so the wrong order does not compile. Amounts are in naira here, as everywhere on the merchant's side.
 */
import type { Period } from '../calendar.ts';
import type { ConsentScope } from '../consent.ts';
import type { AccountKey } from '../identifiers.ts';
import type { LoanTermsInput } from '../terms.ts';
import type { AttachmentWay, TransferDestination } from './events/events.ts';
import type { LoanStage } from './stages.ts';

/** The terms as they are on file, as they were given but for the frequency, which is spelled out. */
export interface LoanTermsOnFile extends Omit<LoanTermsInput, 'frequency'> {
  /** How often an instalment falls due. */
  readonly frequency: Period;
}

/** What every loan carries. */
export interface LoanFacts {
  /** The merchant's own id, as `loans.open` was given it. */
  readonly loanId: string;
  /**
   * 24 hexadecimal characters. Until an account is placed it is the one that the client sends; from then on the `_id` that the service answered with, which may
   * be another one. Spec §4.3.
   */
  readonly mandateId: string;
  /** Your own name for the payer. */
  readonly payerId: string;
  /** Number of events in the file when this value was made. */
  readonly version: number;
  /** ISO 8601 UTC. */
  readonly openedAt: string;
  /** What the payer consented to. */
  readonly terms: LoanTermsOnFile;
  /** The version of the notice that the payer agreed to. */
  readonly noticeVersion: string;
  /** Present, for ever, on a loan that began elsewhere. */
  readonly adopted?: { readonly adoptedBy: string; readonly reason: string };
  /** Scopes of the consent that the payer took back, in that order. Spec §1.1. */
  readonly revokedScopes: readonly ConsentScope[];
  /** When the payer asked for the mandate to be cancelled, the last time, ISO 8601. Spec §1.1. */
  readonly cancellationRequestedAt?: string;
  /** What the payer said then, as `mandates.requestCancellation` was given it. */
  readonly cancellationReason?: string;
  /** What the payer disputed with you, in that order. Spec §1, §3.4. */
  readonly disputes: readonly LoanDispute[];
  /** What a person said is done with `loans.dischargeDuty`, in that order. */
  readonly dischargedDuties: readonly LoanDischarge[];
}

/** A duty that a person said is done. */
export interface LoanDischarge {
  /** The duty's key, as `loans.duties` named it. */
  readonly duty: string;
  /** Who did what, when. */
  readonly note: string;
  /** When it was recorded, ISO 8601. */
  readonly at: string;
  /**
   * Present where the platform collected after it was noted that it was asked to pause, to stop or to release the mandate, and while that still stands: the note
   * does not hold, and the duty is owed again under another key.
   */
  readonly isContradicted?: true;
}

/** A dispute that the payer filed with the merchant. */
export interface LoanDispute {
  /** The merchant's own reference of the dispute. */
  readonly reference: string;
  /** What the payer says. */
  readonly reason: string;
  /** ISO 8601. */
  readonly openedAt: string;
  /** Absent while it is open. */
  readonly outcome?: 'dismissed' | 'upheld';
}

/** One of the payer's accounts. Spec §1.2, §3.1. */
export interface LoanAccount extends AccountKey {
  /** From discovery. */
  readonly bankName?: string;
  /** As the bank has it; personal. */
  readonly accountName?: string;
  /** Inactive accounts cannot be chosen. */
  readonly active: boolean;
  /** The payer's choice, once made. */
  readonly role?: 'primary' | 'backup';
  /** How it is proved; absent before attachment. */
  readonly attachedBy?: AttachmentWay;
  /** When the service took the account, ISO 8601: the time that the payer has to prove it runs from then. Absent before, and where it was refused. */
  readonly attachedAt?: string;
  /** The mandate's state on this account, once known: those of spec §3.1, and `inactive` once it was active; open. A backup that is not proved in 168 h is `pending_timeout`. */
  readonly mandateStatus?: string;
}

/** From discovery on. */
export interface WithAccounts {
  /** The payer's accounts, for the payer to choose from. */
  readonly accounts: readonly LoanAccount[];
}

/** From the payer's choice on. */
export interface WithSelection {
  /** Debited first. */
  readonly primaryAccount: LoanAccount;
  /** In cascade order. */
  readonly backupAccounts: readonly LoanAccount[];
}

/** From the attachment on. */
export interface WithMandate {
  /** Spec §3.1, open; `pending` until the mandate was read. */
  readonly mandateStatus: string;
  /** When the accounts were attached, the last time, ISO 8601: the time that the payer has to prove them runs from then. */
  readonly attachedAt?: string;
  /** Where the payer may send the ₦50. Spec §2.4. */
  readonly transferDestinations: readonly TransferDestination[];
  /** The service's words to the payer. */
  readonly instructions?: string;
}

/** From the credit decision on. */
export interface WithReports {
  /** What was filed for the bureau, in order. Spec §6.3. */
  readonly reports: readonly {
    readonly reportId: string;
    readonly event: string;
    readonly acknowledged: boolean;
    /** Why it waits for a person: refused for good, or too often. `bureau.release` has it tried again. */
    readonly stuckFor?: string;
  }[];
}

/** The sums of a loan in naira, less what was reversed. collected + repaidOutside + outstanding = due + overpaid. */
export interface LoanBalancesView {
  /** What the payer consented to repay: no restructuring changes it, and never more is debited. */
  readonly totalAmountDue: number;
  /** What is due in all by now: `totalAmountDue`, or what came in before the last restructuring and its new schedule. */
  readonly due: number;
  /** By the platform. */
  readonly collected: number;
  /** Repayments recorded by the merchant. */
  readonly repaidOutside: number;
  /** Still owed, in naira. */
  readonly outstanding: number;
  /** What came in beyond the terms: it belongs to the payer, and `loans.recordReversal` records that it went back. */
  readonly overpaid: number;
  /** Manual debits whose end is not known yet. */
  readonly openDebits: number;
  /** The most that a new debit may ask for. */
  readonly collectable: number;
}

/** An instalment as far as it is known. */
export interface LoanInstalment {
  /** Names it in webhooks and attempts. Spec §6.2. */
  readonly instalmentReference: string;
  /** Its `_id`, once the service has shown it. Spec §4.9. */
  readonly breakdownId?: string;
  /** `YYYY-MM-DD`. */
  readonly dueDate?: string;
  /** Naira. */
  readonly amount: number;
  /** Naira. */
  readonly collected: number;
  /** Spec §3.2, open. */
  readonly status: string;
}

/** A manual debit. */
export interface LoanDebit {
  /** Minted by the client when the intent was written down. */
  readonly debitId: string;
  /** Naira. */
  readonly amount: number;
  /** `YYYY-MM-DD`. */
  readonly debitDate: string;
  /** `unknown`: being asked about. `parked`: asking did not find it, a person has to. */
  readonly status: 'intended' | 'scheduled' | 'unknown' | 'parked' | 'refused' | 'successful' | 'failed';
  /** The service's `transactionRefence`. */
  readonly reference?: string;
  /** Why it waits for a person, where it is parked. */
  readonly parkedFor?: string;
  /** Debits of unknown outcome despite which it was asked for, as the request named them. */
  readonly despiteUnknown?: readonly string[];
}

/** Money that went back to the payer, or a repayment that did not hold. */
export interface LoanReversal {
  /** What is taken back. */
  readonly of: 'repayment' | 'collection';
  /** Naira. */
  readonly amount: number;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The merchant's own reference. */
  readonly reference: string;
  /** Why it did not hold. */
  readonly reason: string;
}

/** From the confirmed disbursement on. */
export interface WithBalances {
  /** What is due, collected and still to come, in naira. */
  readonly balances: LoanBalancesView;
  /** Taken off the balances above already. */
  readonly reversals: readonly LoanReversal[];
  /** What is due on each day and how it stands, in order of the due dates. */
  readonly instalments: readonly LoanInstalment[];
  /** Every debit that was asked for on demand, in that order. Spec §4.7. */
  readonly debits: readonly LoanDebit[];
}

/** Of a loan that was given up. */
export interface WithReason {
  /** Why the merchant gave it up. */
  readonly reason: string;
}

/**
 * Where a loan stands. It comes first in each of the types below, as a part of its own: of a loan at the wrong stage the compiler then says which stage it is at and
 * which one is needed, and not which fields it lacks.
 */
export interface AtStage<Stage extends LoanStage> {
  /** Of all stages, the one that the loan is at. */
  readonly stage: Stage;
}

/** The payer has consented. */
export type ConsentedLoan = AtStage<'consented'> & LoanFacts;
/** The payer's accounts are known. */
export type DiscoveredLoan = AtStage<'discovered'> & LoanFacts & WithAccounts;
/** The payer has chosen. */
export type SelectedLoan = AtStage<'selected'> & LoanFacts & WithAccounts & WithSelection;
/** The mandate stands on every chosen account. */
export type PlacedLoan = AtStage<'placed'> & LoanFacts & WithAccounts & WithSelection;
/** The payer has to prove the accounts. */
export type VerifyingLoan = AtStage<'verifying'> & LoanFacts & WithAccounts & WithSelection & WithMandate;
/** The primary account is active. */
export type VerifiedLoan = AtStage<'verified'> & LoanFacts & WithAccounts & WithSelection & WithMandate;
/** The credit decision is reported. */
export type ApprovedLoan = AtStage<'approved'> & LoanFacts & WithAccounts & WithSelection & WithMandate & WithReports;
/** The disbursement is reported and waits for the bureau. */
export type DisbursedLoan = AtStage<'disbursed'> & LoanFacts & WithAccounts & WithSelection & WithMandate & WithReports;
/** The bureau has confirmed: collection is open. */
export type CollectingLoan = AtStage<'collecting'> &
  LoanFacts &
  WithAccounts &
  WithSelection &
  WithMandate &
  WithReports &
  WithBalances;
/** The closure is reported. */
export type ClosedLoan = AtStage<'closed'> &
  LoanFacts &
  WithAccounts &
  WithSelection &
  WithMandate &
  WithReports &
  WithBalances;
/** Ended before money was sent. */
export type AbandonedLoan = AtStage<'abandoned'> & LoanFacts & WithReason;

/** A loan at any stage; switch on `stage`. */
export type Loan =
  | ConsentedLoan
  | DiscoveredLoan
  | SelectedLoan
  | PlacedLoan
  | VerifyingLoan
  | VerifiedLoan
  | ApprovedLoan
  | DisbursedLoan
  | CollectingLoan
  | ClosedLoan
  | AbandonedLoan;

/** The loan at one stage. */
export type LoanAt<Stage extends Loan['stage']> = Extract<Loan, { stage: Stage }>;

/** A loan whose mandate exists at the service. */
export type LiveLoan = VerifyingLoan | VerifiedLoan | ApprovedLoan | DisbursedLoan | CollectingLoan;

/** A loan that money was not sent for yet. */
export type UndisbursedLoan = Exclude<Loan, OwedLoan | ClosedLoan | AbandonedLoan>;

/** A loan that money was sent for, as long as it is not closed. */
export type OwedLoan = DisbursedLoan | CollectingLoan;

/** A loan that has not ended. */
export type OpenLoan = UndisbursedLoan | OwedLoan;
