/** Portfolios: what a loan takes in memory, how fast a due date passes, and that a day costs what is due on it. `--loans=1000000` chooses the largest. */
import { execFile } from 'node:child_process';
import type { BenchRow } from './rows.ts';
import type { ScaleResult, ScaleTask } from './scale-run.ts';

/** Says to the bundle that it is to run one task and nothing else. */
export const SCALE_RUN = '--scale-run=';

const DUE_BESIDE = 30_000;

/** Rows for portfolios of rising size, the largest of them with everything due on one day. */
export async function benchScale(): Promise<BenchRow[]> {
  const loans = Number(process.argv.find((argument) => argument.startsWith('--loans='))?.slice(8) ?? 100_000);
  const sizes = [loans / 100, loans / 10, loans].filter((size) => size >= 1_000);
  const beside: (ScaleResult & { readonly existing: number })[] = [];
  for (const existing of sizes) beside.push({ existing, ...(await measure({ existing, due: DUE_BESIDE })) });
  const all = await measure({ existing: loans, due: loans });
  const [least] = beside;
  return [
    rowOf(`memory of a loan, ${loans.toLocaleString('en')} of them`, all.bytesEach, {
      unit: 'bytes',
      note: 'at most 2,048: payer, account, mandate, schedule, history, reports',
    }),
    rowOf(`instalments a second on a day on which all ${loans.toLocaleString('en')} are due`, loans / (all.dayMs / 1000), {
      unit: 'a second',
      note: `at least 100,000; half of them fail: ${all.attempts.toLocaleString('en')} attempts, ${all.webhooks.toLocaleString('en')} webhooks`,
    }),
    rowOf('the longest the event loop was held up on that day', all.longestBlockMs, {
      unit: 'ms',
      note: `at most 50; a write in the middle took ${all.longestCallMs.toFixed(1)} ms at most`,
    }),
    ...beside.map(({ existing, dayMs }) => ({
      name: `scale: three days with ${DUE_BESIDE.toLocaleString('en')} due, ${existing.toLocaleString('en')} existing`,
      ratio: dayMs / (least?.dayMs ?? Number.NaN),
      floor: 'the smallest portfolio',
      note: `about 1; ${dayMs.toFixed(0)} ms`,
    })),
  ];
}

function rowOf(name: string, figure: number, { unit, note }: { readonly unit: string; readonly note: string }): BenchRow {
  return { name: `scale: ${name}`, ratio: Math.round(figure), unit, floor: '–', note };
}

function measure(task: ScaleTask): Promise<ScaleResult> {
  process.stderr.write(`${task.existing.toLocaleString('en')} loans, ${task.due.toLocaleString('en')} due\n`);
  // Four GiB for every million, and room for what a day leaves behind.
  const heapMiB = 2_000 + Math.ceil((task.existing + task.due) / 1_000_000) * 6_000;
  const flags = ['--expose-gc', `--max-old-space-size=${heapMiB}`];
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [...flags, process.argv[1] as string, SCALE_RUN + JSON.stringify(task)], (error, stdout) => {
      if (error) reject(error);
      else resolve(JSON.parse(stdout) as ScaleResult);
    });
    child.stderr?.pipe(process.stderr);
  });
}
