import { formatInstant } from '../../domain/calendar.ts';
import {
  formatKobo,
  type Kobo,
  koboFromNaira,
  maxKobo,
  NO_MONEY,
  nairaFromKobo,
  subtractKobo,
} from '../../domain/money.ts';
import type { CollectManuallyInput, ScheduledCollection } from '../../wire/collection-types.ts';
import { type Answer, answer } from '../answer.ts';
import { plan } from '../engine/agenda.ts';
import { uuidOf } from '../engine/chance.ts';
import { dayNumberOf, dayOf, dueInstantOf } from '../engine/lagos-time.ts';
import { gateOf, outstandingOf, scheduledOf } from '../engine/mandate-state.ts';
import { openOrder } from '../engine/orders.ts';
import type { Mandate } from '../engine/records.ts';
import { malformed, mandateOr404, refusedByRule } from '../engine/refusals.ts';
import { watchDebit } from '../engine/violations.ts';
import type { World } from '../engine/world.ts';

/** Schedules a debit on demand for 08:00 Lagos time of its day, or for now if today's 08:00 has passed. Spec §4.7. */
export function collectManually(world: World, input: CollectManuallyInput): Answer<ScheduledCollection> {
  const amount = koboFromNaira(input.amount);
  if (!amount) return malformed([{ path: 'amount', message: 'must be naira above zero with at most two decimals' }]);
  const found = mandateOr404(world, input.mandateId);
  if (!found.ok) return found;
  const { mandate } = found;
  const day = dayNumberOf(input.debitDate);
  const refusal = refuseDebit(world, mandate, { amount, day });
  if (refusal) return refusal;
  watchDebit(world, mandate, { amount, day });
  const order = openOrder(world, mandate, { amount, instalment: null });
  const due = dueInstantOf(day, world.policy);
  plan(world.agenda, 'manualDebits', { at: Math.max(world.now, due), work: order });
  return answer(
    {
      mandateId: mandate.id,
      totalAmount: nairaFromKobo(amount),
      outstandingBalance: nairaFromKobo(outstandingOf(mandate)),
      transactionRefence: uuidOf(world.chance, order.serial),
      paymentStatus: order.status,
      dueDate: formatInstant(due),
    },
    'The debit is scheduled.',
  );
}

function refuseDebit(world: World, mandate: Mandate, { amount, day }: { readonly amount: Kobo; readonly day: number }) {
  if (mandate.mode !== 'manual') {
    const message = "The mandate's collectionMode is auto: it is debited on its due dates, not on demand.";
    return refusedByRule('debit-is-manual', message);
  }
  const gate = gateOf(world, mandate);
  if (!gate.open) return refusedByRule(gate.rule, gate.reason, gate.spec);
  if (day < dayOf(world.now))
    return refusedByRule('debit-date-not-past', 'debitDate has passed: choose today or a later day.');
  if (mandate.terms && day > mandate.terms.endDay) {
    const message = 'debitDate is after the end of the tenure: nothing is collected after it.';
    return refusedByRule('debit-within-tenure', message, 'Spec §6.1');
  }
  const collectable = maxKobo(NO_MONEY, subtractKobo(outstandingOf(mandate), scheduledOf(mandate)));
  if (amount <= collectable) return undefined;
  const message = `${formatKobo(amount)} is more than the approved terms leave: ${formatKobo(collectable)} at most, debits that are scheduled already counted.`;
  return refusedByRule('debit-within-terms', message, 'Spec §1');
}
