/** What a new process pays: loading and constructing the client, then the first call; each client in a process of its own. */
import { entryPoints, runScript, startService } from './children.ts';
import type { BenchContext, PartResult } from './context.ts';
import { compareRounds, measureRounds } from './rounds.ts';
import type { BenchRow } from './rows.ts';

const rivals = ['stripe', 'axios'] as const;

interface Start {
  readonly loadMs: number;
  readonly firstCallMs: number;
}

const steps = [
  { what: 'load and construct', target: 'at most 0.35', millisOf: ({ loadMs }: Start) => loadMs },
  {
    what: 'load, construct, first call',
    target: 'at most 0.8',
    millisOf: ({ loadMs, firstCallMs }: Start) => loadMs + firstCallMs,
  },
] as const;

/** A row for each format, step and opponent. */
export async function benchStart({ isFull, log }: BenchContext): Promise<PartResult> {
  const service = await startService();
  try {
    const rows: BenchRow[] = [];
    for (const format of Object.keys(entryPoints)) {
      log(format.toUpperCase());
      rows.push(...(await compare(format, service.url, isFull ? 41 : 15)));
    }
    return { rows };
  } finally {
    service.stop();
  }
}

async function compare(format: string, url: string, count: number): Promise<BenchRow[]> {
  const rounds = await measureRounds(count, ['repaykit', ...rivals], (client) =>
    runScript<Start>('start-once.mjs', { client, format, url }),
  );
  return steps.flatMap(({ what, target, millisOf }) =>
    rivals.map((rival): BenchRow => {
      const { ratio, ours, theirs, spread } = compareRounds(rounds, ['repaykit', rival], millisOf);
      return {
        what: `${what}, ${format.toUpperCase()}`,
        result: ratio,
        better: 'less',
        against: rival,
        ...(rival === 'stripe' && { target }),
        figures: `${ours.toFixed(1)} against ${theirs.toFixed(1)} ms; ${spread}`,
      };
    }),
  );
}
