/** The server itself: its time, its worlds, how they begin and are kept. */
import { type Duration, formatInstant, type Instant, parseDuration, parseInstant } from '../../domain/calendar.ts';
import { nearestName } from '../../validation/nearest-name.ts';
import { answer } from '../answer.ts';
import { notFound } from '../engine/refusals.ts';
import { listScenarios, playScenario } from '../scenarios/play-scenario.ts';
import { scenarioNames } from '../scenarios/scenarios.ts';
import { deleteSnapshot, forkSnapshot, listSnapshots, restoreSnapshot, takeSnapshot } from '../worlds/snapshots.ts';
import { listCalls } from './call-list.ts';
import type { ControlHandlers } from './control-request.ts';

/** Handlers of calls about whole worlds. */
export const worldHandlers = {
  index: () => answer({ items: listCalls(), dropped: 0 }),
  openApi: async ({ context }) => {
    const { readOpenApi } = await import('../../wire/openapi.ts');
    return answer(await readOpenApi({ segments: context.settings.segments, baseUrl: context.origin() }));
  },
  health: ({ live }) => answer({ status: 'ok', now: formatInstant(live.world.now) }),
  readClock: ({ live }) =>
    answer({ now: formatInstant(live.world.now), flow: live.clock.isFlowing ? 'real' : 'frozen' }),
  moveClock: ({ context, live, body: { advance, to } }) =>
    // The shape made sure that exactly one of them is there and can be read.
    context.moves.move(
      live,
      to === undefined ? { advance: parseDuration(advance) as Duration } : { to: parseInstant(to) as Instant },
    ),
  reset: ({ context, live, body: { seed, now } }) => context.moves.reset(live, { seed, now: parseInstant(now) }),
  worlds: ({ context }) => answer({ items: context.worlds.list(), dropped: 0 }),
  scenarios: () => answer({ items: listScenarios(), dropped: 0 }),
  scenario: ({ context, live, param, body }) => {
    const name = scenarioNames.find((known) => known === param('name'));
    if (name) return playScenario({ live, moves: context.moves }, name, body);
    const meant = nearestName(param('name'), scenarioNames);
    const guess = meant === undefined ? '; there' : `; did you mean ${meant}? There`;
    return notFound('scenario_unknown', `There is no scenario of this name${guess} are ${scenarioNames.join(', ')}.`);
  },
  snapshot: ({ context, live }) => context.moves.inTurn(live, () => takeSnapshot(live)),
  snapshots: ({ live }) => answer({ items: listSnapshots(live), dropped: 0 }),
  restore: ({ context, live, param }) => context.moves.inTurn(live, () => restoreSnapshot(live, param('id'))),
  fork: ({ context, live, param, body }) => forkSnapshot(context.worlds, live, { id: param('id'), name: body.world }),
  deleteSnapshot: ({ live, param }) => deleteSnapshot(live, param('id')),
} satisfies Partial<ControlHandlers>;
