import type { BoundedList } from '../ring-buffer.ts';
import type { Damage } from './attempt.ts';
import type { DeliveryRecord, WritePayload } from './delivery.ts';

/** A webhook to be tried so often. */
export interface DeliveryJob {
  readonly record: DeliveryRecord;
  readonly attempts: number;
  /** Seconds before the next attempt, if this one fails. */
  readonly backoff: number;
  /** What a fault does to the next attempt; those after it carry the truth. */
  readonly damage?: Damage | undefined;
}

/** Everything that a queue holds. What was under way counts as waiting. */
export interface DeliveryState {
  readonly records: BoundedList<DeliveryRecord>;
  readonly waiting: readonly DeliveryJob[];
  /** Waits for the next webhook, to leave after it. */
  readonly overtaken: readonly DeliveryJob[];
  readonly lastId: number;
}

/** Nothing raised yet. */
export const NO_DELIVERIES: DeliveryState = {
  records: { items: [], dropped: 0 },
  waiting: [],
  overtaken: [],
  lastId: 0,
};

/** A copy with everything written out, so that it is plain data that holds on to nothing of a world. */
export function writtenOut({ records, waiting, overtaken, lastId }: DeliveryState, write: WritePayload): DeliveryState {
  // A job and the list share one record, also afterwards.
  const known = new Map<DeliveryRecord, DeliveryRecord>();
  const recordOf = (record: DeliveryRecord): DeliveryRecord => {
    // What is packed is plain data already, and shorter.
    const written =
      known.get(record) ??
      ('packed' in record.content ? record : { ...record, content: { payload: write(record.content) } });
    known.set(record, written);
    return written;
  };
  const jobOf = (job: DeliveryJob): DeliveryJob => ({ ...job, record: recordOf(job.record) });
  return structuredClone({
    records: { items: records.items.map(recordOf), dropped: records.dropped },
    waiting: waiting.map(jobOf),
    overtaken: overtaken.map(jobOf),
    lastId,
  });
}
