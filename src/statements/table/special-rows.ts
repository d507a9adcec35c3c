import type { StatedFigure } from '../facts/printed-figures.ts';
import { balanceOf } from './entry-movement.ts';
import type { PrintedEntry, RowKind } from './printed-entry.ts';

/** Rows told apart. */
export interface SortedRows {
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
