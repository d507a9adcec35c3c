import type { PlainDate } from '../../../domain/calendar.ts';
import type { Chance } from '../chance.ts';
import type { ColumnKind, MoneyStyle, StatementColumn, StatementLayout } from '../layouts/statement-layout.ts';
import type { Entry } from '../life/entries.ts';
import { monthName } from '../life/narration.ts';
import { type Font, textWidth } from '../pdf/fonts.ts';
import type { PrintedEntry } from './printed-entries.ts';

/** A row to print: an entry, or one of the bank's own rows (opening, totals …). */
export interface Row {
  /** The cell texts, in column order. `\n` breaks a line. */
  readonly cells: readonly string[];
  /** Index of its entry; -1 for the bank's own rows. */
  readonly entry: number;
  readonly isBold?: boolean;
}

export function entryRows(printed: readonly PrintedEntry[], layout: StatementLayout, chance: Chance): readonly Row[] {
  return printed.map((each, at) => ({
    entry: each.index,
    cells: layout.columns.map((column) =>
      column.kind === 'serial' ? String(at + 1) : cellOf(column, each, { layout, chance }),
    ),
  }));
}

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
    case 'before':
      return balanceText(entry.balance + (entry.type === 'debit' ? entry.amount : -entry.amount), layout);
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

const token = /yyyy|yy|MMMM|MMM|MON|MM|M|do|dd|d|HH|hh|h|mm|ss|A/g;

/** Formatters by the letters of a form. They take a date and the second of the day. */
const parts: Readonly<Record<string, (date: PlainDate, second: number) => string>> = {
  yyyy: (date) => date.slice(0, 4),
  yy: (date) => date.slice(2, 4),
  MMMM: monthName,
  MMM: (date) => monthName(date).slice(0, 3),
  MON: (date) => monthName(date).slice(0, 3).toUpperCase(),
  MM: (date) => date.slice(5, 7),
  M: (date) => String(Number(date.slice(5, 7))),
  do: (date) => ordinal(Number(date.slice(8))),
  dd: (date) => date.slice(8),
  d: (date) => String(Number(date.slice(8))),
  HH: (_, second) => twoDigits(second / 3_600),
  hh: (_, second) => twoDigits(Math.floor(second / 3_600) % 12 || 12),
  h: (_, second) => String(Math.floor(second / 3_600) % 12 || 12),
  mm: (_, second) => twoDigits((second / 60) % 60),
  ss: (_, second) => twoDigits(second % 60),
  A: (_, second) => (second < 43_200 ? 'AM' : 'PM'),
};

/** Formats a date: `dd-MMM-yyyy`, `do MMMM, yyyy hh:mm A` … `\n` in the form breaks the cell. */
export function dateText(form: string, date: PlainDate, second = 0): string {
  return form.replace(token, (found) => parts[found]?.(date, second) ?? found);
}

export function hasTime(form: string): boolean {
  return /HH|h/.test(form);
}

function ordinal(day: number): string {
  const ending = day > 10 && day < 14 ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[day % 10] ?? 'th');
  return `${day}${ending}`;
}

function twoDigits(value: number): string {
  return String(Math.floor(value)).padStart(2, '0');
}

/** Formats kobo. `sign` adds a plus to figures that are not negative. */
export function moneyText(kobo: number, style: MoneyStyle, { sign = false }: { readonly sign?: boolean } = {}): string {
  const whole = Math.abs(kobo);
  const naira = String(Math.floor(whole / 100)).replace(/\B(?=(\d{3})+$)/g, style.grouping);
  const decimals = style.trimmed && whole % 100 === 0 ? '' : `.${String(whole % 100).padStart(2, '0')}`;
  const digits = `${style.symbol}${naira}${decimals}`;
  const gap = style.signGap ? ' ' : '';
  if (kobo < 0 && style.negative === 'parentheses') return `(${digits})`;
  const negative = style.negative === 'minus' ? `-${gap}${digits}` : `${digits}${gap}-`;
  const text = kobo < 0 ? negative : sign && style.plus ? `+${gap}${digits}` : digits;
  return style.braces ? `{${text}}` : text;
}

/** Font, size and width for a text. Lengths are in points. */
interface Setting {
  readonly font: Font;
  readonly size: number;
  readonly width: number;
}

/** Breaks a text into lines: at blanks, inside words that are longer than a line, and always at `\n`. */
export function wrapText(text: string, setting: Setting): string[] {
  if (!text.includes('\n') && textWidth(text, setting.font, setting.size) <= setting.width) return [text];
  return text.split('\n').flatMap((part) => wrapPart(part, setting));
}

function wrapPart(text: string, { font, size, width }: Setting): string[] {
  const fits = (line: string): boolean => textWidth(line, font, size) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = word;
    while (!fits(line) && line.length > 1) {
      let length = line.length - 1;
      while (length > 1 && !fits(line.slice(0, length))) length -= 1;
      lines.push(line.slice(0, length));
      line = line.slice(length);
    }
  }
  if (line) lines.push(line);
  return lines.length ? lines : [''];
}
