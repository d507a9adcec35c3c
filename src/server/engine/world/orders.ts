/** Orders to collect with their attempts and announcements, in the ledger's columns. The logs of spec §4.8 to §4.10. */
import { responseCategory } from '../../../domain/response-codes.ts';
import { addRow, setValue, valueAt } from './columns.ts';
import { instalmentAt, type Ledger, orderOn, statusOfNumber } from './ledger.ts';
import { itemAt } from './long-list.ts';
import type { Announcement, Attempt, CollectionOrder, Consent, Instalment, Mandate } from './records.ts';
import type { Register } from './texts.ts';

/** The part of a world that the functions here need. */
interface Books {
  readonly ledger: Ledger;
  readonly mandates: Register<Mandate>;
}

const statuses: readonly CollectionOrder['status'][] = ['pending', 'successful', 'failed'];

/** Adds a `pending` order and returns its row. */
export function addOrder(
  { ledger: { orders } }: Books,
  order: Pick<CollectionOrder, 'serial' | 'mandate' | 'instalment' | 'amount' | 'lastTried' | 'createdAt'>,
): number {
  const { serial, mandate, instalment, amount, lastTried, createdAt } = order;
  const { columns } = orders;
  const row = addRow(orders);
  setValue(columns.serial, row, serial);
  setValue(columns.mandate, row, mandate.row);
  setValue(columns.instalment, row, instalment === null ? 0 : instalment + 1);
  setValue(columns.amount, row, amount);
  setValue(columns.lastTried, row, accountNumberOf(mandate, lastTried));
  setValue(columns.createdAt, row, createdAt);
  return row;
}

/** An order, as it is now. */
export function orderAt(books: Books, row: number): CollectionOrder {
  const { orders, unsettled, responseCodes } = books.ledger;
  const { serial, instalment, amount, collected, status, lastTried, lastDebited, responseCode, createdAt } =
    orders.columns;
  const mandate = mandateOf(books, row);
  const instalmentNumber = valueAt(instalment, row);
  return {
    row,
    serial: valueAt(serial, row),
    mandate,
    kind: instalmentNumber === 0 ? 'manual' : 'auto',
    instalment: instalmentNumber === 0 ? null : instalmentNumber - 1,
    amount: valueAt(amount, row),
    status: statuses[valueAt(status, row)] ?? 'pending',
    collected: valueAt(collected, row),
    lastTried: mandate.consents[valueAt(lastTried, row) - 1] ?? null,
    lastDebited: mandate.consents[valueAt(lastDebited, row) - 1] ?? null,
    responseCode: responseCodes[valueAt(responseCode, row)] ?? '',
    unsettled: unsettled.get(row)?.attempts ?? null,
    askAt: unsettled.get(row)?.askAt ?? 0,
    createdAt: valueAt(createdAt, row),
  };
}

/** Whether the running order on an instalment has a debit with an unknown outcome. */
export function isUnsettledOn(books: Books, instalment: number): boolean {
  const order = orderOn(books, instalment);
  return order !== undefined && books.ledger.unsettled.has(order);
}

/** The newest order on a mandate. Undefined without one. */
export function newestOrderOn(books: Books, { row }: Mandate): CollectionOrder | undefined {
  const order = valueAt(books.ledger.mandates.columns.newestOrder, row);
  return order === 0 ? undefined : orderAt(books, order - 1);
}

/** The orders of the unsettled debits on demand, oldest first. */
export function manualOrdersOn(books: Books, { manualOrders }: Mandate): readonly CollectionOrder[] {
  return (manualOrders ?? []).map((row) => orderAt(books, row));
}

/** The orders of a kind, oldest first. Most of a world's orders are of the other kind, and are not read. */
export function ordersOf(books: Books, kind: CollectionOrder['kind']): readonly CollectionOrder[] {
  const { columns, length } = books.ledger.orders;
  const orders: CollectionOrder[] = [];
  for (let row = 0; row < length; row += 1)
    if ((valueAt(columns.instalment, row) === 0) === (kind === 'manual')) orders.push(orderAt(books, row));
  return orders;
}

export function mandateOf({ ledger, mandates }: Books, row: number): Mandate {
  return itemAt(mandates.items, valueAt(ledger.orders.columns.mandate, row)) as Mandate;
}

export function setOrderStatus({ ledger }: Books, row: number, status: CollectionOrder['status']): void {
  setValue(ledger.orders.columns.status, row, statuses.indexOf(status));
}

/** The number of an account in the columns: its index in the mandate's accounts, plus 1. 0 without one. */
export function accountNumberOf(mandate: Mandate, consent: Consent | null | undefined): number {
  return consent ? mandate.consents.indexOf(consent) + 1 : 0;
}

/** The number of a response code in the columns. */
export function codeNumber({ ledger: { responseCodes } }: Books, code: string): number {
  const known = responseCodes.indexOf(code);
  return known >= 0 ? known : responseCodes.push(code) - 1;
}

export function setResponseCode(books: Books, attempt: number, code: string): void {
  setValue(books.ledger.attempts.columns.responseCode, attempt, codeNumber(books, code));
}

/** An attempt, as it is now. */
export function attemptAt(books: Books, row: number): Attempt {
  const { serial, order, instalment, consent, responseCode, amount, at } = books.ledger.attempts.columns;
  const orderRecord = orderAt(books, valueAt(order, row));
  const code = books.ledger.responseCodes[valueAt(responseCode, row)] ?? '';
  return {
    serial: valueAt(serial, row),
    consent: orderRecord.mandate.consents[valueAt(consent, row)] as Consent,
    order: orderRecord,
    instalment: instalmentAt(books, valueAt(instalment, row)),
    amount: valueAt(amount, row),
    status: statusAfter(code),
    responseCode: code,
    at: valueAt(at, row),
  };
}

/** The status of an attempt after a bank's answer. */
export function statusAfter(responseCode: string): Attempt['status'] {
  const category = responseCategory(responseCode);
  return category === 'approved' ? 'successful' : category === 'unknown-outcome' ? 'pending' : 'failed';
}

/** The attempts on an instalment, oldest first. */
export function attemptsOn(books: Books, { row: instalment }: Instalment): readonly Attempt[] {
  const { attempts, instalments } = books.ledger;
  const newestFirst: Attempt[] = [];
  for (
    let row = valueAt(instalments.columns.lastAttempt, instalment) - 1;
    row >= 0;
    row = valueAt(attempts.columns.previous, row) - 1
  )
    newestFirst.push(attemptAt(books, row));
  return newestFirst.reverse();
}

/** The announcements on a mandate, oldest first, each with the number of pieces in the history before it. */
export function announcementsOn(books: Books, mandate: Mandate) {
  const { previous, historyLength } = books.ledger.announcements.columns;
  const newestFirst: { readonly announcement: Announcement; readonly historyLength: number }[] = [];
  for (
    let row = valueAt(books.ledger.mandates.columns.lastAnnouncement, mandate.row) - 1;
    row >= 0;
    row = valueAt(previous, row) - 1
  )
    newestFirst.push({ announcement: announcementAt(books, row), historyLength: valueAt(historyLength, row) });
  return newestFirst.reverse();
}

export function announcementAt(books: Books, row: number): Announcement {
  const { columns } = books.ledger.announcements;
  const order = orderAt(books, valueAt(columns.order, row));
  return {
    serial: valueAt(columns.serial, row),
    order,
    instalment: valueAt(columns.instalment, row),
    consent: order.mandate.consents[valueAt(columns.consent, row) - 1] ?? null,
    isAtBank: valueAt(columns.isAtBank, row) === 1,
    isDebited: valueAt(columns.isDebited, row) === 1,
    status: statusOfNumber(valueAt(columns.status, row)),
    responseCode: books.ledger.responseCodes[valueAt(columns.responseCode, row)] ?? '',
    collected: valueAt(columns.collected, row),
    amount: valueAt(columns.amount, row),
    outstanding: valueAt(columns.outstanding, row),
    at: valueAt(columns.at, row),
  };
}
