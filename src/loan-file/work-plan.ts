import { type Instant, lagosDay, MINUTE_MS, parseInstant, SECOND_MS } from '../domain/calendar.ts';
import { debitsDueAt } from '../domain/loan/debits/debit-window.ts';
import type { LoanEvent } from '../domain/loan/events/events.ts';
import { reconcileDueAt } from '../domain/loan/reconcile-due.ts';
import { nextReport } from '../domain/loan/report-content.ts';
import type { LoanState } from '../domain/loan/state.ts';
import { hasUnreadChanges, stateChangesOf } from '../domain/loan/state-changes.ts';
import type { AppendExtras } from './store.ts';

/** When each kind of work is due. Null: nothing is left to do. */
export type Plan = NonNullable<AppendExtras['work']>;

// Usually the process that wrote the events continues with them. After this time it has presumably crashed.
const HALF_SYNCED_MS = 2 * MINUTE_MS;
const HALF_NOTIFIED_MS = 2 * MINUTE_MS;

/** How events change the due work of a loan. Written together with the events, so that no work is lost. */
export function workAfter(
  before: LoanState | undefined,
  after: LoanState,
  events: readonly LoanEvent[],
): Pick<AppendExtras, 'work'> {
  const work = {
    ...reportsPlan(before, after, events),
    ...debitsPlan(before, after, events),
    ...visitPlan(before, after, events),
    ...notificationPlan(before, after, events),
  };
  return Object.keys(work).length > 0 ? { work } : {};
}

function reportsPlan(before: LoanState | undefined, after: LoanState, events: readonly LoanEvent[]): Plan {
  const nextBefore = before && nextReport(before)?.report.reportId;
  const next = nextReport(after)?.report.reportId;
  // A new next report is due at once and starts with its own attempts.
  return next === nextBefore ? {} : { reports: next === undefined ? null : dueAtOnce(events) };
}

function debitsPlan(before: LoanState | undefined, after: LoanState, events: readonly LoanEvent[]): Plan {
  const debitsDue = debitsDueAt(after, newestIntent(events));
  return newestIntent(events) === undefined && debitsDue === (before && debitsDueAt(before))
    ? {}
    : { debits: debitsDue ?? null };
}

// A report never waits, even if the clock was wrong. Seconds read as milliseconds are in the past and sort by time.
function dueAtOnce(events: readonly LoanEvent[]): Instant {
  return Math.floor((timeOf(events) ?? 0) / SECOND_MS);
}

// Older debits may be asked about only once a day by now. A new debit brings all of them forward.
function newestIntent(events: readonly LoanEvent[]): Instant | undefined {
  return parseInstant(events.findLast(({ type }) => type === 'debit.intended')?.at);
}

// Reading the mandate or an instalment counts as a visit. A change of the next visit's time, as at a new stage, renews the plan.
function visitPlan(before: LoanState | undefined, after: LoanState, events: readonly LoanEvent[]): Plan {
  const at = timeOf(events);
  if (at === undefined) return {};
  const due = nextVisitAt(after, at);
  const wasDue = before && nextVisitAt(before, at);
  return due === wasDue && !(due !== undefined && wasRead(events)) ? {} : { reconcile: due ?? null };
}

function nextVisitAt(state: LoanState, at: Instant): Instant | undefined {
  const due = reconcileDueAt(state, at);
  return due === undefined || !hasUnreadChanges(state) ? due : Math.min(due, at + HALF_SYNCED_MS);
}

// Usually the webhook that reported a change also notifies the handlers. If its process crashed, the worker does.
function notificationPlan(before: LoanState | undefined, after: LoanState, events: readonly LoanEvent[]): Plan {
  const at = timeOf(events);
  if (at === undefined || !wasRead(events)) return {};
  const today = lagosDay(at);
  const known = new Set((before ? stateChangesOf(before, today) : []).map(({ name }) => name));
  return stateChangesOf(after, today).every(({ name }) => known.has(name)) ? {} : { news: at + HALF_NOTIFIED_MS };
}

function wasRead(events: readonly LoanEvent[]): boolean {
  return events.some(({ type }) => type === 'mandate.read' || type === 'collection.confirmed');
}

function timeOf(events: readonly LoanEvent[]): Instant | undefined {
  return parseInstant(events.at(-1)?.at);
}
