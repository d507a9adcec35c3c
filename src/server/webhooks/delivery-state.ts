import type { BoundedList } from '../ring-buffer.ts';
import type { Damage } from './attempt.ts';
import type { DeliveryRecord, WritePayload } from './delivery.ts';

/** A webhook to be tried so often. */
export interface Errand {
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
  readonly waiting: readonly Errand[];
  /** Waits for the next webhook, to leave after it. */
  readonly overtaken: readonly Errand[];
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
  // An errand and the list speak of one and the same record, also afterwards.
  const known = new Map<DeliveryRecord, DeliveryRecord>();
  const recordOf = (record: DeliveryRecord): DeliveryRecord => {
    // What is packed is plain data already, and shorter.
    const written =
      known.get(record) ?? ('packed' in record.tells ? record : { ...record, tells: { payload: write(record.tells) } });
    known.set(record, written);
    return written;
  };
  const errandOf = (errand: Errand): Errand => ({ ...errand, record: recordOf(errand.record) });
  return structuredClone({
    records: { items: records.items.map(recordOf), dropped: records.dropped },
    waiting: waiting.map(errandOf),
    overtaken: overtaken.map(errandOf),
    lastId,
  });
}
