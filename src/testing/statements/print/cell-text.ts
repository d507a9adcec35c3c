import type { PlainDate } from '../../../domain/calendar.ts';
import type { MoneyStyle } from '../layouts/statement-layout.ts';
import { monthName } from '../life/narration.ts';
import { type Font, textWidth } from '../pdf/fonts.ts';

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

function ordinal(day: number): string {
  const ending = day > 10 && day < 14 ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[day % 10] ?? 'th');
  return `${day}${ending}`;
}

function twoDigits(value: number): string {
  return String(Math.floor(value)).padStart(2, '0');
}

/** Kobo as a bank prints them. `sign` puts a plus before what is not negative. */
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

/** What text is set in. */
export interface Setting {
  readonly font: Font;
  readonly size: number;
  /** In points. */
  readonly width: number;
}

/** Lines that fit a width: broken at blanks, and inside a word only where it is too long for a line. `\n` breaks always. */
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
