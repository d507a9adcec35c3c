/** The attempts on a mandate on one day, over every open instalment that is due, oldest first. Spec §1.6, §3.5. */
import { statusAfterDay } from '../../../domain/collection.ts';
import { type Kobo, minKobo, subtractKobo, sumKobo } from '../../../domain/money.ts';
import { responseCategory } from '../../../domain/response-codes.ts';
import { debitableAccounts, gateOf, outstandingOf } from '../mandates/mandate-state.ts';
import {
  closeOrder,
  endDayUnannounced,
  openOrder,
  planAttempts,
  planQuestion,
  restingStatus,
} from '../mandates/planning.ts';
import type { OrderWork } from '../world/agenda.ts';
import { askAbout } from '../world/banks.ts';
import { setValue, valueAt } from '../world/columns.ts';
import { dayOf, nextRoundOf } from '../world/lagos-time.ts';
import {
  dueDayAt,
  isOpenAt,
  orderOn,
  restAt,
  scheduleOf,
  setStatus,
  setWakeAt,
  statusAt,
  wakeAtOf,
} from '../world/ledger.ts';
import { attemptAt, codeNumber, isUnsettledOn, mandateOf, orderAt, setResponseCode } from '../world/orders.ts';
import type { Attempt, Consent, Mandate } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { book, type Share, walkAccounts } from './account-walk.ts';
import { announce } from './collection-webhooks.ts';

interface Round {
  readonly accounts: readonly Consent[];
  readonly today: number;
  /** Whether this is the day's last round. A last round may collect a part, and it announces the day's outcome. */
  readonly isLast: boolean;
  /** The instalment's row in the ledger. */
  readonly row: number;
}

/** Runs the round that is due now and plans the next one. Returns false for an outdated agenda entry. */
export function runRound(world: World, mandate: Mandate): boolean {
  if (wakeAtOf(world, mandate) !== world.now) return false;
  setWakeAt(world, mandate, 0);
  const today = dayOf(world.now);
  const { roundDay, rounds, isDayOver } = world.ledger.mandates.columns;
  if (valueAt(roundDay, mandate.row) !== today) {
    setValue(roundDay, mandate.row, today);
    setValue(rounds, mandate.row, 0);
    setValue(isDayOver, mandate.row, 0);
  }
  const accounts = debitableAccounts(world, mandate);
  if (accounts.length === 0 || !gateOf(world, mandate).open) {
    endDayUnannounced(world, mandate);
    planAttempts(world, mandate);
    return false;
  }
  const round = valueAt(rounds, mandate.row) + 1;
  setValue(rounds, mandate.row, round);
  const isLast = nextRoundOf(today, round, world.policy) === undefined;
  let isDone = true;
  const { start, end } = scheduleOf(world, mandate);
  for (let row = start; row < end && dueDayAt(world, row) <= today; row += 1) {
    if (!isOpenAt(world, row)) continue;
    if (!isUnsettledOn(world, row)) tryInstalment(world, mandate, { accounts, today, isLast, row });
    if (isOpenAt(world, row)) isDone = false;
  }
  if (isLast || isDone) setValue(isDayOver, mandate.row, 1);
  planAttempts(world, mandate);
  return true;
}

function tryInstalment(world: World, mandate: Mandate, { accounts, today, isLast, row }: Round): void {
  const amount = restAt(world, row);
  const order = orderOn(world, row) ?? openOrder(world, mandate, { amount, instalment: row });
  const maySweep = isLast && world.policy.partialCollection;
  const end = walkAccounts(world, { order, mandate, accounts, shares: [{ instalment: row, amount }], maySweep });
  if (end === 'unknown') holdUnknown(world, order);
  else if (end === 'collected' || isLast) {
    endDayOf(world, row, today);
    closeOrder(world, order);
    announce(world, order, row);
  }
}

function endDayOf(world: World, row: number, today: number): void {
  const { amount, collected } = world.ledger.instalments.columns;
  const books = { amount: valueAt(amount, row), collected: valueAt(collected, row) };
  setStatus(world, row, statusAfterDay(books, dueDayAt(world, row) < today));
}

/** Runs a debit on demand. Returns false if no bank was asked: the gate is shut, or less is owed by now. */
export function runManualDebit(world: World, { row: order }: OrderWork): boolean {
  const { mandate, amount, status, unsettled } = orderAt(world, order);
  if (status !== 'pending' || unsettled) return false;
  const accounts = debitableAccounts(world, mandate);
  const shares = shareOut(world, mandate, amount);
  if (!gateOf(world, mandate).open || accounts.length === 0 || shares === undefined) {
    closeOrder(world, order);
    return false;
  }
  const end = walkAccounts(world, { order, mandate, accounts, shares, maySweep: world.policy.partialCollection });
  if (end === 'unknown') holdUnknown(world, order);
  else announceOutcome(world, order, shares);
  return true;
}

function announceOutcome(world: World, order: number, shares: readonly Share[]): void {
  closeOrder(world, order);
  const { collected } = orderAt(world, order);
  const today = dayOf(world.now);
  for (const { instalment } of shares) {
    // If the money covered only older instalments, the others are not announced.
    if (collected > 0 && !hasMoreThanAnnounced(world, instalment)) continue;
    endDayOf(world, instalment, today);
    announce(world, order, instalment);
  }
}

// Skips instalments with an unknown debit. Undefined if the amount is more than the others owe.
function shareOut(world: World, mandate: Mandate, amount: Kobo): readonly Share[] | undefined {
  if (amount > outstandingOf(world, mandate)) return undefined;
  const shares: Share[] = [];
  let rest = amount;
  const { start, end } = scheduleOf(world, mandate);
  for (let row = start; row < end && rest > 0; row += 1) {
    if (!isOpenAt(world, row) || statusAt(world, row) === 'processing') continue;
    const part = minKobo(rest, restAt(world, row));
    shares.push({ instalment: row, amount: part });
    rest = subtractKobo(rest, part);
  }
  return rest === 0 ? shares : undefined;
}

/** Locks the instalments of an unknown debit, and announces those that today's attempts will not settle. */
function holdUnknown(world: World, order: number): void {
  const today = dayOf(world.now);
  const locked = instalmentsUnder(world, order);
  for (const row of locked) setStatus(world, row, 'processing');
  const { start, end } = scheduleOf(world, mandateOf(world, order));
  for (let row = start; row < end; row += 1) {
    // The part that a sweep collected before the bank stopped answering is final, so it is announced.
    if (statusAt(world, row) !== 'processing' && hasMoreThanAnnounced(world, row)) {
      endDayOf(world, row, today);
      announce(world, order, row);
    }
  }
  const askAt = planQuestion(world, order);
  if (dayOf(askAt) > today) for (const row of locked) announce(world, order, row);
}

function hasMoreThanAnnounced(world: World, row: number): boolean {
  const { collected, announcedAmount } = world.ledger.instalments.columns;
  return valueAt(collected, row) > valueAt(announcedAmount, row);
}

function instalmentsUnder({ ledger: { unsettled, attempts } }: World, order: number): readonly number[] {
  return (unsettled.get(order)?.attempts ?? []).map((row) => valueAt(attempts.columns.instalment, row));
}

export function runQuestion(world: World, { row: order }: OrderWork): boolean {
  const { attempts: rows = [], askAt } = world.ledger.unsettled.get(order) ?? {};
  const attempts = rows.map((row) => attemptAt(world, row));
  const [first] = attempts;
  if (!first || askAt !== world.now) return false;
  const responseCode = askAbout(world, first, sumKobo(attempts.map(({ amount }) => amount)));
  setValue(world.ledger.orders.columns.responseCode, order, codeNumber(world, responseCode));
  for (const row of rows) setResponseCode(world, row, responseCode);
  if (responseCategory(responseCode) === 'unknown-outcome') holdUnknown(world, order);
  else if (responseCode === '00') settleBooked(world, order, attempts);
  else settleDeclined(world, order);
  return true;
}

function settleBooked(world: World, order: number, attempts: readonly Attempt[]): void {
  const mandate = mandateOf(world, order);
  for (const { consent, amount, instalment } of attempts) {
    const account = mandate.consents.indexOf(consent);
    book(world, { order, mandate }, { account, amount, instalment: instalment.row });
    endDayOf(world, instalment.row, dayOf(world.now));
  }
  closeOrder(world, order);
  for (const { instalment } of attempts) announce(world, order, instalment.row);
}

function settleDeclined(world: World, order: number): void {
  const rows = instalmentsUnder(world, order);
  world.ledger.unsettled.delete(order);
  for (const row of rows) setStatus(world, row, restingStatus(world, row));
  if (willBeTriedToday(world, order)) return;
  closeOrder(world, order);
  for (const row of rows) {
    endDayOf(world, row, dayOf(world.now));
    announce(world, order, row);
  }
}

// In that case the end of the day announces it, and the order of the same day continues.
function willBeTriedToday(world: World, order: number): boolean {
  const { mandate, kind, createdAt } = orderAt(world, order);
  const today = dayOf(world.now);
  if (kind === 'manual' || dayOf(wakeAtOf(world, mandate)) !== today) return false;
  if (dayOf(createdAt) !== today) closeOrder(world, order);
  return true;
}
