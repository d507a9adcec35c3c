/** Loopback HTTP as senders do it: raw sockets, kept connections, and the warnings that a process prints. */
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { connect } from 'node:net';

/** Waits for a process warning, which Node would otherwise print. */
export async function nextWarning(): Promise<Error> {
  const printers = process.listeners('warning');
  process.removeAllListeners('warning');
  const [warning] = await once(process, 'warning');
  for (const printer of printers) process.on('warning', printer);
  return warning;
}

/** One connection that is kept and used again; `reused` says whether the request went over one that was there. */
export function keptConnection(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    async post(
      headers: Readonly<Record<string, string>>,
      body: string | Buffer,
    ): Promise<{ readonly status: number; readonly reused: boolean }> {
      const outgoing = httpRequest(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent,
      });
      outgoing.end(body);
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      return { status: response.statusCode ?? 0, reused: outgoing.reusedSocket };
    },
    close: () => agent.destroy(),
  };
}

/** Begins a request and leaves it to the caller what is written and when it ends. */
export function begin(url: string, options: RequestOptions) {
  const outgoing = httpRequest(url, { method: 'POST', agent: false, ...options });
  outgoing.on('error', () => {});
  const answered = once(outgoing, 'response').then(([response]) => response as IncomingMessage);
  answered.catch(() => {});
  return { outgoing, answered };
}

/** Writes bytes to a socket and answers everything that came back until the other side closed the connection. */
export async function talk(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let synced = '';
  socket.on('data', (chunk) => {
    synced += chunk;
  });
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return synced;
}

/** Goes away in the middle of a body, and resolves when the connection is gone on this side. */
export async function goAwayMidBody(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const { outgoing } = begin(url, { headers: { ...headers, 'content-length': 5_000 } });
  outgoing.write('{');
  await once(outgoing, 'socket');
  if (outgoing.socket?.connecting) await once(outgoing.socket, 'connect');
  outgoing.flushHeaders();
  await new Promise<void>((resolve) => outgoing.write(' ', () => resolve()));
  outgoing.destroy();
}
