/** Portfolios: what a loan takes in memory, how fast a due date passes, and that a day costs what is due on it. */
import { execFile } from 'node:child_process';
import type { BenchContext, PartResult } from './context.ts';
import { watched } from './processes.ts';
import { compareRounds, measureRounds, type Round, spreadOf } from './rounds.ts';
import { type BenchRow, type MeasuredRow, median } from './rows.ts';
import type { ScaleResult, ScaleTask } from './scale-run.ts';

/** Says to the bundle that it is to run one task and nothing else. */
export const SCALE_RUN = '--scale-run=';

/** Loans that are due on the quiet days, in portfolios of every size. */
const BESIDE = 9_000;
const FULL_BESIDE = 30_000;
const SIZES = [10_000, 100_000];
// Below it, a day is over before its code is compiled, and journals take most of the memory: no figure is held to a target.
const LEAST_HELD = 100_000;
const LARGEST = 1_000_000;
const ROUNDS = 5;
const FULL_ROUNDS = 3;

/** Rows for portfolios of rising size. In each round, each has a process of its own. */
export async function benchScale({ isFull, loans, log }: BenchContext): Promise<PartResult> {
  const beside = isFull ? FULL_BESIDE : BESIDE;
  const sizes = sizesOf(loans ?? (isFull ? LARGEST : undefined)).map(String);
  const rounds = await measureRounds(isFull ? FULL_ROUNDS : ROUNDS, sizes, (size, round) => {
    log(`${named(size)} loans, round ${round + 1}`);
    return measure({ loans: Number(size), beside });
  });
  // The first is what the others are held against.
  const [least = '', ...larger] = sizes;
  return {
    rows: [
      ...sizes.flatMap((size) => rowsOf(size, rounds)),
      ...larger.map((size) => rowOfQuietDays([size, least], rounds, beside)),
    ],
  };
}

function sizesOf(largest: number | undefined): readonly number[] {
  return largest === undefined ? SIZES : [...SIZES.filter((size) => size < largest), largest];
}

type Rounds = readonly Round<string, ScaleResult>[];

function rowsOf(size: string, rounds: Rounds): BenchRow[] {
  const results = rounds.map((round) => round[size] as ScaleResult);
  const row = (figureOf: (result: ScaleResult) => number) => {
    const figures = results.map(figureOf);
    return {
      result: median(figures),
      against: '–',
      figures: `${spreadOf(figures)} in ${rounds.length} rounds`,
    } as const;
  };
  const memory = row(({ bytesEach }) => bytesEach);
  const speed = row(({ dueDay }) => Number(size) / (dueDay.ms / 1_000));
  const block = row(({ dueDay }) => dueDay.longestBlockMs);
  const longestCall = Math.max(...results.map(({ dueDay }) => dueDay.longestCallMs));
  const { attempts = 0, webhooks = 0 } = results[0]?.dueDay ?? {};
  const work = `half of them fail: ${attempts.toLocaleString('en')} attempts, ${webhooks.toLocaleString('en')} webhooks`;
  const isHeld = Number(size) >= LEAST_HELD;
  const target = (text: string) => (isHeld ? { target: text } : {});
  return [
    {
      what: `memory of a loan, ${named(size)} of them`,
      ...memory,
      unit: 'bytes',
      better: 'less',
      ...target('at most 1,400'),
      figures: `${memory.figures}; payer, account, mandate, schedule, history, reports`,
    },
    {
      what: `instalments, all ${named(size)} due on one day`,
      ...speed,
      unit: 'a second',
      better: 'more',
      ...target('at least 250,000'),
      figures: `${speed.figures}; ${work}`,
    },
    {
      what: `longest block of the event loop on that day, ${named(size)} loans`,
      ...block,
      unit: 'ms',
      better: 'less',
      ...target('at most 20'),
      figures: `${block.figures}; a write during it took at most ${longestCall.toFixed(1)} ms`,
    },
  ];
}

function rowOfQuietDays([size, least]: readonly [string, string], rounds: Rounds, beside: number): MeasuredRow {
  const { ratio, ours, theirs, spread } = compareRounds(rounds, [size, least], ({ quietDaysMs }) => quietDaysMs);
  return {
    what: `${beside.toLocaleString('en')} due in three days, beside ${named(size)}`,
    result: ratio,
    better: 'less',
    against: 'the smallest portfolio',
    target: 'about 1',
    figures: `${ours.toFixed(0)} against ${theirs.toFixed(0)} ms beside ${named(least)}; ${spread}`,
  };
}

function named(size: string): string {
  return Number(size).toLocaleString('en');
}

function measure({ loans, beside }: ScaleTask): Promise<ScaleResult> {
  // Three GiB for every million, and room for what a day leaves behind.
  const heapMiB = 2_000 + Math.ceil((loans + beside) / 1_000_000) * 3_000;
  const flags = ['--expose-gc', `--max-old-space-size=${heapMiB}`];
  const task: ScaleTask = { loans, beside };
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
