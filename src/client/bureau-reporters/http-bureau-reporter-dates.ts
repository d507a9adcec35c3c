import { lagosDay, type PlainDate, parseInstant, parsePlainDate } from '../../domain/calendar.ts';
import { InputError } from '../../errors.ts';

/**
 * Writes a day as bureaus want it, `DD/MM/YYYY`: from `YYYY-MM-DD`, or from an instant such as a report's `occurredAt`, which counts as the day it is in Lagos.
 * @throws InputError if it is neither
 */
export function dayMonthYear(date: string): string {
  const [year, month, day] = dayOf(date).split('-');
  return `${day}/${month}/${year}`;
}

function dayOf(date: string): PlainDate {
  const day = parsePlainDate(date);
  if (day) return day;
  const instant = parseInstant(date);
  if (instant !== undefined) return lagosDay(instant);
  throw new InputError('Not a date', [
    { path: 'date', message: 'must be a real date, YYYY-MM-DD, or an ISO 8601 instant' },
  ]);
}
