/** The orders to collect on a mandate, and when its next attempt is due. */
import { type Instant, MINUTE_MS, SECOND_MS } from '../../../domain/calendar.ts';
import { type InstalmentStatus, statusAfterDay } from '../../../domain/collection.ts';
import { NO_MONEY } from '../../../domain/money.ts';
import { plan } from '../world/agenda.ts';
import { isSlow } from '../world/banks.ts';
import { nextSerial } from '../world/chance.ts';
import { dayOf, dueInstantOf, nextAttemptTimeAfter, nextRoundOf } from '../world/lagos-time.ts';
import { announcedAt, dueDayAt, instalmentAt, orderOn, setOrderOn } from '../world/ledger.ts';
import { append } from '../world/long-list.ts';
import type { CollectionOrder, Mandate } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { firstOpen, gateOf, primaryOf } from './mandate-state.ts';

// Slow debits take between 30 and 60 seconds.
const SLOW_ANSWER_MS = 45 * SECOND_MS;

/** Call after anything that may open or shut the gate. Plans the next attempt, or ends the day without a webhook. */
export function followGate(world: World, mandate: Mandate): void {
  if (gateOf(world, mandate).open) planAttempts(world, mandate);
  else {
    endDayUnannounced(world, mandate);
    mandate.wakeAt = 0;
  }
}

/** Plans the next attempt behind an open gate: the day's next round, or 08:00 of the next day with a due. */
export function planAttempts(world: World, mandate: Mandate): void {
  const at = nextAttempt(world, mandate);
  if (at === mandate.wakeAt) return;
  mandate.wakeAt = at;
  if (at > 0) plan(world.agenda, 'attempts', { at, work: mandate });
}

function nextAttempt(world: World, mandate: Mandate): Instant {
  const open = firstOpen(world, mandate);
  if (!mandate.terms || mandate.mode === 'manual' || open === undefined) return 0;
  const today = dayOf(world.now);
  if (mandate.roundDay === today && !mandate.dayOver) {
    const next = nextRoundOf(today, mandate.rounds, world.policy);
    if (next !== undefined) return Math.max(next, world.now);
    // The policy was changed to fewer attempts during the day.
    endDayUnannounced(world, mandate);
  }
  // Dates that passed while the gate was shut are due at the next 08:00. That may be today's.
  const isTodayGone = mandate.roundDay === today || dueInstantOf(today, world.policy) < world.now;
  const day = Math.max(dueDayAt(world, open), isTodayGone ? today + 1 : today);
  return day <= mandate.terms.endDay ? dueInstantOf(day, world.policy) : 0;
}

/** Ends a day whose gate shut between two attempts, without a webhook. Unknown debits stay open. */
export function endDayUnannounced(world: World, mandate: Mandate): void {
  if (mandate.roundDay !== dayOf(world.now) || mandate.dayOver) return;
  mandate.dayOver = true;
  for (let row = mandate.scheduleStart; row < mandate.scheduleEnd; row += 1) {
    const order = orderOn(world, row);
    if (order && !order.unsettled) closeOrder(world, order);
  }
}

/** The status of an instalment without a running order: the last announced one, partially paid, or still scheduled. */
export function restingStatus(world: World, row: number): InstalmentStatus {
  const instalment = instalmentAt(world, row);
  if (instalment.collected > 0) return statusAfterDay(instalment, true);
  if (announcedAt(world, row) === null) return 'scheduled';
  return statusAfterDay(instalment, instalment.dueDay < dayOf(world.now));
}

/** Plans the question about an unknown debit: at the next attempt time, or when a slow bank answers. */
export function planQuestion(world: World, order: CollectionOrder): void {
  const isFirstQuestion = order.askAt === 0;
  const slow = isFirstQuestion && order.lastTried !== null && isSlow(order.lastTried);
  order.askAt = slow ? world.now + SLOW_ANSWER_MS : nextAttemptTimeAfter(world.now, world.policy);
  plan(world.agenda, 'questions', { at: order.askAt, work: order });
}

/** The instant from which a newly active account can be debited. 0 means at once. */
export function readyAt(world: World): Instant {
  // 0 is the default, so most accounts store nothing.
  return world.policy.readinessMinutes === 0 ? 0 : world.now + Math.round(world.policy.readinessMinutes * MINUTE_MS);
}

/** Creates a `pending` order to collect. Spec §2.5. */
export function openOrder(
  world: World,
  mandate: Mandate,
  { amount, instalment }: Pick<CollectionOrder, 'amount' | 'instalment'>,
): CollectionOrder {
  const order: CollectionOrder = {
    serial: nextSerial(world.chance),
    row: world.orders.length,
    mandate,
    kind: instalment === null ? 'manual' : 'auto',
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
  if (instalment === null) mandate.manualOrders = [...(mandate.manualOrders ?? []), order];
  else setOrderOn(world, instalment, order);
  return order;
}

/** Closes an order: `successful` with the amount it moved, or `failed` with the amount it was for. */
export function closeOrder(world: World, order: CollectionOrder): void {
  order.status = order.collected > 0 ? 'successful' : 'failed';
  if (order.collected > 0) order.amount = order.collected;
  order.unsettled = null;
  order.askAt = 0;
  if (order.instalment !== null) setOrderOn(world, order.instalment, null);
  const { mandate } = order;
  if (mandate.manualOrders) {
    const open = mandate.manualOrders.filter((each) => each !== order);
    mandate.manualOrders = open.length > 0 ? open : null;
  }
}
