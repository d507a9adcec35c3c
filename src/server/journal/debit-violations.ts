/** Debits on demand that look like a mistake. Spec §1, §4.7. */
import type { Kobo } from '../../domain/money.ts';
import { plannedAt } from '../engine/agenda.ts';
import { dayOf } from '../engine/lagos-time.ts';
import type { Mandate } from '../engine/records.ts';
import type { World } from '../engine/world.ts';
import { listViolation } from './note-violation.ts';

/** Lists a debit of the same amount on the same day as another that is scheduled or went through; one that failed may be tried again. */
export function watchDebit(
  world: World,
  mandate: Mandate,
  { amount, day }: { readonly amount: Kobo; readonly day: number },
): void {
  if (!isScheduled(world, mandate, { amount, day }) && !isDone(mandate, { amount, day })) return;
  const message =
    'Another debit of the same amount is there for the same day: make sure that it is not the same debit sent twice.';
  listViolation(world, {
    rule: 'debit-is-not-repeated',
    spec: 'Spec §4.7',
    operation: 'collectManually',
    mandateId: mandate.id,
    message,
  });
}

interface SameDebit {
  readonly amount: Kobo;
  readonly day: number;
}

function isScheduled(world: World, mandate: Mandate, { amount, day }: SameDebit): boolean {
  // An order does not know its day, the agenda does; an order that ran already and is not settled ran on the day it was made or planned for.
  return (mandate.manualOrders ?? []).some(
    (order) =>
      order.amount === amount &&
      dayOf(plannedAt(world.agenda, 'manualDebits', order) ?? order.unsettled?.[0]?.at ?? order.createdAt) === day,
  );
}

function isDone(mandate: Mandate, { amount, day }: SameDebit): boolean {
  return mandate.instalments.some((instalment) =>
    (instalment.attempts ?? []).some(
      ({ order, at, status }) =>
        order.kind === 'manual' && status === 'successful' && order.amount === amount && dayOf(at) === day,
    ),
  );
}
