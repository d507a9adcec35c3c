/** Portfolios: what a loan takes in memory, how fast a due date passes, and that a day costs what is due on it. */
import { execFile } from 'node:child_process';
import type { BenchContext, PartResult } from './context.ts';
import { watched } from './processes.ts';
import type { BenchRow } from './rows.ts';
import type { ScaleResult, ScaleTask } from './scale-run.ts';

/** Says to the bundle that it is to run one task and nothing else. */
export const SCALE_RUN = '--scale-run=';

const DUE_BESIDE = 30_000;

const LOANS = 40_000;
const FULL_LOANS = 100_000;
const SHORT_DUE_BESIDE = 9_000;

/** Rows for portfolios of rising size, the largest of them with everything due on one day. */
export async function benchScale({
  isFull,
  loans = isFull ? FULL_LOANS : LOANS,
  log,
}: BenchContext): Promise<PartResult> {
  const due = isFull ? DUE_BESIDE : SHORT_DUE_BESIDE;
  const sizes = [loans / 100, loans / 10, loans].filter((size) => size >= 1_000);
  const beside: (ScaleResult & { readonly existing: number })[] = [];
  for (const existing of sizes) {
    log(`${existing.toLocaleString('en')} loans, and ${due.toLocaleString('en')} due beside them`);
    beside.push({ existing, ...(await measure({ existing, due })) });
  }
  log(`${loans.toLocaleString('en')} loans, all due on one day`);
  const all = await measure({ existing: loans, due: loans });
  const rows = rowsOfAll(loans, all);
  // The first is what the others are held against.
  const [least, ...larger] = beside;
  const rowOfLarger = ({ existing, dayMs }: ScaleResult & { readonly existing: number }): BenchRow => ({
    what: `${due.toLocaleString('en')} due in three days, of ${existing.toLocaleString('en')}`,
    result: dayMs / (least?.dayMs ?? Number.NaN),
    better: 'less',
    against: 'the smallest portfolio',
    target: 'about 1',
    figures: `${dayMs.toFixed(0)} against ${least?.dayMs.toFixed(0)} ms with ${least?.existing.toLocaleString('en')}`,
  });
  return { rows: [...rows, ...larger.map(rowOfLarger)] };
}

function rowsOfAll(loans: number, all: ScaleResult): BenchRow[] {
  const count = loans.toLocaleString('en');
  const attempts = `half of them fail: ${all.attempts.toLocaleString('en')} attempts, ${all.webhooks.toLocaleString('en')} webhooks`;
  const blocked = {
    what: 'longest block of the event loop on that day',
    result: all.longestBlockMs,
    unit: 'ms',
    target: 'at most 50',
  };
  const aDay = {
    what: `instalments, all ${count} due on one day`,
    result: loans / (all.dayMs / 1_000),
    target: 'at least 100,000',
  };
  return [
    {
      what: `memory of a loan, ${count} of them`,
      result: all.bytesEach,
      unit: 'bytes',
      better: 'less',
      against: '–',
      target: 'at most 2,048',
      figures: 'payer, account, mandate, schedule, history, reports',
    },
    { ...aDay, unit: 'a second', better: 'more', against: '–', figures: attempts },
    {
      ...blocked,
      better: 'less',
      against: '–',
      figures: `a write during it took at most ${all.longestCallMs.toFixed(1)} ms`,
    },
  ];
}

function measure(task: ScaleTask): Promise<ScaleResult> {
  // Four GiB for every million, and room for what a day leaves behind.
  const heapMiB = 2_000 + Math.ceil((task.existing + task.due) / 1_000_000) * 6_000;
  const flags = ['--expose-gc', `--max-old-space-size=${heapMiB}`];
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [...flags, process.argv[1] as string, SCALE_RUN + JSON.stringify(task)],
      (error, stdout) => {
        if (error) reject(error);
        else resolve(JSON.parse(stdout) as ScaleResult);
      },
    );
    watched(child).stderr?.pipe(process.stderr);
  });
}
