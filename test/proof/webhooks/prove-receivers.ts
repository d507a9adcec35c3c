/**
 * `npm run proof -- receivers [--events=10000] [--deliveries=50000] [--kills=40] [--seed=1]`: four receiving processes on one PostgreSQL, where DATABASE_URL is set,
 * and two on one SQLite file, killed meanwhile.
 */
import { makePlace, type StorePlace } from '../kill/store-place.ts';
import { buildProgram } from '../program.ts';
import { numberFlag } from './flags.ts';
import { playReceiversRun, type ReceiversResult } from './receivers-run.ts';

const FULL = { events: 10_000, deliveries: 50_000, kills: 40 };
const SMALL = { events: 60, deliveries: 300, kills: 1 };
// What was never proved on one machine's file in such numbers is proved in a tenth of them.
const SQLITE_SHARE = 10;
const LEAST_LIMIT_MS = 60_000;
const LIMIT_PER_DELIVERY_MS = 40;

/** Holds if there is exactly one effect of each event, nothing is left, and every file agrees with the service. */
export async function proveReceivers(print: (text: string) => void, isSmall: boolean): Promise<boolean> {
  const size = isSmall ? SMALL : FULL;
  const asked = {
    events: numberFlag('events') ?? size.events,
    deliveries: numberFlag('deliveries') ?? size.deliveries,
    kills: numberFlag('kills') ?? size.kills,
  };
  const program = await buildProgram('test/proof/webhooks/receiver-worker.ts');
  const stores: readonly StorePlace['kind'][] =
    process.env.DATABASE_URL === undefined ? ['sqlite'] : ['postgres', 'sqlite'];
  let holds = true;
  try {
    for (const kind of stores) {
      const share = kind === 'sqlite' && !isSmall ? SQLITE_SHARE : 1;
      const run = {
        events: Math.ceil(asked.events / share),
        deliveries: Math.ceil(asked.deliveries / share),
        kills: Math.ceil(asked.kills / share),
      };
      const receivers = kind === 'sqlite' ? 2 : 4;
      print(
        `${kind}: ${receivers} receivers, ${run.deliveries.toLocaleString('en')} deliveries of ${run.events.toLocaleString('en')} events, ${run.kills} kills\n`,
      );
      const { place, clear } = await makePlace(kind);
      const limitMs = LEAST_LIMIT_MS + run.deliveries * LIMIT_PER_DELIVERY_MS;
      const log = (line: string) => print(`  ${line}\n`);
      const result = await playReceiversRun({
        ...run,
        place,
        program: program.file,
        receivers,
        seed: numberFlag('seed') ?? 1,
        limitMs,
        log,
      }).finally(clear);
      print(textOf(result));
      holds &&= isExact(result);
    }
  } finally {
    program.clear();
  }
  return holds;
}

/** Was everything done exactly once? */
export function isExact({
  events,
  effects,
  double,
  missing,
  unfinished,
  quarantined,
  wrongs,
}: ReceiversResult): boolean {
  return effects === events && double + missing + unfinished + quarantined + wrongs.length === 0;
}

function textOf({ wrongs, ...figures }: ReceiversResult): string {
  const lines = Object.entries(figures).map(
    ([name, figure]) => `  ${name.padEnd(18)}${figure.toLocaleString('en').padStart(10)}`,
  );
  return `${[...lines, ...wrongs.map((wrong) => `  WRONG: ${wrong}`)].join('\n')}\n`;
}
