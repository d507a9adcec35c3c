/** The reference server against a bare handler, fastify, mock servers and an empty dispatcher, and its own start. */
import type { BenchContext, PartResult } from './context.ts';
import { benchDispatcher } from './server-dispatcher.ts';
import { benchInstance } from './server-instance.ts';
import { benchRequests } from './server-requests.ts';
import { benchServe } from './server-serve.ts';

/** All rows of the server. */
export async function benchServer({ log }: BenchContext): Promise<PartResult> {
  const rows = await benchRequests(log);
  log('in process, onto the dispatcher');
  rows.push(...(await benchDispatcher()));
  log('a server for each test');
  rows.push(...(await benchInstance()));
  log('from `serve` to the first answer');
  rows.push(...(await benchServe()));
  return { rows };
}
