import type { Instant } from '../../domain/calendar.ts';
import { eventsOf } from '../engine/mandate-events.ts';
import type { Consent, Mandate } from '../engine/records.ts';

/** Something that happened to a mandate. */
export interface PastEvent {
  readonly event: string;
  readonly at: Instant;
  readonly consent: Consent | null;
  readonly detail: string | null;
}

/** What happened to a mandate, oldest first. */
export function historyOf(mandate: Mandate): readonly PastEvent[] {
  return eventsOf(mandate);
}

/** The last time one of these happened to the account. */
export function lastOf(
  history: readonly PastEvent[],
  consent: Consent,
  ...events: readonly string[]
): PastEvent | undefined {
  return history.findLast((each) => each.consent === consent && events.includes(each.event));
}
