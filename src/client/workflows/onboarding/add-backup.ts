import { parseInstant } from '../../../domain/calendar.ts';
import { type BackupSelection, backupIsFromDiscovery, backupSelection } from '../../../domain/consent/selection.ts';
import { allowed, firstRefusal } from '../../../domain/decision.ts';
import type { EventOf } from '../../../domain/loan/events/events.ts';
import { backupIsNew } from '../../../domain/loan/guards/account-guards.ts';
import { mayAddBackup } from '../../../domain/loan/guards/step-guards.ts';
import type { LiveLoan } from '../../../domain/loan/loan.ts';
import type { LoanAccountState, LoanState } from '../../../domain/loan/state.ts';
import { enterStep, type LoanContext, nowText, obey, requireNoProblems, stepIsDone } from '../loan-context.ts';
import { accountRefOf } from '../sync/listed-instalments.ts';
import { attachOne, type MicroDepositWay, type SignatureWay, wayProblems } from './attach-accounts.ts';
import { choiceGround, placeOnOneAccount } from './place-mandate.ts';

/** Records the payer's opt-in to one more backup, then places and attaches it. Each call's intent is recorded first. */
export async function addBackupAccount(
  context: LoanContext,
  loan: LiveLoan,
  { selection, way }: { readonly selection: BackupSelection; readonly way: MicroDepositWay | SignatureWay },
): Promise<LoanState> {
  const { clock, bankCodes } = context.engine.settings;
  requireNoProblems('The backup cannot be added', [
    ...backupSelection(bankCodes).problems(selection, ''),
    ...wayProblems(way, 'way'),
  ]);
  await enterStep(context, loan, 'addBackup');
  let state = await context.files.decide(loan.loanId, (now) => {
    stepIsDone('addBackup', loan, now);
    return isOptedIn(now, selection) ? [] : [optIn(context, now, selection)];
  });
  const rules = (now: LoanState) => mayAddBackup(now, clock.today());
  const { account } = addedAccount(state, selection);
  state = await placeOnOneAccount(context, loan.loanId, { account, rules });
  return attachOne(context, loan.loanId, { account: addedAccount(state, selection), way, rules });
}

// The same opt-in again is the same act. A later one is a new act.
function isOptedIn(state: LoanState, { account: key, chosenBy }: BackupSelection): boolean {
  const account = accountRefOf(state, key) ?? '';
  const optedInAt = state.selection?.backups.includes(account) ? state.selection.optedInAt[account] : undefined;
  return optedInAt !== undefined && parseInstant(optedInAt) === parseInstant(chosenBy.at);
}

function optIn(context: LoanContext, state: LoanState, selection: BackupSelection): EventOf<'backup.added'> {
  const known = state.accounts.find(({ account }) => account === accountRefOf(state, selection.account));
  obey(
    firstRefusal(
      mayAddBackup(state, context.engine.settings.clock.today()),
      backupIsFromDiscovery(selection, choiceGround(context, state)),
      known ? backupIsNew(state, known) : allowed,
    ),
  );
  const { ipAddress, at: chosenAt } = selection.chosenBy;
  const account = known?.account ?? '';
  return { type: 'backup.added', at: nowText(context), account, chosenAt, personal: { ipAddress } };
}

function addedAccount(state: LoanState, { account: key }: BackupSelection): LoanAccountState {
  const ref = accountRefOf(state, key);
  const account = state.accounts.find((candidate) => candidate.account === ref);
  if (!account) throw new TypeError('The backup that was opted in to is not among the accounts of its loan');
  return account;
}
