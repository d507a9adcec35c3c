/** Debits with an unknown outcome: they hold their instalments at `processing` until the bank knows. Never debited again before. */
import { statusAfterDay } from '../../domain/collection.ts';
import { sumKobo } from '../../domain/money.ts';
import { responseCategory } from '../../domain/response-codes.ts';
import { book } from './account-walk.ts';
import { askAbout } from './bank-accounts.ts';
import { announce } from './collection-webhooks.ts';
import { dayOf } from './lagos-time.ts';
import { closeOrder } from './orders.ts';
import { planQuestion, restingStatus } from './planning.ts';
import { pursuitOf } from './pursuit.ts';
import type { Attempt, CollectionOrder, Instalment } from './records.ts';
import type { World } from './world.ts';

/** Holds what an unknown debit touches, and plans to ask. What no attempt of today will settle is announced once. */
export function holdUnknown(world: World, order: CollectionOrder): void {
  const rows = order.unsettled ?? [];
  for (const row of rows) row.instalment.status = 'processing';
  for (const instalment of order.mandate.instalments) {
    // What a sweep filled before the bank fell silent is settled and announced.
    if (instalment.status !== 'processing' && instalment.collected > pursuitOf(instalment).announcedAmount) {
      instalment.status = statusAfterDay(instalment, instalment.dueDay < dayOf(world.now));
      announce(world, order, instalment);
    }
  }
  planQuestion(world, order);
  if (dayOf(order.askAt) > dayOf(world.now)) for (const row of rows) announce(world, order, row.instalment);
}

/** Asks the bank about an order's unknown debit. */
export function runQuestion(world: World, order: CollectionOrder): void {
  const rows = order.unsettled;
  const first = rows?.[0];
  if (!rows || !first || order.askAt !== world.now) return;
  const responseCode = askAbout(world, first, sumKobo(rows.map((row) => row.amount)));
  order.responseCode = responseCode;
  for (const row of rows) row.responseCode = responseCode;
  if (responseCategory(responseCode) === 'unknown-outcome') holdUnknown(world, order);
  else if (responseCode === '00') settleBooked(world, order, rows);
  else settleDeclined(world, order, rows);
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

// Then the day's end speaks for it, and the order of the same day goes on.
function willBeTriedToday(world: World, order: CollectionOrder, instalment: Instalment | undefined): boolean {
  const { mandate } = order;
  if (order.kind === 'manual' || !instalment || dayOf(mandate.wakeAt) !== dayOf(world.now)) return false;
  if (dayOf(order.createdAt) !== dayOf(world.now)) closeOrder(order);
  return true;
}
