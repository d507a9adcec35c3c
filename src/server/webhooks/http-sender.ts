import type { Agent, Dispatcher } from 'undici';
import type { Sender } from './attempt.ts';
import { guardedLookup, isForbiddenLiteral } from './endpoint.ts';

// The body of an answer is ignored. Up to this much is read, so that the connection can be reused.
const READ_LIMIT_BYTES = 65_536;

/** Sends webhooks on its own connection pool. Loads undici with the first one, and follows no redirects. */
export function httpSender(allowedHosts: readonly string[]): { readonly send: Sender; close(): Promise<void> } {
  let pool: Agent | undefined;
  return {
    send: async ({ url, headers, body, signal }) => {
      const { origin, hostname, pathname, search } = new URL(url);
      if (isForbiddenLiteral(hostname, allowedHosts))
        throw new Error('the host is beyond loopback and private addresses');
      const { Agent, request } = await loadUndici();
      pool ??= new Agent({ connect: { lookup: guardedLookup(allowedHosts) } });
      const path = pathname + search;
      const answer = await request.call(pool, { origin, path, method: 'POST', headers, body, signal });
      await answer.body.dump({ limit: READ_LIMIT_BYTES, signal });
      return answer.statusCode;
    },
    close: async () => {
      await pool?.destroy();
    },
  };
}

/** The two parts of undici that the sender uses. */
interface UndiciRequesting {
  readonly Agent: typeof Agent;
  readonly request: Dispatcher['request'];
}

// undici's main entry takes four times as long to load and replaces the process's global dispatcher.
async function loadUndici(): Promise<UndiciRequesting> {
  const [agent, request] = await Promise.all([
    // @ts-expect-error undici declares no types for its inner files
    import('undici/lib/dispatcher/agent.js'),
    // @ts-expect-error as above
    import('undici/lib/api/api-request.js'),
  ]);
  return { Agent: agent.default, request: request.default };
}
