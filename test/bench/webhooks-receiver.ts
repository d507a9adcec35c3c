import { join } from 'node:path';
import { runScript } from './children.ts';
import { compareRates } from './rates.ts';
import { type BenchRow, median, perSecond } from './rows.ts';
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
  const entryPoint = join(process.cwd(), 'dist/webhooks.js');
  const rates = await runScript<Readonly<Record<'ours' | 'floor', readonly number[]>>>('webhooks-receiver.mjs', {
    entryPoint,
    rounds: ROUNDS,
    deliveries: DELIVERIES,
  });
  return {
    what: 'receive in memory, Request to Response',
    result: median(rates.ours.map((rate, round) => rate / (rates.floor[round] ?? Number.NaN))),
    better: 'more',
    against: 'by hand',
    figures: perSecond(median(rates.ours), median(rates.floor)),
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
      what: `receive in memory behind nodeHandler, ${CONNECTIONS} connections`,
      result: compared.ratio,
      better: 'more',
      against: 'node:http',
      figures: perSecond(compared.ours, compared.floor),
    };
  } finally {
    for (const process of [sender, ...takers]) await process.stop();
  }
}
