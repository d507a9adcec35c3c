import { dayNumber, monthLabel, parsePlainDate, partsOf } from '../../../domain/calendar.ts';
import type { StatementTransaction } from '../../../domain/income-insight.ts';
import { type Kobo, koboFromAnswer, koboOf } from '../../../domain/money.ts';
import { type FieldIssue, InputError } from '../../../errors.ts';
import { isRecord } from '../../../validation/checks.ts';

/** An entry as input of the insight. Its balance may be missing. Amounts in naira, dates as printed. Spec §2.11. */
export type InsightTransaction = Required<Pick<StatementTransaction, 'type' | 'narration' | 'amount' | 'date'>> & {
  readonly balance?: number | null | undefined;
};

/** The side of an entry. */
export type EntrySide = 'debit' | 'credit';

/** The parts of a day, computed once for all its entries. */
export interface EntryDay {
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly year: number;
  /** 1 = January. */
  readonly month: number;
  readonly dayOfMonth: number;
  /** Running number of the month: consecutive months differ by one. */
  readonly monthCount: number;
  /** The month's name in insights, `August 2022`. */
  readonly label: string;
}

export interface Entry {
  /** Its index in the given list. Explanations refer to it. */
  readonly row: number;
  readonly side: EntrySide;
  /** The date as given, with the time. */
  readonly stamp: string;
  readonly when: EntryDay;
  readonly amount: Kobo;
  readonly balance: Kobo | undefined;
  readonly narration: string;
}

export function signedAmount({ side, amount }: Pick<Entry, 'side' | 'amount'>): Kobo {
  return side === 'credit' ? amount : koboOf(-amount);
}

/** Compares texts by code units, equal in every locale. */
export function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

export function addTo<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}

/** Entries by month, in order of time. */
export type MonthlyEntries<Item extends Pick<Entry, 'row'> = Pick<Entry, 'row'>> = ReadonlyMap<string, readonly Item[]>;

/** Groups entries by month. Contains every month of `listed`, in that order, even without entries. */
export function groupByMonth<Item extends Entry>(entries: readonly Item[], listed: Iterable<string> = []) {
  const months = new Map<string, Item[]>();
  for (const label of listed) months.set(label, []);
  for (const entry of entries) addTo(months, entry.when.label, entry);
  return months;
}

// If the caller passes something other than entries, every entry has the same mistake.
const MOST_ISSUES = 10;

// A cache: a statement has few days and many entries.
type Calendar = Map<string, EntryDay | undefined>;

/** Checks and reads entries, in the given order. @throws InputError with the first invalid entries */
export function readEntries(transactions: unknown, subject: string): Entry[] {
  if (!Array.isArray(transactions))
    throw new InputError(subject, [{ path: 'transactions', message: 'must be a list of entries' }]);
  const issues: FieldIssue[] = [];
  const entries: Entry[] = [];
  const calendar: Calendar = new Map();
  let row = 0;
  for (const transaction of transactions) {
    const entry = readEntry(transaction, row, { issues, calendar });
    if (entry) entries.push(entry);
    if (issues.length >= MOST_ISSUES) break;
    row += 1;
  }
  if (issues.length > 0) throw new InputError(subject, issues);
  requireCountable(entries, subject);
  return entries;
}

/** @throws InputError if the sum of all amounts would not be exact */
export function requireCountable(entries: readonly Entry[], subject: string): void {
  if (entries.reduce((sum, entry) => sum + entry.amount, 0) <= Number.MAX_SAFE_INTEGER) return;
  const message = 'add up to more than can be counted in whole kobo';
  throw new InputError(subject, [{ path: 'transactions', message }]);
}

function readEntry(
  transaction: unknown,
  row: number,
  { issues, calendar }: { readonly issues: FieldIssue[]; readonly calendar: Calendar },
): Entry | undefined {
  const refuse = (field: string, message: string) =>
    void issues.push({ path: `transactions.${row}${field && `.${field}`}`, message });
  if (!isRecord(transaction)) return refuse('', 'must be an entry: an object with type, narration, amount and date');
  const { type, narration, amount, date, balance } = transaction;
  const side = readSide(type);
  const kobo = koboFromAnswer(amount);
  const when = readDate(date, calendar);
  const balanceKobo = balance === undefined || balance === null ? undefined : koboFromAnswer(balance);
  if (side === undefined) refuse('type', "must be 'debit' or 'credit'");
  if (typeof narration !== 'string') refuse('narration', 'must be text');
  if (kobo === undefined || kobo < 0) refuse('amount', 'must be an amount in naira, zero or more');
  if (when === undefined) refuse('date', 'must be ISO 8601, such as 2026-01-31 or 2026-01-31T00:00:00.000Z');
  if (balance !== undefined && balance !== null && balanceKobo === undefined)
    refuse('balance', 'must be an amount in naira, null or left out');
  if (side === undefined || typeof narration !== 'string' || kobo === undefined || kobo < 0 || when === undefined)
    return undefined;
  return { row, side, stamp: String(date), when, amount: kobo, balance: balanceKobo, narration };
}

function readSide(type: unknown): EntrySide | undefined {
  const word = typeof type === 'string' ? type.toLowerCase() : undefined;
  return word === 'debit' || word === 'credit' ? word : undefined;
}

/** Reads the day and ignores the time. A time zone must not move an entry to another day. */
function readDate(date: unknown, calendar: Calendar): EntryDay | undefined {
  if (typeof date !== 'string' || !/^[\d-]{10}(?:$|[T ])/.test(date)) return undefined;
  const text = date.slice(0, 10);
  if (!calendar.has(text)) calendar.set(text, entryDay(text));
  return calendar.get(text);
}

function entryDay(text: string): EntryDay | undefined {
  const date = parsePlainDate(text);
  if (!date) return undefined;
  const [year, month, dayOfMonth] = partsOf(date);
  const [monthCount, label] = [year * 12 + month - 1, monthLabel(year, month)];
  return { day: dayNumber(date), year, month, dayOfMonth, monthCount, label };
}

/** Sorts oldest first. Entries of a day keep their order, unless their balances fit only in reverse. */
export function orderEntries(entries: readonly Entry[]): Entry[] {
  const rising = countPairs(entries, (earlier, later) => earlier.when.day < later.when.day);
  const falling = countPairs(entries, (earlier, later) => earlier.when.day > later.when.day);
  const sorted = (falling > rising ? entries.toReversed() : [...entries]).sort((a, b) => a.when.day - b.when.day);
  const forwards = countPairs(sorted, isLinked);
  const backwards = countPairs(sorted, (earlier, later) => isLinked(later, earlier));
  // This decides only the order within days, and only by a majority of the links.
  return backwards > forwards ? sorted.toReversed().sort((a, b) => a.when.day - b.when.day) : sorted;
}

function countPairs(entries: readonly Entry[], holds: (earlier: Entry, later: Entry) => boolean): number {
  let count = 0;
  let before: Entry | undefined;
  for (const entry of entries) {
    if (before && holds(before, entry)) count += 1;
    before = entry;
  }
  return count;
}

/** Whether the balances of two entries of one day follow from each other. */
function isLinked(earlier: Entry, later: Entry): boolean {
  if (earlier.when.day !== later.when.day || earlier.balance === undefined || later.balance === undefined) return false;
  return earlier.balance + signedAmount(later) === later.balance;
}
