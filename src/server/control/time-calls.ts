import { type Duration, formatInstant, type Instant, parseDuration, parseInstant } from '../../domain/calendar.ts';
import { type Answer, answer } from '../answer.ts';
import { checkShape } from '../shape-check.ts';
import type { ClockMove } from '../worlds/clock-moves.ts';
import { clockBody, resetBody } from './bodies.ts';
import type { ControlCall, ControlRoute } from './route.ts';

function readHealth({ live }: ControlCall): Answer<{ readonly status: 'ok'; readonly now: string }> {
  return answer({ status: 'ok', now: formatInstant(live.world.now) });
}

async function resetWorld({
  context,
  live,
  body,
}: ControlCall): Promise<Answer<{ readonly status: 'ok'; readonly now: string }>> {
  const checked = checkShape(resetBody, body, 'refused');
  if (!checked.ok) return checked;
  const { seed, now } = checked.data;
  return context.moves.reset(live, { seed, now: parseInstant(now) });
}

function readClock({ live }: ControlCall): Answer<{ readonly now: string; readonly flow: 'frozen' | 'real' }> {
  return answer({ now: formatInstant(live.world.now), flow: live.clock.isFlowing ? 'real' : 'frozen' });
}

async function moveClock({ context, live, body }: ControlCall): Promise<Answer<ClockMove>> {
  const checked = checkShape(clockBody, body, 'refused');
  if (!checked.ok) return checked;
  const { advance, to } = checked.data;
  // The shape made sure that exactly one of them is there and can be read.
  return context.moves.move(
    live,
    to === undefined ? { advance: parseDuration(advance) as Duration } : { to: parseInstant(to) as Instant },
  );
}

/** Health, time and beginning again. */
export const timeRoutes = [
  {
    method: 'GET',
    path: '/health',
    summary: 'Is the server up, and what time is it in it?',
    body: undefined,
    handle: readHealth,
  },
  {
    method: 'POST',
    path: '/reset',
    summary: 'Begins the world again; only the webhook endpoint stays.',
    body: resetBody,
    passesReadings: true,
    handle: resetWorld,
  },
  { method: 'GET', path: '/clock', summary: 'Where the clock stands.', body: undefined, handle: readClock },
  {
    method: 'POST',
    path: '/clock',
    summary: 'Moves the clock forward; answers once all deliveries on the way are settled.',
    body: clockBody,
    passesReadings: true,
    handle: moveClock,
  },
] as const satisfies readonly ControlRoute[];
