import type { Clock } from '../../clock/clock.ts';
import {
  addDuration,
  type Duration,
  formatInstant,
  type Instant,
  lagosDay,
  parseDuration,
  parseInstant,
  SECOND_MS,
} from '../../domain/calendar.ts';
import { InputError } from '../../errors.ts';
import { fieldsOf, unknownFields } from '../../validation/record.ts';
import { type Answer, answer, refuse } from '../answer.ts';
import { type Ran, runTo } from '../engine/collection/timeline.ts';
import { type InstantLike, instantFrom } from '../instant-like.ts';
import { announceMove, type ClockMove } from '../journal/announce.ts';
import type { Beginning, LiveWorld } from './live-world.ts';

/** A duration: ISO 8601 text, or parts that are added. */
export type DurationLike =
  | string
  | { readonly months?: number; readonly days?: number; readonly hours?: number; readonly minutes?: number };

/** The server's clock. It is a `Clock`, so a client in the same test can use it. */
export interface ServerClock extends Clock {
  /** The current time as ISO 8601 text in UTC, for fields such as `chosenBy.at`. */
  iso(): string;
  /**
   * Moves forward by a duration: months by the missing-day rule of spec §1, then days, then hours. Resolves when all
   * webhooks on the way were attempted.
   */
  advance(duration: DurationLike, options?: MoveOptions): Promise<ClockMove>;
  /** Moves to an instant. A move backwards is refused. */
  to(instant: InstantLike, options?: MoveOptions): Promise<ClockMove>;
}

/** Creates the clock of the world that `find` returns. `unwrap` turns a refusal into an error. */
export function serverClock(
  find: () => LiveWorld,
  unwrap: (call: string, answer: Answer<ClockMove>) => ClockMove,
): ServerClock {
  const now = () => {
    const live = find();
    live.arrive();
    return live.world.now;
  };
  return {
    now,
    today: () => lagosDay(now()),
    iso: () => formatInstant(now()),
    sleep: async (delayMs, signal) => find().clock.sleep(delayMs, signal),
    advance: async (duration, options) =>
      unwrap('clock.advance', await moveClock(find(), { advance: durationFrom(duration) }, options)),
    to: async (instant, options) => unwrap('clock.to', await moveClock(find(), { to: targetFrom(instant) }, options)),
  };
}

function durationFrom(given: DurationLike): Duration {
  const parts = typeof given === 'object' && given !== null ? unknownFields(given, partNames) : [];
  if (parts.length > 0) throw new InputError('clock.advance', parts);
  const duration = parseDuration(typeof given === 'string' ? given : durationText(given));
  if (duration) return duration;
  const message = "must be an ISO 8601 duration such as 'P30D', or { months, days, hours, minutes } of zero and more";
  throw new InputError('clock.advance', [{ path: 'duration', message }]);
}

const partNames = fieldsOf<Exclude<DurationLike, string>>({ months: true, days: true, hours: true, minutes: true });

function durationText(given: Exclude<DurationLike, string>): string | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const { months = 0, days = 0, hours = 0, minutes = 0 } = given;
  return `P${months}M${days}DT${hours}H${minutes}M`;
}

function targetFrom(given: InstantLike): Instant {
  const instant = instantFrom(given);
  if (instant !== undefined) return instant;
  const message = `must be ISO 8601 with an offset such as ${formatInstant(0)}, or milliseconds since 1970`;
  throw new InputError('clock.to', [{ path: 'instant', message }]);
}

/** The target of a clock move: an instant, or a duration. */
type ClockTarget = { readonly to: Instant } | { readonly advance: Duration };

/** Options of a clock move. */
export interface MoveOptions {
  /** Called about every 10 ms during a long move, with the work done so far and the current time of the clock. */
  readonly onProgress?: ((soFar: ClockMove) => void) | undefined;
  /** Stops between two pieces of work and rejects with the signal's reason. The clock stays where it is. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs due work in time order, and delivers webhooks before the next instant. Refuses to move backwards. */
export function moveClock(live: LiveWorld, target: ClockTarget, options: MoveOptions = {}): Promise<Answer<ClockMove>> {
  return runExclusively(live, () => moveNow(live, target, options));
}

/** Resets a world, after the earlier moves. */
export function resetWorld(
  live: LiveWorld,
  beginning: Beginning,
): Promise<Answer<{ readonly status: 'ok'; readonly now: string }>> {
  return runExclusively(live, async () => {
    await live.reset(beginning);
    return answer({ status: 'ok', now: formatInstant(live.world.now) } as const);
  });
}

/** Runs an action after the earlier moves. Refused inside a webhook receiver that a move waits for. */
export async function runExclusively<Data>(live: LiveWorld, act: () => Promise<Answer<Data>>): Promise<Answer<Data>> {
  if (live.isMoving && (await mayBeReceiver(live))) {
    const message =
      'The clock is moving and waits for a webhook receiver to answer: move it, reset the world or take and restore snapshots after the receiver has answered.';
    return refuse({ status: 409, code: 'clock_moving', message });
  }
  return live.moves.run(async () => {
    await live.caughtUp();
    return act();
  });
}

/** A receiver that answers within this time cannot be the caller. */
const RECEIVER_TIMEOUT_MS = 250;

// A call over HTTP does not show who makes it. A webhook receiver that waits for this call does not answer meanwhile.
// So if a receiver answers, the caller is another one and must wait for the move.
async function mayBeReceiver({ deliveries }: LiveWorld): Promise<boolean> {
  return deliveries.isInsideHandler || !(await deliveries.receiverAnswersWithin(RECEIVER_TIMEOUT_MS));
}

// Statements uploaded before a move are read and announced before it, so that the speed of reading does not decide
// their time. Receivers of these webhooks see a moving clock.
async function finishReadings(live: LiveWorld, waits: boolean): Promise<void> {
  if (!live.statements.isBusy) return;
  live.isMoving = true;
  try {
    await (waits ? live.settled() : live.statements.settled());
  } finally {
    live.isMoving = false;
  }
}

const LAST_INSTANT = parseInstant('9999-12-31T23:59:59.999Z') as Instant;

function refuseTarget(now: Instant, until: Instant): Answer<never> | undefined {
  if (until < now) {
    const message = `The clock stands at ${formatInstant(now)} and only runs forwards: name a later instant, or reset the world to an earlier one.`;
    return refuse({ status: 422, code: 'clock_backwards', rule: 'clock-runs-forwards', message });
  }
  // ISO 8601 cannot express instants after the year 9999, and far beyond it instants lose their milliseconds.
  if (until <= LAST_INSTANT) return undefined;
  const message = 'The clock ends with the year 9999: move it by less.';
  return refuse({ status: 422, code: 'clock_ends', rule: 'clock-ends-with-the-year-9999', message });
}

async function moveNow(
  live: LiveWorld,
  target: ClockTarget,
  { onProgress, signal }: MoveOptions,
): Promise<Answer<ClockMove>> {
  const end = signal ? AbortSignal.any([signal, live.closing]) : live.closing;
  end.throwIfAborted();
  // A receiver that moves the clock would wait for itself, so then the move waits for no webhooks.
  const waits = live.deliveries.isInsideHandler || (await live.deliveries.receiverAnswersWithin(SECOND_MS));
  await finishReadings(live, waits);
  end.throwIfAborted();
  live.arrive();
  await live.caughtUp();
  const { world } = live;
  const from = formatInstant(world.now);
  const until = 'to' in target ? target.to : addDuration(world.now, target.advance);
  const refusal = refuseTarget(world.now, until);
  if (refusal) return refusal;
  const webhooksBefore = live.webhooksRaised;
  const moveSoFar = (ran: Ran): ClockMove => ({
    now: formatInstant(world.now),
    ran: { ...ran, webhooks: live.webhooksRaised - webhooksBefore },
  });
  const follow = () => {
    live.clock.moveTo(world.now);
    live.flush();
  };
  const settle = async () => {
    follow();
    await (waits ? live.settled() : live.statements.settled());
  };
  live.isMoving = true;
  try {
    const ran = await runTo(world, until, {
      settle,
      signal: end,
      onProgress: onProgress && ((_reached, soFar) => onProgress(moveSoFar(soFar))),
    });
    live.deliveries.releaseOvertaken();
    await settle();
    announceMove(live, from, moveSoFar(ran));
    return answer(moveSoFar(ran));
  } finally {
    // Also after a failed move: a clock behind its world would stop until real time catches up.
    follow();
    live.isMoving = false;
    live.deliveries.releaseOvertaken();
    live.clock.anchor();
  }
}
