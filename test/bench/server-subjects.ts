/** The servers that are compared over a port, each in a process of its own: ours as the command starts it, and others that give the same answer. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { forkScript } from './children.ts';
import { watched } from './processes.ts';
import type { Call } from './server-load.ts';
import { type PeerServer, startMockoon, startPrism } from './server-peers.ts';

export const headers = { token: 'pk_test_repaykit', 'content-type': 'application/json' };

const accounts = [
  { accountNumber: '0100000011', bankCode: '058' },
  { accountNumber: '0100000012', bankCode: '044' },
  { accountNumber: '0100000013', bankCode: '057' },
];

const nextYear = new Date().getUTCFullYear() + 1;

/** The ids of some mandates. */
export function mandateIds(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => index.toString(16).padStart(24, 'b'));
}

/** Reads a mandate. */
export function readCall(mandateId: string): Call {
  return { path: '/v1/mandates/consent/business/get-mandate', input: JSON.stringify({ mandateId }) };
}

/** Places a mandate of three instalments on each of three accounts. A second time it changes nothing. */
export function placeCalls(mandateId: string): readonly Call[] {
  return accounts.map((account) => {
    const input = {
      appId: '650000000000000000000001',
      businessId: '650000000000000000000002',
      mandateId,
      email: 'ada.obiora@example.com',
      mobileNumber: '08030000001',
      address: '1 Sample Street, Lagos',
      ...account,
      totalAmountDue: 90_000,
      startDate: `${nextYear}-02-01`,
      endDate: `${nextYear}-04-01`,
      frequency: 'monthly',
    };
    return { path: '/v1/mandates/mandates/consent/create', input: JSON.stringify(input) };
  });
}

/** `repaykit serve` with these mandates. Its log goes to a pipe, which is read. */
export async function startServe(flags: readonly string[], mandates: readonly string[]): Promise<PeerServer> {
  const command = [join(process.cwd(), 'dist/cli.js'), 'serve', '--port', '0', ...flags];
  const child = watched(spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] }));
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  child.stdout.resume();
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(text.toString())?.[1]);
  const server = { port, pid: child.pid, stop: () => ended(child) };
  try {
    await Promise.all(
      mandates.map(async (id) => {
        for (const call of placeCalls(id)) await answerOf(server, call);
      }),
    );
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/** The text that a server answers. @throws Error unless the status is 200 */
export async function answerOf({ port }: PeerServer, { path, input }: Call): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: input });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return text;
}

/** A server with a fixed answer. */
export async function startOther(
  subject: 'node:http' | 'fastify' | 'Prism' | 'Mockoon',
  { read, answer }: { readonly read: Call; readonly answer: string },
): Promise<PeerServer> {
  const task = { reads: [read], headers, answer };
  if (subject === 'Prism') return startPrism(task);
  if (subject === 'Mockoon') return startMockoon(task);
  const child = forkScript('server-floor.mjs');
  child.send({ subject, body: answer, path: read.path });
  const [port] = (await once(child, 'message')) as [number];
  return { port, pid: child.pid, stop: () => ended(child) };
}

async function ended(child: ReturnType<typeof spawn>): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
