/** A loan as its events add up to: what the rules decide on. */
import type { BureauReport } from '../bureau.ts';
import type { ConsentScope } from '../consent.ts';
import type { Kobo } from '../money.ts';
import type { Payer } from '../payer.ts';
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
  /** Usable at its bank, as discovery said. */
  readonly usable: boolean;
  /** `intended`: sent, answer not seen. */
  readonly placement: 'none' | 'intended' | 'confirmed';
  readonly attachment: 'none' | 'intended' | 'confirmed' | 'rejected';
  readonly attachedBy: AttachmentWay | undefined;
  /** Was it refused, and chosen again? It stays failed until the service takes the new attachment. */
  readonly isGivenAgain?: true;
  /** When the service took the attachment, ISO 8601 UTC; undefined before it did. */
  readonly attachedAt: string | undefined;
  /** The mandate's state on this account, once it was read. Spec §3.1. */
  readonly mandateStatus: string | undefined;
  /** Number of the event that brought this state; 0 before one did. Tells a state that came back from the one before. */
  readonly statusSince: number;
  readonly consentId: string | undefined;
}

export interface FiledReport {
  readonly report: BureauReport;
  readonly acknowledged: boolean;
  /** Refused for good, or too often: waits for a person. */
  readonly stuck: { readonly attempts: number; readonly reason: string } | undefined;
}

/** A manual debit. Open ones count against what may still be collected; a parked one is open until a person has decided. */
export interface DebitState extends Readonly<MoneyEvents['debit.intended']> {
  readonly status: 'intended' | 'scheduled' | 'unknown' | 'parked' | 'refused' | 'successful' | 'failed';
  /** When the intent was written down, ISO 8601 UTC: no request left before. */
  readonly intendedAt: string;
  readonly reference: string | undefined;
  /** What it took, once it has ended. */
  readonly collected: Kobo;
  readonly unseen: { readonly at: string; readonly reading: string } | undefined;
  readonly parkedFor: string | undefined;
  readonly givenUp?: DebitLook;
  /** Early looks at it by others, from when on each can count how long it was watched. */
  readonly looks?: readonly DebitLook[];
  /** Was it given up as unknown by others than its sender? */
  readonly hasLostSender?: true;
}

/** A look at a debit of unknown outcome: when, by whose clock, and how far that was ahead of the service's, where it was measured. */
export interface DebitLook {
  readonly at: string;
  readonly by: string;
  readonly clockAheadMs?: number;
}

/** A dispute that the payer filed with the merchant; open without an outcome. */
export interface DisputeState extends Readonly<LoanEvents['dispute.opened']> {
  readonly outcome: 'dismissed' | 'upheld' | undefined;
}

export interface CancellationState
  extends Pick<LoanEvents['cancellation.requested'], 'requestedAt' | 'reason' | 'outstanding'> {
  /** When the payer had asked before, in that order; an obligation was recorded on each. */
  readonly before: readonly string[];
}

/** A duty that a person said is done, and the money that the file knew of then. */
export interface DischargeState extends Readonly<LoanEvents['duty.discharged']> {
  readonly at: string;
  readonly before: {
    readonly taken: Kobo;
    readonly collections: readonly CollectionFacts[];
    readonly debits: readonly string[];
  };
}

/** What is still owed although the payer took consent back, as the merchant recorded it. */
export interface ObligationState extends Readonly<LoanEvents['obligation.recorded']> {
  readonly recordedAt: string;
  /** What had come in by then: only what comes in later counts against the amount. */
  readonly receivedBefore: Kobo;
}

export interface SelectionState extends Pick<LoanEvents['accounts.selected'], 'primary' | 'backups' | 'chosenAt'> {
  /** When a backup was opted in to, where that was an act of its own. */
  readonly optedInAt: Readonly<Record<string, string>>;
}

export interface LoanState {
  readonly loanId: string;
  readonly mandateId: string;
  /** Has the service placed an account under this id? Until then it is only the one that is sent, and the service may answer with its own. Spec §4.3. */
  readonly isMandateNamed: boolean;
  /** The call that places the first account now, and until when it keeps others from it. */
  readonly placing?: { readonly id: string; readonly until: string } | undefined;
  /** Was a placement sent without an answer before the service named the mandate itself? Then it may have made two. */
  readonly mayHaveSecondMandate?: boolean;
  readonly payerId: string;
  readonly openedAt: string;
  readonly version: number;
  readonly stage: LoanStage;
  readonly adopted: LoanAdoption | undefined;
  readonly beginning: number;
  /** Names of the state changes with which an adopted file began: their handlers ran where the loan began. */
  readonly notifiedBefore: readonly string[];
  /** What the payer consented to, and what the mandate states. */
  readonly terms: LoanTerms;
  /** What is due in all: the terms’ total, until a restructuring says otherwise. Spec §6.3. */
  readonly due: Kobo;
  readonly consent: LoanOpened['consent'];
  readonly noticeText: string | undefined;
  readonly payer: Payer | undefined;
  readonly isErased: boolean;
  readonly accounts: readonly LoanAccountState[];
  readonly selection: SelectionState | undefined;
  /** Spec §3.1; undefined until the mandate was read. */
  readonly mandateStatus: string | undefined;
  /** Number of the event that brought this status; 0 before one did. */
  readonly mandateStatusSince: number;
  /** Number of the event with which a dispute ended and the mandate was active again; 0 where none did. */
  readonly reinstatedSince: number;
  readonly attachedAt: string | undefined;
  readonly transferDestinations: readonly TransferDestination[];
  readonly instructions: string | undefined;
  /** Collected by the platform, the larger of what the mandate and its instalments say. */
  readonly collected: Kobo;
  /** What of it the file began with: no debit of the file took that. */
  readonly collectedBefore: Kobo;
  /** What people said that debits took, and no instalment shows yet: it is reported once, when they say so. */
  readonly decidedAhead: Kobo;
  readonly instalments: readonly ReportedInstalment[];
  readonly collections: readonly CollectionFacts[];
  readonly debits: readonly DebitState[];
  readonly repayments: readonly Repayment[];
  readonly reversals: readonly Reversal[];
  readonly reports: readonly FiledReport[];
  readonly revocations: readonly { readonly scope: ConsentScope; readonly revokedAt: string }[];
  readonly cancellation: CancellationState | undefined;
  /** On which collection goes on after a revocation or a cancellation request. */
  readonly obligation: ObligationState | undefined;
  readonly disputes: readonly DisputeState[];
  readonly discharged: readonly DischargeState[];
  readonly abandonedFor: string | undefined;
}

/** The chosen accounts, primary first, then the backups in cascade order. */
export function chosenAccounts(state: LoanState): readonly LoanAccountState[] {
  if (!state.selection) return [];
  const refs = [state.selection.primary, ...state.selection.backups];
  return refs.flatMap((ref) => state.accounts.find((candidate) => candidate.account === ref) ?? []);
}

export function primaryAccount(state: LoanState): LoanAccountState | undefined {
  return state.accounts.find((candidate) => candidate.account === state.selection?.primary);
}

/** For each of these types of events, what it changes in a loan. */
export type TransitionsOf<Type extends keyof LoanEvents> = {
  readonly [Each in Type]: (state: LoanState, event: EventOf<Each>) => Partial<LoanState>;
};
