/** How values of the server's answers are written for people; personal data masked. */
import { formatKobo, koboFromAnswer } from '../../domain/money.ts';
import { maskAccountNumber, redactText } from '../../redact/redact.ts';
import type { Cell } from '../terminal/terminal-text.ts';

/** Naira as `₦12,500.00`; a dash where there is none. */
export function naira(amount: unknown): string {
  const kobo = koboFromAnswer(amount);
  return kobo === undefined ? '–' : formatKobo(kobo);
}

/** Naira at the right edge of its column. */
export function nairaCell(amount: unknown): Cell {
  return { text: naira(amount), isRight: true };
}

/** An account as `058/******0011`. */
export function account({
  bankCode,
  accountNumber,
}: {
  readonly bankCode?: unknown;
  readonly accountNumber?: unknown;
}): string {
  if (accountNumber === undefined || accountNumber === null) return '–';
  const number = String(accountNumber);
  return `${words(bankCode)}/${/^\d+$/.test(number) ? maskAccountNumber(number) : redactText(number)}`;
}

/** Any simple value; a dash for none. Free text may hold what must not be shown, so it is masked. */
export function words(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? redactText(JSON.stringify(value)) : redactText(String(value));
}

/** An instant without its milliseconds: `2026-01-31T07:00:00Z`. */
export function instant(value: unknown): string {
  return words(value).replace(/\.000Z$/, 'Z');
}
