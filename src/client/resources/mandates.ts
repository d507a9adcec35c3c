import type { BackupSelection } from '../../domain/consent/selection.ts';
import type { CancellationRequest, ScopeRevocation } from '../../domain/consent/withdrawal.ts';
import type { DisputeInput, DisputeResolution } from '../../domain/loan/disputes.ts';
import { attachmentWasRefused } from '../../domain/loan/guards/account-guards.ts';
import type {
  ClosedLoan,
  LiveLoan,
  OpenLoan,
  PlacedLoan,
  SelectedLoan,
  VerifiedLoan,
  VerifyingLoan,
} from '../../domain/loan/loan.ts';
import type { LoanStepName } from '../../domain/loan/stages.ts';
import { type LoanState, primaryAccount } from '../../domain/loan/state.ts';
import { effectOfWithdrawal, type WithdrawalEffect } from '../../domain/loan/withdrawal-effect.ts';
import { DeadlineError, RuleError, requireInput } from '../../errors.ts';
import { func, optional } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import type { Mandate } from '../../wire/types/mandate-types.ts';
import { type CallOptions, checkCallOptions } from '../call-options.ts';
import type { CallPromise } from '../call-promise.ts';
import {
  enterStep,
  type LoanContext,
  leaveStep,
  loanAt,
  loanValue,
  staleLoan,
  stepIsDone,
} from '../workflows/loan-context.ts';
import { addBackupAccount } from '../workflows/onboarding/add-backup.ts';
import {
  type AttachmentPlan,
  attachAccounts,
  attachingOperation,
  type MicroDepositWay,
  type SignatureWay,
} from '../workflows/onboarding/attach-accounts.ts';
import { placeOnChosenAccounts } from '../workflows/onboarding/place-mandate.ts';
import {
  recordCancellation,
  recordDispute,
  recordResolution,
  recordRevocation,
} from '../workflows/payer/recorded-facts.ts';
import { readMandate } from '../workflows/sync/read-mandate.ts';
import { syncInstalments } from '../workflows/sync/sync-instalments.ts';
import { keepTrying, waitFields } from '../workflows/wait.ts';

/** The result of a refresh. A verifying loan may have become verified. Every other loan keeps its stage. */
export type Refreshed<Given extends LiveLoan> = Given extends VerifyingLoan ? VerifyingLoan | VerifiedLoan : Given;

/** The loan after a withdrawal, and the consequences. */
export interface Withdrawal<Given extends OpenLoan> {
  /** The loan with the withdrawal on file. */
  readonly loan: Given;
  /** What you must do now, or must no longer do. */
  readonly follows: WithdrawalEffect;
}

/** How to wait until the payer has verified the account. */
export interface AwaitActiveOptions {
  /** How long to wait; default 10 minutes. */
  readonly timeoutMs?: number;
  /** Ends the wait at once. */
  readonly signal?: AbortSignal;
  /** Called after every read. */
  readonly onProgress?: (progress: {
    readonly loan: VerifyingLoan | VerifiedLoan;
    readonly waitedMs: number;
    readonly nextLookMs: number;
  }) => void;
}

const waitOptions = record<AwaitActiveOptions>({ ...waitFields, onProgress: optional(func) });
const DEFAULT_WAIT_MS = 600_000;
// Deposits usually confirm within one to three minutes: read often at first, then less.
const readPauses = { firstPauseMs: 2_000, longestPauseMs: 60_000, growth: 1.5 };

/** Mandates: placing, attaching and verifying the payer's accounts. Spec §1.3, §1.4, §4.3 to §4.6. */
export class Mandates {
  readonly #context: LoanContext;

  /** @internal */
  constructor(context: LoanContext) {
    this.#context = context;
  }

  /** Reads any mandate of the business. Spec §4.6. @throws RepayKitError */
  get(mandateId: string, options?: CallOptions): CallPromise<Mandate> {
    return this.#context.engine.call('getMandate', { mandateId }, options);
  }

  /**
   * Places the mandate on every chosen account, primary first. Call it again after a failure: it continues. The `_id`
   * of the first answer becomes the loan's `mandateId`. Spec §1.3, §4.3.
   * @throws RuleError before the payer's choice; AnswerError if a later account gets another id, or another loan's
   */
  async place(loan: SelectedLoan, options?: CallOptions): Promise<PlacedLoan> {
    checkCallOptions('createConsent', options);
    const { state, isDone } = await enterStep(this.#context, loan, 'place');
    if (isDone) return loanAt(state, 'placed');
    const placed = await placeOnChosenAccounts({ ...this.#context, options }, loan.loanId);
    const now = leaveStep('place', loan, placed);
    // The payer may have chosen again in the meantime.
    if (now.stage === 'selected') throw staleLoan('place', loan, now);
    return loanAt(now, 'placed');
  }

  /**
   * Attaches every chosen account by ₦50 deposit or by signature: one way for all, or one per account number. Call it
   * again after a failure. Spec §1.4, §4.4, §4.5.
   * @throws InputError if the plan leaves out an account; RuleError before placement
   */
  async attach(loan: PlacedLoan, plan: AttachmentPlan, options?: CallOptions): Promise<VerifyingLoan> {
    checkCallOptions(attachingOperation(plan), options);
    const { state, isDone } = await enterStep(this.#context, loan, 'attach');
    if (isDone) return loanAt(state, 'verifying');
    const attached = await attachAccounts({ ...this.#context, options }, loan.loanId, plan);
    return loanAt(leaveStep('attach', loan, attached), 'verifying');
  }

  /** Attaches every chosen account by ₦50 deposit. Spec §4.4. @throws RuleError before placement */
  attachByMicroDeposit(loan: PlacedLoan, options?: CallOptions): Promise<VerifyingLoan> {
    return this.attach(loan, { by: 'micro-deposit' }, options);
  }

  /** Attaches every chosen account by the payer's signature. Spec §4.5. @throws RuleError before placement */
  attachBySignature(
    loan: PlacedLoan,
    signature: Omit<SignatureWay, 'by'>,
    options?: CallOptions,
  ): Promise<VerifyingLoan> {
    return this.attach(loan, { ...signature, by: 'signature' }, options);
  }

  /**
   * Reads the mandate again, asks about open debits, and files the changes with their reports. Spec §4.6, §4.9.
   * @throws RuleError before attachment
   */
  async refresh<Given extends LiveLoan>(loan: Given, options?: CallOptions): Promise<Refreshed<Given>> {
    await enterStep(this.#context, loan, 'refresh');
    return keptLoan('refresh', loan, await this.#readAgain(loan.loanId, options));
  }

  /**
   * Waits until the primary account is active. Spec §1.4, §3.1.
   * @throws RuleError when it failed, timed out or was disputed; DeadlineError when the wait is over
   */
  async awaitActive(loan: VerifyingLoan, options: AwaitActiveOptions = {}): Promise<VerifiedLoan> {
    requireInput('The options of the wait', waitOptions, options);
    const { state, isDone } = await enterStep(this.#context, loan, 'awaitActive');
    if (isDone) return loanAt(state, 'verified');
    const timeoutMs = options.timeoutMs ?? DEFAULT_WAIT_MS;
    const late = `The primary account did not become active within ${timeoutMs} ms`;
    const timeout = () => new DeadlineError(late, timeoutMs, { retryable: true });
    const schedule = { timeoutMs, timeout, signal: options.signal, ...readPauses };
    return keepTrying(this.#context, schedule, async ({ signal, waitedMs, pauseMs }) => {
      const seen = await this.#readAgain(loan.loanId, { signal });
      options.onProgress?.({ loan: loanValue(seen), waitedMs, nextLookMs: pauseMs });
      if (stepIsDone('awaitActive', loan, seen)) return loanAt(seen, 'verified');
      requireMayBecomeActive(seen);
      return undefined;
    });
  }

  /**
   * Adds a backup that the payer opted in to, at the end of the cascade. It records the opt-in, then places and
   * attaches the account. The loan keeps its stage. Call it again after a failure: it continues. Spec §1.2, §4.3 to
   * §4.5.
   * @throws RuleError for an account that was not discovered, is inactive or already chosen, after a withdrawal of
   * consent, in a dispute, after the tenure or full repayment; InputError
   */
  // biome-ignore lint/complexity/useMaxParams: a public method may have a fourth for its options
  async addBackup<Given extends LiveLoan>(
    loan: Given,
    selection: BackupSelection,
    way: MicroDepositWay | SignatureWay,
    options?: CallOptions,
  ): Promise<Refreshed<Given>> {
    checkCallOptions('createConsent', options);
    const state = await addBackupAccount({ ...this.#context, options }, loan, { selection, way });
    return keptLoan('addBackup', loan, state);
  }

  /**
   * Records that the payer revoked one scope of the consent. `follows` lists the consequences. The first revocation
   * counts. Spec §1.1.
   * @throws RuleError for a time before the consent or in the future; InputError
   */
  async revokeScope<Given extends OpenLoan>(loan: Given, revocation: ScopeRevocation): Promise<Withdrawal<Given>> {
    const state = await recordRevocation(this.#context, loan, revocation);
    return { loan: loanValue(state), follows: effectOfWithdrawal(state, revocation.scope) };
  }

  /**
   * Records that the payer asked to cancel the mandate, subject to the outstanding amount. `follows` lists the
   * consequences. A request after a recorded obligation is a new one: it ends debits on that obligation. Spec §1.1.
   * @throws RuleError for a time before the consent or in the future; InputError
   */
  async requestCancellation<Given extends OpenLoan>(
    loan: Given,
    request: CancellationRequest,
  ): Promise<Withdrawal<Given>> {
    const state = await recordCancellation(this.#context, loan, request);
    return { loan: loanValue(state), follows: effectOfWithdrawal(state) };
  }

  /**
   * Records a dispute that the payer filed with you. You debit nothing while it is open. The platform is not notified
   * and continues to collect in mode `auto`: see the duty `tell-platform`. Spec §1, §3.4.
   * @throws InputError, RuleError
   */
  async openDispute<Given extends LiveLoan | ClosedLoan>(loan: Given, dispute: DisputeInput): Promise<Given> {
    return loanValue(await recordDispute(this.#context, loan, dispute));
  }

  /**
   * Records the end of a dispute. `dismissed`: collection continues. `upheld`: it ends. Spec §3.4.
   * @throws RuleError
   */
  async resolveDispute<Given extends LiveLoan | ClosedLoan>(
    loan: Given,
    resolution: DisputeResolution,
  ): Promise<Given> {
    return loanValue(await recordResolution(this.#context, loan, resolution));
  }

  async #readAgain(loanId: string, options?: CallOptions): Promise<LoanState> {
    const context = { ...this.#context, options };
    const { state, mandate } = await readMandate(context, await context.files.read(loanId));
    return syncInstalments(context, state, mandate);
  }
}

// The file may be further than the return type says.
function keptLoan<Given extends LiveLoan>(step: LoanStepName, loan: Given, state: LoanState): Refreshed<Given> {
  const isExpected = state.stage === loan.stage || (loan.stage === 'verifying' && state.stage === 'verified');
  if (!isExpected) throw staleLoan(step, loan, state);
  return loanValue(state);
}

const chooseAgain = 'let the payer choose again with discovery.reselect';
const fixes = {
  failed: chooseAgain,
  pending_timeout: chooseAgain,
  disputed: 'escalate through the dispute flow; once it is resolved, refresh the loan',
} as const;

// A primary in one of these three states cannot become active by waiting. Spec §3.1.
function requireMayBecomeActive(state: LoanState): void {
  const primary = primaryAccount(state);
  const isTimedOut = primary?.mandateStatus === 'pending_timeout';
  const status =
    primary && attachmentWasRefused(primary) ? 'failed' : isTimedOut ? 'pending_timeout' : state.mandateStatus;
  if (status !== 'failed' && status !== 'pending_timeout' && status !== 'disputed') return;
  throw new RuleError({
    rule: 'primary-not-verified',
    spec: 'Spec §3.1',
    message: `The mandate on the primary account is '${status}' and will not become active by waiting: inform the payer, and ${fixes[status]}`,
  });
}
