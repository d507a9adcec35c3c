import { formatInstant, type Instant } from '../../domain/calendar.ts';
import { type Answer, answer, refuse } from '../answer.ts';
import type { LiveWorld } from './live-world.ts';
import { keysOf } from './world-name.ts';
import type { Worlds } from './worlds.ts';

/** The most snapshots of a world. The next one is refused, because dropping an old one would surprise its owner. */
const MOST_SNAPSHOTS = 20;

/** A snapshot as the control API shows it. */
export interface Snapshot {
  /** `snap_1`, `snap_2` and so on in each world. */
  readonly id: string;
  /** The world's time when it was taken, ISO 8601 UTC. */
  readonly now: string;
}

/** A world created from a snapshot of another, with its keys. */
export interface Fork {
  /** Its name, for the header `x-repaykit-world`. */
  readonly world: string;
  /** A key of the new world. */
  readonly publicKey: string;
  /** A key of the new world. */
  readonly secretKey: string;
}

/** Waits for readings and deliveries first, so that the image does not depend on anyone's speed. */
export async function takeSnapshot(live: LiveWorld): Promise<Answer<Snapshot>> {
  live.arrive();
  await live.caughtUp();
  // A receiver that takes a snapshot before it answers would wait for itself.
  await live.settledSoon();
  if (live.snapshots.size >= MOST_SNAPSHOTS) {
    const message = `A world keeps ${MOST_SNAPSHOTS} snapshots: delete one with DELETE /_control/snapshots/{id}.`;
    return refuse({ status: 409, code: 'snapshots_full', message });
  }
  const image = live.capture();
  live.snapshotsTaken += 1;
  const id = `snap_${live.snapshotsTaken}`;
  const takenAt = live.world.now;
  live.snapshots.set(id, { takenAt, image });
  return { ok: true, status: 201, data: show(id, takenAt) };
}

/** Restores a snapshot. The snapshot stays. */
export async function restoreSnapshot(live: LiveWorld, id: string): Promise<Answer<Snapshot>> {
  const snapshot = live.snapshots.get(id);
  if (!snapshot) return unknownSnapshot();
  await live.restore(snapshot.image);
  return answer(show(id, snapshot.takenAt));
}

/** Creates another world from a snapshot of this one. */
export async function forkSnapshot(
  worlds: Worlds,
  live: LiveWorld,
  { id, name }: { readonly id: string; readonly name?: string | undefined },
): Promise<Answer<Fork>> {
  const snapshot = live.snapshots.get(id);
  if (!snapshot) return unknownSnapshot();
  const world = name ?? freeName(worlds, live.name);
  if (worlds.find(world)) {
    const message = 'A world of this name has begun already: choose another name or leave it out.';
    return refuse({ status: 409, code: 'world_exists', message });
  }
  const opened = worlds.open(world);
  if (!opened.ok) return opened;
  await opened.data.restore(snapshot.image);
  return { ok: true, status: 201, data: { world, ...keysOf(world) } };
}

/** The snapshots of a world, oldest first. */
export function listSnapshots(live: LiveWorld): readonly Snapshot[] {
  return Array.from(live.snapshots, ([id, { takenAt }]) => show(id, takenAt));
}

export function deleteSnapshot(
  live: LiveWorld,
  id: string,
): Answer<{ readonly items: readonly Snapshot[]; readonly dropped: number }> {
  return live.snapshots.delete(id) ? answer({ items: listSnapshots(live), dropped: 0 }) : unknownSnapshot();
}

function show(id: string, takenAt: Instant): Snapshot {
  return { id, now: formatInstant(takenAt) };
}

function unknownSnapshot(): Answer<never> {
  const message = 'This world has no snapshot of this id: GET /_control/snapshots lists them.';
  return refuse({ status: 404, code: 'snapshot_unknown', message });
}

// Named after its origin, so that the same calls in one world get the same names, whatever other worlds do.
function freeName(worlds: Worlds, origin: string): string {
  for (let count = 1; ; count += 1) {
    const name = `${origin.slice(0, 28)}-fork-${count}`;
    if (!worlds.find(name)) return name;
  }
}
