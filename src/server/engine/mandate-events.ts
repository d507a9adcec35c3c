/** A mandate's history. A million mandates have one, so it is kept flat: an object for each event would take three times as much. */
import type { Instant } from '../../domain/calendar.ts';
import type { Consent, HistoryPiece, Mandate, MerchantReport } from './records.ts';
import type { World } from './world.ts';

/** Something that happened to a mandate, for the control API. */
export interface MandateEvent {
  readonly event: string;
  readonly at: Instant;
  /** The account it happened to, where it happened to one. */
  readonly consent: Consent | null;
  readonly detail: string | null;
}

/** The history of a mandate to which nothing happened yet; one for all. */
export const NO_HISTORY: readonly HistoryPiece[] = [];

interface NotedEvent {
  readonly event: string;
  readonly consent?: Consent | null;
  readonly detail?: string | null;
}

/** Writes into a mandate's history, which the control API shows. */
export function noteEvent(world: World, mandate: Mandate, { event, consent, detail }: NotedEvent): void {
  const pieces: HistoryPiece[] = [ageOf(mandate, world.now), event];
  if (consent) pieces.push(consent);
  if (detail != null) pieces.push(detail);
  // As long as it has to be: a list that grows by itself reserves sixteen places more.
  mandate.history = mandate.history.concat(pieces);
}

/** Writes a report of the merchant into the history of its mandate; it stands there for itself. */
export function noteReport(mandate: Mandate, report: MerchantReport): void {
  mandate.history = mandate.history.concat(report);
}

/** Milliseconds from a mandate's creation to an instant. As a small integer where it is one: arithmetic would leave a boxed fraction. */
export function ageOf({ createdAt }: Mandate, instant: Instant): number {
  const age = instant - createdAt;
  return (age | 0) === age ? age | 0 : age;
}

/** What happened to a mandate, oldest first. */
export function eventsOf({ history, createdAt }: Mandate): readonly MandateEvent[] {
  const events: MandateEvent[] = [];
  for (let index = 0; index < history.length; ) {
    const first = history[index++] as HistoryPiece;
    if (isReport(first)) {
      events.push({ event: first.event, at: createdAt + first.receivedAfter, consent: null, detail: first.reportId });
      continue;
    }
    const event = history[index++] as string;
    const consent = isConsent(history[index]) ? (history[index++] as Consent) : null;
    const detail = typeof history[index] === 'string' ? (history[index++] as string) : null;
    events.push({ event, at: createdAt + (first as number), consent, detail });
  }
  return events;
}

/** When something last happened to a mandate. */
export function updatedAt({ history, createdAt }: Mandate): Instant {
  const last = history.findLast((piece) => typeof piece === 'number' || isReport(piece));
  return createdAt + (isReport(last) ? last.receivedAfter : ((last as number | undefined) ?? 0));
}

function isReport(piece: HistoryPiece | undefined): piece is MerchantReport {
  return typeof piece === 'object' && 'reportId' in piece;
}

function isConsent(piece: HistoryPiece | undefined): piece is Consent {
  return typeof piece === 'object' && !isReport(piece);
}
