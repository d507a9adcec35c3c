/** What a test pays for a reference server of its own, and for a world of its own in one. */
import { join } from 'node:path';
import { runScript } from './children.ts';
import { measureRounds, spreadOf } from './rounds.ts';
import { type BenchRow, median } from './rows.ts';

const ROUNDS = 5;
const COUNT = 2_000;

/** Two rows. Each subject has a process of its own in each round. */
export async function benchInstance(): Promise<BenchRow[]> {
  const entryPoint = join(process.cwd(), 'dist/server.js');
  const rounds = await measureRounds(ROUNDS, ['instance', 'world', 'hono'] as const, (subject) =>
    runScript<number>('server-instance.mjs', { entryPoint, subject, count: COUNT }),
  );
  const figures = (subject: 'instance' | 'world' | 'hono') => rounds.map((round) => round[subject]);
  const row = (subject: 'instance' | 'world') => {
    const result = Math.round(median(figures(subject)));
    return { result, unit: 'µs', better: 'less', against: '–' } as const;
  };
  return [
    {
      what: 'a new server in process, its first answer to a key of its own, and its end',
      ...row('instance'),
      target: 'at most 400',
      figures: `${spreadOf(figures('instance'))}; a new hono app and its first answer: ${median(figures('hono')).toFixed(0)}`,
    },
    {
      what: 'a new world in a server, and its first answer',
      ...row('world'),
      target: 'at most 1,000',
      figures: `${spreadOf(figures('world'))}; its first call creates it`,
    },
  ];
}
