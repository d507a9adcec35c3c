/** What a test pays for a reference server of its own, and for a world of its own in one. */
import { join } from 'node:path';
import { runScript } from './children.ts';
import type { BenchRow } from './rows.ts';

const COUNT = 500;

interface InstanceMillis {
  readonly made: number;
  readonly answered: number;
  readonly world: number;
}

/** Two rows. */
export async function benchInstance(): Promise<BenchRow[]> {
  const door = join(process.cwd(), 'dist/server.js');
  const { made, answered, world } = await runScript<InstanceMillis>('instance-subject.mjs', { door, count: COUNT });
  const micros = (millis: number) => Math.round(millis * 1_000);
  const shared = { unit: 'µs', floor: 'nothing: the target is a figure' };
  return [
    { name: 'instance: a server and its first answer', ratio: micros(answered), ...shared, note: `at most 1,000; making it alone takes ${micros(made)} µs` },
    { name: 'instance: a world and its first answer', ratio: micros(world), ...shared, note: `at most 1,000; the keys of a new name open it` },
  ];
}
