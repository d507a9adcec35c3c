/** What importing each entry point costs in time and memory, beside an empty module and packages of known size, in rounds of new processes. */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runScript } from './children.ts';
import type { BenchContext, PartResult } from './context.ts';
import { compareRounds, measureRounds, type Round } from './rounds.ts';
import { type BenchRow, type BenchSheet, median } from './rows.ts';

const names = [
  'repaykit',
  'webhooks',
  'worker',
  'book',
  'postgres',
  'sqlite',
  'statements',
  'ocr',
  'server',
  'testing',
  'msw',
];
const entryNames = names.map((name) => (name === 'repaykit' ? name : `repaykit/${name}`));
const others = ['stripe', 'axios', 'undici', 'fastify'];
const EMPTY = './import-empty';
const formats = { ESM: 'import-once.mjs', CJS: 'import-once.cjs' } as const;

interface Cost {
  readonly ms: number;
  readonly rssMiB: number;
}

/** What is over the process with an empty module, in each round. */
interface Imported {
  readonly floor: Cost;
  readonly over: readonly Round<string, Cost>[];
}

/** Ratios of the main entry point, and a sheet of every entry point. */
export async function benchImports({ isFull, log }: BenchContext): Promise<PartResult> {
  const count = isFull ? 25 : 11;
  const rows: BenchRow[] = [];
  const imported: Record<string, Imported> = {};
  for (const [format, script] of Object.entries(formats)) {
    log(`${count} new processes of each entry point and peer, ${format}`);
    imported[format] = await importAll(script, format === 'ESM' ? `${EMPTY}.mjs` : `${EMPTY}.cjs`, count);
    rows.push(...ratiosOf(imported[format], format));
  }
  return { rows, sheet: sheetOf(imported) };
}

/** Makes the package importable by its name from this folder, as it is for a user who installed it. */
export function linkPackage(): void {
  const link = join(process.cwd(), 'test/bench/node_modules/repaykit');
  mkdirSync(join(link, '..'), { recursive: true });
  rmSync(link, { force: true, recursive: true });
  symlinkSync(process.cwd(), link);
}

async function importAll(script: string, empty: string, count: number): Promise<Imported> {
  const subjects = [...entryNames, ...others];
  const rounds = await measureRounds(count, [empty, ...subjects], (specifier) =>
    runScript<Cost>(script, { specifier }, ['--expose-gc']),
  );
  const floors = rounds.map((round) => costIn(round, empty));
  const over = rounds.map((round): Round<string, Cost> => {
    const floor = costIn(round, empty);
    const pairs = subjects.map((subject) => [subject, minus(costIn(round, subject), floor)] as const);
    return Object.fromEntries(pairs);
  });
  return { floor: middle(floors), over };
}

const costIn = (round: Round<string, Cost>, subject: string): Cost =>
  round[subject] ?? { ms: Number.NaN, rssMiB: Number.NaN };
const minus = (cost: Cost, floor: Cost): Cost => ({ ms: cost.ms - floor.ms, rssMiB: cost.rssMiB - floor.rssMiB });
const middle = (costs: readonly Cost[]): Cost => ({
  ms: median(costs.map(({ ms }) => ms)),
  rssMiB: median(costs.map(({ rssMiB }) => rssMiB)),
});

function ratiosOf({ over }: Imported, format: string): BenchRow[] {
  const figures = { ms: 'time', rssMiB: 'resident memory' } as const;
  const units = { ms: 'ms', rssMiB: 'MiB' } as const;
  return (Object.keys(figures) as (keyof typeof figures)[]).flatMap((figure) =>
    (['stripe', 'axios'] as const).map((against): BenchRow => {
      const { ratio, ours, theirs, spread } = compareRounds(over, ['repaykit', against], (cost) => cost[figure]);
      return {
        what: `importing repaykit, ${format}: ${figures[figure]}`,
        result: ratio,
        better: 'less',
        against,
        figures: `${ours.toFixed(1)} against ${theirs.toFixed(1)} ${units[figure]}; ${spread}`,
      };
    }),
  );
}

// Both formats in one cell: a wider table would not fit a page.
function sheetOf(imported: Readonly<Record<string, Imported>>): BenchSheet {
  const costs = Object.values(imported).map(({ floor, over }) => ({
    floor,
    of: (subject: string) => middle(over.map((round) => costIn(round, subject))),
  }));
  const cells = (figure: keyof Cost, subject?: string) =>
    costs.map(({ floor, of }) => (subject === undefined ? floor : of(subject))[figure].toFixed(1)).join('/');
  return {
    columns: ['import', 'ms', 'RSS, MiB'],
    rows: [undefined, ...entryNames, ...others].map((subject) => [
      subject ?? 'an empty module',
      cells('ms', subject),
      cells('rssMiB', subject),
    ]),
  };
}
