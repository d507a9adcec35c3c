/** From sending a delivery to the 200 that says it is kept durably, under a load that does not wait; beside a handler that does one plain INSERT. */
import { join } from 'node:path';
import pg from 'pg';
import { migratePostgres } from '../../src/stores/postgres/index.ts';
import type { BenchContext } from './context.ts';
import { scratchFolder } from './processes.ts';
import type { BenchRow } from './rows.ts';
import { type Place, type Sender, startSender, startTaker, type Taker } from './webhooks-processes.ts';

const SCHEMA = 'repaykit_bench';
const CONNECTIONS = 64;
const WARM_UP_MS = 2_000;
/** Each of the two alternates with the other: ours, floor, floor, ours. */
const TURN_MS = 10_000;
const SHORT_TURN_MS = 5_000;

interface Compared {
  readonly name: string;
  readonly ours: string;
  readonly floor: string;
  readonly place: Place;
  readonly rates: readonly { readonly perSecond: number; readonly target?: string }[];
  readonly turnMs: number;
  readonly log: (what: string) => void;
}

/** PostgreSQL, where there is one, and SQLite. */
export async function benchAcknowledge(context: BenchContext): Promise<BenchRow[]> {
  return [...(await onPostgres(context)), ...(await onSqlite(context))];
}

async function onPostgres({ isFull, postgres, log }: BenchContext): Promise<BenchRow[]> {
  if (postgres.url === undefined)
    return [{ what: 'from sending to stored in PostgreSQL', against: 'plain INSERT', skipped: postgres.missing }];
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
  const rates = [
    { perSecond: 500, target: 'p99 at most 50 ms' },
    ...(isFull ? [{ perSecond: 1_000 }] : []),
    { perSecond: 2_000 },
  ];
  await pool.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`);
  try {
    await migratePostgres({ pool, schema: SCHEMA });
    await pool.query(`CREATE TABLE ${SCHEMA}.plain (id bigserial PRIMARY KEY, body text NOT NULL)`);
    const place = { connectionString: postgres.url, schema: SCHEMA };
    return await compare({
      name: 'PostgreSQL',
      ours: 'postgres',
      floor: 'insert',
      place,
      rates,
      turnMs: isFull ? TURN_MS : SHORT_TURN_MS,
      log,
    });
  } finally {
    await pool.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`);
    await pool.end();
  }
}

async function onSqlite({ isFull, log }: BenchContext): Promise<BenchRow[]> {
  const folder = scratchFolder();
  // A writer at a time, each commit waited for: what one machine's own receiver meets.
  const rates = [{ perSecond: 200 }];
  const place = { file: join(folder.path, 'inbox.db') };
  try {
    return await compare({
      name: 'SQLite',
      ours: 'sqlite',
      floor: 'sqliteInsert',
      place,
      rates,
      turnMs: isFull ? TURN_MS : SHORT_TURN_MS,
      log,
    });
  } finally {
    folder.remove();
  }
}

let first = 0;

async function compare({ name, ours, floor, place, rates, turnMs, log }: Compared): Promise<BenchRow[]> {
  const sender = startSender();
  const takers: Taker[] = [];
  try {
    for (const subject of [ours, floor]) takers.push(await startTaker(subject, place));
    const [our, plain] = takers as [Taker, Taker];
    const rows: BenchRow[] = [];
    for (const { perSecond, target } of rates) {
      log(`${perSecond.toLocaleString('en')} deliveries a second, kept by ${name}`);
      const turn = turnOf(sender, perSecond, turnMs);
      for (const taker of takers) await turn(taker, WARM_UP_MS);
      const turns = [await turn(our), await turn(plain), await turn(plain), await turn(our)] as const;
      rows.push(
        rowOf({ name, perSecond, ...(target && { target }), ours: [turns[0], turns[3]], floor: [turns[1], turns[2]] }),
      );
    }
    return rows;
  } finally {
    for (const process of [sender, ...takers]) await process.stop();
  }
}

interface Turn {
  readonly tookMs: readonly number[];
  /** How long the work behind the answers went on after the last of them. */
  readonly behindMs: number;
}

function turnOf(sender: Sender, perSecond: number, turnMs: number) {
  return async (taker: Taker, durationMs = turnMs): Promise<Turn> => {
    const before = await taker.settle();
    const load = { load: 'open', port: taker.port, first, connections: CONNECTIONS, durationMs, perSecond };
    const { answers, tookMs } = await sender.send<{ readonly answers: number; readonly tookMs: readonly number[] }>(
      load,
    );
    first += answers;
    const start = performance.now();
    const { handled } = await taker.settle();
    // A figure for answers whose work was left undone would be none.
    if (handled - before.handled !== answers)
      throw new Error(`${answers} deliveries were answered, ${handled - before.handled} handled`);
    return { tookMs, behindMs: performance.now() - start };
  };
}

interface Result {
  readonly name: string;
  readonly perSecond: number;
  readonly target?: string;
  readonly ours: readonly Turn[];
  readonly floor: readonly Turn[];
}

function rowOf({ name, perSecond, target, ours, floor }: Result): BenchRow {
  const behindMs = Math.max(...ours.map((turn) => turn.behindMs)).toFixed(0);
  return {
    what: `from sending to stored in ${name}, ${perSecond.toLocaleString('en')}/s, p99`,
    result: timesOf(ours).p99 / timesOf(floor).p99,
    better: 'less',
    against: 'plain INSERT',
    ...(target !== undefined && { target }),
    figures: `p50/p99/max ${textOf(ours)} against ${textOf(floor)} ms; handlers end within ${behindMs} ms`,
  };
}

function textOf(turns: readonly Turn[]): string {
  const { p50, p99, max } = timesOf(turns);
  return `${p50.toFixed(1)}/${p99.toFixed(1)}/${max.toFixed(0)}`;
}

function timesOf(turns: readonly Turn[]): { readonly p50: number; readonly p99: number; readonly max: number } {
  const sorted = turns.flatMap(({ tookMs }) => tookMs).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}
