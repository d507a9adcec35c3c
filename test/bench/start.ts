/** What a new process pays: loading and constructing the client, then the first call; in alternating processes. */
import { entryPoints, runScript, startService } from './children.ts';
import type { BenchContext, PartResult } from './context.ts';
import { type BenchRow, type MeasuredRow, median } from './rows.ts';

const RUNS = 15;
const clients = ['repaykit', 'stripe', 'axios'] as const;
const targets = { load: 0.8, total: 1.3 };

interface Start {
  readonly loadMs: number;
  readonly firstCallMs: number;
}

/** A row for each opponent, step and format. */
export async function benchStart({ log }: BenchContext): Promise<PartResult> {
  const service = await startService();
  try {
    const rows: BenchRow[] = [];
    for (const format of Object.keys(entryPoints)) {
      log(`${RUNS} new processes of each client, ${format.toUpperCase()}`);
      rows.push(...(await compare(format, service.url)));
    }
    return { rows };
  } finally {
    service.stop();
  }
}

async function compare(format: string, url: string): Promise<BenchRow[]> {
  const starts: Record<(typeof clients)[number], Start[]> = { repaykit: [], stripe: [], axios: [] };
  for (let run = 0; run < RUNS; run += 1) {
    for (const client of run % 2 === 0 ? clients : [...clients].reverse())
      starts[client].push(await runScript<Start>('start-once.mjs', { client, format, url }));
  }
  const rowOf = (step: keyof typeof targets, against: 'stripe' | 'axios'): MeasuredRow => {
    const millis = (client: (typeof clients)[number]) =>
      median(starts[client].map(({ loadMs, firstCallMs }) => (step === 'load' ? loadMs : loadMs + firstCallMs)));
    return {
      what: `${step === 'load' ? 'load and construct' : 'load, construct, first call'}, ${format.toUpperCase()}`,
      result: millis('repaykit') / millis(against),
      better: 'less',
      against,
      ...(against === 'stripe' && { target: `at most ${targets[step]}` }),
      figures: `${millis('repaykit').toFixed(1)} against ${millis(against).toFixed(1)} ms`,
    };
  };
  return (['load', 'total'] as const).flatMap((step) => [rowOf(step, 'stripe'), rowOf(step, 'axios')]);
}
