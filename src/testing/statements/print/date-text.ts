import type { PlainDate } from '../../../domain/calendar.ts';
import { monthName } from '../life/fill-template.ts';

const token = /yyyy|yy|MMMM|MMM|MON|MM|M|do|dd|d|HH|hh|h|mm|ss|A/g;

/** A date as a bank prints it: `dd-MMM-yyyy`, `do MMMM, yyyy hh:mm A` … A `\n` in the form breaks the cell. */
export function dateText(form: string, date: PlainDate, second = 0): string {
  const [year = '', month = '', day = ''] = date.split('-');
  const hour = Math.floor(second / 3_600);
  const parts: Readonly<Record<string, string>> = {
    yyyy: year,
    yy: year.slice(2),
    MMMM: monthName(date),
    MMM: monthName(date).slice(0, 3),
    MON: monthName(date).slice(0, 3).toUpperCase(),
    MM: month,
    M: String(Number(month)),
    do: ordinal(Number(day)),
    dd: day,
    d: String(Number(day)),
    HH: twoDigits(hour),
    hh: twoDigits(hour % 12 || 12),
    h: String(hour % 12 || 12),
    mm: twoDigits(Math.floor(second / 60) % 60),
    ss: twoDigits(second % 60),
    A: hour < 12 ? 'AM' : 'PM',
  };
  return form.replace(token, (found) => parts[found] ?? found);
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
  return String(value).padStart(2, '0');
}
