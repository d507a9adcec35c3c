/** Formats values of answers for people. Personal data is masked. */
import type { AccountKey } from '../../domain/identifiers.ts';
import { formatKobo, koboFromAnswer } from '../../domain/money.ts';
import { maskAccountNumber, redactText } from '../../redact/redact.ts';
import type { Page } from '../../server/engine/mandates/lists.ts';
import type { BoundedList } from '../../server/ring-buffer.ts';
import { type Cell, type Paint, right, textTable } from '../terminal/terminal-text.ts';

/** Naira as `₦12,500.00`; a dash if there is no amount. */
export function naira(amount: unknown): string {
  const kobo = koboFromAnswer(amount);
  return kobo === undefined ? '–' : formatKobo(kobo);
}

export function nairaCell(amount: unknown): Cell {
  return right(naira(amount));
}

/** Such as `058/******0011`. */
export function account({ bankCode, accountNumber }: Partial<Record<keyof AccountKey, unknown>>): string {
  if (accountNumber === undefined || accountNumber === null) return '–';
  const number = String(accountNumber);
  return `${words(bankCode)}/${/^\d+$/.test(number) ? maskAccountNumber(number) : redactText(number)}`;
}

/** Any simple value, masked because free text may contain personal data; a dash for no value. */
export function words(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return redactText(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** Without milliseconds: `2026-01-31T07:00:00Z`. */
export function instant(value: unknown): string {
  return words(value).replace(/\.000Z$/, 'Z');
}

export function blocks(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}

/** A list: its items or a text for none, and a line for dropped items. */
export function listText<Item>(
  { items, dropped, ...page }: BoundedList<Item> & Partial<Pick<Page<Item>, 'total'>>,
  none: string,
  show: (items: readonly Item[]) => string,
): string {
  const { total = items.length } = page;
  const fellOut = dropped > 0 ? `  ${dropped} older ones fell out\n` : '';
  const more = total > items.length ? `  ${items.length} of ${total}\n` : '';
  return (items.length === 0 ? `${none}\n` : show(items)) + fellOut + more;
}

export function listTable<Item>(
  none: string,
  row: (item: Item) => readonly Cell[],
  head?: readonly Cell[],
): (list: BoundedList<Item>, paint: Paint) => string {
  return (list, paint) => listText(list, none, (items) => textTable(items.map(row), paint, head));
}
