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
  const entryPoint = join(process.cwd(), 'dist/server.js');
  const { made, answered, world } = await runScript<InstanceMillis>('server-instance.mjs', {
    entryPoint,
    count: COUNT,
  });
  const micros = (millis: number) => Math.round(millis * 1_000);
  const shared = { unit: 'µs', better: 'less', against: '–', target: 'at most 1,000' } as const;
  return [
    {
      what: 'a new server in process, and its first answer',
      result: micros(answered),
      ...shared,
      figures: `creating it alone takes ${micros(made)} µs`,
    },
    {
      what: 'a new world in a server, and its first answer',
      result: micros(world),
      ...shared,
      figures: 'its first call creates it',
    },
  ];
}
