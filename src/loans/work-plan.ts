import { type Instant, parseInstant, SECOND_MS } from '../domain/calendar.ts';
import { debitsDueAt } from '../domain/loan/debits/debit-due.ts';
import type { LoanEvent } from '../domain/loan/events/events.ts';
import { nextReport } from '../domain/loan/report-queue.ts';
import type { LoanState } from '../domain/loan/state.ts';
import type { AppendExtras } from './store.ts';

/** What events change about the work that waits in a loan; it is written together with them, so that none of it can get lost. */
export function workAfter(before: LoanState | undefined, after: LoanState, events: readonly LoanEvent[]): Pick<AppendExtras, 'work'> {
  const nextBefore = before && nextReport(before)?.report.reportId;
  const next = nextReport(after)?.report.reportId;
  const debitsDue = debitsDueAt(after, newestIntent(events));
  const work = {
    // Whenever another report is the next one it is due at once, and its own attempts are counted.
    ...(next === nextBefore ? {} : { reports: next === undefined ? null : dueAtOnce(events) }),
    ...(newestIntent(events) === undefined && debitsDue === (before && debitsDueAt(before)) ? {} : { debits: debitsDue ?? null }),
  };
  return Object.keys(work).length > 0 ? { work } : {};
}

// No report is meant to wait, so none depends on a clock that was ahead when it was filed and was put right since. Its time in seconds, read as the milliseconds
// that stores compare, is always long past: loans take turns in the order in which they filed, and go before what was put off.
function dueAtOnce(events: readonly LoanEvent[]): Instant {
  return Math.floor((parseInstant(events.at(-1)?.at) ?? 0) / SECOND_MS);
}

// Older debits may be asked about once a day by now: a new one does not wait for that, and they are asked about with it.
function newestIntent(events: readonly LoanEvent[]): Instant | undefined {
  return parseInstant(events.findLast(({ type }) => type === 'debit.intended')?.at);
}
