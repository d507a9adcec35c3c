import { join } from 'node:path';
import { runScript } from './children.ts';
import { type BenchRow, median, perSecond } from './rows.ts';

/** One row: `undici.request` onto the server's dispatcher, as a share of the same onto a dispatcher with no server behind it. */
export async function benchDispatcher(): Promise<BenchRow[]> {
  const entryPoint = join(process.cwd(), 'dist/server.js');
  const rounds = await runScript<readonly { readonly ours: number; readonly empty: number }[]>(
    'server-dispatcher.mjs',
    { entryPoint },
  );
  return [
    {
      what: 'getMandate in process, by undici.request',
      result: median(rounds.map(({ ours, empty }) => ours / empty)),
      better: 'more',
      against: 'an empty dispatcher',
      target: 'at least 0.6',
      figures: perSecond(median(rounds.map(({ ours }) => ours)), median(rounds.map(({ empty }) => empty))),
    },
  ];
}
