/** A mandate's attempts on a day: every open instalment that is due, older ones first. Spec §1.6, §3.5. */
import { isOpenInstalment, statusAfterDay } from '../../domain/collection.ts';
import { type Kobo, minKobo, subtractKobo } from '../../domain/money.ts';
import { type Share, walkAccounts } from './account-walk.ts';
import { announce } from './collection-webhooks.ts';
import { debitableAccounts, gateOf } from './gate.ts';
import { dayOf, nextRoundOf } from './lagos-time.ts';
import { outstandingOf, restOf } from './mandate-totals.ts';
import { closeOrder, openOrder } from './orders.ts';
import { endDayUnheard, planAttempts } from './planning.ts';
import { orderOn, pursuitOf } from './pursuit.ts';
import type { CollectionOrder, Consent, Instalment, Mandate } from './records.ts';
import { holdUnknown } from './unknown-debits.ts';
import type { World } from './world.ts';

/** What a round goes by. */
interface Round {
  readonly mandate: Mandate;
  readonly accounts: readonly Consent[];
  readonly today: number;
  /** Is it the day's last? Then a part may be taken, and the day's outcome is announced. */
  readonly isLast: boolean;
}

/** Runs a mandate's round that is due now and plans the next one; false for an entry that is out of date. */
export function runRound(world: World, mandate: Mandate): boolean {
  if (mandate.wakeAt !== world.now) return false;
  mandate.wakeAt = 0;
  const today = dayOf(world.now);
  if (mandate.roundDay !== today) {
    mandate.roundDay = today;
    mandate.rounds = 0;
    mandate.dayOver = false;
  }
  const accounts = debitableAccounts(world, mandate);
  if (accounts.length === 0 || !gateOf(world, mandate).open) {
    endDayUnheard(world, mandate);
    planAttempts(world, mandate);
    return false;
  }
  mandate.rounds += 1;
  const isLast = nextRoundOf(today, mandate.rounds, world.policy) === undefined;
  for (const instalment of mandate.instalments) {
    if (instalment.dueDay > today) break;
    if (isOpenInstalment(instalment) && !orderOn(instalment)?.unsettled)
      tryInstalment(world, { mandate, accounts, today, isLast }, instalment);
  }
  if (isLast || !isAnythingDue(mandate, today)) mandate.dayOver = true;
  planAttempts(world, mandate);
  return true;
}

function tryInstalment(world: World, { mandate, accounts, today, isLast }: Round, instalment: Instalment): void {
  const amount = restOf(instalment);
  const order = orderOn(instalment) ?? openOrder(world, mandate, { amount, instalment });
  const end = walkAccounts(world, {
    order,
    accounts,
    shares: [{ instalment, amount }],
    maySweep: isLast && world.policy.partialCollection,
  });
  if (end === 'unknown') holdUnknown(world, order);
  else if (end === 'collected' || isLast) {
    instalment.status = statusAfterDay(instalment, instalment.dueDay < today);
    closeOrder(order);
    announce(world, order, instalment);
  }
}

function isAnythingDue(mandate: Mandate, today: number): boolean {
  return mandate.instalments.some((instalment) => instalment.dueDay <= today && isOpenInstalment(instalment));
}

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
