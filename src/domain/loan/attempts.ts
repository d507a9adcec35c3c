/** The attempts on an instalment. The platform tries an open one daily, so equal attempts share an entry. Spec §4.9. */
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

/** Known and new attempts together. The known ones are the result of a function of this file. An equal one is another one. */
export function withAttempts(
  known: readonly AttemptFacts[] = [],
  fresh: readonly AttemptFacts[] = [],
): readonly AttemptFacts[] {
  if (fresh.length === 0) return known;
  const isTouched = (entry: AttemptFacts) => fresh.some((other) => compareOutcomes(entry, other) === 0);
  const others = known.filter((entry) => !isTouched(entry));
  return [...others, ...grouped([...known.filter(isTouched), ...fresh])].sort(compareEntries);
}

/** Entries with the same attempts: one for each outcome and the same times on days in a row. */
function grouped(entries: readonly AttemptFacts[]): readonly AttemptFacts[] {
  const groups: AttemptFacts[][] = [];
  for (const entry of entries) {
    const group = groups.find(([first]) => first && compareOutcomes(first, entry) === 0);
    if (group) group.push(entry);
    else groups.push([entry]);
  }
  return groups.flatMap(spansOf).sort(compareEntries);
}

function compareEntries(one: AttemptFacts, other: AttemptFacts): number {
  return compare(one.at[0], other.at[0]) || compareOutcomes(one, other);
}

function compareOutcomes(one: Outcome, other: Outcome): number {
  return (
    compare(one.account, other.account) ||
    compare(one.amount, other.amount) ||
    compare(one.status, other.status) ||
    compare(one.code, other.code) ||
    compare(one.bank, other.bank) ||
    compare(one.position, other.position)
  );
}

function compare<Value extends string | number>(one: Value | undefined, other: Value | undefined): number {
  if (one === other) return 0;
  if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
  return one < other ? -1 : 1;
}

/** Entries with one outcome: one for the same times on days in a row. */
function spansOf(entries: readonly AttemptFacts[]): readonly AttemptFacts[] {
  const inOrder = entries.map(withTimesInOrder).sort((one, other) => compare(one.at[0], other.at[0]));
  const shared = inOrder.find((entry, place) => {
    const before = inOrder[place - 1];
    return !isOfOneDay(entry) || (before && lastDayOf(before) >= firstOf(entry));
  });
  if (!shared) return joined(inOrder);
  // From the first day on that two entries share, they are put together day by day.
  const { before, since } = splitAt(inOrder, firstOf(shared));
  return joined([...before, ...daily(since)]);
}

function withTimesInOrder(entry: AttemptFacts): AttemptFacts {
  const isInOrder = entry.at.every((time, place) => place === 0 || (entry.at[place - 1] ?? '') <= time);
  return isInOrder ? entry : { ...entry, at: [...entry.at].sort() };
}

/** Joins entries of days in a row that have the same times. */
function joined(entries: readonly AttemptFacts[]): readonly AttemptFacts[] {
  const found: AttemptFacts[] = [];
  for (const entry of entries) {
    const last = found.at(-1);
    const isNext = last && addDays(lastDayOf(last), 1) === firstOf(entry) && hours(last.at) === hours(entry.at);
    if (isNext) found[found.length - 1] = { ...last, dailyUntil: lastDayOf(entry) };
    else found.push(entry);
  }
  return found;
}

/** An entry for each day. */
function daily(entries: readonly AttemptFacts[]): readonly AttemptFacts[] {
  const days = new Map<PlainDate, { readonly at: string[] } & Outcome>();
  for (const { time, ...outcome } of [...singles(entries)].sort((one, other) => compare(one.time, other.time))) {
    const entry = days.get(dayOf(time)) ?? { ...outcome, at: [] };
    entry.at.push(time);
    days.set(dayOf(time), entry);
  }
  return [...days.values()];
}

function firstOf({ at: [time = ''] }: Pick<AttemptFacts, 'at'>): PlainDate {
  return dayOf(time);
}

function isOfOneDay({ at }: Pick<AttemptFacts, 'at'>): boolean {
  return firstOf({ at }) === dayOf(at.at(-1) ?? '');
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
