/**
 * A loan as the lender holds it: a value typed by its stage. Each call takes a loan at one stage and returns it at the
 * next, so calls in the wrong order do not compile. Amounts are in naira.
 */
import type { Period } from '../calendar.ts';
import type { ConsentScope } from '../consent/consent.ts';
import type { AccountKey } from '../identifiers.ts';
import type { LoanTermsInput } from '../terms.ts';
import type { AttachmentWay, TransferDestination } from './events/events.ts';
import type { LoanStage } from './stages.ts';

/** The terms on file: as given, with the frequency spelled out. */
export interface LoanTermsOnFile extends Omit<LoanTermsInput, 'frequency'> {
  /** How often an instalment falls due. */
  readonly frequency: Period;
}

/** The fields that every loan has. */
export interface LoanFacts {
  /** Your own id of the loan, as passed to `loans.open`. */
  readonly loanId: string;
  /**
   * 24 hexadecimal characters. Before the first account is placed, this is the id that the client sends. Afterwards it
   * is the `_id` from the service's answer, which may differ. Spec §4.3.
   */
  readonly mandateId: string;
  /** Your own id of the payer. */
  readonly payerId: string;
  /** Number of events in the file when this value was read. */
  readonly version: number;
  /** ISO 8601 UTC. */
  readonly openedAt: string;
  /** The terms that the payer consented to. */
  readonly terms: LoanTermsOnFile;
  /** The version of the notice that the payer agreed to. */
  readonly noticeVersion: string;
  /** Present if the loan began elsewhere. Stays for ever. */
  readonly adopted?: { readonly adoptedBy: string; readonly reason: string };
  /** Scopes of the consent that the payer withdrew, in that order. Spec §1.1. */
  readonly revokedScopes: readonly ConsentScope[];
  /** When the payer last asked to cancel the mandate, ISO 8601. Spec §1.1. */
  readonly cancellationRequestedAt?: string;
  /** The reason for it, as passed to `mandates.requestCancellation`. */
  readonly cancellationReason?: string;
  /** Disputes that the payer filed with you, oldest first. Spec §1, §3.4. */
  readonly disputes: readonly LoanDispute[];
  /** Duties recorded as done with `loans.dischargeDuty`, oldest first. */
  readonly dischargedDuties: readonly LoanDischarge[];
}

/** A duty that was recorded as done. */
export interface LoanDischarge {
  /** The key of the duty, from `loans.duties`. */
  readonly duty: string;
  /** Who did what, and when. */
  readonly note: string;
  /** When it was recorded, ISO 8601. */
  readonly at: string;
  /**
   * Present if a later collection contradicts the note: the platform was asked to pause, stop or release the mandate,
   * but collected afterwards. The duty is owed again, under another key.
   */
  readonly isContradicted?: true;
}

/** A dispute that the payer filed with the lender. */
export interface LoanDispute {
  /** The lender's own reference of the dispute. */
  readonly reference: string;
  /** The payer's reason. */
  readonly reason: string;
  /** ISO 8601. */
  readonly openedAt: string;
  /** Absent while it is open. */
  readonly outcome?: 'dismissed' | 'upheld';
}

/** One of the payer's accounts. Spec §1.2, §3.1. */
export interface LoanAccount extends AccountKey {
  /** The bank's name, from discovery. */
  readonly bankName?: string;
  /** The account holder's name at the bank. Personal data. */
  readonly accountName?: string;
  /** Whether the account is active. Only active accounts can be chosen. */
  readonly active: boolean;
  /** The payer's choice, once made. */
  readonly role?: 'primary' | 'backup';
  /** How the payer proves the account. Absent before the attachment. */
  readonly attachedBy?: AttachmentWay;
  /** When the service accepted the attachment, ISO 8601. From then on, the payer has time to prove the account. */
  readonly attachedAt?: string;
  /**
   * The mandate's state on this account, once known. An open set: the states of spec §3.1, or `inactive` for an account
   * that was active before. A backup that is not proved within 168 h is `pending_timeout`.
   */
  readonly mandateStatus?: string;
}

/** The fields of a loan from discovery on. */
export interface WithAccounts {
  /** The accounts that the payer can choose from. */
  readonly accounts: readonly LoanAccount[];
}

/** The fields of a loan from the payer's choice on. */
export interface WithSelection {
  /** The account that is debited first. */
  readonly primaryAccount: LoanAccount;
  /** The backups, in cascade order. */
  readonly backupAccounts: readonly LoanAccount[];
}

/** The fields of a loan from the attachment on. */
export interface WithMandate {
  /** An open set, spec §3.1. `pending` until the mandate is read. */
  readonly mandateStatus: string;
  /** When the accounts were last attached, ISO 8601. The payer's time to prove them starts here. */
  readonly attachedAt?: string;
  /** Where the payer may send the ₦50. Spec §2.4. */
  readonly transferDestinations: readonly TransferDestination[];
  /** The service's instructions to the payer. */
  readonly instructions?: string;
}

/** The fields of a loan from the credit decision on. */
export interface WithReports {
  /** The reports filed for the bureau, in order. Spec §6.3. */
  readonly reports: readonly {
    readonly reportId: string;
    readonly event: string;
    readonly acknowledged: boolean;
    /** Why the report waits for a person: refused permanently, or failed too often. `bureau.release` retries it. */
    readonly stuckFor?: string;
  }[];
}

/** The sums of a loan in naira, after reversals. collected + repaidOutside + outstanding = due + overpaid. */
export interface LoanBalancesView {
  /** The total that the payer consented to repay. A restructuring does not change it. Debits never exceed it. */
  readonly totalAmountDue: number;
  /** The total due now: `totalAmountDue`, or the new schedule plus what came in before the restructuring. */
  readonly due: number;
  /** The amount that the platform collected. */
  readonly collected: number;
  /** Repayments that the lender recorded. */
  readonly repaidOutside: number;
  /** The amount still owed. */
  readonly outstanding: number;
  /** The amount paid beyond the terms. It belongs to the payer: record its return with `loans.recordReversal`. */
  readonly overpaid: number;
  /** Manual debits that have not ended. */
  readonly openDebits: number;
  /** The most that a new debit may ask for. */
  readonly collectable: number;
}

/** An instalment, with the fields that are known. */
export interface LoanInstalment {
  /** Identifies it in webhooks and attempts. Spec §6.2. */
  readonly instalmentReference: string;
  /** The service's `_id` of the instalment, once known. Spec §4.9. */
  readonly breakdownId?: string;
  /** `YYYY-MM-DD`. */
  readonly dueDate?: string;
  /** Naira. */
  readonly amount: number;
  /** Naira. */
  readonly collected: number;
  /** An open set, spec §3.2. */
  readonly status: string;
}

/** A manual debit. */
export interface LoanDebit {
  /** Generated by the client when it recorded the intent. */
  readonly debitId: string;
  /** Naira. */
  readonly amount: number;
  /** `YYYY-MM-DD`. */
  readonly debitDate: string;
  /** `unknown`: the client asks the service. `parked`: the service does not show it, so a person must decide. */
  readonly status: 'intended' | 'scheduled' | 'unknown' | 'parked' | 'refused' | 'successful' | 'failed';
  /** The service's `transactionRefence`. */
  readonly reference?: string;
  /** Why a parked debit waits for a person. */
  readonly parkedFor?: string;
  /** The debits of unknown outcome that the request accepted. */
  readonly despiteUnknown?: readonly string[];
}

/** Money that went back to the payer, or a repayment that did not hold. */
export interface LoanReversal {
  /** The reversed payment. */
  readonly of: 'repayment' | 'collection';
  /** Naira. */
  readonly amount: number;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The lender's own reference. */
  readonly reference: string;
  /** Why it was reversed. */
  readonly reason: string;
}

/** The fields of a loan from the confirmed disbursement on. */
export interface WithBalances {
  /** The sums of the loan, in naira. */
  readonly balances: LoanBalancesView;
  /** The reversals. The balances already include them. */
  readonly reversals: readonly LoanReversal[];
  /** The instalments, in order of their due dates. */
  readonly instalments: readonly LoanInstalment[];
  /** Every debit on demand, oldest first. Spec §4.7. */
  readonly debits: readonly LoanDebit[];
}

/** The fields of an abandoned loan. */
export interface WithReason {
  /** Why the lender abandoned it. */
  readonly reason: string;
}

/**
 * The stage of a loan, as a separate type. For a loan at the wrong stage, the compiler then reports the actual and the
 * required stage instead of missing fields.
 */
export interface AtStage<Stage extends LoanStage> {
  /** The stage that the loan is at. */
  readonly stage: Stage;
}

/** The payer has consented. */
export type ConsentedLoan = AtStage<'consented'> & LoanFacts;
/** The payer's accounts are known. */
export type DiscoveredLoan = AtStage<'discovered'> & LoanFacts & WithAccounts;
/** The payer has chosen. */
export type SelectedLoan = AtStage<'selected'> & LoanFacts & WithAccounts & WithSelection;
/** The service has the mandate for every chosen account. */
export type PlacedLoan = AtStage<'placed'> & LoanFacts & WithAccounts & WithSelection;
/** The payer has to prove the accounts. */
export type VerifyingLoan = AtStage<'verifying'> & LoanFacts & WithAccounts & WithSelection & WithMandate;
/** The primary account is active. */
export type VerifiedLoan = AtStage<'verified'> & LoanFacts & WithAccounts & WithSelection & WithMandate;
/** The credit decision is reported. */
export type ApprovedLoan = AtStage<'approved'> & LoanFacts & WithAccounts & WithSelection & WithMandate & WithReports;
/** The disbursement is reported. The bureau has not confirmed it yet. */
export type DisbursedLoan = AtStage<'disbursed'> & LoanFacts & WithAccounts & WithSelection & WithMandate & WithReports;
/** The bureau has confirmed. Collection is open. */
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
/** The loan ended before money was sent. */
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

/** The type of a loan at a given stage. */
export type LoanAt<Stage extends Loan['stage']> = Extract<Loan, { stage: Stage }>;

/** A loan whose mandate exists at the service. */
export type LiveLoan = VerifyingLoan | VerifiedLoan | ApprovedLoan | DisbursedLoan | CollectingLoan;

/** A loan before its money is sent. */
export type UndisbursedLoan = Exclude<Loan, OwedLoan | ClosedLoan | AbandonedLoan>;

/** A loan after its money was sent, until it is closed. */
export type OwedLoan = DisbursedLoan | CollectingLoan;

/** A loan that has not ended. */
export type OpenLoan = UndisbursedLoan | OwedLoan;
