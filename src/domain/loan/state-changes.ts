/** State changes that handlers are notified of once. Their names do not depend on what detected them. Spec §6.1. */
import { lagosDay, type PlainDate, parseInstant } from '../calendar.ts';
import { sumKobo } from '../money.ts';
import type { CollectionFacts } from './events/events.ts';
import { type LoanAccountState, type LoanState, primaryAccount } from './state.ts';

export type StateChange =
  | { readonly kind: 'collection'; readonly name: string; readonly facts: CollectionFacts }
  | { readonly kind: 'mandate.activated' | 'mandate.failed'; readonly name: string; readonly account: LoanAccountState }
  /** About the whole mandate, with its primary account if any. The service sends no notification of the first two. */
  | {
      readonly kind: 'mandate.disputed' | 'mandate.pending_timeout' | 'mandate.expired';
      readonly name: string;
      readonly account: LoanAccountState | undefined;
    };

export type InstalmentStanding = Pick<CollectionFacts, 'instalmentReference' | 'status' | 'collected'>;

export function collectionChangeName(
  mandateId: string,
  { instalmentReference, status, collected }: InstalmentStanding,
): string {
  return `collection:${mandateId}:${instalmentReference}:${status.trim().toLowerCase()}:${collected}`;
}

/** New each time the account reaches the state, and for the primary also after a dispute was dismissed. */
export function accountChangeName(
  kind: 'mandate.activated' | 'mandate.failed' | 'mandate.pending_timeout',
  state: LoanState,
  { account, statusSince }: LoanAccountState,
): string {
  const isReinstated = kind === 'mandate.activated' && account === state.selection?.primary;
  return `${kind}:${state.mandateId}:${account}:${isReinstated ? Math.max(statusSince, state.reinstatedSince) : statusSince}`;
}

/** A mandate expires only once. */
export function mandateChangeName(
  kind: 'mandate.disputed' | 'mandate.pending_timeout' | 'mandate.expired',
  state: LoanState,
): string {
  return kind === 'mandate.expired'
    ? `${kind}:${state.mandateId}`
    : `${kind}:${state.mandateId}:${state.mandateStatusSince}`;
}

/** The current state changes of a file, except those that were notified before an adoption. */
export function stateChangesOf(state: LoanState, today: PlainDate): readonly StateChange[] {
  return allChangesOf(state, today).filter(({ name }) => !state.notifiedBefore.includes(name));
}

export function changeNamesAtBeginning(state: LoanState): readonly string[] {
  const openedAt = parseInstant(state.openedAt);
  return openedAt === undefined ? [] : allChangesOf(state, lagosDay(openedAt)).map(({ name }) => name);
}

function allChangesOf(state: LoanState, today: PlainDate): readonly StateChange[] {
  return [
    ...mandateChanges(state, today),
    ...state.accounts.flatMap((account) => accountChanges(state, account)),
    ...collectionChanges(state),
  ];
}

function collectionChanges({ mandateId, collections }: LoanState): readonly StateChange[] {
  return collections.map((facts) => ({ kind: 'collection', name: collectionChangeName(mandateId, facts), facts }));
}

function accountChanges(state: LoanState, account: LoanAccountState): readonly StateChange[] {
  const kind =
    account.mandateStatus === 'active'
      ? 'mandate.activated'
      : account.mandateStatus === 'failed'
        ? 'mandate.failed'
        : undefined;
  if (kind) return [{ kind, name: accountChangeName(kind, state, account), account }];
  // For the primary, this is a change of the whole mandate and covers its backups.
  const isBackup = state.selection?.backups.includes(account.account) === true;
  if (!isBackup || account.mandateStatus !== 'pending_timeout' || state.mandateStatus === 'pending_timeout') return [];
  return [
    { kind: 'mandate.pending_timeout', name: accountChangeName('mandate.pending_timeout', state, account), account },
  ];
}

function mandateChanges(state: LoanState, today: PlainDate): readonly StateChange[] {
  const { mandateStatus } = state;
  const account = primaryAccount(state);
  // After another choice, the service shows the state of the previous one until the new one is attached.
  const isOfThisChoice = state.stage !== 'selected' && state.stage !== 'placed';
  const standing =
    isOfThisChoice && (mandateStatus === 'disputed' || mandateStatus === 'pending_timeout')
      ? (`mandate.${mandateStatus}` as const)
      : undefined;
  return [
    ...(standing ? [{ kind: standing, name: mandateChangeName(standing, state), account }] : []),
    ...(isExpired(state, today)
      ? [{ kind: 'mandate.expired' as const, name: mandateChangeName('mandate.expired', state), account }]
      : []),
  ];
}

/** The service may report it in words of its own (§3.1). A mandate that never became active does not expire. */
function isExpired({ mandateStatus, terms }: Pick<LoanState, 'mandateStatus' | 'terms'>, today: PlainDate): boolean {
  if (mandateStatus === undefined || mandateStatus === 'failed' || mandateStatus === 'pending_timeout') return false;
  return today > terms.endDate || mandateStatus === 'expired';
}

/** Money or a miss that no instalment on file explains yet. Its reports are still owed. Spec §6.3. */
export function hasUnreadChanges({ collected, collections, instalments, terms }: LoanState): boolean {
  if (collected > sumKobo(collections.map((facts) => facts.collected))) return true;
  // In manual mode, a passed due date is not a failed debit.
  if (terms.collectionMode === 'manual') return false;
  return instalments.some(
    ({ breakdownId, status }) =>
      (status === 'failed' || status === 'overdue') && !collections.some((facts) => facts.breakdownId === breakdownId),
  );
}
