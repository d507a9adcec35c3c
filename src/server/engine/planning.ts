/** When a mandate's next attempt is due. */
import { type Instant, MINUTE_MS, SECOND_MS } from '../../domain/calendar.ts';
import { statusAfterDay } from '../../domain/collection.ts';
import { plan } from './agenda.ts';
import { isSlow } from './banks.ts';
import { dayOf, dueInstantOf, nextAttemptTimeAfter, nextRoundOf } from './lagos-time.ts';
import { firstOpen, gateOf } from './mandate-state.ts';
import { closeOrder, orderOn, pursuitOf } from './orders.ts';
import type { CollectionOrder, Instalment, Mandate } from './records.ts';
import type { World } from './world.ts';

// Between the 30 and the 60 seconds that slow debits take.
const SLOW_ANSWER_MS = 45 * SECOND_MS;

/** Follows the gate after anything that may have opened or shut it: plans the next attempt, or ends the day without a webhook. */
export function followGate(world: World, mandate: Mandate): void {
  if (gateOf(world, mandate).open) planAttempts(world, mandate);
  else {
    endDayUnannounced(world, mandate);
    mandate.wakeAt = 0;
  }
}

/** Plans the next attempt of a mandate whose gate is open: the day's next round, else 08:00 of the next day with something due. */
export function planAttempts(world: World, mandate: Mandate): void {
  const at = nextAttempt(world, mandate);
  if (at === mandate.wakeAt) return;
  mandate.wakeAt = at;
  if (at > 0) plan(world.agenda, 'attempts', { at, work: mandate });
}

function nextAttempt(world: World, mandate: Mandate): Instant {
  const open = firstOpen(mandate);
  if (!mandate.terms || mandate.mode === 'manual' || !open) return 0;
  const today = dayOf(world.now);
  if (mandate.roundDay === today && !mandate.dayOver) {
    const next = nextRoundOf(today, mandate.rounds, world.policy);
    if (next !== undefined) return Math.max(next, world.now);
    // A policy with fewer attempts came in the middle of the day.
    endDayUnannounced(world, mandate);
  }
  // What passed while the gate was shut is due at the next 08:00, today's included while it has not passed.
  const isTodayGone = mandate.roundDay === today || dueInstantOf(today, world.policy) < world.now;
  const day = Math.max(open.dueDay, isTodayGone ? today + 1 : today);
  return day <= mandate.terms.endDay ? dueInstantOf(day, world.policy) : 0;
}

/** Ends a day whose gate shut between two attempts: no webhook, no miss. What is unknown is still asked about. */
export function endDayUnannounced(world: World, mandate: Mandate): void {
  if (mandate.roundDay !== dayOf(world.now) || mandate.dayOver) return;
  mandate.dayOver = true;
  for (const instalment of mandate.instalments) {
    const order = orderOn(instalment);
    if (order && !order.unsettled) closeOrder(order);
  }
}

/** What an instalment is while nothing is under way on it: what was said of it last, a part of its money, or still scheduled. */
export function restingStatus(world: World, instalment: Instalment): Instalment['status'] {
  if (instalment.collected > 0) return statusAfterDay(instalment, true);
  if (pursuitOf(instalment).announced === null) return 'scheduled';
  return statusAfterDay(instalment, instalment.dueDay < dayOf(world.now));
}

/** Plans when the bank is asked about an order's unknown debit: at the next attempt time, for a slow bank when it answers. */
export function planQuestion(world: World, order: CollectionOrder): void {
  const isFirstQuestion = order.askAt === 0;
  const slow = isFirstQuestion && order.lastTried !== null && isSlow(order.lastTried);
  order.askAt = slow ? world.now + SLOW_ANSWER_MS : nextAttemptTimeAfter(world.now, world.policy);
  plan(world.agenda, 'questions', { at: order.askAt, work: order });
}

/** When an account that became active now can be debited; 0 for at once. */
export function readyAt(world: World): Instant {
  // At once is the rule: then there is nothing to remember.
  return world.policy.readinessMinutes === 0 ? 0 : world.now + Math.round(world.policy.readinessMinutes * MINUTE_MS);
}
