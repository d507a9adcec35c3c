import { join } from 'node:path';
import { runScript } from './children.ts';
import { compareRounds, measureRounds } from './rounds.ts';
import { type BenchRow, perSecond } from './rows.ts';
import { headers, mandateIds, placeCalls, readCall } from './server-subjects.ts';

const ROUNDS = 5;

/** One row: `undici.request` onto the server's dispatcher and onto one without a server, each in a process of its own. */
export async function benchDispatcher(): Promise<BenchRow[]> {
  const [id = ''] = mandateIds(1);
  const task = {
    entryPoint: join(process.cwd(), 'dist/server.js'),
    headers,
    placements: placeCalls(id),
    read: readCall(id),
  };
  const rounds = await measureRounds(ROUNDS, ['ours', 'empty'] as const, async (subject) => {
    const micros = await runScript<number>('server-dispatcher.mjs', { ...task, subject });
    return 1_000_000 / micros;
  });
  const { ratio, ours, theirs, spread } = compareRounds(rounds, ['ours', 'empty'], (rate) => rate);
  return [
    {
      what: 'getMandate in process, by undici.request',
      result: ratio,
      better: 'more',
      against: 'an empty dispatcher',
      target: 'at least 0.75',
      figures: `${perSecond(ours, theirs)}; ${spread}`,
    },
  ];
}
