import type { Kobo } from '../../domain/money.ts';
import type { PrintedMoney } from '../text/money.ts';
import type { ColumnRole } from './column-titles.ts';

/** The figures of an entry by column; undefined where a column is empty. */
export type FigureRow = readonly (PrintedMoney | undefined)[];

const ENOUGH_ROWS = 400;
// The share of balances that must follow from the amounts.
const HELD = 0.9;

/** The roles of columns of figures: those with which the most balances follow. Undefined if too few do. */
export function rolesByFigures(rows: readonly FigureRow[]): readonly ColumnRole[] | undefined {
  const width = rows[0]?.length ?? 0;
  // Without balances, only the page's totals can confirm the amounts.
  if (width === 1) return ['amount'];
  const sample = rows.slice(0, ENOUGH_ROWS);
  let best: { readonly roles: readonly ColumnRole[]; readonly held: number } | undefined;
  for (const roles of assignments(width)) {
    const held = Math.max(heldBy(sample, roles), heldBy(sample.toReversed(), roles));
    if (held > (best?.held ?? 0)) best = { roles, held };
  }
  return best && best.held >= HELD ? best.roles : undefined;
}

const MOST_COLUMNS = 5;

// The usual order of columns first: of two assignments that hold equally, the first is taken.
function* assignments(width: number): Iterable<readonly ColumnRole[]> {
  const columns = Array.from({ length: Math.min(width, MOST_COLUMNS) }, (_, index) => index);
  const roles = (named: Readonly<Record<number, ColumnRole>>): readonly ColumnRole[] =>
    Array.from({ length: width }, (_, index) => named[index] ?? 'text');
  for (const balance of columns.toReversed()) {
    for (const before of [undefined, ...columns]) {
      if (before === balance) continue;
      const ends: Record<number, ColumnRole> = {
        [balance]: 'balance',
        ...(before !== undefined && { [before]: 'before' }),
      };
      const free = columns.filter((column) => column !== balance && column !== before);
      for (const one of free)
        for (const other of free) if (one !== other) yield roles({ ...ends, [one]: 'debit', [other]: 'credit' });
      for (const one of free) yield roles({ ...ends, [one]: 'amount' });
    }
  }
}

function heldBy(rows: readonly FigureRow[], roles: readonly ColumnRole[]): number {
  const at = (role: ColumnRole) => roles.indexOf(role);
  const figure = (row: FigureRow, role: ColumnRole) => row[at(role)];
  let [held, links] = [0, 0];
  let balance: number | undefined;
  for (const row of rows) {
    const [amount, before] = [figure(row, 'amount'), signed(figure(row, 'before'))];
    const [debit, credit] = [figure(row, 'debit')?.magnitude ?? 0, figure(row, 'credit')?.magnitude ?? 0];
    const after = signed(figure(row, 'balance'));
    if (after !== undefined && balance !== undefined) {
      links++;
      const moved = after - balance;
      const isMoved = amount
        ? Math.abs(moved) === amount.magnitude && !contradicts(amount, moved)
        : moved === credit - debit;
      if (isMoved && (at('before') < 0 || before === balance)) held++;
    }
    balance = after ?? balance;
  }
  return links === 0 ? 0 : held / Math.max(links, rows.length - 1);
}

function contradicts({ sign, side }: PrintedMoney, moved: number): boolean {
  return side ? (side === 'debit') !== moved < 0 : sign !== 0 && sign < 0 !== moved < 0;
}

function signed(money: PrintedMoney | undefined): Kobo | number | undefined {
  return money && (money.sign < 0 || money.side === 'debit' ? -money.magnitude : money.magnitude);
}
