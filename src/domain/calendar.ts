/** Days in Africa/Lagos (UTC+1 all year) and instants in UTC. Without `Date`, so that it is pure on every machine. */

declare const plainDateBrand: unique symbol;

/** A calendar day in Africa/Lagos, `YYYY-MM-DD`. */
export type PlainDate = string & { readonly [plainDateBrand]: true };

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

/** The periods of spec §1. `once` is not one of them. */
export type Period = 'daily' | 'weekly' | 'monthly' | 'yearly';

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

// Lagos has been UTC+1 without daylight saving since 1919.
const LAGOS_OFFSET_MS = HOUR_MS;

/** Parses `YYYY-MM-DD`. Undefined unless it is a real day in the years 1900 to 9999. */
export function parsePlainDate(text: unknown): PlainDate | undefined {
  if (typeof text !== 'string') return undefined;
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return undefined;
  return isRealDay(Number(match[1]), Number(match[2]), Number(match[3])) ? (text as PlainDate) : undefined;
}

function isRealDay(year: number, month: number, day: number): boolean {
  return year >= 1900 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

const monthNames = 'January February March April May June July August September October November December'.split(' ');

/** A month as insights write it: `August 2022`. Spec §6.4. */
export function monthLabel(year: number, month: number): string {
  return `${monthNames[month - 1]} ${year}`;
}

/** The usual short names of the months, from `Jan`. */
export const shortMonthNames: readonly string[] = monthNames.map((name) => name.slice(0, 3));

const monthNumbers = new Map(shortMonthNames.map((name, index) => [name.toLowerCase(), index + 1]));

/** The month whose short name a word begins with, in any case: 1 = January. Undefined for other words. */
export function monthNumber(word: string): number | undefined {
  return monthNumbers.get(word.slice(0, 3).toLowerCase());
}

/** Days since 1970-01-01. */
export function dayNumber(date: PlainDate): number {
  const [year, month, day] = partsOf(date);
  return daysFromCivil(year, month, day);
}

/** The day with this number of days after 1970-01-01. */
export function dateFromDayNumber(days: number): PlainDate {
  // Years are counted from 1 March so that the leap day comes last. 400 years have 146097 days.
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return plainDate(year, month, day);
}

function daysFromCivil(year: number, month: number, day: number): number {
  const shiftedYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

export function partsOf(date: PlainDate): readonly [year: number, month: number, day: number] {
  // Sliced from the end, so that a clock beyond the year 9999 still works.
  return [Number(date.slice(0, -6)), Number(date.slice(-5, -3)), Number(date.slice(-2))];
}

function plainDate(year: number, month: number, day: number): PlainDate {
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}` as PlainDate;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

export function addDays(date: PlainDate, days: number): PlainDate {
  return dateFromDayNumber(dayNumber(date) + days);
}

export function daysBetween(from: PlainDate, to: PlainDate): number {
  return dayNumber(to) - dayNumber(from);
}

/**
 * The day `count` periods after an anchor, always counted from the anchor itself. A day that does not exist in its
 * month moves to the 1st of the next one: 31 January gives 31 January, 1 March, 31 March, 1 May monthly. Spec §1.
 */
export function addPeriods(anchor: PlainDate, period: Period, count: number): PlainDate {
  if (period === 'daily') return addDays(anchor, count);
  if (period === 'weekly') return addDays(anchor, 7 * count);
  const [year, month, day] = partsOf(anchor);
  const months = year * 12 + (month - 1) + (period === 'monthly' ? count : 12 * count);
  return dayOrNextFirst(Math.floor(months / 12), (months % 12) + 1, day);
}

function dayOrNextFirst(year: number, month: number, day: number): PlainDate {
  // Every day exists in December, so the next month is in the same year.
  return day <= daysInMonth(year, month) ? plainDate(year, month, day) : plainDate(year, month + 1, 1);
}

/** The Lagos day of an instant. */
export function lagosDay(instant: Instant): PlainDate {
  return dateFromDayNumber(Math.floor((instant + LAGOS_OFFSET_MS) / DAY_MS));
}

/** The instant of a wall-clock time on a Lagos day. Hours may be fractional. */
export function lagosInstant(date: PlainDate, hour = 0): Instant {
  return dayNumber(date) * DAY_MS + hour * HOUR_MS - LAGOS_OFFSET_MS;
}

/** Formats as ISO 8601 in UTC with milliseconds, the interface's format: `2026-01-31T07:00:00.000Z`. */
export function formatInstant(instant: Instant): string {
  const days = Math.floor(instant / DAY_MS);
  const rest = instant - days * DAY_MS;
  const time = [Math.floor(rest / HOUR_MS), Math.floor(rest / MINUTE_MS) % 60, Math.floor(rest / SECOND_MS) % 60];
  return `${dateFromDayNumber(days)}T${time.map(twoDigits).join(':')}.${String(Math.floor(rest % 1_000)).padStart(3, '0')}Z`;
}

const instantPattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})$/i;

/** Parses an ISO 8601 timestamp with an offset. Undefined if it is not a real instant. */
export function parseInstant(text: unknown): Instant | undefined {
  const match = typeof text === 'string' ? instantPattern.exec(text) : null;
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (!isRealDay(year, month, day)) return undefined;
  const [hour, minute, second] = [Number(match[4]), Number(match[5]), Number(match[6] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const millis = Math.floor(Number(`0.${match[7] ?? 0}`) * 1_000);
  const offset = offsetMs(match[8] ?? 'Z');
  if (offset === undefined) return undefined;
  const days = daysFromCivil(year, month, day);
  return days * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS + millis - offset;
}

function offsetMs(text: string): number | undefined {
  if (text === 'Z' || text === 'z') return 0;
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(-2))];
  if (hours > 14 || minutes > 59) return undefined;
  return (text[0] === '-' ? -1 : 1) * (hours * HOUR_MS + minutes * MINUTE_MS);
}

export interface Duration {
  readonly months: number;
  readonly days: number;
  readonly millis: number;
}

const durationPattern =
  /^P(?!$)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+(?:[.,]\d+)?)H)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/;

/** Parses an ISO 8601 duration such as `P1M`, `P30D`, `PT4H30M`. Undefined if it is not one. */
export function parseDuration(text: unknown): Duration | undefined {
  const match = typeof text === 'string' ? durationPattern.exec(text) : null;
  if (!match) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number(part?.replace(',', '.') ?? 0));
  const millis = Math.round(hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS);
  return { months: years * 12 + months, days: weeks * 7 + days, millis };
}

/** Adds a duration to an instant: first months by the missing-day rule on Lagos days, then days, then time. */
export function addDuration(instant: Instant, duration: Duration): Instant {
  const day = lagosDay(instant);
  const timeOfDay = instant - lagosInstant(day);
  const moved = addDays(addPeriods(day, 'monthly', duration.months), duration.days);
  return lagosInstant(moved) + timeOfDay + duration.millis;
}
