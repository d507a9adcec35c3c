/** CPU per call of the client, checked and with its deadline, against undici on a pool; peers beside it. */
import { doors, runScript, startService } from './children.ts';
import { type BenchRow, median } from './rows.ts';

const ROUNDS = 15;
const CALLS_PER_ROUND = 1_000;

type Micros = Readonly<Record<'repaykit' | 'undici' | 'stripe' | 'axios', readonly number[]>>;

/** One row with one call at a time, one with fifty in flight. */
export async function benchClient(): Promise<BenchRow[]> {
  const service = await startService();
  try {
    const rows: BenchRow[] = [];
    for (const inFlight of [1, 50]) {
      const micros = await runScript<Micros>('client-cpu.mjs', { url: service.url, door: doors.esm, inFlight, rounds: ROUNDS, callsPerRound: CALLS_PER_ROUND });
      rows.push(rowOf(micros, inFlight));
    }
    return rows;
  } finally {
    service.stop();
  }
}

function rowOf(micros: Micros, inFlight: number): BenchRow {
  const floor = median(micros.undici);
  const times = (name: keyof Micros) => (median(micros[name]) / floor).toFixed(2);
  return {
    name: `client: CPU per getMandate, ${inFlight === 1 ? 'one at a time' : `${inFlight} in flight`}`,
    ratio: median(micros.repaykit) / floor,
    floor: 'undici.request on a Pool',
    note: `at most 1.35; ${median(micros.repaykit).toFixed(0)} against ${floor.toFixed(0)} µs; stripe-node ${times('stripe')}×, axios ${times('axios')}×`,
  };
}
