/** Mandates' due days, instalments, orders, attempts and announcements in columns: a busy day writes millions of them. */
import type { Instant } from '../../../domain/calendar.ts';
import { type InstalmentStatus, isOpenInstalment } from '../../../domain/collection.ts';
import { type Kobo, subtractKobo } from '../../../domain/money.ts';
import { addRow, emptyTable, integers, reals, setValue, smallNumbers, valueAt } from './columns.ts';
import type { Instalment, Mandate, Terms, Unsettled } from './records.ts';

export type Ledger = ReturnType<typeof emptyLedger>;

/** The part of a world that the functions here need. */
interface Books {
  readonly ledger: Ledger;
}

export function emptyLedger() {
  return {
    mandates: emptyMandates(),
    instalments: emptyInstalments(),
    orders: emptyOrders(),
    attempts: emptyAttempts(),
    announcements: emptyAnnouncements(),
    /** By the row of an order: its debits with an unknown outcome. */
    unsettled: new Map<number, Unsettled>(),
    /** Every response code of this world. The first one is no code. */
    responseCodes: [''],
    /** Every spelling of a frequency. Null for terms without one. */
    frequencies: [null] as (string | null)[],
  };
}

// A row for each mandate, in their order. Days are Lagos days, counted from 1970-01-01.
function emptyMandates() {
  return emptyTable({
    total: reals<Kobo>(),
    startDay: integers(),
    endDay: integers(),
    /** Its index in `frequencies`, plus 1. 0 without terms. */
    frequency: integers(),
    /** The rows of its instalments, from the first one to before the end. */
    scheduleStart: integers(),
    scheduleEnd: integers(),
    /** When its next attempt is due. 0 means never. */
    wakeAt: reals<Instant>(),
    /** The last day with attempts, and its number of rounds. `isDayOver` is 1 when the day is finished. */
    roundDay: integers(),
    rounds: integers(),
    isDayOver: smallNumbers(),
    collected: reals<Kobo>(),
    /** The row of its newest order, plus 1. 0 without one. */
    newestOrder: integers(),
    /** The row of its newest announcement, plus 1. 0 without one. */
    lastAnnouncement: integers(),
  });
}

function emptyOrders() {
  return emptyTable({
    serial: integers(),
    mandate: integers(),
    /** The instalment, plus 1. 0 for a debit on demand. */
    instalment: integers(),
    amount: reals<Kobo>(),
    collected: reals<Kobo>(),
    status: smallNumbers(),
    /** The index of an account in the mandate's accounts, plus 1. 0 without one. */
    lastTried: integers(),
    lastDebited: integers(),
    /** Its index in `responseCodes`. */
    responseCode: integers(),
    createdAt: reals<Instant>(),
  });
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

export function statusOfNumber(status: number): InstalmentStatus {
  return statuses[status] ?? 'scheduled';
}

const NOT_ANNOUNCED = 255;

/** The terms of a mandate. Null without terms. */
export function termsOf({ ledger }: Books, { row }: Mandate): Terms | null {
  const { total, startDay, endDay, frequency } = ledger.mandates.columns;
  const number = valueAt(frequency, row);
  if (number === 0) return null;
  return {
    total: valueAt(total, row),
    startDay: valueAt(startDay, row),
    endDay: valueAt(endDay, row),
    frequency: ledger.frequencies[number - 1] ?? null,
  };
}

/** Writes the terms of a mandate that has none. Its instalments are the last ones of the ledger. */
export function writeTerms({ ledger }: Books, { row }: Mandate, { terms, scheduleStart }: WrittenTerms): void {
  const { mandates, instalments, frequencies } = ledger;
  const { columns } = mandates;
  if (!frequencies.includes(terms.frequency)) frequencies.push(terms.frequency);
  setValue(columns.total, row, terms.total);
  setValue(columns.startDay, row, terms.startDay);
  setValue(columns.endDay, row, terms.endDay);
  setValue(columns.frequency, row, frequencies.indexOf(terms.frequency) + 1);
  setValue(columns.scheduleStart, row, scheduleStart);
  setValue(columns.scheduleEnd, row, instalments.length);
}

interface WrittenTerms {
  readonly terms: Terms;
  readonly scheduleStart: number;
}

/** The rows of a mandate's instalments: from the first one to before the end. */
export function scheduleOf({ ledger }: Books, { row }: Mandate): { readonly start: number; readonly end: number } {
  const { scheduleStart, scheduleEnd } = ledger.mandates.columns;
  return { start: valueAt(scheduleStart, row), end: valueAt(scheduleEnd, row) };
}

/** When the next attempt on a mandate is due. 0 means never. */
export function wakeAtOf({ ledger }: Books, { row }: Mandate): Instant {
  return valueAt(ledger.mandates.columns.wakeAt, row);
}

export function setWakeAt({ ledger }: Books, { row }: Mandate, at: Instant): void {
  setValue(ledger.mandates.columns.wakeAt, row, at);
}

/** The amount collected on a mandate. */
export function collectedOf({ ledger }: Books, { row }: Mandate): Kobo {
  return valueAt(ledger.mandates.columns.collected, row);
}

/** The last day with attempts on a mandate, its number of rounds, and whether it is finished. */
export function roundsOf({ ledger }: Books, { row }: Mandate) {
  const { roundDay, rounds, isDayOver } = ledger.mandates.columns;
  return { day: valueAt(roundDay, row), rounds: valueAt(rounds, row), isOver: valueAt(isDayOver, row) === 1 };
}

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
    status: statusOfNumber(valueAt(status, row)),
  };
}

/** The schedule of a mandate, as it is now. */
export function instalmentsOf(books: Books, mandate: Mandate): readonly Instalment[] {
  const { start, end } = scheduleOf(books, mandate);
  return Array.from({ length: end - start }, (_, index) => instalmentAt(books, start + index));
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
  return statusOfNumber(valueAt(ledger.instalments.columns.status, row));
}

export function setStatus({ ledger }: Books, row: number, status: InstalmentStatus): void {
  setValue(ledger.instalments.columns.status, row, statusNumber(status));
}

/** The last announced status. Null if nothing was announced. */
export function announcedAt({ ledger }: Books, row: number): InstalmentStatus | null {
  return statuses[valueAt(ledger.instalments.columns.announced, row)] ?? null;
}

/** The row of the running order on an instalment. Undefined between orders. */
export function orderOn({ ledger }: Books, row: number): number | undefined {
  const order = valueAt(ledger.instalments.columns.order, row);
  return order === 0 ? undefined : order - 1;
}

export function setOrderOn({ ledger }: Books, row: number, order: number | null): void {
  setValue(ledger.instalments.columns.order, row, order === null ? 0 : order + 1);
}
