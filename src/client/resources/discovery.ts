import { parseInstant } from '../../domain/calendar.ts';
import { type AccountSelection, selectionFields } from '../../domain/consent/selection.ts';
import { reselectionReplacesChoice } from '../../domain/loan/guards/account-guards.ts';
import type { ConsentedLoan, DiscoveredLoan, PlacedLoan, SelectedLoan, VerifyingLoan } from '../../domain/loan/loan.ts';
import type { LoanState } from '../../domain/loan/state.ts';
import { applyEvent } from '../../domain/loan/transitions/reduce.ts';
import { AnswerError, requireInput } from '../../errors.ts';
import { contentHash } from '../../loan-file/hashing.ts';
import { record } from '../../validation/record.ts';
import type { Bank, DiscoveredAccount } from '../../wire/types/discovery-types.ts';
import type { CallOptions } from '../call-options.ts';
import type { CallPromise } from '../call-promise.ts';
import {
  enterStep,
  type LoanContext,
  loanAt,
  nowText,
  obey,
  staleLoan,
  stepIsDone,
  stepIsOver,
} from '../workflows/loan-context.ts';
import { chosenAccountsOf, discoveredAccounts } from '../workflows/onboarding/attach-accounts.ts';
import { confirmActiveAccounts } from '../workflows/onboarding/place-mandate.ts';
import { aboutLoan, payerOf } from '../workflows/payer/known-payer.ts';
import { accountRefOf } from '../workflows/sync/listed-instalments.ts';

/** Finds the payer's accounts and records the payer's choice. Spec §1.2, §4.1, §4.2. */
export class Discovery {
  readonly #context: LoanContext;

  /** @internal */
  constructor(context: LoanContext) {
    this.#context = context;
  }

  /** The banks that support the micro-deposit. Spec §4.1. @throws RepayKitError */
  banks(options?: CallOptions): CallPromise<readonly Bank[]> {
    return this.#context.engine.call('listBanks', {}, options);
  }

  /**
   * Finds the payer's accounts by BVN. Before the payer's choice, a new answer replaces the old one. Spec §1.2, §4.2.
   * @throws RuleError after the choice; AnswerError if the service needs another method, such as a one-time code
   */
  async discover(loan: ConsentedLoan | DiscoveredLoan, options?: CallOptions): Promise<DiscoveredLoan> {
    const { state } = await enterStep(this.#context, loan, 'discover');
    if (isDiscovered(loan, state)) return loanAt(state, 'discovered');
    const accounts = await findAccounts({ ...this.#context, options }, state);
    const found = await this.#context.files.decide(loan.loanId, (now) => {
      stepIsDone('discover', loan, now);
      if (isDiscovered(loan, now)) return [];
      const event = discoveredAccounts(accounts, nowText(this.#context));
      return hasSameAccounts(now, applyEvent(now, event)) ? [] : [event];
    });
    return loanAt(found, 'discovered');
  }

  /**
   * Records which account the payer chose as primary, and which backups, in cascade order. Nothing is pre-selected: the
   * payer chooses, with time and IP address. Spec §1.2, §2.1.
   * @throws RuleError for accounts that were not discovered, are inactive, or are chosen twice
   */
  async select(loan: DiscoveredLoan, selection: AccountSelection): Promise<SelectedLoan> {
    return this.#choose(loan, selection, 'select');
  }

  /**
   * Lets the payer choose again on the same mandate, after an account failed, timed out or was disputed. At stage
   * `placed`, this works only if an attachment has no answer: the service is asked first, and an active account stays.
   * During a dispute, another primary may need the resolution first. The payer may choose the old primary again at
   * once. Spec §3.1.
   * @throws RuleError while nothing failed, for an older choice, and as `select`; StaleLoanError after another choice
   */
  async reselect(loan: SelectedLoan | PlacedLoan | VerifyingLoan, selection: AccountSelection): Promise<SelectedLoan> {
    return this.#choose(loan, selection, 'reselect');
  }

  async #choose(
    loan: DiscoveredLoan | SelectedLoan | PlacedLoan | VerifyingLoan,
    selection: AccountSelection,
    step: 'select' | 'reselect',
  ): Promise<SelectedLoan> {
    const declared = record(selectionFields(this.#context.engine.settings.bankCodes));
    requireInput('The choice of accounts cannot be recorded', declared, selection);
    const { state: before } = await enterStep(this.#context, loan, step);
    // An account that the service shows as attached cannot be chosen again.
    if (before.stage === 'placed') await confirmActiveAccounts(this.#context, loan.loanId);
    const state = await this.#context.files.decide(loan.loanId, (now) => {
      stepIsOver(this.#context, loan, { step, state: now });
      if (now.stage === 'selected' && isSameChoice(now, selection)) return [];
      if (now.stage !== loan.stage) throw staleLoan(step, loan, now);
      const chosen = chosenAccountsOf(this.#context, now, selection);
      obey(reselectionReplacesChoice(now, chosen));
      return [chosen];
    });
    return loanAt(state, 'selected');
  }
}

async function findAccounts(context: LoanContext, state: LoanState): Promise<readonly DiscoveredAccount[]> {
  const input = { bvn: payerOf(state).bvn, type: context.engine.settings.discoveryType };
  const call = context.engine.call('discoverAccounts', input, aboutLoan(context, state));
  const { data, response } = await call.withResponse();
  if (data.kind === 'accounts') return data.accounts;
  throw new AnswerError(
    'The service answered discovery with something else than accounts: it may need a one-time code or another `discoveryType`, or name its list otherwise (read it with the option `answers`)',
    { status: response.status, issues: [{ path: 'data', message: 'holds no list of accounts' }] },
    { operation: 'discoverAccounts', attempts: response.attempts, elapsedMs: response.elapsedMs },
  );
}

// A caller with the loan from before its discovery needs the accounts, not another reading.
function isDiscovered(loan: ConsentedLoan | DiscoveredLoan, state: LoanState): boolean {
  return loan.stage === 'consented' && state.stage === 'discovered';
}

function hasSameAccounts(before: LoanState, after: LoanState | undefined): boolean {
  return (
    before.stage === after?.stage && contentHash({ value: before.accounts }) === contentHash({ value: after.accounts })
  );
}

function isSameChoice(state: LoanState, wanted: AccountSelection): boolean {
  const { selection } = state;
  const refs = [wanted.primaryAccount, ...wanted.backupAccounts].map((key) => accountRefOf(state, key));
  return (
    selection !== undefined &&
    parseInstant(selection.chosenAt) === parseInstant(wanted.chosenBy.at) &&
    refs.join() === [selection.primary, ...selection.backups].join()
  );
}
