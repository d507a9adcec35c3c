/** What is said of a value that does not fit: what it is, and what to give instead. From JavaScript, forms and JSON anything may come; the value is never repeated. */
import { parseInstant, parsePlainDate } from './calendar.ts';
import { MAX_NAIRA } from './money.ts';

/** What kind of thing a value is, in words that follow the name of its field. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'is missing';
  if (value === null) return 'is null';
  if (Array.isArray(value)) return 'is a list';
  if (isDateObject(value)) return 'is a Date';
  if (typeof value === 'number')
    return Number.isNaN(value) ? 'is NaN' : Number.isFinite(value) ? 'is a number' : 'is infinite';
  if (typeof value === 'string') return value.trim() === '' ? 'is empty' : 'is text';
  if (typeof value === 'boolean') return `is ${value}`;
  return typeof value === 'object' ? 'is an object' : `is a ${typeof value}`;
}

// By its tag, because it may come from another realm, as in test runners.
function isDateObject(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object Date]';
}

/** Of what must be text: what is wanted, and before it what came where that is no text at all. */
export function tellText(value: unknown, wanted: string): string {
  if (value === undefined || typeof value === 'string') return wanted;
  // Its digits could be right, but what begins with zero does not survive as a number.
  const asText =
    (typeof value === 'number' || typeof value === 'bigint') && !wanted.includes('text') ? ', as text' : '';
  return `${kindOf(value)}${wanted.startsWith('must ') ? ', but' : ':'} ${wanted}${asText}`;
}

/** Of an amount that must be naira above zero, or zero or more, with at most two decimals. */
export function tellAmount(value: unknown, least: 'above zero' | 'zero or more' = 'above zero'): string {
  if (typeof value !== 'number' || !Number.isFinite(value))
    return `${kindOf(value)}: give a number in naira ${least}, such as 120000`;
  if (value < 0) return `is negative: give naira ${least}`;
  if (value === 0) return 'is zero: give naira above zero';
  if (value > MAX_NAIRA) return 'is more than a trillion naira, the most that is taken';
  return 'has more than two decimals: round to the kobo, after calculating';
}

/** Of what must be a day, `YYYY-MM-DD`. */
export function tellDay(value: unknown): string {
  if (isDateObject(value)) return 'is a Date: give the day in Lagos as text, YYYY-MM-DD';
  if (typeof value !== 'string' || value.trim() === '') return `${kindOf(value)}: give a day as text, YYYY-MM-DD`;
  if (parseInstant(value) !== undefined) return 'is a time: give the day in Lagos alone, YYYY-MM-DD';
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return 'is not in the calendar: must be a real date, YYYY-MM-DD';
  return 'must be a real date, YYYY-MM-DD';
}

/** Of what must be an instant, ISO 8601 with its offset. */
export function tellInstant(value: unknown, wanted: string): string {
  if (isDateObject(value)) return `is a Date: ${wanted}, such as its toISOString()`;
  if (typeof value !== 'string') return tellText(value, wanted);
  if (parseInstant(`${value}Z`) !== undefined) return `has no offset: ${wanted}, such as Z or +01:00 at its end`;
  if (parsePlainDate(value)) return `is a day without a time: ${wanted}`;
  return wanted;
}
