/** Requests over a port at 64 connections: `repaykit serve` against a bare handler, fastify and mock servers with the same answer. */
import { readFileSync } from 'node:fs';
import { compareRounds, measureRounds, type Round } from './rounds.ts';
import type { BenchRow, Opponent } from './rows.ts';
import { type Call, generator, type Loader, startLoader } from './server-load.ts';
import type { PeerServer } from './server-peers.ts';
import { answerOf, headers, mandateIds, placeCalls, readCall, startOther, startServe } from './server-subjects.ts';

const CONNECTIONS = 64;
const ROUNDS = 7;
// Until the compiler has seen everything. On a busy machine it needs long.
const WARM_UP_S = 4;
const LOAD_S = 1;
const MANDATES = 200;
// Clock ticks of Linux's process times.
const TICKS_PER_SECOND = 100;

const ids = mandateIds(MANDATES);
const one = readCall(ids[0] ?? '');
const mixed: readonly Call[] = ids.flatMap((id, index) =>
  index % 10 === 9 ? [readCall(id), ...placeCalls(id).slice(0, 1)] : [readCall(id)],
);

const others = ['node:http', 'fastify', 'Prism', 'Mockoon'] as const;
const subjects = ['serve', 'serve --quiet', 'many mandates', ...others] as const;
type Subject = (typeof subjects)[number];

/**
 * The ratio is that of requests for each second of the server's CPU, because it does not depend on the generator, which
 * may be slower than the server on two cores.
 */
interface Served {
  readonly perCpuSecond: number;
  readonly perSecond: number;
}

/** A row for each pair. */
export async function benchRequests(log: (what: string) => void): Promise<BenchRow[]> {
  log(`${CONNECTIONS} connections, load from ${generator}`);
  const servers = await startAll();
  const loader = startLoader();
  try {
    for (const subject of subjects) await load(subject, servers[subject], { loader, seconds: WARM_UP_S });
    log('round by round');
    return rowsOf(
      await measureRounds<Subject, Served>(ROUNDS, subjects, (subject) => measure(subject, servers[subject], loader)),
    );
  } finally {
    loader.stop();
    for (const server of Object.values(servers)) await server.stop();
  }
}

function rowsOf(rounds: readonly Round<Subject, Served>[]): BenchRow[] {
  return [
    rowOf(rounds, ['serve', 'node:http'], 'at least 0.85'),
    rowOf(rounds, ['serve', 'fastify']),
    rowOf(rounds, ['serve', 'Prism'], 'at least 8'),
    rowOf(rounds, ['serve', 'Mockoon'], 'at least 8'),
    rowOf(rounds, ['serve --quiet', 'node:http'], 'at least 0.9'),
    rowOf(rounds, ['serve --quiet', 'fastify']),
    rowOf(rounds, ['many mandates', 'node:http']),
  ];
}

type Servers = Readonly<Record<Subject, PeerServer>>;

async function startAll(): Promise<Servers> {
  const serve = await startServe([], ids.slice(0, 1));
  const answer = await answerOf(serve, one);
  const other = (subject: (typeof others)[number]) => startOther(subject, { read: one, answer });
  return {
    serve,
    'serve --quiet': await startServe(['--quiet'], ids.slice(0, 1)),
    'many mandates': await startServe(['--quiet'], ids),
    'node:http': await other('node:http'),
    fastify: await other('fastify'),
    Prism: await other('Prism'),
    Mockoon: await other('Mockoon'),
  };
}

interface Loading {
  readonly loader: Loader;
  readonly seconds: number;
}

function load(subject: Subject, { port }: PeerServer, { loader, seconds }: Loading) {
  const calls = subject === 'many mandates' ? mixed : [one];
  return loader.run({ url: `http://127.0.0.1:${port}`, connections: CONNECTIONS, headers, calls, seconds });
}

async function measure(subject: Subject, server: PeerServer, loader: Loader): Promise<Served> {
  const before = cpuSeconds(server);
  const { answers, seconds } = await load(subject, server, { loader, seconds: LOAD_S });
  return { perCpuSecond: answers / (cpuSeconds(server) - before), perSecond: answers / seconds };
}

// Of all threads of the process. Where the system reports it: Linux.
function cpuSeconds({ pid }: PeerServer): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

const works: Readonly<Record<string, string>> = {
  serve: '`serve`, which logs each request',
  'serve --quiet': '`serve --quiet`',
  'many mandates': `\`serve --quiet\`, ${MANDATES} mandates, a write after every tenth read`,
};

function rowOf(
  rounds: readonly Round<Subject, Served>[],
  pair: readonly [ours: Subject, theirs: Subject & Opponent],
  target?: string,
): BenchRow {
  const { ratio, ours, theirs, spread } = compareRounds(rounds, pair, ({ perCpuSecond }) => perCpuSecond);
  const rates = compareRounds(rounds, pair, ({ perSecond }) => perSecond);
  const micros = (perCpuSecond: number) => (1_000_000 / perCpuSecond).toFixed(0);
  const perSecond = (rate: number) => Math.round(rate).toLocaleString('en');
  return {
    what: `getMandate, ${CONNECTIONS} connections: ${works[pair[0]]}`,
    result: ratio,
    better: 'more',
    against: pair[1],
    ...(target !== undefined && { target }),
    figures: `${micros(ours)} against ${micros(theirs)} µs of CPU; ${spread}; ${perSecond(rates.ours)} against ${perSecond(rates.theirs)}/s`,
  };
}
