import { NO_MONEY } from '../../domain/money.ts';
import type { CollectionOrder, Instalment, Pursuit } from './records.ts';

// Stands for the pursuit of an instalment on which nothing was undertaken.
const NONE: Readonly<Pursuit> = { order: null, announced: null, announcedAmount: NO_MONEY };

/** What is undertaken on an instalment; only to be read. */
export function pursuitOf({ pursuit }: Instalment): Readonly<Pursuit> {
  return pursuit ?? NONE;
}

/** The order that is being carried out on an instalment; null between orders. */
export function orderOn(instalment: Instalment): CollectionOrder | null {
  return pursuitOf(instalment).order;
}

/** The pursuit of an instalment, to be written to: most instalments of a portfolio are not due yet and have none. */
export function pursue(instalment: Instalment): Pursuit {
  instalment.pursuit ??= { order: null, announced: null, announcedAmount: NO_MONEY };
  return instalment.pursuit;
}
