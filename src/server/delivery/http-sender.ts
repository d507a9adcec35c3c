import type { Agent } from 'undici';
import { guardedLookup, isForbiddenLiteral } from './destination.ts';
import type { Sender } from './sender.ts';

// Receivers' answers are ignored; this much is read so that the connection can be used again.
const READ_LIMIT_BYTES = 65_536;

/** Sends webhooks over HTTP on a pool of its own. */
export interface HttpSender {
  readonly send: Sender;
  close(): Promise<void>;
}

/** Makes the sender; undici is loaded with the first webhook. Redirects are not followed. */
export function httpSender(allowedHosts: readonly string[]): HttpSender {
  let pool: Agent | undefined;

  return {
    send: async ({ url, headers, body, signal }) => {
      if (isForbiddenLiteral(new URL(url).hostname, allowedHosts)) throw new Error('the host is beyond loopback and private addresses');
      const undici = await import('undici');
      pool ??= new undici.Agent({ connect: { lookup: guardedLookup(allowedHosts) } });
      const answer = await undici.request(url, { dispatcher: pool, method: 'POST', headers, body, signal });
      await answer.body.dump({ limit: READ_LIMIT_BYTES, signal });
      return answer.statusCode;
    },
    close: async () => {
      await pool?.destroy();
    },
  };
}
