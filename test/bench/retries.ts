/** How many sockets a call takes that is refused eight times: unread bodies keep sockets busy. */
import { entryPoints, runScript, startService } from './children.ts';
import type { PartResult } from './context.ts';

/** One row. */
export async function benchRetries(): Promise<PartResult> {
  const service = await startService();
  try {
    const sockets = await runScript<number>('retries-once.mjs', { url: service.url, entryPoint: entryPoints.esm });
    const shared = {
      unit: sockets === 1 ? 'socket' : 'sockets',
      better: 'less',
      against: '–',
      target: 'exactly 1',
    } as const;
    return {
      rows: [
        {
          what: 'a call that is refused eight times',
          result: sockets,
          ...shared,
          figures: 'each refusal has a body of 50 kB',
        },
      ],
    };
  } finally {
    service.stop();
  }
}
