/** Amounts, times and counts as text. Times are shown as in Lagos. */

const money = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 0 });
const shares = new Intl.NumberFormat('en-NG', { style: 'percent', maximumFractionDigits: 1 });

const inLagos = (parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', ...parts });
const dayFormat = inLagos({ day: 'numeric', month: 'short', year: 'numeric' });
const weekdayFormat = inLagos({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
const minuteFormat = inLagos({ hour: '2-digit', minute: '2-digit' });
const secondFormat = inLagos({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
const monthFormat = inLagos({ month: 'long', year: 'numeric' });

const DAY_MS = 86_400_000;
/** How far Lagos is ahead of UTC. */
export const LAGOS_MS = 3_600_000;

/** `₦30,000` or `₦30,000.50`. */
export function naira(amount: number): string {
  return `${amount < 0 ? '−' : ''}₦${(Number.isInteger(amount) ? whole : money).format(Math.abs(amount))}`;
}

export function count(number: number): string {
  return whole.format(number);
}

export function share(part: number): string {
  return shares.format(part);
}

/** `3 webhooks`, `1 webhook`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/** `5 Feb 2026`, of an instant or a day. */
export function day(at: string): string {
  return isInstant(at) ? dayFormat.format(new Date(at)) : at;
}

/** `Thu, 5 Feb 2026`. */
export function weekday(at: string): string {
  return isInstant(at) ? weekdayFormat.format(new Date(at)) : at;
}

export function month(at: string): string {
  return monthFormat.format(new Date(at));
}

/** `23:59`, with seconds unless they are zero. */
export function time(at: string): string {
  const date = new Date(at);
  return (date.getUTCSeconds() === 0 ? minuteFormat : secondFormat).format(date);
}

/** `2026-02-05 22:59:00 UTC`. */
export function utc(at: string): string {
  return at.includes('T') ? `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC` : at;
}

/** The Lagos day of an instant, `YYYY-MM-DD`. */
export function lagosDay(at: string): string {
  return at.includes('T') ? new Date(Date.parse(at) + LAGOS_MS).toISOString().slice(0, 10) : at.slice(0, 10);
}

/** A day that lies some days later. */
export function addDays(from: string, days: number): string {
  return new Date(Date.parse(`${from}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The whole days between two days. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** The instant of an hour of a day in Lagos, ISO 8601 UTC. */
export function lagosInstant(of: string, hour: number): string {
  return new Date(Date.parse(`${of}T00:00:00Z`) + hour * LAGOS_MS - LAGOS_MS).toISOString();
}

function isInstant(at: string): boolean {
  return !Number.isNaN(Date.parse(at));
}
