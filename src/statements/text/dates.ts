import {
  dayNumber,
  daysInMonth,
  monthNumber,
  type PlainDate,
  parsePlainDate,
  partsOf,
  shortMonthNames,
} from '../../domain/calendar.ts';

/** A date as printed, before day and month order and the year are known. */
export interface PrintedDate {
  /** Day and month in printed order. `order` says which is which, if known. */
  readonly first: number;
  readonly second: number;
  /** `dm`: day before month. `md`: month before day. `open`: the text does not show it. */
  readonly order: 'dm' | 'md' | 'open';
  /** Four digits; undefined if not printed. */
  readonly year?: number;
  /** `HH:mm:ss`, if a time is printed. */
  readonly time?: string;
}

const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?' +
  '|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const YEAR = '(?<year>\\d{4}|\\d{2})';
const TIME =
  '(?:[t,]?(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:\\.\\d{1,9})?)?(?<half>[ap]\\.?m\\.?)?' +
  '(?:z|[-+]\\d{2}:?\\d{2})?)?';
const WEEKDAY = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[,.]?)?';

// Matched without blanks, because parts of a date may be on several lines or drawn apart.
const patterns: readonly RegExp[] = [
  `^(?<year>\\d{4})[-/.](?<b>\\d{1,2})[-/.](?<a>\\d{1,2})${TIME}$`,
  `^${WEEKDAY}(?<a>\\d{1,2})(?:st|nd|rd|th)?[-/.,]?(?:of)?${MONTH}\\.?[-/.,]*${YEAR}?,?${TIME}$`,
  `^${WEEKDAY}${MONTH}\\.?[-/.,]*(?<a>\\d{1,2})(?:(?:st|nd|rd|th)[-/.,]*|[-/.,]+)${YEAR}?,?${TIME}$`,
  `^${WEEKDAY}${MONTH}\\.?[-/.,]*(?<a>\\d{1,2})(?<year>\\d{4})?,?${TIME}$`,
  `^(?<a>\\d{1,2})(?<mark>[-/.])(?<b>\\d{1,2})\\k<mark>${YEAR},?${TIME}$`,
  `^(?<a>\\d{1,2})(?<mark>[-/])(?<b>\\d{1,2})(?:,${TIME})?$`,
  `^(?<a>\\d{2})(?<b>\\d{2})(?<year>(?:19|20)\\d{2})$`,
  `^(?<year>(?:19|20)\\d{2})(?<b>\\d{2})(?<a>\\d{2})$`,
].map((source) => new RegExp(source, 'i'));

// A cache, because a statement repeats its days and each is read several times.
const known = new Map<string, PrintedDate | undefined>();
const MOST_KNOWN = 4_096;

/** Reads a date, with or without a time, ignoring blanks; undefined for other text. */
export function dateOf(text: string): PrintedDate | undefined {
  if (text.length > LONGEST || !START.test(text) || AMOUNT.test(text)) return undefined;
  if (known.has(text)) return known.get(text);
  if (known.size >= MOST_KNOWN) known.clear();
  const date = readDate(text);
  known.set(text, date);
  return date;
}

const LONGEST = 64;
const AMOUNT = /^\d{1,3}(?:,\d{3})*(?:\.\d{2})?$/;
// How a date may begin, with blanks and quotes anywhere. Most other texts do not, so this comes before the cache.
const NO_LETTER = '[\\s\'"]*';
const names = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', ...shortMonthNames].map((name) =>
  [...name].join(NO_LETTER),
);
const START = new RegExp(`^${NO_LETTER}(?:\\d{1,8}(?!\\d)|${names.join('|')})`, 'i');

function readDate(text: string): PrintedDate | undefined {
  const plain = text.replace(/[\s'"]/g, '').replace(/[–—‐‑−]/g, '-');
  if (plain.length < 4 || plain.length > 48 || !/\d/.test(plain)) return undefined;
  for (const pattern of patterns) {
    const groups = pattern.exec(plain)?.groups;
    const date = groups && fromGroups(groups, pattern === patterns[0]);
    if (date) return date;
  }
  return undefined;
}

function fromGroups(groups: Groups, isIso: boolean): PrintedDate | undefined {
  const [first, second] = [Number(groups.a), groups.month ? (monthNumber(groups.month) ?? 0) : Number(groups.b)];
  if (first < 1 || second < 1 || Math.max(first, second) > 31 || Math.min(first, second) > 12) return undefined;
  const time = timeOf(groups);
  if (time === undefined && groups.hour !== undefined) return undefined;
  const year = groups.year === undefined ? undefined : Number(groups.year) + (groups.year.length === 2 ? 2000 : 0);
  if (year !== undefined && (year < 1950 || year > 2199)) return undefined;
  const order = groups.month || isIso || first > 12 ? 'dm' : second > 12 ? 'md' : 'open';
  if (order === 'dm' && second > 12) return undefined;
  return { first, second, order, ...(year !== undefined && { year }), ...(time !== undefined && { time }) };
}

type Groups = Readonly<Record<string, string | undefined>>;

function timeOf({ hour, minute, second = '00', half }: Groups): string | undefined {
  if (hour === undefined || minute === undefined) return undefined;
  let hours = Number(hour);
  if (half) {
    if (hours < 1 || hours > 12) return undefined;
    hours = (hours % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
  }
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  return `${String(hours).padStart(2, '0')}:${minute}:${second}`;
}

const clockTime = /^(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?(?:\.\d+)?(?<half>[ap]\.?m\.?)?$/i;

/** Reads a time of day without a date; undefined for other text. */
export function clockTimeOf(text: string): string | undefined {
  const groups = clockTime.exec(text.replace(/\s/g, ''))?.groups;
  return groups && timeOf(groups);
}

interface MonthDay {
  readonly month: number;
  readonly day: number;
}

/** Days stated outside the table, such as the period. */
export interface KnownDays {
  readonly from?: PlainDate | undefined;
  readonly to?: PlainDate | undefined;
}

/** Resolves printed dates in account order. Missing years follow from the months. */
export function resolveDates(dates: readonly (PrintedDate | undefined)[], known: KnownDays) {
  const order = dayMonthOrder(dates, known);
  const days = dates.map((date) => date && monthAndDay(date, order));
  const printed = dates.find((date) => date?.year !== undefined)?.year;
  let year = printed ?? firstYear(days, known);
  let before: MonthDay | undefined;
  return dates.map((date, index) => {
    const day = days[index];
    if (!date || !day) return undefined;
    if (date.year !== undefined) year = date.year;
    else if (before && day.month < before.month - 6) year++;
    else if (before && day.month > before.month + 6) year--;
    before = day;
    return plainDay(year, day);
  });
}

export type DayMonthOrder = 'dm' | 'md';

/** The day and month order of a table, as its dates show; day first if they do not. */
export function orderShownBy(dates: readonly (PrintedDate | undefined)[]): DayMonthOrder {
  return dates.some((date) => date?.order === 'md') ? 'md' : 'dm';
}

export function plainDateOf(date: PrintedDate, order: DayMonthOrder): PlainDate | undefined {
  return date.year === undefined ? undefined : plainDay(date.year, monthAndDay(date, order));
}

function monthAndDay({ first, second, order }: PrintedDate, habit: DayMonthOrder): MonthDay {
  return (order === 'open' ? habit : order) === 'dm' ? { day: first, month: second } : { day: second, month: first };
}

const plainDays = new Map<number, PlainDate | undefined>();

function plainDay(year: number, { month, day }: MonthDay): PlainDate | undefined {
  const key = 10_000 * year + 100 * month + day;
  if (!plainDays.has(key)) {
    if (plainDays.size >= MOST_KNOWN) plainDays.clear();
    const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
    plainDays.set(key, parsePlainDate(text));
  }
  return plainDays.get(key);
}

// One unambiguous date decides for all. Otherwise, take the order that fits the period and sorts the days.
function dayMonthOrder(dates: readonly (PrintedDate | undefined)[], known: KnownDays): DayMonthOrder {
  const numeric = dates.filter((date) => date !== undefined);
  if (!numeric.some((date) => date.order === 'open')) return 'dm';
  if (numeric.some((date) => date.order === 'md')) return 'md';
  return disorder(numeric, 'dm', known) <= disorder(numeric, 'md', known) ? 'dm' : 'md';
}

function disorder(dates: readonly PrintedDate[], habit: DayMonthOrder, { from, to }: KnownDays): number {
  let [up, down, outside, unreal] = [0, 0, 0, 0];
  let before: number | undefined;
  for (const date of dates) {
    const plain = plainDay(date.year ?? 2024, monthAndDay(date, habit));
    if (!plain) {
      unreal++;
      continue;
    }
    const number = dayNumber(plain);
    if (date.year !== undefined && ((from && plain < from) || (to && plain > to))) outside++;
    if (before !== undefined && number > before) up++;
    if (before !== undefined && number < before) down++;
    before = number;
  }
  return Math.min(up, down) + outside + 10 * unreal;
}

// If no date has a year, the period gives it.
function firstYear(days: readonly (MonthDay | undefined)[], { from, to }: KnownDays): number {
  if (from) {
    const [year, month] = partsOf(from);
    const first = days.find((day) => day !== undefined);
    return first && first.month < month - 6 ? year + 1 : year;
  }
  if (!to) return 2000;
  // The last entry is on or before the end of the period. Count back one year for each wrap from December to January.
  let wraps = 0;
  let last: MonthDay | undefined;
  for (const day of days) {
    if (day && last && day.month < last.month - 6) wraps++;
    last = day ?? last;
  }
  const [year] = partsOf(to);
  const end = last && plainDay(year, { month: last.month, day: Math.min(last.day, daysInMonth(year, last.month)) });
  return year - wraps - (end && end > to ? 1 : 0);
}

const SHORT_MONTH = `(?:${shortMonthNames.join('|')})[a-z]*\\.?`;
const SHORT_YEAR = '(?:\\d{4}|\\d{2})(?!\\d)';
const dateInText = new RegExp(
  [
    '(?:19|20)\\d{2}[-/.]\\d{1,2}[-/.]\\d{1,2}(?!\\d)',
    `\\d{1,2}[-/.]\\d{1,2}[-/.]${SHORT_YEAR}`,
    `\\d{1,2}(?:st|nd|rd|th)?[-/., ]{0,2}(?:of )?${SHORT_MONTH}[-/., ]{0,2}${SHORT_YEAR}`,
    `${SHORT_MONTH} ?\\d{1,2}(?:st|nd|rd|th)?,? ?\\d{4}`,
    '(?<!\\d)(?:[0-3]\\d[01]\\d20\\d{2}|20\\d{2}[01]\\d[0-3]\\d)(?!\\d)',
  ].join('|'),
  'gi',
);

export interface DateInText {
  readonly date: PrintedDate;
  readonly from: number;
  readonly to: number;
}

export function datesInText(text: string): readonly DateInText[] {
  return [...text.matchAll(dateInText)].flatMap((match) => {
    const date = dateOf(match[0]);
    return date ? [{ date, from: match.index, to: match.index + match[0].length }] : [];
  });
}
