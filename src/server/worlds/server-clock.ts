import type { Clock } from '../../clock/clock.ts';
import { type Duration, formatInstant, type Instant, lagosDay, parseDuration } from '../../domain/calendar.ts';
import { InputError } from '../../errors.ts';
import { fieldsOf, unknownFields } from '../../validation/record.ts';
import type { Answer } from '../answer.ts';
import { type InstantLike, instantFrom } from '../instant-like.ts';
import type { ClockMove } from '../journal/announce.ts';
import { type MoveOptions, moveClock } from './clock-moves.ts';
import type { LiveWorld } from './live-world.ts';

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
