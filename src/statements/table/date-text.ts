import { monthNumber } from '../../domain/calendar.ts';

/** A date as a statement prints it, before it is known which number is the month and which year is meant. */
export interface PrintedDate {
  /** As numbers in the printed order of day and month; `order` says whether that is known. */
  readonly first: number;
  readonly second: number;
  /** `dm`: day before month; `md`: month before day; `open`: two numbers, which is which is not known from the text. */
  readonly order: 'dm' | 'md' | 'open';
  /** Four digits; undefined where the page prints none. */
  readonly year?: number;
  /** `HH:mm:ss`, where a time is printed. */
  readonly time?: string;
}

const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const YEAR = '(?<year>\\d{4}|\\d{2})';
const TIME =
  '(?:[t,]?(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:\\.\\d{1,9})?)?(?<half>[ap]\\.?m\\.?)?(?:z|[-+]\\d{2}:?\\d{2})?)?';
const WEEKDAY = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[,.]?)?';

// Matched against text without blanks: the parts of a date may stand on several lines or be drawn apart.
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

// A statement prints each of its days many times, and each is looked at from several sides.
const known = new Map<string, PrintedDate | undefined>();
const MOST_KNOWN = 4_096;

/** Reads a date, with or without a time, whatever blanks stand in it; undefined for anything else. */
export function dateOf(text: string): PrintedDate | undefined {
  if (text.length > LONGEST) return undefined;
  if (known.has(text)) return known.get(text);
  if (known.size >= MOST_KNOWN) known.clear();
  const date = readDate(text);
  known.set(text, date);
  return date;
}

const LONGEST = 64;

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

function fromGroups(groups: Readonly<Record<string, string | undefined>>, isIso: boolean): PrintedDate | undefined {
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

function timeOf({
  hour,
  minute,
  second = '00',
  half,
}: Readonly<Record<string, string | undefined>>): string | undefined {
  if (hour === undefined || minute === undefined) return undefined;
  let hours = Number(hour);
  if (half) {
    if (hours < 1 || hours > 12) return undefined;
    hours = (hours % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
  }
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  return `${String(hours).padStart(2, '0')}:${minute}:${second}`;
}

/** Reads a time of day of its own column or line; undefined for anything else. */
export function clockTimeOf(text: string): string | undefined {
  const groups = /^(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?(?:\.\d+)?(?<half>[ap]\.?m\.?)?$/i.exec(
    text.replace(/\s/g, ''),
  )?.groups;
  return groups && timeOf(groups);
}
