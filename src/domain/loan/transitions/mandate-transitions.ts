import { parseInstant } from '../../calendar.ts';
import { DEPOSIT_WINDOW_MS } from '../../mandate.ts';
import { maxKobo } from '../../money.ts';
import type { EventOf } from '../events/events.ts';
import { accountFailed, attachmentWasRefused } from '../guards/account-guards.ts';
import {
  chosenAccounts,
  type LoanAccountState,
  type LoanState,
  primaryAccount,
  type SelectionState,
  type TransitionsOf,
} from '../state.ts';

export const mandateTransitions: TransitionsOf<
  | 'accounts.discovered'
  | 'accounts.selected'
  | 'backup.added'
  | 'placement.intended'
  | 'placement.confirmed'
  | 'mandate.placed'
  | 'attachment.intended'
  | 'attachment.confirmed'
  | 'mandate.attached'
  | 'mandate.read'
> = {
  'accounts.discovered': (_state, event) => ({
    stage: 'discovered',
    accounts: event.accounts.map(({ account, active: usable, ...bank }) => {
      return { ...untouchedAccount, account, usable, ...bank, details: event.personal?.accounts[account] };
    }),
  }),
  'accounts.selected': (state, event) => {
    const { primary, backups, chosenAt, optedInAt = {} } = event;
    const selection = { primary, backups, chosenAt, optedInAt };
    const accounts = state.accounts.map((account) => forNewChoice(state, account, event));
    return { stage: 'selected', mandateStatus: undefined, mandateStatusSince: 0, selection, accounts };
  },
  'backup.added': (state, event) => ({
    ...(state.selection ? { selection: withBackup(state.selection, event) } : {}),
    accounts: state.accounts.map((account) => (account.account === event.account ? startedOver(account) : account)),
  }),
  'placement.intended': (state, { account, claim, mayBePlaced }) => ({
    ...withAccount(state, account, { placement: 'intended' }),
    placing: claim,
    // A claim that is taken over was never released. Its call may have been answered.
    mayHaveSecondMandate:
      state.mayHaveSecondMandate === true ||
      mayBePlaced === true ||
      (claim !== undefined && state.placing !== undefined),
  }),
  'placement.confirmed': (state, event) => ({
    ...withAccount(state, event.account, { placement: 'confirmed' }),
    mandateId: event.mandateId ?? state.mandateId,
    isMandateNamed: true,
    placing: undefined,
    // If the service accepts the id that was sent, repeated placements still make one mandate.
    ...(!state.isMandateNamed && event.mandateId === undefined ? { mayHaveSecondMandate: false } : {}),
  }),
  // The payer may have chosen again during the placement. Then the mandate is not complete yet.
  'mandate.placed': (state) =>
    chosenAccounts(state).every(({ placement }) => placement === 'confirmed') ? { stage: 'placed' } : {},
  'attachment.intended': (state, event) =>
    withAccount(state, event.account, { attachment: 'intended', attachedBy: event.by }),
  'attachment.confirmed': (state, event) => ({
    accounts: state.accounts.map((account) =>
      account.account === event.account ? answered(account, event, state.version + 1) : account,
    ),
    ...(event.refusedWith === undefined ? { attachedAt: event.at } : {}),
    ...(event.transferDestinations.length > 0 ? { transferDestinations: event.transferDestinations } : {}),
    // Each account gets its own instructions. Those for the primary matter most, because everything waits for it.
    ...(event.personal && (event.account === state.selection?.primary || !state.instructions)
      ? { instructions: event.personal.instructions }
      : {}),
  }),
  'mandate.attached': () => ({ stage: 'verifying' }),
  'mandate.read': readMandate,
};

const unattached = { placement: 'none', attachment: 'none', attachedBy: undefined, attachedAt: undefined } as const;
const untouchedAccount = { ...unattached, mandateStatus: undefined, statusSince: 0, consentId: undefined };

function answered(
  { isGivenAgain, ...account }: LoanAccountState,
  event: EventOf<'attachment.confirmed'>,
  since: number,
): LoanAccountState {
  const attachedAt = event.refusedWith === undefined ? event.at : undefined;
  const attached = { ...account, attachedBy: event.by, attachedAt };
  if (!event.accepted) return { ...attached, attachment: 'rejected', mandateStatus: 'failed', statusSince: since };
  const renewed = isGivenAgain && { mandateStatus: undefined, statusSince: 0 };
  return { ...attached, attachment: 'confirmed', ...renewed };
}

// A dispute may have ended. Attaching the account again changes nothing and returns the instructions for the payer.
function startedOver(account: LoanAccountState): LoanAccountState {
  const isSpent = accountFailed(account) || account.mandateStatus === 'disputed';
  if (!isSpent) return account;
  const fresh = { ...account, ...unattached };
  // A refused account stays failed and must be reported until the service accepts another attachment.
  return attachmentWasRefused(account)
    ? { ...fresh, isGivenAgain: true }
    : { ...fresh, mandateStatus: undefined, statusSince: 0 };
}

// The service has to know the role of a new primary. A failed account that is left out cannot be chosen later.
function forNewChoice(
  { selection }: LoanState,
  account: LoanAccountState,
  { primary, backups }: EventOf<'accounts.selected'>,
): LoanAccountState {
  const isChosen = account.account === primary || backups.includes(account.account);
  if (!isChosen && accountFailed(account)) return account;
  const isCalled = account.account === primary && primary !== selection?.primary;
  return { ...startedOver(account), ...(isCalled ? { placement: 'none' as const } : {}) };
}

// A failed backup keeps its place in the cascade if the payer opts in to it again.
function withBackup(selection: SelectionState, { account, chosenAt }: EventOf<'backup.added'>): SelectionState {
  const backups = selection.backups.includes(account) ? selection.backups : [...selection.backups, account];
  return { ...selection, backups, optedInAt: { ...selection.optedInAt, [account]: chosenAt } };
}

function withAccount(state: LoanState, ref: string, change: Partial<LoanAccountState>): Partial<LoanState> {
  return { accounts: state.accounts.map((account) => (account.account === ref ? { ...account, ...change } : account)) };
}

// The interface shows only that a backup is not active. It was active before, its window is over, or it failed.
function inactiveStatus({ mandateStatus, attachment, attachedAt }: LoanAccountState, at: string): string | undefined {
  if (mandateStatus === 'active') return 'inactive';
  if ((mandateStatus ?? 'pending') !== 'pending' || attachment !== 'confirmed') return mandateStatus;
  return isWindowOver(attachedAt, at) ? 'pending_timeout' : mandateStatus;
}

// A service may wait for ever for a bank's verdict on a signature. Deposits have the service's own time-out (§3.1).
function isNeverJudged(
  { attachedBy, attachment, attachedAt }: LoanAccountState,
  status: string | undefined,
  at: string,
): boolean {
  const isWaiting = status === 'pending' && attachedBy === 'signature' && attachment === 'confirmed';
  return isWaiting && isWindowOver(attachedAt, at);
}

function isWindowOver(attachedAt: string | undefined, at: string): boolean {
  return (parseInstant(at) ?? 0) - (parseInstant(attachedAt) ?? Number.POSITIVE_INFINITY) >= DEPOSIT_WINDOW_MS;
}

function readMandate(state: LoanState, event: EventOf<'mandate.read'>): Partial<LoanState> {
  const since = state.version + 1;
  const accounts = state.accounts.map((account) => {
    const read = event.accounts.find((candidate) => candidate.account === account.account);
    if (!read) return account;
    const isStillRefused = read.status === 'pending' && attachmentWasRefused(account);
    const shown = isNeverJudged(account, read.status, event.at) ? 'pending_timeout' : read.status;
    const mandateStatus = isStillRefused
      ? account.mandateStatus
      : (shown ?? (read.active ? 'active' : inactiveStatus(account, event.at)));
    const statusSince = mandateStatus === account.mandateStatus ? account.statusSince : since;
    return { ...account, consentId: read.consentId, mandateStatus, statusSince };
  });
  const isVerified =
    state.stage === 'verifying' &&
    primaryAccount({ ...state, accounts })?.mandateStatus === 'active' &&
    event.status === 'active';
  return {
    accounts,
    mandateStatus: event.status,
    mandateStatusSince: event.status === state.mandateStatus ? state.mandateStatusSince : since,
    reinstatedSince: state.mandateStatus === 'disputed' && event.status === 'active' ? since : state.reinstatedSince,
    instalments: instalmentsAfter(state, event),
    collected: maxKobo(state.collected, event.collected),
    ...(isVerified ? { stage: 'verified' as const } : {}),
  };
}

function instalmentsAfter(
  { instalments: onFile }: LoanState,
  { instalments, changed = [] }: EventOf<'mandate.read'>,
): LoanState['instalments'] {
  const listed = instalments.length > 0 ? instalments : onFile;
  if (changed.length === 0) return listed;
  const byId = new Map(changed.map((change) => [change.breakdownId, change]));
  return listed.map((item) => ({ ...item, ...byId.get(item.breakdownId) }));
}
