import type { PlainDate } from '../../../domain/calendar.ts';
import { monthName } from '../life/fill-template.ts';

const token = /yyyy|yy|MMMM|MMM|MON|MM|M|do|dd|d|HH|hh|h|mm|ss|A/g;

/** What a form's letters stand for, given the date's parts and the second of the day. */
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

/** A date as a bank prints it: `dd-MMM-yyyy`, `do MMMM, yyyy hh:mm A` … A `\n` in the form breaks the cell. */
export function dateText(form: string, date: PlainDate, second = 0): string {
  return form.replace(token, (found) => parts[found]?.(date, second) ?? found);
}

/** Does a form print the time of the day? */
export function hasTime(form: string): boolean {
  return /HH|h/.test(form);
}

/** Does it print seconds? */
export function hasSeconds(form: string): boolean {
  return form.includes('ss');
}

function ordinal(day: number): string {
  const ending = day > 10 && day < 14 ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[day % 10] ?? 'th');
  return `${day}${ending}`;
}

function twoDigits(value: number): string {
  return String(Math.floor(value)).padStart(2, '0');
}
