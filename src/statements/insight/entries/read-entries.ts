import { dayNumber, monthLabel, type PlainDate, parsePlainDate, partsOf } from '../../../domain/calendar.ts';
import { type Kobo, koboFromAnswer } from '../../../domain/money.ts';
import { type FieldIssue, InputError } from '../../../errors.ts';
import type { Entry, EntryDay, EntrySide } from './entry.ts';

// Whoever hands over something else than entries has the same mistake in every one of them.
const MOST_ISSUES = 10;

/** Reads entries, in the order given. @throws InputError naming the first of those that are none. */
export function readEntries(transactions: unknown, subject: string): Entry[] {
  if (!Array.isArray(transactions))
    throw new InputError(subject, [{ path: 'transactions', message: 'must be a list of entries' }]);
  const issues: FieldIssue[] = [];
  const entries: Entry[] = [];
  const calendar: Calendar = new Map();
  let [turnover, row] = [0, 0];
  for (const transaction of transactions) {
    const entry = readEntry(transaction, row, { issues, calendar });
    if (entry) entries.push(entry);
    if (issues.length >= MOST_ISSUES) break;
    turnover += entry?.amount ?? 0;
    row += 1;
  }
  // Beyond this a sum of kobo would no longer be exact.
  if (turnover > Number.MAX_SAFE_INTEGER)
    issues.push({ path: 'transactions', message: 'add up to more than can be counted in whole kobo' });
  if (issues.length > 0) throw new InputError(subject, issues);
  return entries;
}

// A statement has few days and many entries.
type Calendar = Map<string, EntryDay | undefined>;

interface Reading {
  readonly issues: FieldIssue[];
  readonly calendar: Calendar;
}

function readEntry(transaction: unknown, row: number, { issues, calendar }: Reading): Entry | undefined {
  const refuse = (field: string, message: string) =>
    void issues.push({ path: `transactions.${row}${field && `.${field}`}`, message });
  if (typeof transaction !== 'object' || transaction === null)
    return refuse('', 'must be an entry: an object with type, narration, amount and date');
  const { type, narration, amount, date, balance } = transaction as Readonly<Record<string, unknown>>;
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

/** The day a statement names: what stands before the time, because a time zone must not move an entry to another day. */
function readDate(date: unknown, calendar: Calendar): EntryDay | undefined {
  if (typeof date !== 'string' || !/^[\d-]{10}(?:$|[T ])/.test(date)) return undefined;
  const text = date.slice(0, 10);
  if (!calendar.has(text)) calendar.set(text, dayOf(parsePlainDate(text)));
  return calendar.get(text);
}

function dayOf(date: PlainDate | undefined): EntryDay | undefined {
  if (!date) return undefined;
  const [year, month, dayOfMonth] = partsOf(date);
  return {
    date,
    day: dayNumber(date),
    year,
    month,
    dayOfMonth,
    monthCount: year * 12 + month - 1,
    label: monthLabel(year, month),
  };
}

/** An amount with its sign: what the entry does to the balance. */
export function signedAmount(entry: Pick<Entry, 'side' | 'amount'>): Kobo {
  return (entry.side === 'credit' ? entry.amount : -entry.amount) as Kobo;
}
