import { isOpenInstalment } from '../../domain/collection.ts';
import { formatKobo } from '../../domain/money.ts';
import { plannedAt } from '../engine/agenda.ts';
import { midnightOf } from '../engine/lagos-time.ts';
import { firstOpen, outstandingOf } from '../engine/mandate-state.ts';
import { orderOn } from '../engine/orders.ts';
import { dayWords, type FindingMaker, finding, lagosWords } from './explain-facts.ts';

/** Without terms there are no due dates. */
export const findMissingTerms: FindingMaker = ({ mandate }) => {
  if (mandate.terms) return [];
  const message =
    'The mandate has no terms, so nothing falls due: send totalAmountDue, startDate, endDate and frequency with a consent (4.3).';
  return [finding('blocks', { rule: 'debit-needs-terms', spec: 'Spec §2.2', message, since: mandate.createdAt })];
};

/** The loan is repaid. */
export const findRepayment: FindingMaker = ({ mandate }) => {
  if (!mandate.terms || outstandingOf(mandate) > 0) return [];
  const last = mandate.instalments
    .flatMap(({ attempts }) => attempts ?? [])
    .reduce((latest, { at }) => Math.max(latest, at), 0);
  const message = `The loan is fully repaid (${formatKobo(mandate.collected)}): nothing is left to collect.`;
  return [finding('blocks', { rule: 'loan-is-repaid', spec: 'Spec §1', message, since: last || undefined })];
};

/** A manual mandate is debited on demand only. */
export const findManualMode: FindingMaker = ({ world, mandate }) => {
  if (mandate.mode !== 'manual' || !firstOpen(mandate)) return [];
  const scheduled = (mandate.manualOrders ?? [])
    .filter((order) => !order.unsettled)
    .map((order) => {
      const at = plannedAt(world.agenda, 'manualDebits', order) ?? world.now;
      const message = `A debit of ${formatKobo(order.amount)} on demand is scheduled for ${lagosWords(at)}.`;
      const times = { since: order.createdAt, until: at };
      return finding('delays', { rule: 'debit-is-scheduled', spec: 'Spec §4.7', message, ...times });
    });
  const isWaiting = scheduled.length > 0;
  const message = `The mandate's collectionMode is manual: nothing is debited on its due dates by itself${isWaiting ? '.' : '; schedule a debit (4.7).'}`;
  const onDemand = { rule: 'debit-is-on-demand', spec: 'Spec §4.7', message };
  return [...scheduled, finding(isWaiting ? 'explains' : 'blocks', onDemand)];
};

export const findDroppedDebit: FindingMaker = ({ mandate }) => {
  const { newestOrder } = mandate;
  if (newestOrder?.kind !== 'manual' || newestOrder.status !== 'failed' || newestOrder.responseCode !== '') return [];
  const message = `The debit of ${formatKobo(newestOrder.amount)} on demand reached no bank: when its time came the gate was shut, no account could be debited, or less was owed.`;
  const since = newestOrder.createdAt;
  return [finding('explains', { rule: 'debit-is-checked-again', spec: 'Spec §3.4', message, since })];
};

/** After the last attempt of the tenure nothing more is collected, although the gate is still open. */
export const findEndOfTenure: FindingMaker = ({ mandate, gate, nextAttempt }) => {
  const { terms } = mandate;
  if (!terms || mandate.mode === 'manual' || !gate.open || nextAttempt !== undefined) return [];
  if (!mandate.instalments.some((instalment) => isOpenInstalment(instalment) && !orderOn(instalment)?.unsettled))
    return [];
  const message = `The last attempt of the tenure is over: nothing is collected after ${dayWords(terms.endDay)}.`;
  const until = midnightOf(terms.endDay + 1);
  return [finding('blocks', { rule: 'debit-within-tenure', spec: 'Spec §6.1', message, until })];
};
