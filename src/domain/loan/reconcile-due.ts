/** When to visit a loan, because each webhook is sent only once (spec §6). All processes derive the same times. */
import {
  addDays,
  DAY_MS,
  HOUR_MS,
  type Instant,
  lagosDay,
  lagosInstant,
  MINUTE_MS,
  type PlainDate,
  parseInstant,
  SECOND_MS,
} from '../calendar.ts';
import { DEPOSIT_WINDOW_MS } from '../mandate.ts';
import type { ReportedInstalment } from './events/events.ts';
import type { LoanStage } from './stages.ts';
import { chosenAccounts, type LoanState, primaryAccount } from './state.ts';

/**
 * How often a disbursed loan is visited. With a million loans, once a day would mean 11.6 requests a second, and more
 * than 12 in some seconds by chance. Once in 25 hours means 11.1, which leaves room for follow-up requests. It also
 * moves the visit to another hour each day, in case the bank has a bad one.
 */
export const LIVE_VISIT_EVERY_MS = 25 * HOUR_MS;

// A proof within minutes is seen within seconds, and one that takes days is seen within minutes.
const AGE_PER_PAUSE = 4;

type Growing = Readonly<Record<'firstMs' | 'longestMs', number>>;

const WAITING_PRIMARY: Growing = { firstMs: 15 * SECOND_MS, longestMs: 15 * MINUTE_MS };
// No one waits for a backup.
const WAITING_BACKUP: Growing = { firstMs: MINUTE_MS, longestMs: 3 * HOUR_MS };
// The mandate is read again right before a disbursement anyway.
const BEFORE_MONEY: Growing = { firstMs: HOUR_MS, longestMs: DAY_MS };

// By noon the platform has collected and sent its webhooks. The visits to the rest are spread until the evening.
const MISSED_FROM_HOUR = 12;
const MISSED_WITHIN_MS = 9 * HOUR_MS;

/** When to visit a loan next, later than the last visit. Undefined before an attachment and after the end. */
export function reconcileDueAt(state: LoanState, visitedAt: Instant): Instant | undefined {
  const regular = regularVisitAt(state, visitedAt);
  if (regular === undefined) return undefined;
  const backup = waitsFor('backup', state, visitedAt) ? growingVisitAt(state, visitedAt, WAITING_BACKUP) : regular;
  return Math.min(regular, backup, ...missedVisitsAt(state, { visitedAt, until: regular }));
}

/** When a state change follows from time alone: at the end of the tenure. Undefined if that has passed. */
export function notificationDueAt({ stage, terms, mandateStatus }: LoanState, after: Instant): Instant | undefined {
  if (!isAskedAbout(stage) || mandateStatus === undefined) return undefined;
  const over = lagosInstant(addDays(terms.endDate, 1));
  return over > after ? over : undefined;
}

export function isAskedAbout(stage: LoanStage): boolean {
  return stage === 'verifying' || stage === 'verified' || stage === 'approved' || isLive(stage);
}

function isLive(stage: LoanStage): boolean {
  return stage === 'disbursed' || stage === 'collecting';
}

function regularVisitAt(state: LoanState, visitedAt: Instant): Instant | undefined {
  if (!isAskedAbout(state.stage)) return undefined;
  const slot = slotAfter(state.loanId, visitedAt);
  if (isLive(state.stage)) return slot;
  if (state.stage !== 'verifying') return growingVisitAt(state, visitedAt, BEFORE_MONEY);
  return waitsFor('primary', state, visitedAt) ? growingVisitAt(state, visitedAt, WAITING_PRIMARY) : slot;
}

// One pause longer than the proof may take, so that its time-out is seen too.
function waitsFor(role: 'primary' | 'backup', state: LoanState, visitedAt: Instant): boolean {
  if (visitedAt - attachedAt(state) > DEPOSIT_WINDOW_MS + WAITING_BACKUP.longestMs) return false;
  const primary = primaryAccount(state);
  const accounts = role === 'primary' ? [primary] : chosenAccounts(state).filter((account) => account !== primary);
  return accounts.some(
    (account) => account?.attachment === 'confirmed' && (account.mandateStatus ?? 'pending') === 'pending',
  );
}

function growingVisitAt(state: LoanState, visitedAt: Instant, { firstMs, longestMs }: Growing): Instant {
  const pauseMs = (visitedAt - attachedAt(state)) / AGE_PER_PAUSE;
  return visitedAt + Math.round(Math.min(longestMs, Math.max(firstMs, pauseMs)));
}

function attachedAt(state: LoanState): Instant {
  return parseInstant(state.attachedAt ?? state.openedAt) ?? 0;
}

/** The loan's next slot. Slots are spread evenly by loan id, so that the load is constant over the day. */
function slotAfter(loanId: string, instant: Instant): Instant {
  const phase = Math.floor(fractionOf(loanId) * LIVE_VISIT_EVERY_MS);
  return (Math.floor((instant - phase) / LIVE_VISIT_EVERY_MS) + 1) * LIVE_VISIT_EVERY_MS + phase;
}

// An instalment without a webhook is visited on its due date.
function missedVisitsAt(
  state: LoanState,
  { visitedAt, until }: { readonly visitedAt: Instant; readonly until: Instant },
): readonly Instant[] {
  if (!isLive(state.stage) || state.terms.collectionMode === 'manual') return [];
  const [from, to] = [lagosDay(visitedAt), lagosDay(until)];
  return state.instalments
    .filter((instalment) => isBetween(instalment.dueDate, from, to) && !isReported(instalment, state))
    .map(
      ({ dueDate }) =>
        lagosInstant(dueDate as PlainDate, MISSED_FROM_HOUR) + Math.floor(fractionOf(state.loanId) * MISSED_WITHIN_MS),
    )
    .filter((visit) => visit > visitedAt);
}

function isBetween(date: string | undefined, from: PlainDate, to: PlainDate): boolean {
  return date !== undefined && date >= from && date <= to;
}

function isReported({ breakdownId, instalmentReference }: ReportedInstalment, { collections }: LoanState): boolean {
  return collections.some(
    (facts) =>
      facts.status !== 'processing' &&
      (facts.breakdownId === breakdownId ||
        (instalmentReference !== undefined && facts.instalmentReference === instalmentReference)),
  );
}

// FNV-1a with the finalizer of MurmurHash3: names that differ only in the last digit must land far apart.
function fractionOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
