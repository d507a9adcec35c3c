import { decideGate, type GateDecision } from '../../../domain/collection.ts';
import { type MandateStatus, mandateStatus } from '../../../domain/mandate.ts';
import { type Kobo, subtractKobo, sumKobo } from '../../../domain/money.ts';
import { valueAt } from '../world/columns.ts';
import { dayOf } from '../world/lagos-time.ts';
import { isOpenAt, scheduleOf, termsOf } from '../world/ledger.ts';
import { mandateOf, manualOrdersOn } from '../world/orders.ts';
import type { Consent, Instalment, Mandate } from '../world/records.ts';
import type { World } from '../world/world.ts';

export function statusOf(mandate: Mandate): MandateStatus {
  return mandateStatus({ accounts: mandate.consents, disputed: mandate.disputed, expired: mandate.expired });
}

/** The gate: whether anything may be collected on the mandate now. Spec §3.4. */
export function gateOf(world: World, mandate: Mandate): GateDecision {
  return decideGate({
    status: statusOf(mandate),
    disbursed: mandate.reported.includes('loan.disbursed'),
    closed: mandate.reported.includes('loan.closed'),
    merchantApproved: world.merchant.status === 'approved',
  });
}

/** Whether the tenure is over, including a mandate that failed or timed out and so never expires. Spec §2.2. */
export function isTenureOver(world: World, mandate: Mandate): boolean {
  return mandate.expired || (termsOf(world, mandate)?.endDay ?? Number.POSITIVE_INFINITY) < dayOf(world.now);
}

/** The account that is debited first. Undefined until one is named. */
export function primaryOf(mandate: Mandate): Consent | undefined {
  return mandate.consents.find((consent) => consent.primary);
}

/** The account debited last in an order, else the account tried last, else the primary. Undefined without one. */
export function accountOnOrder(world: World, order: number): Consent | undefined {
  const { lastDebited, lastTried } = world.ledger.orders.columns;
  const mandate = mandateOf(world, order);
  const number = valueAt(lastDebited, order) || valueAt(lastTried, order);
  return number > 0 ? mandate.consents[number - 1] : primaryOf(mandate);
}

/** The accounts that can be debited now: the primary, then the backups by placement. Spec §3.5. */
export function debitableAccounts(world: World, mandate: Mandate): readonly Consent[] {
  const { consents } = mandate;
  const [only] = consents;
  // Most mandates have one account. The list is not copied for them.
  if (consents.length === 1 && only?.state === 'active' && only.deadline <= world.now) return consents;
  const accounts: Consent[] = [];
  for (const consent of mandate.consents) {
    if (consent.state !== 'active' || consent.deadline > world.now) continue;
    if (consent.primary && accounts.length > 0) accounts.unshift(consent);
    else accounts.push(consent);
  }
  return accounts;
}

/** The outstanding amount: always total minus collected. Spec §2.2. */
export function outstandingOf(world: World, mandate: Mandate): Kobo {
  const { total, collected } = world.ledger.mandates.columns;
  return subtractKobo(valueAt(total, mandate.row), valueAt(collected, mandate.row));
}

export function scheduledOf(world: World, mandate: Mandate): Kobo {
  return sumKobo(manualOrdersOn(world, mandate).map((order) => order.amount));
}

export function restOf(instalment: Instalment): Kobo {
  return subtractKobo(instalment.amount, instalment.collected);
}

/** The row of the oldest open instalment. Undefined when all are paid. */
export function firstOpen(world: World, mandate: Mandate): number | undefined {
  const { start, end } = scheduleOf(world, mandate);
  for (let row = start; row < end; row += 1) if (isOpenAt(world, row)) return row;
  return undefined;
}
