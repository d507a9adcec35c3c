/** The attempts on a mandate on one day, over every open instalment that is due, oldest first. Spec §1.6, §3.5. */
import { isOpenInstalment, statusAfterDay } from '../../../domain/collection.ts';
import { type Kobo, minKobo, subtractKobo, sumKobo } from '../../../domain/money.ts';
import { responseCategory } from '../../../domain/response-codes.ts';
import { debitableAccounts, gateOf, outstandingOf, restOf } from '../mandates/mandate-state.ts';
import {
  closeOrder,
  endDayUnannounced,
  openOrder,
  orderOn,
  planAttempts,
  planQuestion,
  pursuitOf,
  restingStatus,
} from '../mandates/planning.ts';
import { askAbout } from '../world/banks.ts';
import { dayOf, nextRoundOf } from '../world/lagos-time.ts';
import type { Attempt, CollectionOrder, Consent, Instalment, Mandate } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { book, type Share, walkAccounts } from './account-walk.ts';
import { announce } from './collection-webhooks.ts';

interface Round {
  readonly mandate: Mandate;
  readonly accounts: readonly Consent[];
  readonly today: number;
  /** Whether this is the day's last round. A last round may collect a part, and it announces the day's outcome. */
  readonly isLast: boolean;
}

/** Runs the round that is due now and plans the next one. Returns false for an outdated agenda entry. */
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
    endDayUnannounced(world, mandate);
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
  const isDue = (instalment: Instalment) => instalment.dueDay <= today && isOpenInstalment(instalment);
  if (isLast || !mandate.instalments.some(isDue)) mandate.dayOver = true;
  planAttempts(world, mandate);
  return true;
}

function tryInstalment(world: World, { mandate, accounts, today, isLast }: Round, instalment: Instalment): void {
  const amount = restOf(instalment);
  const order = orderOn(instalment) ?? openOrder(world, mandate, { amount, instalment });
  const maySweep = isLast && world.policy.partialCollection;
  const end = walkAccounts(world, { order, accounts, shares: [{ instalment, amount }], maySweep });
  if (end === 'unknown') holdUnknown(world, order);
  else if (end === 'collected' || isLast) {
    instalment.status = statusAfterDay(instalment, instalment.dueDay < today);
    closeOrder(order);
    announce(world, order, instalment);
  }
}

/** Runs a debit on demand. Returns false if no bank was asked: the gate is shut, or less is owed by now. */
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
  else announceOutcome(world, order, shares);
  return true;
}

function announceOutcome(world: World, order: CollectionOrder, shares: readonly Share[]): void {
  closeOrder(order);
  const today = dayOf(world.now);
  for (const { instalment } of shares) {
    // If the money covered only older instalments, the others are not announced.
    if (order.collected > 0 && instalment.collected === pursuitOf(instalment).announcedAmount) continue;
    instalment.status = statusAfterDay(instalment, instalment.dueDay < today);
    announce(world, order, instalment);
  }
}

// Skips instalments with an unknown debit. Undefined if the amount is more than the others owe.
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

/** Locks the instalments of an unknown debit, and announces those that today's attempts will not settle. */
function holdUnknown(world: World, order: CollectionOrder): void {
  const rows = order.unsettled ?? [];
  for (const row of rows) row.instalment.status = 'processing';
  for (const instalment of order.mandate.instalments) {
    // The part that a sweep collected before the bank stopped answering is final, so it is announced.
    if (instalment.status !== 'processing' && instalment.collected > pursuitOf(instalment).announcedAmount) {
      instalment.status = statusAfterDay(instalment, instalment.dueDay < dayOf(world.now));
      announce(world, order, instalment);
    }
  }
  planQuestion(world, order);
  if (dayOf(order.askAt) > dayOf(world.now)) for (const row of rows) announce(world, order, row.instalment);
}

export function runQuestion(world: World, order: CollectionOrder): boolean {
  const rows = order.unsettled;
  const first = rows?.[0];
  if (!rows || !first || order.askAt !== world.now) return false;
  const responseCode = askAbout(world, first, sumKobo(rows.map((row) => row.amount)));
  order.responseCode = responseCode;
  for (const row of rows) row.responseCode = responseCode;
  if (responseCategory(responseCode) === 'unknown-outcome') holdUnknown(world, order);
  else if (responseCode === '00') settleBooked(world, order, rows);
  else settleDeclined(world, order, rows);
  return true;
}

function settleBooked(world: World, order: CollectionOrder, rows: readonly Attempt[]): void {
  for (const row of rows) {
    row.status = 'successful';
    book(row);
    row.instalment.status = statusAfterDay(row.instalment, row.instalment.dueDay < dayOf(world.now));
  }
  closeOrder(order);
  for (const row of rows) announce(world, order, row.instalment);
}

function settleDeclined(world: World, order: CollectionOrder, rows: readonly Attempt[]): void {
  for (const row of rows) row.status = 'failed';
  order.unsettled = null;
  order.askAt = 0;
  for (const { instalment } of rows) instalment.status = restingStatus(world, instalment);
  if (willBeTriedToday(world, order, rows[0]?.instalment)) return;
  closeOrder(order);
  for (const { instalment } of rows) {
    instalment.status = statusAfterDay(instalment, instalment.dueDay < dayOf(world.now));
    announce(world, order, instalment);
  }
}

// In that case the end of the day announces it, and the order of the same day continues.
function willBeTriedToday(world: World, order: CollectionOrder, instalment: Instalment | undefined): boolean {
  const { mandate } = order;
  if (order.kind === 'manual' || !instalment || dayOf(mandate.wakeAt) !== dayOf(world.now)) return false;
  if (dayOf(order.createdAt) !== dayOf(world.now)) closeOrder(order);
  return true;
}
