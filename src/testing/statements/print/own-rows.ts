import type { ColumnKind, StatementLayout } from '../statement-layout.ts';
import { balanceText, ownRow, type Row } from './cells.ts';
import { dateText } from './date-text.ts';
import type { StatementFacts } from './draw-head.ts';
import type { TableEnds } from './draw-table.ts';
import { moneyText } from './money-text.ts';
import type { PrintedEntry } from './printed-entries.ts';

/** The rows of the bank's own around the entries: opening, closing, totals, and what is carried from page to page. */
export function ownRows(layout: StatementLayout, facts: StatementFacts, printed: readonly PrintedEntry[]): TableEnds {
  const { words, order } = layout.table;
  const has = (kind: ColumnKind): boolean => layout.columns.some((column) => column.kind === kind);
  const balanceRow = (text: string | undefined, kobo: number): Row[] => {
    if (text === undefined || !has('balance')) return [];
    return [ownRow(layout, text, { balance: balanceText(kobo, layout) })];
  };
  const sums = (text: string | undefined, debit: number, credit: number): Row[] =>
    text === undefined || !has('debit')
      ? []
      : [ownRow(layout, text, { debit: moneyText(debit, layout.money), credit: moneyText(credit, layout.money) })];
  const dated = (rows: Row[]): Row[] =>
    rows.map((row) => (words.opening?.includes('B/F') ? withDate(row, layout, facts) : row));
  const opening = dated(balanceRow(words.opening, facts.opening));
  const closing = balanceRow(words.closing, facts.closing);
  const totals = sums(words.totals, facts.totalDebit, facts.totalCredit);
  const isOldestFirst = order === 'oldest-first';
  const balanceAfter = (at: number): number => printed[at]?.entry.balance ?? facts.opening;
  const before = isOldestFirst ? opening : closing;
  const after = [...(isOldestFirst ? closing : opening), ...totals];
  const worst = isOldestFirst
    ? [...balanceRow(words.carried, facts.closing), ...balanceRow(words.brought, facts.opening)]
    : [];
  return {
    before,
    after,
    all: [...before, ...after, ...worst, ...sums(words.pageTotals, facts.totalDebit, facts.totalCredit)],
    pageEnd(from, to) {
      const entries = printed.slice(from, to + 1).map(({ entry }) => entry);
      const sum = (type: string): number =>
        entries.reduce((total, entry) => total + (entry.type === type ? entry.amount : 0), 0);
      return [
        ...sums(words.pageTotals, sum('debit'), sum('credit')),
        ...(isOldestFirst ? balanceRow(words.carried, balanceAfter(to)) : []),
      ];
    },
    pageStart: (to) => (isOldestFirst ? balanceRow(words.brought, balanceAfter(to)) : []),
  };
}

// "Balance B/F" usually has the first day's date; the others have none.
function withDate(row: Row, layout: StatementLayout, facts: StatementFacts): Row {
  const cells = row.cells.map((cell, index) => {
    const column = layout.columns[index];
    return column?.kind === 'date' ? dateText(column.form ?? 'dd/MM/yyyy', facts.from) : cell;
  });
  return { ...row, cells };
}
