/** The orders to collect on a mandate, and when its next attempt is due. */
import { type Instant, MINUTE_MS, SECOND_MS } from '../../../domain/calendar.ts';
import { type InstalmentStatus, statusAfterDay } from '../../../domain/collection.ts';
import { plan } from '../world/agenda.ts';
import { isSlow } from '../world/banks.ts';
import { nextSerial } from '../world/chance.ts';
import { setValue, valueAt } from '../world/columns.ts';
import { dayOf, dueInstantOf, nextAttemptTimeAfter, nextRoundOf } from '../world/lagos-time.ts';
import {
  announcedAt,
  dueDayAt,
  instalmentAt,
  orderOn,
  roundsOf,
  scheduleOf,
  setOrderOn,
  setWakeAt,
  wakeAtOf,
} from '../world/ledger.ts';
import { addOrder, mandateOf, orderAt, setOrderStatus } from '../world/orders.ts';
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
    setWakeAt(world, mandate, 0);
  }
}

/** Plans the next attempt behind an open gate: the day's next round, or 08:00 of the next day with a due. */
export function planAttempts(world: World, mandate: Mandate): void {
  const at = nextAttempt(world, mandate);
  if (at === wakeAtOf(world, mandate)) return;
  setWakeAt(world, mandate, at);
  if (at > 0) plan(world.agenda, 'attempts', { at, work: mandate });
}

function nextAttempt(world: World, mandate: Mandate): Instant {
  const open = firstOpen(world, mandate);
  if (mandate.mode === 'manual' || open === undefined) return 0;
  const today = dayOf(world.now);
  const last = roundsOf(world, mandate);
  if (last.day === today && !last.isOver) {
    const next = nextRoundOf(today, last.rounds, world.policy);
    if (next !== undefined) return Math.max(next, world.now);
    // The policy was changed to fewer attempts during the day.
    endDayUnannounced(world, mandate);
  }
  // Dates that passed while the gate was shut are due at the next 08:00. That may be today's.
  const isTodayGone = last.day === today || dueInstantOf(today, world.policy) < world.now;
  const day = Math.max(dueDayAt(world, open), isTodayGone ? today + 1 : today);
  return day <= valueAt(world.ledger.mandates.columns.endDay, mandate.row) ? dueInstantOf(day, world.policy) : 0;
}

/** Ends a day whose gate shut between two attempts, without a webhook. Unknown debits stay open. */
export function endDayUnannounced(world: World, mandate: Mandate): void {
  const { day, isOver } = roundsOf(world, mandate);
  if (day !== dayOf(world.now) || isOver) return;
  setValue(world.ledger.mandates.columns.isDayOver, mandate.row, 1);
  const { start, end } = scheduleOf(world, mandate);
  for (let row = start; row < end; row += 1) {
    const order = orderOn(world, row);
    if (order !== undefined && !world.ledger.unsettled.has(order)) closeOrder(world, order);
  }
}

/** The status of an instalment without a running order: the last announced one, partially paid, or still scheduled. */
export function restingStatus(world: World, row: number): InstalmentStatus {
  const instalment = instalmentAt(world, row);
  if (instalment.collected > 0) return statusAfterDay(instalment, true);
  if (announcedAt(world, row) === null) return 'scheduled';
  return statusAfterDay(instalment, instalment.dueDay < dayOf(world.now));
}

/** Plans the question about an unknown debit: at the next attempt time, or when a slow bank answers. Returns the time. */
export function planQuestion(world: World, row: number): Instant {
  const { serial, lastTried, unsettled, askAt } = orderAt(world, row);
  const isFirstQuestion = askAt === 0;
  const slow = isFirstQuestion && lastTried !== null && isSlow(lastTried);
  const at = slow ? world.now + SLOW_ANSWER_MS : nextAttemptTimeAfter(world.now, world.policy);
  world.ledger.unsettled.set(row, { attempts: unsettled ?? [], askAt: at });
  plan(world.agenda, 'questions', { at, work: { serial, row } });
  return at;
}

/** The instant from which a newly active account can be debited. 0 means at once. */
export function readyAt(world: World): Instant {
  // 0 is the default, so most accounts store nothing.
  return world.policy.readinessMinutes === 0 ? 0 : world.now + Math.round(world.policy.readinessMinutes * MINUTE_MS);
}

/** Creates a `pending` order to collect and returns its row. Spec §2.5. */
export function openOrder(
  world: World,
  mandate: Mandate,
  { amount, instalment }: Pick<CollectionOrder, 'amount' | 'instalment'>,
): number {
  const serial = nextSerial(world.chance);
  const lastTried = primaryOf(mandate) ?? null;
  const row = addOrder(world, { serial, mandate, instalment, amount, lastTried, createdAt: world.now });
  setValue(world.ledger.mandates.columns.newestOrder, mandate.row, row + 1);
  if (instalment === null) mandate.manualOrders = [...(mandate.manualOrders ?? []), row];
  else setOrderOn(world, instalment, row);
  return row;
}

/** Closes an order: `successful` with the amount it moved, or `failed` with the amount it was for. */
export function closeOrder(world: World, row: number): void {
  const { orders, unsettled } = world.ledger;
  const { amount, collected, instalment } = orders.columns;
  const moved = valueAt(collected, row);
  setOrderStatus(world, row, moved > 0 ? 'successful' : 'failed');
  if (moved > 0) setValue(amount, row, moved);
  unsettled.delete(row);
  const instalmentNumber = valueAt(instalment, row);
  if (instalmentNumber > 0) setOrderOn(world, instalmentNumber - 1, null);
  const mandate = mandateOf(world, row);
  if (mandate.manualOrders) {
    const open = mandate.manualOrders.filter((each) => each !== row);
    mandate.manualOrders = open.length > 0 ? open : null;
  }
}
