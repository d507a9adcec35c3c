/** `npm run proof -- kill [--kills=500] [--store=postgres|sqlite] [--seed=1]`: kills in all, over both stores where none is named and DATABASE_URL is set. */
import { buildProgram } from '../program.ts';
import { type KillResult, playKillRun } from './kill-run.ts';
import { makePlace, type StorePlace } from './store-place.ts';

const ALL_KILLS = 500;
const SMALL_KILLS = 24;
/** A kill takes a third of a second; whatever takes ten times as long hangs. */
const LIMIT_PER_KILL_MS = 3_000;
const LEAST_LIMIT_MS = 60_000;

/** Plays the runs and prints what came out; true if nothing was lost, sent twice or accepted twice. */
export async function proveKills(print: (text: string) => void, isSmall: boolean): Promise<boolean> {
  const kills = Number(flag('kills') ?? (isSmall ? SMALL_KILLS : ALL_KILLS));
  const seed = Number(flag('seed') ?? 1);
  const stores = storesAsked(flag('store'));
  const program = await buildProgram('test/proof/kill/merchant-worker.ts');
  let holds = true;
  try {
    for (const kind of stores) {
      const each = Math.ceil(kills / stores.length);
      const { place, clear } = await makePlace(kind);
      print(`${kind}: ${each} kills, seed ${seed}\n`);
      const limitMs = Math.max(LEAST_LIMIT_MS, each * LIMIT_PER_KILL_MS);
      const result = await playKillRun({
        place,
        program: program.file,
        kills: each,
        seed,
        limitMs,
        log: (line) => print(`  ${line}\n`),
      }).finally(clear);
      print(`${textOf(result)}\n`);
      holds &&= result.wrongs.length === 0;
    }
  } finally {
    program.clear();
  }
  return holds;
}

function flag(name: string): string | undefined {
  return process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
}

function storesAsked(store: string | undefined): readonly StorePlace['kind'][] {
  if (store === undefined) return process.env.DATABASE_URL === undefined ? ['sqlite'] : ['sqlite', 'postgres'];
  if (store === 'sqlite' || store === 'postgres') return [store];
  throw new Error(`--store is sqlite or postgres, not ${store}`);
}

function textOf(result: KillResult): string {
  const { stages, refused, wrongs, ...figures } = result;
  const lines = Object.entries(figures).map(([name, figure]) => `  ${name.padEnd(16)}${figure.toLocaleString('en')}`);
  const refusals = Object.entries(refused)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `    ${count} × ${name}`);
  return [
    ...lines,
    `  stages          ${JSON.stringify(stages)}`,
    '  refused',
    ...refusals,
    ...wrongs.slice(0, 20).map((wrong) => `  WRONG: ${wrong}`),
  ].join('\n');
}
