import type { BoundedList } from '../ring-buffer.ts';
import type { Damage } from './attempt.ts';
import type { DeliveryRecord } from './delivery.ts';

/** A webhook to be tried so often. */
export interface Errand {
  readonly record: DeliveryRecord;
  readonly attempts: number;
  /** Seconds before the next attempt, if this one fails. */
  readonly backoff: number;
  /** What a fault does to the next attempt; those after it carry the truth. */
  readonly damage?: Damage | undefined;
}

/** Everything that a queue holds, as plain data. What was under way counts as waiting. */
export interface DeliveryState {
  readonly records: BoundedList<DeliveryRecord>;
  readonly waiting: readonly Errand[];
  /** Waits for the next webhook, to leave after it. */
  readonly overtaken: readonly Errand[];
  readonly lastId: number;
}

/** Nothing raised yet. */
export const NO_DELIVERIES: DeliveryState = { records: { items: [], dropped: 0 }, waiting: [], overtaken: [], lastId: 0 };
