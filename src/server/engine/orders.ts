import { NO_MONEY } from '../../domain/money.ts';
import { nextSerial } from './chance.ts';
import { append } from './long-list.ts';
import { primaryOf } from './mandate-state.ts';
import type { CollectionOrder, Instalment, Mandate, Pursuit } from './records.ts';
import type { World } from './world.ts';

/** Creates a `pending` order to collect. Spec §2.5. */
export function openOrder(
  world: World,
  mandate: Mandate,
  { amount, instalment }: Pick<CollectionOrder, 'amount' | 'instalment'>,
): CollectionOrder {
  const order: CollectionOrder = {
    serial: nextSerial(world.chance),
    mandate,
    kind: instalment ? 'auto' : 'manual',
    instalment,
    amount,
    status: 'pending',
    collected: NO_MONEY,
    lastTried: primaryOf(mandate) ?? null,
    lastDebited: null,
    responseCode: '',
    unsettled: null,
    askAt: 0,
    createdAt: world.now,
  };
  append(world.orders, order);
  mandate.newestOrder = order;
  if (instalment) pursue(instalment).order = order;
  else mandate.manualOrders = [...(mandate.manualOrders ?? []), order];
  return order;
}

/** Closes an order: `successful` with the amount it moved, or `failed` with the amount it was for. */
export function closeOrder(order: CollectionOrder): void {
  order.status = order.collected > 0 ? 'successful' : 'failed';
  if (order.collected > 0) order.amount = order.collected;
  order.unsettled = null;
  order.askAt = 0;
  if (order.instalment) pursue(order.instalment).order = null;
  const { mandate } = order;
  if (mandate.manualOrders) {
    const open = mandate.manualOrders.filter((each) => each !== order);
    mandate.manualOrders = open.length > 0 ? open : null;
  }
}

// The pursuit of an instalment before any collection.
const NONE: Readonly<Pursuit> = { order: null, announced: null, announcedAmount: NO_MONEY };

/** The pursuit of an instalment, read-only. */
export function pursuitOf({ pursuit }: Instalment): Readonly<Pursuit> {
  return pursuit ?? NONE;
}

/** The running order on an instalment. Null between orders. */
export function orderOn(instalment: Instalment): CollectionOrder | null {
  return pursuitOf(instalment).order;
}

/** The pursuit, for writing. Created on first use, because most instalments of a portfolio are not due yet. */
export function pursue(instalment: Instalment): Pursuit {
  instalment.pursuit ??= { ...NONE };
  return instalment.pursuit;
}
