import type { Kobo } from '../../../src/domain/money.ts';
import { type PrintedEntry, rowKindOf } from '../../../src/statements/table/printed-rows.ts';
import { dateOf } from '../../../src/statements/text/dates.ts';
import { moneyOf } from '../../../src/statements/text/money.ts';

/** Cells of a row, as they are printed. */
export interface PrintedCells {
  readonly date?: string;
  readonly valueDate?: string;
  readonly narration?: string;
  readonly words?: string;
  readonly debit?: string;
  readonly credit?: string;
  readonly amount?: string;
  readonly fee?: string;
  readonly balance?: string;
  readonly before?: string;
  readonly side?: 'debit' | 'credit';
  readonly page?: number;
  readonly line?: number;
}

/** A row as the reader has it once its cells are read. */
export function printedRow(cells: PrintedCells): PrintedEntry {
  const money = (text: string | undefined) => (text === undefined ? undefined : moneyOf(text));
  const { narration = '', page = 1, line = 1 } = cells;
  const row = {
    page,
    line,
    header: 0,
    date: cells.date === undefined ? undefined : dateOf(cells.date),
    valueDate: cells.valueDate === undefined ? undefined : dateOf(cells.valueDate),
    time: undefined,
    narration,
    reference: '',
    words: cells.words ?? narration,
    debit: money(cells.debit),
    credit: money(cells.credit),
    amount: money(cells.amount),
    fee: money(cells.fee),
    balance: money(cells.balance),
    before: money(cells.before),
    side: cells.side,
  };
  return { ...row, kind: rowKindOf(row) };
}

/** Naira as kobo. */
export function kobo(naira: number): Kobo {
  return Math.round(naira * 100) as Kobo;
}
