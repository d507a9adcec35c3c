/** Reasons that lie in the loan: its terms, its mode, its end. */
import { isOpenInstalment } from '../../domain/collection.ts';
import { formatKobo } from '../../domain/money.ts';
import { plannedAt } from '../engine/agenda.ts';
import { midnightOf } from '../engine/lagos-time.ts';
import { firstOpen, outstandingOf } from '../engine/mandate-totals.ts';
import { orderOn } from '../engine/pursuit.ts';
import { dayWords, type FindingMaker, lagosWords, span } from './explain-facts.ts';

/** Without terms nothing falls due. */
export const findMissingTerms: FindingMaker = ({ mandate }) => {
  if (mandate.terms) return [];
  const message =
    'The mandate has no terms, so nothing falls due: send totalAmountDue, startDate, endDate and frequency with a consent (4.3).';
  return [{ rule: 'debit-needs-terms', spec: 'Spec §2.2', effect: 'blocks', message, ...span(mandate.createdAt) }];
};

/** What is repaid is not collected again. */
export const findRepayment: FindingMaker = ({ mandate }) => {
  if (!mandate.terms || outstandingOf(mandate) > 0) return [];
  const last = mandate.instalments
    .flatMap(({ attempts }) => attempts ?? [])
    .reduce((latest, { at }) => Math.max(latest, at), 0);
  const message = `The loan is fully repaid (${formatKobo(mandate.collected)}): nothing is left to collect.`;
  return [{ rule: 'loan-is-repaid', spec: 'Spec §1', effect: 'blocks', message, ...(last > 0 && span(last)) }];
};

/** A manual mandate is debited on demand only. */
export const findManualMode: FindingMaker = ({ world, mandate }) => {
  if (mandate.mode !== 'manual' || !firstOpen(mandate)) return [];
  const waiting = (mandate.manualOrders ?? []).filter((order) => !order.unsettled);
  const scheduled = waiting.map((order) => ({
    order,
    at: plannedAt(world.agenda, 'manualDebits', order) ?? world.now,
  }));
  const isWaiting = scheduled.length > 0;
  const message = `The mandate's collectionMode is manual: nothing is debited on its due dates by itself${isWaiting ? '.' : '; schedule a debit (4.7).'}`;
  return [
    ...scheduled.map(({ order, at }) => ({
      rule: 'debit-is-scheduled',
      spec: 'Spec §4.7',
      effect: 'delays' as const,
      message: `A debit of ${formatKobo(order.amount)} on demand is scheduled for ${lagosWords(at)}.`,
      ...span(order.createdAt, at),
    })),
    {
      rule: 'debit-is-on-demand',
      spec: 'Spec §4.7',
      effect: isWaiting ? ('explains' as const) : ('blocks' as const),
      message,
    },
  ];
};

/** A debit on demand that reached no bank. */
export const findDroppedDebit: FindingMaker = ({ mandate }) => {
  const { newestOrder } = mandate;
  if (newestOrder?.kind !== 'manual' || newestOrder.status !== 'failed' || newestOrder.responseCode !== '') return [];
  const message = `The debit of ${formatKobo(newestOrder.amount)} on demand reached no bank: when its time came the gate was shut, no account could be debited, or less was owed.`;
  return [
    { rule: 'debit-is-checked-again', spec: 'Spec §3.4', effect: 'explains', message, ...span(newestOrder.createdAt) },
  ];
};

/** When the last attempt of the tenure is over, nothing more is tried although the gate is still open. */
export const findEndOfTenure: FindingMaker = ({ mandate, gate, nextAttempt }) => {
  const { terms } = mandate;
  if (!terms || mandate.mode === 'manual' || !gate.open || nextAttempt !== undefined) return [];
  if (!mandate.instalments.some((instalment) => isOpenInstalment(instalment) && !orderOn(instalment)?.unsettled))
    return [];
  const message = `The last attempt of the tenure is over: nothing is collected after ${dayWords(terms.endDay)}.`;
  return [
    {
      rule: 'debit-within-tenure',
      spec: 'Spec §6.1',
      effect: 'blocks',
      message,
      ...span(undefined, midnightOf(terms.endDay + 1)),
    },
  ];
};
