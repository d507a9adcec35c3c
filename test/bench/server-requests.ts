/** Requests over a port at 64 connections: the reference server, a bare `node:http` handler with the same answer, and mock servers with it too. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { compareRates } from './rates.ts';
import type { BenchRow } from './rows.ts';
import { type PeerServer, startMockoon, startPrism } from './server-peers.ts';

const CONNECTIONS = 64;
const ROUND_MS = 1_500;
const ROUNDS = 7;
const PEER_ROUNDS = 3;
const MANDATES = 200;

interface Call {
  readonly path: string;
  readonly input: string;
}

interface Subject {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly reads: readonly Call[];
  readonly writes: readonly Call[];
  readonly answer: string;
}

/** Four rows. */
export async function benchRequests(): Promise<BenchRow[]> {
  const children = ['server-subject.mjs', 'server-floor.mjs', 'server-load.mjs'].map((file) => fork(join(process.cwd(), 'test/bench', file)));
  const [subject, floor, load] = children as [ChildProcess, ChildProcess, ChildProcess];
  try {
    const ours = await ask<Subject>(subject, { door: join(process.cwd(), 'dist/server.js'), mandates: MANDATES });
    const bare = await ask<{ port: number }>(floor, { body: ours.answer });
    const texts = (calls: readonly Call[]) => calls.map((call) => requestText(call, ours.headers));
    const rate = (port: number, requests: readonly string[]) => async () =>
      (await ask<{ perSecond: number }>(load, { port, requests, connections: CONNECTIONS, durationMs: ROUND_MS })).perSecond;
    const one = texts(ours.reads.slice(0, 1));
    const many = texts(ours.reads.flatMap((read, index) => (index % 10 === 9 ? [read, ours.writes[index] as Call] : [read])));
    return [
      rowOf('one mandate', 'at least 0.75', await compareRates(ROUNDS, rate(ours.port, one), rate(bare.port, one))),
      rowOf(
        `${MANDATES} mandates, a write after every tenth read`,
        'no target: the floor writes nothing',
        await compareRates(ROUNDS, rate(ours.port, many), rate(bare.port, many)),
      ),
      await againstPeer('Prism 5.14', () => startPrism(ours), rate, { port: ours.port, requests: one }),
      await againstPeer('Mockoon 9.9', () => startMockoon(ours), rate, { port: ours.port, requests: one }),
    ];
  } finally {
    for (const child of children) child.disconnect();
  }
}

interface Compared {
  readonly ratio: number;
  readonly ours: number;
  readonly floor: number;
}

function rowOf(what: string, target: string, { ratio, ours, floor }: Compared): BenchRow {
  return {
    name: `server: getMandate, ${CONNECTIONS} connections, ${what}`,
    ratio,
    floor: 'bare node:http handler, same answer',
    note: `${target}; ${figures(ours, floor)}, validation and journal on`,
  };
}

async function againstPeer(
  name: string,
  start: () => Promise<PeerServer>,
  rate: (port: number, requests: readonly string[]) => () => Promise<number>,
  { port, requests }: { readonly port: number; readonly requests: readonly string[] },
): Promise<BenchRow> {
  const peer = await start();
  try {
    const { ratio, ours, floor } = await compareRates(PEER_ROUNDS, rate(port, requests), rate(peer.port, requests));
    return { name: `server: getMandate, ${CONNECTIONS} connections`, ratio, floor: name, note: `at least 8; ${figures(ours, floor)}` };
  } finally {
    await peer.stop();
  }
}

function figures(ours: number, theirs: number): string {
  return `${Math.round(ours).toLocaleString('en')} against ${Math.round(theirs).toLocaleString('en')} a second`;
}

function requestText({ path, input }: Call, headers: Readonly<Record<string, string>>): string {
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
