/** The reference server against what it is measured by: a bare handler, mock servers, an empty dispatcher, and its own start. */
import type { BenchRow } from './rows.ts';
import { benchDispatcher } from './server-dispatcher.ts';
import { benchRequests } from './server-requests.ts';
import { benchServe } from './server-serve.ts';

/** All rows of the server. */
export async function benchServer(): Promise<BenchRow[]> {
  return [...(await benchRequests()), ...(await benchDispatcher()), ...(await benchServe())];
}
