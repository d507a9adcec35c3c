/** Instalments, attempts and announcements in columns: a busy day reads and writes millions of them. */
import type { Instant } from '../../../domain/calendar.ts';
import { type InstalmentStatus, isOpenInstalment } from '../../../domain/collection.ts';
import { type Kobo, subtractKobo } from '../../../domain/money.ts';
import { responseCategory } from '../../../domain/response-codes.ts';
import { addRow, emptyTable, integers, reals, setValue, smallNumbers, valueAt } from './columns.ts';
import { itemAt, type LongList } from './long-list.ts';
import type { Announcement, Attempt, CollectionOrder, Consent, Instalment, Mandate } from './records.ts';

export type Ledger = ReturnType<typeof emptyLedger>;

/** The part of a world that the functions here need. */
interface Books {
  readonly ledger: Ledger;
  readonly orders: LongList<CollectionOrder>;
}

export function emptyLedger() {
  return {
    instalments: emptyInstalments(),
    attempts: emptyAttempts(),
    announcements: emptyAnnouncements(),
    /** Every response code of this world. */
    responseCodes: [] as string[],
  };
}

function emptyInstalments() {
  return emptyTable({
    serial: integers(),
    /** Lagos day, counted from 1970-01-01. */
    dueDay: integers(),
    amount: reals<Kobo>(),
    collected: reals<Kobo>(),
    status: smallNumbers(),
    /** The last announced status and amount. A webhook goes out only when something changed. 255: none. */
    announced: smallNumbers(),
    announcedAmount: reals<Kobo>(),
    /** The running order on it, plus 1. 0 between orders. */
    order: integers(),
    /** The row of its newest attempt, plus 1. 0 without attempts. */
    lastAttempt: integers(),
  });
}

function emptyAttempts() {
  return emptyTable({
    serial: integers(),
    /** The row of the attempt before it on its instalment, plus 1. 0 for the first. */
    previous: integers(),
    order: integers(),
    instalment: integers(),
    /** Its index in the mandate's accounts. */
    consent: integers(),
    /** Its index in `responseCodes`. */
    responseCode: integers(),
    amount: reals<Kobo>(),
    at: reals<Instant>(),
  });
}

function emptyAnnouncements() {
  return emptyTable({
    /** 0 if it was not reported to the bureau. */
    serial: integers(),
    /** The row of the announcement before it on its mandate, plus 1. 0 for the first. */
    previous: integers(),
    /** The number of pieces in the mandate's history before it. */
    historyLength: integers(),
    order: integers(),
    instalment: integers(),
    /** The index of the account in the mandate's accounts, plus 1. 0 without one. */
    consent: integers(),
    /** 1 if a bank had the account. */
    isAtBank: smallNumbers(),
    /** 1 if the order had collected from the account. */
    isDebited: smallNumbers(),
    status: smallNumbers(),
    responseCode: integers(),
    collected: reals<Kobo>(),
    amount: reals<Kobo>(),
    outstanding: reals<Kobo>(),
    at: reals<Instant>(),
  });
}

/** The number of a status in the columns. */
export function statusNumber(status: InstalmentStatus): number {
  return statuses.indexOf(status);
}

const statuses: readonly InstalmentStatus[] = [
  'scheduled',
  'processing',
  'failed',
  'overdue',
  'partially paid',
  'success',
];

const NOT_ANNOUNCED = 255;

export type NewInstalment = Pick<Instalment, 'serial' | 'dueDay' | 'amount'>;

/** Adds an instalment and returns its row. */
export function addInstalment({ ledger }: Books, { serial, dueDay, amount }: NewInstalment): number {
  const { columns } = ledger.instalments;
  const row = addRow(ledger.instalments);
  setValue(columns.serial, row, serial);
  setValue(columns.dueDay, row, dueDay);
  setValue(columns.amount, row, amount);
  setValue(columns.announced, row, NOT_ANNOUNCED);
  return row;
}

/** An instalment, as it is now. */
export function instalmentAt({ ledger }: Books, row: number): Instalment {
  const { serial, dueDay, amount, collected, status } = ledger.instalments.columns;
  return {
    row,
    serial: valueAt(serial, row),
    dueDay: valueAt(dueDay, row),
    amount: valueAt(amount, row),
    collected: valueAt(collected, row),
    status: statuses[valueAt(status, row)] ?? 'scheduled',
  };
}

/** The schedule of a mandate, as it is now. */
export function instalmentsOf(books: Books, { scheduleStart, scheduleEnd }: Mandate): readonly Instalment[] {
  return Array.from({ length: scheduleEnd - scheduleStart }, (_, index) => instalmentAt(books, scheduleStart + index));
}

export function dueDayAt({ ledger }: Books, row: number): number {
  return valueAt(ledger.instalments.columns.dueDay, row);
}

export function isOpenAt({ ledger }: Books, row: number): boolean {
  const { amount, collected } = ledger.instalments.columns;
  return isOpenInstalment({ amount: valueAt(amount, row), collected: valueAt(collected, row) });
}

export function restAt({ ledger }: Books, row: number): Kobo {
  const { amount, collected } = ledger.instalments.columns;
  return subtractKobo(valueAt(amount, row), valueAt(collected, row));
}

export function statusAt({ ledger }: Books, row: number): InstalmentStatus {
  return statuses[valueAt(ledger.instalments.columns.status, row)] ?? 'scheduled';
}

export function setStatus({ ledger }: Books, row: number, status: InstalmentStatus): void {
  setValue(ledger.instalments.columns.status, row, statusNumber(status));
}

/** The last announced status. Null if nothing was announced. */
export function announcedAt({ ledger }: Books, row: number): InstalmentStatus | null {
  return statuses[valueAt(ledger.instalments.columns.announced, row)] ?? null;
}

/** The running order on an instalment. Undefined between orders. */
export function orderOn({ ledger, orders }: Books, row: number): CollectionOrder | undefined {
  const order = valueAt(ledger.instalments.columns.order, row);
  return order === 0 ? undefined : itemAt(orders, order - 1);
}

export function setOrderOn({ ledger }: Books, row: number, order: CollectionOrder | null): void {
  setValue(ledger.instalments.columns.order, row, order ? order.row + 1 : 0);
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
  const orderRecord = itemAt(books.orders, valueAt(order, row)) as CollectionOrder;
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
export function announcementsOn(books: Books, { lastAnnouncement }: Mandate) {
  const { previous, historyLength } = books.ledger.announcements.columns;
  const newestFirst: { readonly announcement: Announcement; readonly historyLength: number }[] = [];
  for (let row = lastAnnouncement - 1; row >= 0; row = valueAt(previous, row) - 1)
    newestFirst.push({ announcement: announcementAt(books, row), historyLength: valueAt(historyLength, row) });
  return newestFirst.reverse();
}

export function announcementAt(books: Books, row: number): Announcement {
  const { columns } = books.ledger.announcements;
  const order = itemAt(books.orders, valueAt(columns.order, row)) as CollectionOrder;
  return {
    serial: valueAt(columns.serial, row),
    order,
    instalment: valueAt(columns.instalment, row),
    consent: order.mandate.consents[valueAt(columns.consent, row) - 1] ?? null,
    isAtBank: valueAt(columns.isAtBank, row) === 1,
    isDebited: valueAt(columns.isDebited, row) === 1,
    status: statuses[valueAt(columns.status, row)] ?? 'scheduled',
    responseCode: books.ledger.responseCodes[valueAt(columns.responseCode, row)] ?? '',
    collected: valueAt(columns.collected, row),
    amount: valueAt(columns.amount, row),
    outstanding: valueAt(columns.outstanding, row),
    at: valueAt(columns.at, row),
  };
}
