import type { UndiciSources } from '../../http/undici-files.ts';
import { guardedLookup, isForbiddenLiteral } from './destination.ts';
import type { Sender } from './sender.ts';
import { loadRequesting, type RequestPool, type UndiciRequesting } from './undici-request.ts';

// Receivers' answers are ignored; this much is read so that the connection can be used again.
const READ_LIMIT_BYTES = 65_536;

/** Sends webhooks over HTTP on a pool of its own. */
export interface HttpSender {
  readonly send: Sender;
  close(): Promise<void>;
}

/** Makes the sender; undici is loaded with the first webhook. Redirects are not followed. */
export function httpSender(allowedHosts: readonly string[], sources?: UndiciSources<UndiciRequesting>): HttpSender {
  let pool: RequestPool | undefined;

  return {
    send: async ({ url, headers, body, signal }) => {
      const { origin, hostname, pathname, search } = new URL(url);
      if (isForbiddenLiteral(hostname, allowedHosts))
        throw new Error('the host is beyond loopback and private addresses');
      const { Agent, request } = await loadRequesting(sources);
      pool ??= new Agent({ connect: { lookup: guardedLookup(allowedHosts) } });
      const answer = await request.call(pool, {
        origin,
        path: pathname + search,
        method: 'POST',
        headers,
        body,
        signal,
      });
      await answer.body.dump({ limit: READ_LIMIT_BYTES, signal });
      return answer.statusCode;
    },
    close: async () => {
      await pool?.destroy();
    },
  };
}
