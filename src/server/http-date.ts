import {
  DAY_MS,
  dateFromDayNumber,
  HOUR_MS,
  type Instant,
  MINUTE_MS,
  SECOND_MS,
  shortMonthNames,
} from '../domain/calendar.ts';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** The text of a `Date` header (IMF-fixdate, RFC 9110 §5.6.7): `Mon, 05 Jan 2026 08:00:00 GMT`. */
export function formatHttpDate(instant: Instant): string {
  const days = Math.floor(instant / DAY_MS);
  const [year, month, day] = dateFromDayNumber(days).split('-') as [string, string, string];
  const rest = instant - days * DAY_MS;
  const time = [Math.floor(rest / HOUR_MS), Math.floor(rest / MINUTE_MS) % 60, Math.floor(rest / SECOND_MS) % 60];
  // 1970-01-01 was a Thursday.
  const weekday = weekdays[(((days + 4) % 7) + 7) % 7];
  return `${weekday}, ${day} ${shortMonthNames[Number(month) - 1]} ${year} ${time.map((part) => String(part).padStart(2, '0')).join(':')} GMT`;
}

/** Formats `Date` headers and remembers the last one: within a second every answer carries the same text. */
export function httpDateFormatter(): (instant: Instant) => string {
  let second = Number.NaN;
  let text = '';
  return (instant) => {
    const asked = Math.floor(instant / SECOND_MS);
    if (asked !== second) {
      second = asked;
      text = formatHttpDate(instant);
    }
    return text;
  };
}
