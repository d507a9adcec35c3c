/** How many sockets a call takes that is refused eight times: bodies nobody reads keep sockets busy. */
import { doors, runScript, startService } from './children.ts';
import type { BenchRow } from './rows.ts';

/** One row. */
export async function benchRetries(): Promise<BenchRow[]> {
  const service = await startService();
  try {
    const sockets = await runScript<number>('retries-once.mjs', { url: service.url, door: doors.esm });
    return [
      {
        name: 'retries: sockets of a call refused eight times',
        ratio: sockets,
        unit: 'sockets',
        floor: 'one socket',
        note: 'exactly 1; each refusal carries 50 kB',
      },
    ];
  } finally {
    service.stop();
  }
}
