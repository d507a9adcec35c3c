import { join } from 'node:path';
import { runScript } from './children.ts';
import { type BenchRow, median } from './rows.ts';

/** One row: `undici.request` onto the server's dispatcher, as a share of the same onto a dispatcher with no server behind it. */
export async function benchDispatcher(): Promise<BenchRow[]> {
  const door = join(process.cwd(), 'dist/server.js');
  const rounds = await runScript<readonly { readonly ours: number; readonly empty: number }[]>('server-dispatcher.mjs', { door });
  const rate = (values: readonly number[]) => Math.round(median(values)).toLocaleString('en');
  return [
    {
      name: 'server: getMandate in process, undici.request onto the dispatcher',
      ratio: median(rounds.map(({ ours, empty }) => ours / empty)),
      floor: 'an empty dispatcher, same answer',
      note: `at least 0.6; ${rate(rounds.map(({ ours }) => ours))} against ${rate(rounds.map(({ empty }) => empty))} a second`,
    },
  ];
}
