/** The attempts on an instalment. The platform tries an open one daily, so equal attempts share an entry. Spec §4.9. */
import { given } from '../../validation/record.ts';
import { addDays, daysBetween, type PlainDate } from '../calendar.ts';
import type { AttemptFacts } from './events/money-events.ts';

type Outcome = Omit<AttemptFacts, 'at' | 'dailyUntil'>;

/** An attempt with its time. */
export type SingleAttempt = Outcome & { readonly time: string };

/** When each attempt of an entry was made, ISO 8601 UTC. */
export function timesOf({ at, dailyUntil }: AttemptFacts): readonly string[] {
  const [first] = at;
  if (dailyUntil === undefined || first === undefined) return at;
  const days = daysBetween(dayOf(first), dailyUntil as PlainDate);
  return Array.from({ length: days + 1 }, (_, more) =>
    at.map((time) => `${addDays(dayOf(time), more)}${time.slice(DAY)}`),
  ).flat();
}

/** Entries for attempts, by their first time. The same attempts give the same entries, in whatever order. */
export function groupAttempts(attempts: readonly SingleAttempt[]): readonly AttemptFacts[] {
  return grouped(entriesOf(attempts));
}

/** The attempts that are not among the known ones. Equal times are counted: a cascade may try an account twice. */
export function newAttempts(
  attempts: readonly AttemptFacts[] = [],
  known: readonly AttemptFacts[] = [],
): readonly AttemptFacts[] {
  const ends = known.map(lastDayOf).sort();
  const { before, since } = splitAt(attempts, addDays(ends.at(-1) ?? FIRST_DAY, 1));
  // A loan in arrears has hundreds of attempts. Only those of days that both have are compared one by one.
  const left = new Map<string, SingleAttempt[]>();
  for (const attempt of before.length > 0 ? singles(splitAt(known, firstDayOf(before)).since) : [])
    left.set(nameOf(attempt), [...(left.get(nameOf(attempt)) ?? []), attempt]);
  const fresh = singles(before).filter((attempt) => {
    const same = left.get(nameOf(attempt)) ?? [];
    const place = same.findIndex(({ account }) => account === attempt.account);
    // After an erasure, no account can be recognised.
    const found = place >= 0 ? place : same.findIndex(({ account }) => (account && attempt.account) === undefined);
    if (found >= 0) same.splice(found, 1);
    return found < 0;
  });
  return grouped([...entriesOf(fresh), ...since]);
}

/** Known and new attempts together. */
export function withAttempts(
  known: readonly AttemptFacts[] = [],
  more: readonly AttemptFacts[] = [],
): readonly AttemptFacts[] {
  return more.length === 0 ? known : grouped([...known, ...newAttempts(more, known)]);
}

/** Entries with the same attempts: one for each outcome and the same times on days in a row. */
function grouped(entries: readonly AttemptFacts[]): readonly AttemptFacts[] {
  const groups = new Map<string, { readonly outcome: Outcome; readonly entries: AttemptFacts[] }>();
  for (const entry of entries) {
    const outcome = outcomeOf(entry);
    const name = JSON.stringify(outcome);
    const group = groups.get(name) ?? { outcome, entries: [] };
    group.entries.push(entry);
    groups.set(name, group);
  }
  return [...groups.values()]
    .flatMap(({ outcome, entries }) => spansOf(entries).map((span) => ({ ...outcome, ...span })))
    .sort(compareEntries);
}

// Always in this order, so that equal entries are equal as text.
function outcomeOf({ status, amount, code, bank, account, position }: Outcome): Outcome {
  return given({ status, amount, code, bank, account, position });
}

function compareEntries(one: AttemptFacts, other: AttemptFacts): number {
  const [time = '', otherTime = ''] = [one.at[0], other.at[0]];
  if (time !== otherTime) return time < otherTime ? -1 : 1;
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

/** The times of a day, and the last day in a row that has the same ones. */
interface Span {
  readonly at: readonly string[];
  readonly until: PlainDate;
}

/** The spans of attempts with one outcome. */
function spansOf(entries: readonly AttemptFacts[]): readonly Pick<AttemptFacts, 'at' | 'dailyUntil'>[] {
  const inOrder = inOrderOf(entries);
  const shared = inOrder.find((span, place) => {
    const before = inOrder[place - 1];
    return !isOfOneDay(span) || (before && before.until >= firstOf(span));
  });
  // From the first day on that two entries share, they are put together day by day.
  const { before, since } = splitAt(entries, shared ? firstOf(shared) : undefined);
  const found: { at: readonly string[]; until: PlainDate }[] = [];
  for (const { at, until } of shared ? [...inOrderOf(before), ...daily(since.flatMap(timesOf))] : inOrder) {
    const last = found.at(-1);
    const isSame = last && addDays(last.until, 1) === firstOf({ at }) && hours(last.at) === hours(at);
    if (isSame) last.until = until;
    else found.push({ at, until });
  }
  return found.map(({ at, until }) => (until === firstOf({ at }) ? { at } : { at, dailyUntil: until }));
}

function inOrderOf(entries: readonly AttemptFacts[]): readonly Span[] {
  return entries
    .map((entry) => ({ at: [...entry.at].sort(), until: lastDayOf(entry) }))
    .sort((one, other) => (firstOf(one) < firstOf(other) ? -1 : 1));
}

function firstOf({ at: [time = ''] }: Pick<AttemptFacts, 'at'>): PlainDate {
  return dayOf(time);
}

function isOfOneDay({ at }: Pick<AttemptFacts, 'at'>): boolean {
  return firstOf({ at }) === dayOf(at.at(-1) ?? '');
}

/** A span for each day. */
function daily(times: readonly string[]): readonly Span[] {
  const days = new Map<PlainDate, string[]>();
  for (const time of [...times].sort()) days.set(dayOf(time), [...(days.get(dayOf(time)) ?? []), time]);
  return [...days].map(([until, at]) => ({ at, until }));
}

/** Divides entries into those of the days before a day, and those of that day and later ones. Without a day, into none and all. */
function splitAt(entries: readonly AttemptFacts[], day: PlainDate | undefined) {
  const before: AttemptFacts[] = [];
  const since: AttemptFacts[] = [];
  for (const entry of entries.flatMap((each) => (isOfOneDay(each) ? each : entriesOf(singles([each]))))) {
    const [first, last] = [firstOf(entry), lastDayOf(entry)];
    if (day === undefined || first >= day) since.push(entry);
    else if (last < day) before.push(entry);
    else {
      before.push(withDays(entry, first, addDays(day, -1)));
      since.push(withDays(entry, day, last));
    }
  }
  return { before, since };
}

/** The entry with the times of its first day on these days. */
function withDays({ dailyUntil: _dailyUntil, at, ...outcome }: AttemptFacts, first: PlainDate, last: PlainDate) {
  const times = at.map((time) => `${first}${time.slice(DAY)}`);
  return { ...outcome, at: times, ...(last > first && { dailyUntil: last }) };
}

function entriesOf(attempts: readonly SingleAttempt[]): readonly AttemptFacts[] {
  return attempts.map(({ time, ...outcome }) => ({ ...outcome, at: [time] }));
}

function firstDayOf(attempts: readonly AttemptFacts[]): PlainDate | undefined {
  return attempts.map(firstOf).sort()[0];
}

function singles(attempts: readonly AttemptFacts[]): readonly SingleAttempt[] {
  return attempts.flatMap((attempt) => {
    const { at: _at, dailyUntil: _dailyUntil, ...outcome } = attempt;
    return timesOf(attempt).map((time) => ({ ...outcome, time }));
  });
}

function nameOf({ time, status, amount, code, bank }: SingleAttempt): string {
  return JSON.stringify([time, status, amount, code, bank]);
}

const DAY = 'YYYY-MM-DD'.length;

function dayOf(time: string): PlainDate {
  return time.slice(0, DAY) as PlainDate;
}

// Before all attempts.
const FIRST_DAY = '1900-01-01' as PlainDate;

function lastDayOf({ at, dailyUntil }: AttemptFacts): PlainDate {
  return (dailyUntil ?? dayOf(at.at(-1) ?? '')) as PlainDate;
}

function hours(times: readonly string[]): string {
  return times.map((time) => time.slice(DAY)).join();
}
