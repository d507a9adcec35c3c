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
  const groups = new Map<string, { readonly outcome: Outcome; readonly times: string[] }>();
  for (const { time, status, amount, code, bank, account, position } of attempts) {
    // Always in this order, so that equal entries are equal as text.
    const outcome = given({ status, amount, code, bank, account, position });
    const name = JSON.stringify(outcome);
    const group = groups.get(name) ?? { outcome, times: [] };
    group.times.push(time);
    groups.set(name, group);
  }
  return [...groups.values()]
    .flatMap(({ outcome, times }) => spans(times.sort()).map((span) => ({ ...outcome, ...span })))
    .map((entry) => ({ entry, name: JSON.stringify([entry.at[0], entry]) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ entry }) => entry);
}

/** The attempts that are not among the known ones. Equal times are counted: a cascade may try an account twice. */
export function newAttempts(
  attempts: readonly AttemptFacts[] = [],
  known: readonly AttemptFacts[] = [],
): readonly AttemptFacts[] {
  const left = new Map<string, SingleAttempt[]>();
  for (const attempt of singles(known)) left.set(nameOf(attempt), [...(left.get(nameOf(attempt)) ?? []), attempt]);
  return groupAttempts(
    singles(attempts).filter((attempt) => {
      const same = left.get(nameOf(attempt)) ?? [];
      const place = same.findIndex(({ account }) => account === attempt.account);
      // After an erasure, no account can be recognised.
      const found = place >= 0 ? place : same.findIndex(({ account }) => (account && attempt.account) === undefined);
      if (found >= 0) same.splice(found, 1);
      return found < 0;
    }),
  );
}

/** Known and new attempts together. */
export function withAttempts(
  known: readonly AttemptFacts[] = [],
  more: readonly AttemptFacts[] = [],
): readonly AttemptFacts[] {
  return groupAttempts(singles([...known, ...newAttempts(more, known)]));
}

function singles(attempts: readonly AttemptFacts[]): readonly SingleAttempt[] {
  return attempts.flatMap((attempt) => timesOf(attempt).map((time) => ({ ...attempt, time })));
}

function nameOf({ time, status, amount, code, bank }: SingleAttempt): string {
  return JSON.stringify([time, status, amount, code, bank]);
}

const DAY = 'YYYY-MM-DD'.length;

function dayOf(time: string): PlainDate {
  return time.slice(0, DAY) as PlainDate;
}

// Days in a row with the same times are one span.
function spans(times: readonly string[]): readonly Pick<AttemptFacts, 'at' | 'dailyUntil'>[] {
  const found: { at: string[]; until: PlainDate }[] = [];
  for (let from = 0; from < times.length; ) {
    const day = dayOf(times[from] as string);
    const ofDay = times.slice(from).filter((time) => dayOf(time) === day);
    from += ofDay.length;
    const last = found.at(-1);
    const isSame = last && addDays(last.until, 1) === day && hours(last.at) === hours(ofDay);
    if (isSame) last.until = day;
    else found.push({ at: ofDay, until: day });
  }
  return found.map(({ at, until }) => (until === dayOf(at[0] as string) ? { at } : { at, dailyUntil: until }));
}

function hours(times: readonly string[]): string {
  return times.map((time) => time.slice(DAY)).join();
}
