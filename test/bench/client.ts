/** CPU per call of the client, checked and with its deadline, against undici on a pool, and against clients that people use. */
import { entryPoints, runScript, startService } from './children.ts';
import type { BenchContext, PartResult } from './context.ts';
import { type BenchRow, type MeasuredRow, median } from './rows.ts';

const ROUNDS = 15;
const CALLS_PER_ROUND = 1_000;

const rivals = ['dispatch', 'undici', 'stripe', 'axios'] as const;
const opponents = { dispatch: 'undici dispatch', undici: 'undici.request', stripe: 'stripe', axios: 'axios' } as const;
type Micros = Readonly<Record<'repaykit' | (typeof rivals)[number], readonly number[]>>;

/** A row for each opponent, with one call at a time and with fifty in flight. */
export async function benchClient({ log }: BenchContext): Promise<PartResult> {
  const service = await startService();
  try {
    const rows: BenchRow[] = [];
    for (const inFlight of [1, 50]) {
      log(inFlight === 1 ? 'one call at a time' : `${inFlight} calls in flight`);
      const micros = await runScript<Micros>('client-cpu.mjs', {
        url: service.url,
        entryPoint: entryPoints.esm,
        inFlight,
        rounds: ROUNDS,
        callsPerRound: CALLS_PER_ROUND,
      });
      rows.push(...rivals.map((rival) => rowOf(micros, rival, inFlight)));
    }
    return { rows };
  } finally {
    service.stop();
  }
}

function rowOf(micros: Micros, rival: (typeof rivals)[number], inFlight: number): MeasuredRow {
  const [ours, theirs] = [median(micros.repaykit), median(micros[rival])];
  return {
    what: `CPU per call, ${inFlight === 1 ? 'one at a time' : `${inFlight} in flight`}`,
    result: ours / theirs,
    better: 'less',
    against: opponents[rival],
    ...(rival === 'undici' && { target: 'at most 1.35' }),
    figures: `${ours.toFixed(0)} against ${theirs.toFixed(0)} µs`,
  };
}
