import { join } from 'node:path';
import { runScript } from './children.ts';
import { compareRates } from './rates.ts';
import { type BenchRow, median } from './rows.ts';
import { startSender, startTaker } from './webhooks-processes.ts';

const ROUNDS = 7;
const ROUND_MS = 1_500;
const DELIVERIES = 3_000;
const CONNECTIONS = 64;

/** The whole receiver on a memory inbox, the work behind the answer on: as a function, and behind `node:http`. */
export async function benchMemoryReceiver(): Promise<BenchRow[]> {
  return [await inProcess(), await overLoopback()];
}

async function inProcess(): Promise<BenchRow> {
  const door = join(process.cwd(), 'dist/webhooks.js');
  const rates = await runScript<Readonly<Record<'ours' | 'floor', readonly number[]>>>('webhooks-receiver.mjs', {
    door,
    rounds: ROUNDS,
    deliveries: DELIVERIES,
  });
  return {
    name: 'webhooks: receive in memory, Request to Response',
    ratio: median(rates.ours.map((rate, round) => rate / (rates.floor[round] ?? Number.NaN))),
    floor: 'hand-written: compare, JSON.parse, a map',
    note: noteOf({ ours: median(rates.ours), floor: median(rates.floor) }),
  };
}

async function overLoopback(): Promise<BenchRow> {
  const sender = startSender();
  const takers = [await startTaker('memory', {}), await startTaker('bare', {})] as const;
  try {
    let first = 0;
    const rate =
      ({ port }: { readonly port: number }) =>
      async () => {
        const { perSecond, answers } = await sender.send<{ perSecond: number; answers: number }>({
          load: 'closed',
          port,
          first,
          connections: CONNECTIONS,
          durationMs: ROUND_MS,
        });
        first += answers;
        return perSecond;
      };
    const compared = await compareRates(ROUNDS, rate(takers[0]), rate(takers[1]));
    return {
      name: `webhooks: receive in memory behind nodeHandler, ${CONNECTIONS} connections`,
      ratio: compared.ratio,
      floor: 'bare node:http handler, JSON.parse',
      note: noteOf(compared),
    };
  } finally {
    for (const process of [sender, ...takers]) await process.stop();
  }
}

function noteOf({ ours, floor }: { readonly ours: number; readonly floor: number }): string {
  return `no target; ${Math.round(ours).toLocaleString('en')} against ${Math.round(floor).toLocaleString('en')} a second, the work behind the answer on`;
}
