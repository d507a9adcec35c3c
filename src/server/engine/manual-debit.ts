/** A debit on demand when its time has come: the whole cascade, one round, the oldest open instalments first. Spec §4.7. */
import { isOpenInstalment, statusAfterDay } from '../../domain/instalment.ts';
import { type Kobo, minKobo, subtractKobo } from '../../domain/money.ts';
import { type Share, walkAccounts } from './account-walk.ts';
import { announce } from './collection-news.ts';
import { debitableAccounts, gateOf } from './gate.ts';
import { dayOf } from './lagos-time.ts';
import { outstandingOf, restOf } from './mandate-totals.ts';
import { closeOrder } from './orders.ts';
import { pursuitOf } from './pursuit.ts';
import type { CollectionOrder, Mandate } from './records.ts';
import { holdUnknown } from './unknown-debits.ts';
import type { World } from './world.ts';

/** Runs a debit on demand; false if nothing was put to a bank (the gate is shut, or it is more than is owed by now). */
export function runManualDebit(world: World, order: CollectionOrder): boolean {
  if (order.status !== 'pending' || order.unsettled) return false;
  const { mandate } = order;
  const accounts = debitableAccounts(world, mandate);
  const shares = shareOut(mandate, order.amount);
  if (!gateOf(world, mandate).open || accounts.length === 0 || shares === undefined) {
    closeOrder(order);
    return false;
  }
  const end = walkAccounts(world, { order, accounts, shares, maySweep: world.policy.partialCollection });
  if (end === 'unknown') holdUnknown(world, order);
  else tellOutcome(world, order, shares);
  return true;
}

function tellOutcome(world: World, order: CollectionOrder, shares: readonly Share[]): void {
  closeOrder(order);
  const today = dayOf(world.now);
  for (const { instalment } of shares) {
    // Where the money reached only the older ones, nothing is said of the others.
    if (order.collected > 0 && instalment.collected === pursuitOf(instalment).announcedAmount) continue;
    instalment.status = statusAfterDay(instalment, instalment.dueDay < today);
    announce(world, order, instalment);
  }
}

// Instalments that an unknown debit holds are passed over. Undefined: the amount is more than the others have to take.
function shareOut(mandate: Mandate, amount: Kobo): readonly Share[] | undefined {
  if (amount > outstandingOf(mandate)) return undefined;
  const shares: Share[] = [];
  let rest = amount;
  for (const instalment of mandate.instalments) {
    if (rest === 0) break;
    if (!isOpenInstalment(instalment) || instalment.status === 'processing') continue;
    const part = minKobo(rest, restOf(instalment));
    shares.push({ instalment, amount: part });
    rest = subtractKobo(rest, part);
  }
  return rest === 0 ? shares : undefined;
}
