/** The state of a loan, reduced from its events. The rules decide on it. */
import type { BureauReport } from '../bureau.ts';
import type { ConsentScope } from '../consent/consent.ts';
import type { Payer } from '../consent/payer.ts';
import type { Kobo } from '../money.ts';
import type { LoanTerms } from '../terms.ts';
import type {
  AccountDetails,
  AttachmentWay,
  EventOf,
  LoanAdoption,
  LoanEvents,
  LoanOpened,
  ReportedInstalment,
  TransferDestination,
} from './events/events.ts';
import type { CollectionFacts, MoneyEvents, Repayment, Reversal } from './events/money-events.ts';
import type { LoanStage } from './stages.ts';

export interface LoanAccountState {
  readonly account: string;
  readonly details: AccountDetails | undefined;
  /** The bank's code, which an erasure does not remove. Undefined in older files. */
  readonly bank?: string;
  /** Whether its bank allows it, according to discovery. */
  readonly usable: boolean;
  /** `intended`: sent, without an answer yet. */
  readonly placement: 'none' | 'intended' | 'confirmed';
  readonly attachment: 'none' | 'intended' | 'confirmed' | 'rejected';
  readonly attachedBy: AttachmentWay | undefined;
  /** Present if it was refused and then chosen again. It stays failed until the service accepts the new attachment. */
  readonly isGivenAgain?: true;
  /** When the service accepted the attachment, ISO 8601 UTC. Undefined before that. */
  readonly attachedAt: string | undefined;
  /** The mandate's state on this account, once read. Spec §3.1. */
  readonly mandateStatus: string | undefined;
  /** Event number, or 0. Distinguishes a state that recurs from its earlier occurrence. */
  readonly statusSince: number;
  readonly consentId: string | undefined;
}

export interface FiledReport {
  readonly report: BureauReport;
  readonly acknowledged: boolean;
  /** Refused permanently, or failed too often. Waits for a person. */
  readonly stuck: { readonly attempts: number; readonly reason: string } | undefined;
}

/** A manual debit. Open ones reduce what may still be collected. A parked one is open until a person has decided. */
export interface DebitState extends Readonly<MoneyEvents['debit.intended']> {
  readonly status: 'intended' | 'scheduled' | 'unknown' | 'parked' | 'refused' | 'successful' | 'failed';
  /** When the intent was recorded, ISO 8601 UTC. The request leaves only after that. */
  readonly intendedAt: string;
  readonly reference: string | undefined;
  /** What it took, once it has ended. */
  readonly collected: Kobo;
  readonly unseen: { readonly at: string; readonly reading: string } | undefined;
  readonly parkedFor: string | undefined;
  readonly givenUp?: DebitLook;
  /** Early looks by other clients. Each client can count its watching time from its own look. */
  readonly looks?: readonly DebitLook[];
  /** Present if another process declared it unknown, because the sender recorded nothing. */
  readonly hasLostSender?: true;
}

/** Records when, by whose clock, and how far that clock was ahead of the service's, if measured. */
export interface DebitLook {
  readonly at: string;
  readonly by: string;
  readonly clockAheadMs?: number;
}

/** A dispute filed with the lender. Open while it has no outcome. */
export interface DisputeState extends Readonly<LoanEvents['dispute.opened']> {
  readonly outcome: 'dismissed' | 'upheld' | undefined;
}

export interface CancellationState
  extends Pick<LoanEvents['cancellation.requested'], 'requestedAt' | 'reason' | 'outstanding'> {
  /** The times of earlier requests, in order. An obligation was recorded after each. */
  readonly before: readonly string[];
}

/** A duty that was recorded as done, with the money known at that time. */
export interface DischargeState extends Readonly<LoanEvents['duty.discharged']> {
  readonly at: string;
  readonly before: {
    readonly taken: Kobo;
    readonly collections: readonly CollectionFacts[];
    readonly debits: readonly string[];
  };
}

/** What is still owed after the payer withdrew consent, as the lender recorded it. */
export interface ObligationState extends Readonly<LoanEvents['obligation.recorded']> {
  readonly recordedAt: string;
  /** What had come in by then. Only later money counts against the amount. */
  readonly receivedBefore: Kobo;
}

export interface SelectionState extends Pick<LoanEvents['accounts.selected'], 'primary' | 'backups' | 'chosenAt'> {
  /** When the payer opted in to each backup, where that was a separate act. */
  readonly optedInAt: Readonly<Record<string, string>>;
}

export interface LoanState {
  readonly loanId: string;
  readonly mandateId: string;
  /** Until the service has placed an account, it may answer with another id. Spec §4.3. */
  readonly isMandateNamed: boolean;
  /** The call that is placing the first account, and until when it blocks others. */
  readonly placing?: { readonly id: string; readonly until: string } | undefined;
  /** Whether a placement stayed unanswered before the service named the mandate. There may then be two mandates. */
  readonly mayHaveSecondMandate?: boolean;
  readonly payerId: string;
  readonly openedAt: string;
  readonly version: number;
  readonly stage: LoanStage;
  readonly adopted: LoanAdoption | undefined;
  readonly beginning: number;
  /** Names of state changes that were notified before the loan was adopted. */
  readonly notifiedBefore: readonly string[];
  /** What the payer consented to, as stated in the mandate. */
  readonly terms: LoanTerms;
  /** What is due in total: the amount of the terms, or of the last restructuring. Spec §6.3. */
  readonly due: Kobo;
  readonly consent: LoanOpened['consent'];
  readonly noticeText: string | undefined;
  readonly payer: Payer | undefined;
  readonly isErased: boolean;
  readonly accounts: readonly LoanAccountState[];
  readonly selection: SelectionState | undefined;
  /** Spec §3.1. Undefined before the mandate is read. */
  readonly mandateStatus: string | undefined;
  /** Number of the event that brought this status, or 0. */
  readonly mandateStatusSince: number;
  /** Number of the event with which a dispute ended and the mandate became active again, or 0. */
  readonly reinstatedSince: number;
  readonly attachedAt: string | undefined;
  readonly transferDestinations: readonly TransferDestination[];
  readonly instructions: string | undefined;
  /** What the platform collected: the larger of what the mandate and its instalments say. */
  readonly collected: Kobo;
  /** The part of it that the file began with. No debit on file took that. */
  readonly collectedBefore: Kobo;
  /** What debits took according to people and no instalment shows yet. It is reported once, when they declare it. */
  readonly decidedAhead: Kobo;
  readonly instalments: readonly ReportedInstalment[];
  readonly collections: readonly CollectionFacts[];
  readonly debits: readonly DebitState[];
  readonly repayments: readonly Repayment[];
  readonly reversals: readonly Reversal[];
  readonly reports: readonly FiledReport[];
  readonly revocations: readonly { readonly scope: ConsentScope; readonly revokedAt: string }[];
  readonly cancellation: CancellationState | undefined;
  /** The obligation that justifies collection after a withdrawal or a cancellation request. */
  readonly obligation: ObligationState | undefined;
  readonly disputes: readonly DisputeState[];
  readonly discharged: readonly DischargeState[];
  readonly abandonedFor: string | undefined;
}

export function chosenAccounts(state: LoanState): readonly LoanAccountState[] {
  if (!state.selection) return [];
  const refs = [state.selection.primary, ...state.selection.backups];
  return refs.flatMap((ref) => state.accounts.find((candidate) => candidate.account === ref) ?? []);
}

export function primaryAccount(state: LoanState): LoanAccountState | undefined {
  return state.accounts.find((candidate) => candidate.account === state.selection?.primary);
}

export type TransitionsOf<Type extends keyof LoanEvents> = {
  readonly [Each in Type]: (state: LoanState, event: EventOf<Each>) => Partial<LoanState>;
};
