/** The reference server against a bare `node:http` handler that answers the same bytes: both in processes of their own, in alternating rounds of one run. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type BenchRow, median } from './rows.ts';

const CONNECTIONS = 64;
const ROUND_MS = 2_000;
const ROUNDS = 7;

interface Target {
  readonly port: number;
  readonly request: string;
  readonly bodyLength: number;
}

/** Requests a second of getMandate at 64 connections, journal and validation on, as a share of the floor's. */
export async function benchServer(): Promise<BenchRow[]> {
  const children = ['server-subject.mjs', 'server-floor.mjs', 'server-load.mjs'].map((file) => fork(join(process.cwd(), 'test/bench', file)));
  const [subject, floor, load] = children as [ChildProcess, ChildProcess, ChildProcess];
  try {
    const ours = await ask<{ port: number; path: string; input: string; headers: Record<string, string>; answer: string }>(subject, {
      door: join(process.cwd(), 'dist/server.js'),
    });
    const bare = await ask<{ port: number }>(floor, { body: ours.answer });
    const shared = { request: requestText(ours), bodyLength: Buffer.byteLength(ours.answer) };
    const ratios = await compare(load, { ...shared, port: ours.port }, { ...shared, port: bare.port });
    const fastest = Math.max(...ratios.map(({ ours: perSecond }) => perSecond));
    return [
      {
        name: `server: getMandate, ${CONNECTIONS} connections, requests a second`,
        ratio: median(ratios.map(({ ratio }) => ratio)),
        floor: 'bare node:http handler, same answer',
        note: `at least 0.6; best round ${Math.round(fastest).toLocaleString('en')}/s, validation and journal on, one mandate read again and again (its answer is remembered until the world changes)`,
      },
    ];
  } finally {
    for (const child of children) child.disconnect();
  }
}

async function compare(load: ChildProcess, ours: Target, bare: Target): Promise<{ readonly ours: number; readonly ratio: number }[]> {
  const rounds: { readonly ours: number; readonly ratio: number }[] = [];
  const run = async (target: Target) => (await ask<{ perSecond: number }>(load, { ...target, connections: CONNECTIONS, durationMs: ROUND_MS })).perSecond;
  // One round each to warm up.
  await run(ours);
  await run(bare);
  for (let round = 0; round < ROUNDS; round += 1) {
    // Who goes first changes, so that drift of the machine hits both alike.
    const first = await run(round % 2 === 0 ? ours : bare);
    const second = await run(round % 2 === 0 ? bare : ours);
    const [ourRate, bareRate] = round % 2 === 0 ? [first, second] : [second, first];
    rounds.push({ ours: ourRate, ratio: ourRate / bareRate });
  }
  return rounds;
}

function requestText({ path, input, headers }: { readonly path: string; readonly input: string; readonly headers: Record<string, string> }): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${Buffer.byteLength(input)}\r\n${lines.join('')}\r\n${input}`;
}

async function ask<Reply>(child: ChildProcess, message: object): Promise<Reply> {
  const over = new AbortController();
  const ended = once(child, 'exit', { signal: over.signal }).then(([code]) => Promise.reject(new Error(`a bench process ended with ${code}`)));
  ended.catch(() => undefined);
  child.send(message);
  const [reply] = await Promise.race([once(child, 'message', { signal: over.signal }), ended]);
  over.abort();
  return reply as Reply;
}
