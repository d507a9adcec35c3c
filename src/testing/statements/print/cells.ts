import type { Chance } from '../chance.ts';
import type { ColumnKind, StatementColumn, StatementLayout } from '../layouts/statement-layout.ts';
import type { Entry } from '../life/entries.ts';
import { dateText, moneyText } from './cell-text.ts';
import type { PrintedEntry } from './printed-entries.ts';

/** A row to be printed: an entry's, or one of the bank's own (opening, totals …), which has no entry. */
export interface Row {
  /** The texts of its cells, in the order of the columns; `\n` breaks. */
  readonly cells: readonly string[];
  /** Index of its entry among the entries; -1 for the bank's own rows. */
  readonly entry: number;
  readonly isBold?: boolean;
}

/** The rows of the entries. */
export function entryRows(printed: readonly PrintedEntry[], layout: StatementLayout, chance: Chance): readonly Row[] {
  return printed.map((each, at) => ({
    entry: each.index,
    cells: layout.columns.map((column) =>
      column.kind === 'serial' ? String(at + 1) : cellOf(column, each, { layout, chance }),
    ),
  }));
}

/** A row of the bank's own: a name, and figures in some columns. */
export function ownRow(
  { columns, money }: StatementLayout,
  name: string,
  figures: Readonly<Partial<Record<ColumnKind, string>>>,
): Row {
  const cell = (kind: ColumnKind): string => {
    if (kind === 'narration') return name;
    return (kind === 'debit' || kind === 'credit') && money.filler === '0.00' ? money.filler : '';
  };
  return { entry: -1, isBold: true, cells: columns.map(({ kind }) => figures[kind] ?? cell(kind)) };
}

/** A balance as the layout prints it. */
export function balanceText(kobo: number, { money, table: { balanceSide } }: StatementLayout): string {
  return balanceSide ? moneyText(Math.abs(kobo), money) + sideText(balanceSide, kobo < 0) : moneyText(kobo, money);
}

function sideText(credit: string, isDebit: boolean): string {
  return isDebit ? credit.replace('CR', 'DR') : credit;
}

function cellOf(
  { kind, form }: StatementColumn,
  { entry, withBalance }: PrintedEntry,
  { layout, chance }: { readonly layout: StatementLayout; readonly chance: Chance },
): string {
  switch (kind) {
    case 'date':
      return dateText(form ?? 'dd/MM/yyyy', entry.date, entry.second);
    case 'valueDate':
      return dateText(form ?? 'dd/MM/yyyy', entry.valueDate);
    case 'narration':
      return entry.narration;
    case 'counterparty':
      return entry.counterparty && `${entry.counterparty}/${chance.digits(10)}`;
    case 'reference':
      return chance.happens(0.25) && form?.startsWith("'")
        ? ''
        : (form ?? '{d16}').replace(/\{d(\d+)\}/g, (_, count) => chance.digits(Number(count)));
    case 'cheque':
      return chance.happens(0.04) ? chance.digits(6) : '';
    case 'channel':
      return chance.pick(['POS', 'MOBILE', 'WEB', 'ATM', 'USSD']);
    case 'branch':
      return chance.pick(['114 YABA', 'HEAD OFFICE', 'E-CHANNELS', '027 WUSE']);
    case 'category':
      if (entry.type === 'credit') return 'inward transfer';
      if (entry.category === 'transfers') return 'outward transfer';
      return entry.category === 'other' ? 'card payment' : 'others';
    case 'type':
      return (form ?? 'Debit|Credit').split('|')[entry.type === 'debit' ? 0 : 1] ?? '';
    case 'balance':
      return withBalance ? balanceText(entry.balance, layout) : '';
    case 'debit':
    case 'credit':
    case 'amount':
      return amountText(kind, entry, layout);
    default:
      return layout.money.filler;
  }
}

function amountText(kind: 'debit' | 'credit' | 'amount', entry: Entry, { money, table }: StatementLayout): string {
  const signed = entry.type === 'debit' ? -entry.amount : entry.amount;
  const isSigned = kind === 'amount' ? table.side === 'sign' : table.signsSides;
  if (kind !== 'amount' && kind !== entry.type) return money.filler;
  if (isSigned) return moneyText(signed, money, { sign: true });
  if (kind !== 'amount' || table.side === 'plain') return moneyText(entry.amount, money);
  return moneyText(entry.amount, money) + sideText(table.side, entry.type === 'debit');
}
