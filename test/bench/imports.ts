/** What importing each entry point costs in time and memory, beside an empty module and packages of known size; a new process each, in alternating order. */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runScript } from './children.ts';
import type { BenchContext, PartResult } from './context.ts';
import { type BenchRow, type BenchSheet, median } from './rows.ts';

const names = ['repaykit', 'webhooks', 'worker', 'postgres', 'sqlite', 'statements', 'ocr', 'server', 'testing', 'msw'];
const entryNames = names.map((name) => (name === 'repaykit' ? name : `repaykit/${name}`));
const others = ['stripe', 'axios', 'undici', 'fastify'];
const EMPTY = './import-empty';
const formats = { ESM: 'import-once.mjs', CJS: 'import-once.cjs' } as const;

interface Cost {
  readonly ms: number;
  readonly rssMiB: number;
}

type Costs = Readonly<Record<string, Cost>>;

/** Ratios of the main entry point, and a sheet of every entry point. */
export async function benchImports({ isFull, log }: BenchContext): Promise<PartResult> {
  const runs = isFull ? 25 : 11;
  const rows: BenchRow[] = [];
  const costs: Record<string, Costs> = {};
  for (const [format, script] of Object.entries(formats)) {
    log(`${runs} new processes of each entry point and peer, ${format}`);
    costs[format] = await costsOf(script, format === 'ESM' ? `${EMPTY}.mjs` : `${EMPTY}.cjs`, runs);
    rows.push(...ratiosOf(costs[format], format));
  }
  return { rows, sheet: sheetOf(costs) };
}

/** Makes the package importable by its name from this folder, as it is for a user who installed it. */
export function linkPackage(): void {
  const link = join(process.cwd(), 'test/bench/node_modules/repaykit');
  mkdirSync(join(link, '..'), { recursive: true });
  rmSync(link, { force: true, recursive: true });
  symlinkSync(process.cwd(), link);
}

// What is over the process with an empty module.
async function costsOf(script: string, empty: string, runs: number): Promise<Costs> {
  const subjects = [empty, ...entryNames, ...others];
  const measured = new Map<string, Cost[]>(subjects.map((subject) => [subject, []]));
  for (let run = 0; run < runs; run += 1) {
    for (const subject of run % 2 === 0 ? subjects : [...subjects].reverse()) {
      measured.get(subject)?.push(await runScript<Cost>(script, { specifier: subject }, ['--expose-gc']));
    }
  }
  const medianOf = (subject: string, figure: keyof Cost) =>
    median((measured.get(subject) ?? []).map((cost) => cost[figure]));
  const over = (subject: string, figure: keyof Cost) => medianOf(subject, figure) - medianOf(empty, figure);
  const costOf = (subject: string): Cost => ({
    ms: over(subject, 'ms'),
    rssMiB: over(subject, 'rssMiB'),
  });
  const floor = { ms: medianOf(empty, 'ms'), rssMiB: medianOf(empty, 'rssMiB') };
  return {
    'an empty module': floor,
    ...Object.fromEntries(subjects.slice(1).map((subject) => [subject, costOf(subject)])),
  };
}

function ratiosOf(costs: Costs, format: string): BenchRow[] {
  const figures = { ms: 'time', rssMiB: 'resident memory' } as const;
  const units = { ms: 'ms', rssMiB: 'MiB' } as const;
  return (Object.keys(figures) as (keyof typeof figures)[]).flatMap((figure) =>
    (['stripe', 'axios'] as const).map((against): BenchRow => {
      const [ours, theirs] = [costs.repaykit?.[figure] ?? Number.NaN, costs[against]?.[figure] ?? Number.NaN];
      const text = `${ours.toFixed(1)} against ${theirs.toFixed(1)} ${units[figure]}`;
      return {
        what: `importing repaykit, ${format}: ${figures[figure]}`,
        result: ours / theirs,
        better: 'less',
        against,
        figures: text,
      };
    }),
  );
}

// Both formats in one cell: a wider table would not fit a page.
function sheetOf(costs: Readonly<Record<string, Costs>>): BenchSheet {
  const formatNames = Object.keys(costs);
  const subjects = Object.keys(costs[formatNames[0] ?? ''] ?? {});
  const figureOf = (subject: string, figure: keyof Cost) =>
    formatNames.map((format) => (costs[format]?.[subject]?.[figure] ?? Number.NaN).toFixed(1)).join('/');
  return {
    columns: ['import', 'ms', 'RSS, MiB'],
    rows: subjects.map((subject) => [subject, figureOf(subject, 'ms'), figureOf(subject, 'rssMiB')]),
  };
}
