/** A mandate's history, stored flat: an object for each event would take three times the memory. */
import type { Instant } from '../../../domain/calendar.ts';
import type { InstalmentStatus } from '../../../domain/collection.ts';
import { valueAt } from '../world/columns.ts';
import { receivedAfterAt, reportAt } from '../world/merchant-reports.ts';
import { announcementsOn } from '../world/orders.ts';
import type { Consent, HistoryPiece, Mandate } from '../world/records.ts';
import type { World } from '../world/world.ts';

/** An event in a mandate's history, for the control API. */
export interface MandateEvent {
  readonly event: string;
  readonly at: Instant;
  /** The account of the event, if it concerns one. */
  readonly consent: Consent | null;
  readonly detail: string | null;
}

/** The empty history, shared by all new mandates. */
export const NO_HISTORY: readonly HistoryPiece[] = [];

interface NotedEvent {
  readonly event: string;
  readonly consent?: Consent | null;
  readonly detail?: string | null;
}

/** Adds an event to a mandate's history, which the control API shows. */
export function noteEvent(world: World, mandate: Mandate, { event, consent, detail }: NotedEvent): void {
  const pieces: HistoryPiece[] = [ageOf(mandate, world.now), event];
  if (consent) pieces.push(consent);
  if (detail != null) pieces.push(detail);
  // `concat` allocates the exact length. A list that grows with `push` reserves room for 16 more items.
  mandate.history = mandate.history.concat(pieces);
}

/** Adds a merchant's report to the history of its mandate, by its row. */
export function noteReport(mandate: Mandate, row: number): void {
  mandate.history = mandate.history.concat(-1 - row);
}

const eventNames = {
  scheduled: 'collection.processing',
  success: 'collection.success',
  'partially paid': 'collection.partial',
  failed: 'collection.failed',
  overdue: 'collection.failed',
  processing: 'collection.processing',
} as const;

/** The name of the event that announces an instalment with this status. */
export function eventOf(status: InstalmentStatus): (typeof eventNames)[InstalmentStatus] {
  return eventNames[status];
}

/** Milliseconds since the creation. `| 0` keeps a small integer, where the subtraction would box a number. */
export function ageOf({ createdAt }: Mandate, instant: Instant): number {
  const age = instant - createdAt;
  return (age | 0) === age ? age | 0 : age;
}

export function eventsOf(world: World, mandate: Mandate): readonly MandateEvent[] {
  const { history, createdAt } = mandate;
  const announcements = announcementsOn(world, mandate);
  const events: MandateEvent[] = [];
  const announceBefore = (index: number) => {
    for (let next = announcements[0]; next && next.historyLength <= index; next = announcements[0]) {
      const { at, consent, status } = next.announcement;
      events.push({ event: eventOf(status), at, consent, detail: status });
      announcements.shift();
    }
  };
  for (let index = 0; index < history.length; ) {
    announceBefore(index);
    const first = history[index++] as HistoryPiece;
    if (isReport(first)) {
      const { event, reportId, receivedAfter } = reportAt(world, -1 - first);
      events.push({ event, at: createdAt + receivedAfter, consent: null, detail: reportId });
      continue;
    }
    const event = history[index++] as string;
    const consent = typeof history[index] === 'object' ? (history[index++] as Consent) : null;
    const detail = typeof history[index] === 'string' ? (history[index++] as string) : null;
    events.push({ event, at: createdAt + Number(first), consent, detail });
  }
  announceBefore(history.length);
  return events;
}

export function updatedAt(world: World, { row, history, createdAt }: Mandate): Instant {
  const last = history.findLast((piece) => typeof piece === 'number') ?? 0;
  const changedAt = createdAt + (isReport(last) ? receivedAfterAt(world, -1 - last) : last);
  const { announcements, mandates } = world.ledger;
  const announcement = valueAt(mandates.columns.lastAnnouncement, row) - 1;
  return announcement < 0 ? changedAt : Math.max(changedAt, valueAt(announcements.columns.at, announcement));
}

// Ages are not negative.
function isReport(piece: HistoryPiece): piece is number {
  return typeof piece === 'number' && piece < 0;
}
