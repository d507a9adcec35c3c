import type { BureauReport } from '../../../domain/bureau.ts';
import { type AccountKey, isObjectId } from '../../../domain/identifiers.ts';
import { formatKobo, type Kobo, koboFromNaira } from '../../../domain/money.ts';
import { isRecord } from '../../../validation/checks.ts';
import type { Refusal } from '../../answer.ts';
import { plannedAt } from '../world/agenda.ts';
import { dayOf } from '../world/lagos-time.ts';
import { instalmentsOf } from '../world/ledger.ts';
import { attemptAt, attemptsOn, manualOrdersOn } from '../world/orders.ts';
import type { CollectionOrder, Mandate, Violation } from '../world/records.ts';
import { findAccount, type World } from '../world/world.ts';
import { outstandingOf, primaryOf } from './mandate-state.ts';

/** Lists a violation that took effect. */
export function listViolation(world: World, violation: Omit<Violation, 'severity' | 'at'>): void {
  world.violations.push({ ...violation, severity: 'listed', at: world.now });
}

interface RefusedCall {
  readonly operation: string;
  readonly spec: string;
  readonly input: unknown;
}

/** Records a refusal by a rule, a conflict or the merchant's status. A malformed request is not a violation. */
export function noteRefusal(world: World, refusal: Refusal, { operation, spec, input }: RefusedCall): void {
  if (refusal.status !== 422 && refusal.status !== 409 && refusal.status !== 403) return;
  const mandateId = isRecord(input) ? input.mandateId : undefined;
  world.violations.push({
    rule: refusal.rule ?? refusal.code,
    spec: refusal.spec ?? `Spec ${spec}`,
    operation,
    // The input is not checked yet, so a field may hold anything.
    mandateId: isObjectId(mandateId) ? mandateId : null,
    message: refusal.message,
    severity: 'refused',
    at: world.now,
  });
}

/** Lists a debit with the same amount and day as a scheduled or successful one. A failed debit may be tried again. */
export function watchDebit(world: World, mandate: Mandate, debit: SameDebit): void {
  if (!isScheduled(world, mandate, debit) && !isDone(world, mandate, debit)) return;
  const message =
    'Another debit of the same amount is there for the same day: make sure that it is not the same debit sent twice.';
  const about = { operation: 'collectManually', mandateId: mandate.id };
  listViolation(world, { ...about, rule: 'debit-is-not-repeated', spec: 'Spec §4.7', message });
}

interface SameDebit {
  readonly amount: Kobo;
  readonly day: number;
}

function isScheduled(world: World, mandate: Mandate, { amount, day }: SameDebit): boolean {
  // The agenda knows the day of an order. An order that ran and is not settled ran on the day it was created or planned
  // for.
  const instantOf = (order: CollectionOrder) => {
    const [first] = order.unsettled ?? [];
    const ranAt = first === undefined ? order.createdAt : attemptAt(world, first).at;
    return plannedAt(world.agenda, 'manualDebits', order) ?? ranAt;
  };
  return manualOrdersOn(world, mandate).some((order) => order.amount === amount && dayOf(instantOf(order)) === day);
}

function isDone(world: World, mandate: Mandate, { amount, day }: SameDebit): boolean {
  const attempts = instalmentsOf(world, mandate).flatMap((instalment) => attemptsOn(world, instalment));
  return attempts.some(
    ({ order, at, status }) =>
      order.kind === 'manual' && status === 'successful' && order.amount === amount && dayOf(at) === day,
  );
}

/** Lists a placement that discovery did not show as active. Discovery stands in for the invisible consent. */
export function watchPlacement(world: World, mandate: Mandate, key: AccountKey): void {
  const list = (rule: string, message: string) =>
    listViolation(world, { rule, spec: 'Spec §1.2', operation: 'createConsent', mandateId: mandate.id, message });
  const account = findAccount(world, key);
  if (!world.discovered.has(mandate.bvn)) {
    const message =
      "The payer's accounts were never discovered by this BVN: discover them (4.2), and let the payer choose.";
    list('placement-after-discovery', message);
  } else if (account?.bvn !== mandate.bvn) {
    const message =
      "Discovery does not show this account among the payer's: place the mandate on discovered accounts only.";
    list('placement-of-discovered-account', message);
  } else if (!account.active) {
    list('placement-of-active-account', 'The account is inactive at its bank: leave inactive accounts out.');
  }
}

/** Lists a disbursement without an active primary account, or of more than was approved. */
export function watchReport(world: World, mandate: Mandate, report: BureauReport): void {
  if (report.event !== 'loan.disbursed') return;
  const about = { operation: 'submitBureauReport', mandateId: mandate.id };
  if (primaryOf(mandate)?.state !== 'active') {
    const message =
      'loan.disbursed was reported although the primary account is not active: send the money only once it is.';
    listViolation(world, { ...about, rule: 'disbursement-needs-active-primary', spec: 'Spec §1.4', message });
  }
  const { approved } = mandate;
  const disbursed = koboFromNaira(report.content.amount);
  if (approved !== null && disbursed !== undefined && disbursed > approved) {
    const message = `loan.disbursed names ${formatKobo(disbursed)}, loan.approved only ${formatKobo(approved)}: disburse no more than was approved.`;
    listViolation(world, { ...about, rule: 'disbursement-within-approval', spec: 'Spec §1', message });
  }
}

/** At the end of the tenure, lists a loan without a reported closure. A repaid loan must be closed. */
export function watchExpiry(world: World, mandate: Mandate): void {
  if (!mandate.reported.includes('loan.disbursed') || mandate.reported.includes('loan.closed')) return;
  const about = { operation: null, mandateId: mandate.id };
  if (outstandingOf(world, mandate) > 0) {
    const message =
      'The tenure is over and loan.closed was not reported: report the closure, with the status that fits.';
    listViolation(world, { ...about, rule: 'closure-is-reported', spec: 'Spec §6.3', message });
  } else {
    const message =
      'The loan is repaid and its tenure over, yet loan.closed was not reported: report the closure and retain no mandate after full repayment.';
    listViolation(world, { ...about, rule: 'mandate-ends-with-repayment', spec: 'Spec §1', message });
  }
}
