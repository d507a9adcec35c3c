import type { Chance } from '../chance.ts';
import type { Entry } from '../life/entry.ts';
import type { ColumnKind, StatementColumn, StatementLayout } from '../statement-layout.ts';
import { dateText } from './date-text.ts';
import { moneyText } from './money-text.ts';

/** A row to be printed: an entry's, or one of the bank's own (opening, totals …), which has no entry. */
export interface Row {
  /** The texts of its cells, in the order of the columns; `\n` breaks. */
  readonly cells: readonly string[];
  /** Index of its entry among the entries; -1 for rows of the bank's own. */
  readonly entry: number;
  readonly isBold?: boolean;
}

/** The entry's cells. `withBalance` is false where the balance is printed for the day's last entry only. */
export function entryRow(
  entry: Entry,
  layout: StatementLayout,
  {
    index,
    serial,
    withBalance,
    chance,
  }: { readonly index: number; readonly serial: number; readonly withBalance: boolean; readonly chance: Chance },
): Row {
  return {
    entry: index,
    cells: layout.columns.map((column) => cellOf(column, entry, { layout, serial, withBalance, chance })),
  };
}

/** Cells of a row of the bank's own: words, and figures in some columns. */
export function ownRow(
  layout: StatementLayout,
  words: string,
  figures: Readonly<Partial<Record<ColumnKind, string>>>,
): Row {
  const { filler } = layout.money;
  return {
    entry: -1,
    isBold: true,
    cells: layout.columns.map(
      ({ kind }) =>
        figures[kind] ??
        (kind === 'narration' ? words : filler === '0.00' && (kind === 'debit' || kind === 'credit') ? filler : ''),
    ),
  };
}

/** A balance as the layout prints it. */
export function balanceText(kobo: number, { money, table }: StatementLayout): string {
  if (!table.balanceSide) return moneyText(kobo, money);
  return moneyText(Math.abs(kobo), money) + (kobo < 0 ? table.balanceSide.replace('CR', 'DR') : table.balanceSide);
}

interface Printing {
  readonly layout: StatementLayout;
  readonly serial: number;
  readonly withBalance: boolean;
  readonly chance: Chance;
}

function cellOf(
  { kind, form }: StatementColumn,
  entry: Entry,
  { layout, serial, withBalance, chance }: Printing,
): string {
  const { money } = layout;
  switch (kind) {
    case 'serial':
      return String(serial);
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
      return entry.type === 'credit'
        ? 'inward transfer'
        : entry.category === 'transfers'
          ? 'outward transfer'
          : entry.category === 'other'
            ? 'card payment'
            : 'others';
    case 'type':
      return (form ?? 'Debit|Credit').split('|')[entry.type === 'debit' ? 0 : 1] ?? '';
    case 'fee':
      return money.filler;
    case 'balance':
      return withBalance ? balanceText(entry.balance, layout) : '';
    default:
      return amountText(kind, entry, layout);
  }
}

function amountText(kind: 'debit' | 'credit' | 'amount', entry: Entry, { money, table }: StatementLayout): string {
  const signed = entry.type === 'debit' ? -entry.amount : entry.amount;
  if (kind !== 'amount') {
    if (kind !== entry.type) return money.filler;
    return table.signsSides ? moneyText(signed, money, { sign: true }) : moneyText(entry.amount, money);
  }
  if (table.side === 'sign') return moneyText(signed, money, { sign: true });
  if (table.side === 'plain') return moneyText(entry.amount, money);
  return moneyText(entry.amount, money) + (entry.type === 'debit' ? table.side.replace('CR', 'DR') : table.side);
}
