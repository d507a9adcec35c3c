/** What a loan's file shows that somebody should hear of once: the same names whoever found it out, so that nothing is told twice. Spec §6.1. */
import { lagosDay, type PlainDate, parseInstant } from '../calendar.ts';
import { sumKobo } from '../money.ts';
import type { CollectionFacts } from './events/events.ts';
import { type LoanAccountState, type LoanState, primaryAccount } from './state.ts';

/** A piece of news, named. */
export type LoanNews =
  /** Where an instalment stands. */
  | { readonly kind: 'collection'; readonly name: string; readonly facts: CollectionFacts }
  /** Where an account on the mandate stands. */
  | { readonly kind: 'mandate.activated' | 'mandate.failed'; readonly name: string; readonly account: LoanAccountState }
  /** Where the mandate stands; about its primary account where there is one. Of the first two, the service tells nobody. */
  | {
      readonly kind: 'mandate.disputed' | 'mandate.pending_timeout' | 'mandate.expired';
      readonly name: string;
      readonly account: LoanAccountState | undefined;
    };

/** What news of an instalment is named by. */
export type InstalmentStanding = Pick<CollectionFacts, 'instalmentReference' | 'status' | 'collected'>;

/** The name of news of an instalment: what is told of it, whatever else a delivery says. */
export function collectionNews(
  mandateId: string,
  { instalmentReference, status, collected }: InstalmentStanding,
): string {
  return `collection:${mandateId}:${instalmentReference}:${status.trim().toLowerCase()}:${collected}`;
}

/** The name of news of an account: it counts anew whenever the account came to this state again, and for the primary when a dispute of the mandate ended well. */
export function accountNews(
  kind: 'mandate.activated' | 'mandate.failed' | 'mandate.pending_timeout',
  state: LoanState,
  { account, statusSince }: LoanAccountState,
): string {
  const isReinstated = kind === 'mandate.activated' && account === state.selection?.primary;
  return `${kind}:${state.mandateId}:${account}:${isReinstated ? Math.max(statusSince, state.reinstatedSince) : statusSince}`;
}

/** The name of news of the whole mandate. It expires once. */
export function mandateNews(
  kind: 'mandate.disputed' | 'mandate.pending_timeout' | 'mandate.expired',
  state: LoanState,
): string {
  return kind === 'mandate.expired'
    ? `${kind}:${state.mandateId}`
    : `${kind}:${state.mandateId}:${state.mandateStatusSince}`;
}

/** Everything that a loan's file shows now and that was not told elsewhere before. What was so once and is not any more is not in it. */
export function newsOf(state: LoanState, today: PlainDate): readonly LoanNews[] {
  return allNewsOf(state, today).filter(({ name }) => !state.toldBefore.includes(name));
}

/** The names of the news that a file begins with. */
export function newsAtBeginning(state: LoanState): readonly string[] {
  const openedAt = parseInstant(state.openedAt);
  return openedAt === undefined ? [] : allNewsOf(state, lagosDay(openedAt)).map(({ name }) => name);
}

function allNewsOf(state: LoanState, today: PlainDate): readonly LoanNews[] {
  return [
    ...mandateNewsOf(state, today),
    ...state.accounts.flatMap((account) => accountNewsOf(state, account)),
    ...collectionNewsOf(state),
  ];
}

function collectionNewsOf({ mandateId, collections }: LoanState): readonly LoanNews[] {
  return collections.map((facts) => ({ kind: 'collection', name: collectionNews(mandateId, facts), facts }));
}

function accountNewsOf(state: LoanState, account: LoanAccountState): readonly LoanNews[] {
  const kind =
    account.mandateStatus === 'active'
      ? 'mandate.activated'
      : account.mandateStatus === 'failed'
        ? 'mandate.failed'
        : undefined;
  if (kind) return [{ kind, name: accountNews(kind, state, account), account }];
  // For the primary it is a change of the whole mandate, which covers its backups too.
  const isBackup = state.selection?.backups.includes(account.account) === true;
  if (!isBackup || account.mandateStatus !== 'pending_timeout' || state.mandateStatus === 'pending_timeout') return [];
  return [{ kind: 'mandate.pending_timeout', name: accountNews('mandate.pending_timeout', state, account), account }];
}

function mandateNewsOf(state: LoanState, today: PlainDate): readonly LoanNews[] {
  const { mandateStatus } = state;
  const account = primaryAccount(state);
  // After another choice, until that is attached, the service shows what became of the one before.
  const isOfThisChoice = state.stage !== 'selected' && state.stage !== 'placed';
  const standing =
    isOfThisChoice && (mandateStatus === 'disputed' || mandateStatus === 'pending_timeout')
      ? (`mandate.${mandateStatus}` as const)
      : undefined;
  return [
    ...(standing ? [{ kind: standing, name: mandateNews(standing, state), account }] : []),
    ...(isExpired(state, today)
      ? [{ kind: 'mandate.expired' as const, name: mandateNews('mandate.expired', state), account }]
      : []),
  ];
}

/**
 * Has the mandate reached the end of the tenure? The interface has no status for it (§3.1): a word of the service's own says so, or else the end of the
 * tenure does. What never came to stand does not expire.
 */
export function isExpired(
  { mandateStatus, terms }: Pick<LoanState, 'mandateStatus' | 'terms'>,
  today: PlainDate,
): boolean {
  if (mandateStatus === undefined || mandateStatus === 'failed' || mandateStatus === 'pending_timeout') return false;
  return today > terms.endDate || mandateStatus === 'expired';
}

/**
 * Did the mandate show money or a miss that was not heard of instalment by instalment yet? Who read it may have ended before; the reports that follow from it are
 * still owed. Spec §6.3.
 */
export function hasUntoldNews({ collected, collections, instalments, terms }: LoanState): boolean {
  if (collected > sumKobo(collections.map((news) => news.collected))) return true;
  // On demand a due date that passes is no failure of a debit.
  if (terms.collectionMode === 'manual') return false;
  return instalments.some(
    ({ breakdownId, status }) =>
      (status === 'failed' || status === 'overdue') && !collections.some((news) => news.breakdownId === breakdownId),
  );
}
