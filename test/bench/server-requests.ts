/** Requests over a port at 64 connections: `repaykit serve` against a bare handler, fastify and mock servers with the same answer. */
import { readFileSync } from 'node:fs';
import { compareRounds, measureRounds, type Round } from './rounds.ts';
import type { BenchRow, Opponent } from './rows.ts';
import { type Call, generator, type Loader, startLoader } from './server-load.ts';
import type { PeerServer } from './server-peers.ts';
import { answerOf, headers, mandateIds, placeCalls, readCall, startOther, startServe } from './server-subjects.ts';

const CONNECTIONS = 64;
const ROUNDS = 5;
// Until the compiler has seen everything.
const WARM_UP_S = 2;
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
  const sample = await startServe(['--quiet'], ids.slice(0, 1));
  const answer = await answerOf(sample, one);
  await sample.stop();
  const loader = startLoader();
  const rounds = await measureRounds<Subject, Served>(ROUNDS, subjects, (subject) => measure(subject, answer, loader));
  loader.stop();
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

async function measure(subject: Subject, answer: string, loader: Loader): Promise<Served> {
  const server = await start(subject, answer);
  try {
    const calls = subject === 'many mandates' ? mixed : [one];
    const load = { url: `http://127.0.0.1:${server.port}`, connections: CONNECTIONS, headers, calls };
    await loader.run({ ...load, seconds: WARM_UP_S });
    const before = cpuSeconds(server);
    const { answers, seconds } = await loader.run({ ...load, seconds: LOAD_S });
    return { perCpuSecond: answers / (cpuSeconds(server) - before), perSecond: answers / seconds };
  } finally {
    await server.stop();
  }
}

function start(subject: Subject, answer: string): Promise<PeerServer> {
  switch (subject) {
    case 'serve':
      return startServe([], ids.slice(0, 1));
    case 'serve --quiet':
      return startServe(['--quiet'], ids.slice(0, 1));
    case 'many mandates':
      return startServe(['--quiet'], ids);
    default:
      return startOther(subject, { read: one, answer });
  }
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
