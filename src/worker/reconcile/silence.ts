import type { LoanContext } from '../../client/workflows/loan-context.ts';
import { quietly } from '../../clock/mutex.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, parseInstant } from '../../domain/calendar.ts';
import { given } from '../../validation/record.ts';
import { type Inbox, type InboxItem, walkItems } from '../../webhooks/inbox/inbox.ts';
import type { MissedStateChange } from './notifier.ts';

/** Reports that no webhook came for longer than usual. */
export interface Silence {
  /** When the last one came, ISO 8601 UTC. Absent if none ever came. */
  readonly since?: string;
  /** Time since the last one, in milliseconds. Absent if none ever came. */
  readonly silentForMs?: number;
  /**
   * The usual pause, in milliseconds: the longest so far, at least one hour, or 25 hours if the webhooks span less than
   * three days. Absent if too few came.
   */
  readonly usualMs?: number;
  /** State changes since the last webhook that no webhook reported. Reconciliation found them. */
  readonly missing: number;
}

interface SilenceWatch {
  readonly inbox: Pick<Inbox, 'list'>;
  readonly missing: readonly MissedStateChange[];
  readonly onSilence?: ((silence: Silence) => unknown) | undefined;
}

const FEWEST_ARRIVALS = 10;
const ARRIVALS_A_PAGE = 200;
const MOST_ARRIVALS = 5 * ARRIVALS_A_PAGE;
const SHORTEST_USUAL_MS = HOUR_MS;
// Webhooks come in bursts, on mornings when loans are due. Fewer days say nothing about the nights.
const ENOUGH_DAYS_MS = 3 * DAY_MS;
const UNKNOWN_NIGHT_MS = 25 * HOUR_MS;
// The webhook of a more recent change may still be in transit.
const ON_THE_WAY_MS = 10 * MINUTE_MS;
// The tenure's end is known from the calendar, but not the time of day at which the service reports it.
const EXPIRY_ON_THE_WAY_MS = DAY_MS;

const usualOf = new WeakMap<object, { readonly newest: string; readonly usualMs: number | undefined }>();
const reportedOf = new WeakMap<object, string>();

/**
 * Detects whether the webhooks have stopped. A silence is logged and passed to `onSilence` once, however many runs
 * notice it, and returned each time.
 */
export async function noticeSilence(
  { engine }: LoanContext,
  { inbox, missing, onSilence }: SilenceWatch,
): Promise<Silence | undefined> {
  const { clock, logger } = engine.settings;
  const silence = await judge(inbox, missing, clock.now());
  if (!silence) return undefined;
  const name = silence.since ?? 'never';
  if (reportedOf.get(inbox) === name) return silence;
  reportedOf.set(inbox, name);
  quietly(() => logger?.warn?.('repaykit: no webhook came for longer than usual', { ...silence }));
  quietly(() => onSilence?.(silence));
  return silence;
}

async function judge(
  inbox: Pick<Inbox, 'list'>,
  missing: readonly MissedStateChange[],
  now: Instant,
): Promise<Silence | undefined> {
  const [newest] = await inbox.list({ source: 'webhook', newestFirst: true, limit: 1 });
  const last = parseInstant(newest?.receivedAt);
  const unreported = missing.filter((change) => shouldHaveCome(change, last)).length;
  if (!newest || last === undefined) return unreported > 0 ? { missing: unreported } : undefined;
  const silentForMs = Math.max(0, now - last);
  // The common case needs only one row.
  if (unreported === 0 && silentForMs < SHORTEST_USUAL_MS) return undefined;
  const usualMs = await usual(inbox, newest);
  if (unreported === 0 && (usualMs === undefined || silentForMs <= usualMs)) return undefined;
  return { since: newest.receivedAt, silentForMs, ...given({ usualMs }), missing: unreported };
}

// One lost webhook is not a silence: others came after it.
function shouldHaveCome(change: MissedStateChange, last: Instant | undefined): boolean {
  const { kind, happenedAt, unreportedForMs = 0 } = change;
  if (kind === 'mandate.disputed' || kind === 'mandate.pending_timeout') return false;
  return (
    unreportedForMs >= (kind === 'mandate.expired' ? EXPIRY_ON_THE_WAY_MS : ON_THE_WAY_MS) &&
    (parseInstant(happenedAt) ?? 0) > (last ?? Number.NEGATIVE_INFINITY)
  );
}

// The value stays the same until the next webhook comes.
async function usual(inbox: Pick<Inbox, 'list'>, newest: InboxItem): Promise<number | undefined> {
  const known = usualOf.get(inbox);
  if (known?.newest === newest.key) return known.usualMs;
  const usualMs = usualPause(await arrivals(inbox));
  usualOf.set(inbox, { newest: newest.key, usualMs });
  return usualMs;
}

async function arrivals(inbox: Pick<Inbox, 'list'>): Promise<readonly Instant[]> {
  const times: Instant[] = [];
  let count = 0;
  for await (const { receivedAt } of walkItems(inbox, { source: 'webhook', newestFirst: true }, ARRIVALS_A_PAGE)) {
    times.push(...[parseInstant(receivedAt) ?? []].flat());
    count += 1;
    if (count === MOST_ARRIVALS || (count % ARRIVALS_A_PAGE === 0 && spanOf(times) >= ENOUGH_DAYS_MS)) break;
  }
  return times.sort((one, other) => one - other);
}

/**
 * The longest pause between arrivals, at least one hour, or 25 hours if they span less than three days. Undefined if
 * too few came. Exported for its tests.
 */
export function usualPause(times: readonly Instant[]): number | undefined {
  if (times.length < FEWEST_ARRIVALS) return undefined;
  const longest = times
    .slice(1)
    .reduce((pause, time, index) => Math.max(pause, time - (times[index] as number)), SHORTEST_USUAL_MS);
  return spanOf(times) >= ENOUGH_DAYS_MS ? longest : Math.max(longest, UNKNOWN_NIGHT_MS);
}

function spanOf(times: readonly Instant[]): number {
  return times.length === 0 ? 0 : Math.max(...times) - Math.min(...times);
}
