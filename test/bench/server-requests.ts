/** Requests over a port at 64 connections: the reference server, a bare `node:http` handler with the same answer, and mock servers with it too. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { forkScript } from './children.ts';
import { compareRates } from './rates.ts';
import { type BenchRow, type Opponent, perSecond } from './rows.ts';
import { startMockoon, startPrism } from './server-peers.ts';

const CONNECTIONS = 64;
const ROUND_MS = 1_500;
const ROUNDS = 7;
const PEER_ROUNDS = 5;
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

interface Compared {
  readonly ratio: number;
  readonly ours: number;
  readonly floor: number;
}

type RateOf = (port: number, requests: readonly string[]) => () => Promise<number>;

/** Four rows. */
export async function benchRequests(log: (what: string) => void): Promise<BenchRow[]> {
  const children = ['server-subject.mjs', 'server-floor.mjs', 'server-load.mjs'].map((file) => forkScript(file));
  const [subject, floor, load] = children as [ChildProcess, ChildProcess, ChildProcess];
  try {
    const ours = await ask<Subject>(subject, { entryPoint: join(process.cwd(), 'dist/server.js'), mandates: MANDATES });
    const bare = await ask<{ port: number }>(floor, { body: ours.answer });
    const rate: RateOf = (port, requests) => async () =>
      (await ask<{ perSecond: number }>(load, { port, requests, connections: CONNECTIONS, durationMs: ROUND_MS }))
        .perSecond;
    return await compareAll({ ours, bare, rate, log });
  } finally {
    for (const child of children) child.disconnect();
  }
}

interface Comparing {
  readonly ours: Subject;
  readonly bare: { readonly port: number };
  readonly rate: RateOf;
  readonly log: (what: string) => void;
}

async function compareAll({ ours, bare, rate, log }: Comparing): Promise<BenchRow[]> {
  const texts = (calls: readonly Call[]) => calls.map((call) => requestText(call, ours.headers));
  const one = texts(ours.reads.slice(0, 1));
  const many = texts(
    ours.reads.flatMap((read, index) => (index % 10 === 9 ? [read, ours.writes[index] as Call] : [read])),
  );
  log(`${CONNECTIONS} connections, against a bare handler`);
  const rows = [
    rowOf('one mandate', 'node:http', {
      ...(await compareRates(ROUNDS, rate(ours.port, one), rate(bare.port, one))),
      target: 'at least 0.75',
    }),
    rowOf(
      `${MANDATES} mandates, a write after every tenth read`,
      'node:http',
      await compareRates(ROUNDS, rate(ours.port, many), rate(bare.port, many)),
    ),
  ];
  for (const [against, start] of [['Prism', startPrism] as const, ['Mockoon', startMockoon] as const]) {
    log(`${CONNECTIONS} connections, against ${against}`);
    const peer = await start(ours);
    try {
      const compared = await compareRates(PEER_ROUNDS, rate(ours.port, one), rate(peer.port, one));
      rows.push(rowOf('one mandate', against, { ...compared, target: 'at least 8' }));
    } finally {
      await peer.stop();
    }
  }
  return rows;
}

function rowOf(
  what: string,
  against: Opponent,
  { ratio, ours, floor, target }: Compared & { readonly target?: string },
): BenchRow {
  const shared = {
    better: 'more',
    against,
    ...(target !== undefined && { target }),
    figures: perSecond(ours, floor),
  } as const;
  return { what: `getMandate, ${CONNECTIONS} connections, ${what}`, result: ratio, ...shared };
}

function requestText({ path, input }: Call, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${Buffer.byteLength(input)}\r\n${lines.join('')}\r\n${input}`;
}

async function ask<Reply>(child: ChildProcess, message: object): Promise<Reply> {
  const over = new AbortController();
  const ended = once(child, 'exit', { signal: over.signal }).then(([code]) =>
    Promise.reject(new Error(`a bench process ended with ${code}`)),
  );
  ended.catch(() => undefined);
  child.send(message);
  const [reply] = await Promise.race([once(child, 'message', { signal: over.signal }), ended]);
  over.abort();
  return reply as Reply;
}
