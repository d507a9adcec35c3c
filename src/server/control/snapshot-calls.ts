import * as z from 'zod';
import { type Answer, answer } from '../answer.ts';
import type { BoundedList } from '../ring-buffer.ts';
import { checkShape } from '../shape-check.ts';
import {
  deleteSnapshot,
  type Fork,
  forkSnapshot,
  listSnapshots,
  restoreSnapshot,
  type Snapshot,
  takeSnapshot,
} from '../worlds/snapshots.ts';
import { isWorldName, WORLD_NAME_RULE } from '../worlds/world-name.ts';
import type { ControlCall, ControlRoute } from './route.ts';

/** `POST /snapshots/{id}/fork`. */
const forkBody = z.strictObject({
  world: z
    .string()
    .refine(isWorldName, WORLD_NAME_RULE)
    .optional()
    .describe('Name of the new world, in its keys `pk_test_NAME`; without it one is made up.'),
});

function take({ context, live }: ControlCall): Promise<Answer<Snapshot>> {
  return context.moves.inTurn(live, () => takeSnapshot(live));
}

function restore({ context, live, param }: ControlCall): Promise<Answer<Snapshot>> {
  return context.moves.inTurn(live, () => restoreSnapshot(live, param('id')));
}

async function fork({ context, live, body, param }: ControlCall): Promise<Answer<Fork>> {
  const checked = checkShape(forkBody, body, 'refused');
  return checked.ok ? forkSnapshot(context.worlds, live, { id: param('id'), name: checked.data.world }) : checked;
}

function list({ live }: ControlCall): Answer<BoundedList<Snapshot>> {
  return answer({ items: listSnapshots(live), dropped: 0 });
}

/** Keeping a world as it is, going back to it, and going on from it twice. */
export const snapshotRoutes = [
  { method: 'GET', path: '/snapshots', summary: 'The snapshots of this world.', body: undefined, handle: list },
  {
    method: 'POST',
    path: '/snapshots',
    summary: 'Takes a snapshot: records, clock, chance, queues, faults and journals; after the clock move under way.',
    body: undefined,
    handle: take,
  },
  {
    method: 'DELETE',
    path: '/snapshots/{id}',
    summary: 'Forgets a snapshot.',
    body: undefined,
    handle: ({ live, param }) => deleteSnapshot(live, param('id')),
  },
  {
    method: 'POST',
    path: '/snapshots/{id}/restore',
    summary: 'Puts the world back to a snapshot, as often as wanted.',
    body: undefined,
    passesReadings: true,
    handle: restore,
  },
  {
    method: 'POST',
    path: '/snapshots/{id}/fork',
    summary: 'Begins another world as a snapshot shows this one.',
    body: forkBody,
    handle: fork,
  },
] as const satisfies readonly ControlRoute[];
