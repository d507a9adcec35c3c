import type { Kobo } from '../../domain/money.ts';
import type { StatedFigure } from '../facts/printed-figures.ts';
import type { PrintedDate } from '../text/dates.ts';
import type { PrintedMoney } from '../text/money.ts';

/** What a row of the table is: an entry of the account, a balance that stands at its beginning or end, one carried from page to page, or a sum. */
export type RowKind = 'entry' | 'opening' | 'closing' | 'carried' | 'total' | 'other';

/** A row of the table as it is printed, before its figures are weighed against each other. */
export interface PrintedEntry {
  readonly kind: RowKind;
  readonly page: number;
  readonly line: number;
  readonly header: number;
  /** Undefined where the row prints none: banks that print a day once, totals, balances brought forward. */
  readonly date: PrintedDate | undefined;
  /** `HH:mm:ss` of a column of times, also where the row prints no day. */
  readonly time: string | undefined;
  readonly valueDate: PrintedDate | undefined;
  readonly narration: string;
  readonly reference: string;
  /** All words of the row's own line that are no amount, for telling what kind of row it is. */
  readonly words: string;
  readonly debit: PrintedMoney | undefined;
  readonly credit: PrintedMoney | undefined;
  readonly amount: PrintedMoney | undefined;
  readonly fee: PrintedMoney | undefined;
  readonly balance: PrintedMoney | undefined;
  /** What a column such as DR/CR says. */
  readonly side: 'debit' | 'credit' | undefined;
}

/** Rows told apart. */
interface SortedRows {
  /** The entries in printed order: all of them first, then without what may be another table behind the account's end. */
  readonly tables: Iterable<readonly PrintedEntry[]>;
  /** What balance and total rows state. */
  readonly figures: readonly StatedFigure[];
}

/** Takes the rows that are no entries out of a table and keeps what they state. */
export function sortRows(printed: readonly PrintedEntry[]): SortedRows {
  const rows = withoutRepeats(printed);
  const kinds = rows.map((row) => row.kind);
  const [first, last] = [kinds.indexOf('entry'), kinds.lastIndexOf('entry')];
  const figures: StatedFigure[] = [];
  rows.forEach((row, index) => {
    const kind = kinds[index];
    // Balances between entries are carried from page to page.
    const value =
      (kind === 'opening' || kind === 'closing') && (index < first || index > last) ? statedBalance(row) : undefined;
    if (value !== undefined) figures.push({ figure: kind === 'opening' ? 'openingBalance' : 'closingBalance', value });
  });
  figures.push(...statedTotals(rows, kinds));
  return { tables: tablesIn(rows), figures };
}

// Some producers draw the row that a page's end cuts on both pages, and either copy may lack a part.
function withoutRepeats(printed: readonly PrintedEntry[]): readonly PrintedEntry[] {
  const rows: PrintedEntry[] = [];
  for (const row of printed) {
    const before = rows.at(-1);
    if (!before || !isDrawnAgain(row, before)) rows.push(row);
    else rows[rows.length - 1] = fuller(before, row);
  }
  return rows;
}

function fuller(first: PrintedEntry, second: PrintedEntry): PrintedEntry {
  const longer = (one: string, other: string) => (other.length > one.length ? other : one);
  return {
    ...first,
    date: first.date ?? second.date,
    valueDate: first.valueDate ?? second.valueDate,
    narration: longer(first.narration, second.narration),
    reference: longer(first.reference, second.reference),
  };
}

// An entry that moved money cannot leave the balance of the one before.
function isDrawnAgain(row: PrintedEntry, before: PrintedEntry): boolean {
  if (before.page === row.page || !row.balance || row.kind !== 'entry') return false;
  const figures = ({ debit, credit, amount, balance }: PrintedEntry) =>
    JSON.stringify([debit, credit, amount, balance]);
  const sameDay = !row.date || !before.date || JSON.stringify(row.date) === JSON.stringify(before.date);
  return sameDay && figures(row) === figures(before);
}

// Some banks print the balance brought forward in a column of amounts.
function statedBalance(row: PrintedEntry): number | undefined {
  const balance = balanceOf(row);
  if (balance !== undefined) return balance;
  if (row.credit && row.credit.magnitude > 0) return row.credit.magnitude;
  if (row.debit && row.debit.magnitude > 0) return -row.debit.magnitude;
  return row.amount && (row.amount.sign < 0 ? -row.amount.magnitude : row.amount.magnitude);
}

// Sums of a page or a month are many; the sum of the statement is the only one, and the last row of its kind.
function statedTotals(rows: readonly PrintedEntry[], kinds: readonly RowKind[]): readonly StatedFigure[] {
  const totals = rows.filter(
    (row, index) => kinds[index] === 'total' && !/page|sub|month|period/i.test(row.words) && row.debit && row.credit,
  );
  const last = totals.length === 1 ? totals[0] : undefined;
  if (!last?.debit || !last.credit) return [];
  return [
    { figure: 'totalDebit', value: last.debit.magnitude },
    { figure: 'totalCredit', value: last.credit.magnitude },
  ];
}

// Lists of fees, standing orders and loans are printed behind the last balance, in columns much like the account's.
function* tablesIn(rows: readonly PrintedEntry[]): Iterable<readonly PrintedEntry[]> {
  const all = rows.filter((row) => row.kind === 'entry');
  yield all;
  const lastBalance = all.findLastIndex((entry) => entry.balance !== undefined) + 1;
  if (lastBalance > 0 && lastBalance < all.length) yield all.slice(0, lastBalance);
  const ends = rows.flatMap(({ kind }, index) =>
    kind === 'closing' || kind === 'total' || kind === 'opening' ? [index] : [],
  );
  for (const end of ends.slice(-MOST_ENDS).toReversed()) {
    const before = rows.slice(0, end).filter((row) => row.kind === 'entry');
    if (before.length > 0 && before.length < all.length) yield before;
  }
}

const MOST_ENDS = 3;

/** Is it a row whose figures are taken as a row's, not as a line of text with a label? */
export function statesFigures(row: PrintedEntry): boolean {
  const { kind } = row;
  return (
    kind === 'opening' ||
    kind === 'closing' ||
    kind === 'carried' ||
    (kind === 'total' && row.debit !== undefined && row.credit !== undefined)
  );
}

/** The balance a row prints, with its sign: minus, parentheses and DR say that the account is overdrawn. */
export function balanceOf({ balance }: PrintedEntry): Kobo | undefined {
  if (!balance) return undefined;
  return (balance.sign < 0 || balance.side === 'debit' ? -balance.magnitude : balance.magnitude) as Kobo;
}
