/** What a new process pays: loading and constructing the client, then the first call; against stripe-node, in alternating processes. */
import { doors, runScript, startService } from './children.ts';
import { type BenchRow, median } from './rows.ts';

const RUNS = 15;

interface Start {
  readonly loadMs: number;
  readonly firstCallMs: number;
}

/** Two rows for ESM and two for CJS. */
export async function benchStart(): Promise<BenchRow[]> {
  const service = await startService();
  try {
    const rows: BenchRow[] = [];
    for (const [format, door] of Object.entries(doors)) rows.push(...(await compare(format, door, service.url)));
    return rows;
  } finally {
    service.stop();
  }
}

async function compare(format: string, door: string, url: string): Promise<BenchRow[]> {
  const ours: Start[] = [];
  const stripe: Start[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    ours.push(await runScript<Start>('start-once.mjs', { client: 'repaykit', door, url }));
    stripe.push(await runScript<Start>('start-once.mjs', { client: 'stripe', door, url }));
  }
  const load = (start: Start) => start.loadMs;
  const total = (start: Start) => start.loadMs + start.firstCallMs;
  return [
    row(`start (${format}): load and construct`, { ours: ours.map(load), stripe: stripe.map(load), limit: 0.8 }),
    row(`start (${format}): load, construct, first call`, { ours: ours.map(total), stripe: stripe.map(total), limit: 1.3 }),
  ];
}

function row(
  name: string,
  { ours, stripe, limit }: { readonly ours: readonly number[]; readonly stripe: readonly number[]; readonly limit: number },
): BenchRow {
  const [mine, theirs] = [median(ours), median(stripe)];
  return { name, ratio: mine / theirs, floor: 'stripe-node', note: `at most ${limit}; ${mine.toFixed(0)} against ${theirs.toFixed(0)} ms` };
}
