/** Reading statements: against the bare engine, which gives text and positions and nothing of what they mean, and against pdftotext. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pagesPdf } from '../statements/pdf/raw-pdf.ts';
import { statementPages } from '../statements/pdf/statement-pages.ts';
import { runCommand, runScript } from './children.ts';
import type { BenchContext, PartResult } from './context.ts';
import { scratchFolder } from './processes.ts';
import { type BenchRow, type MeasuredRow, median, type Opponent } from './rows.ts';

/** Pages, how often they are read in one process, and in how many new ones. */
const sizes = [
  [10, 40, 9],
  [100, 9, 5],
  [1_000, 3, 0],
] as const;

const script = 'statements-once.mjs';
const missing = 'pdftotext is not installed: apt-get install poppler-utils';

/** What the child measured: milliseconds of each reading, alternating; the reader's rows. */
interface Measured {
  readonly bare: readonly number[];
  readonly ours: readonly number[];
  readonly pdftotext: readonly number[];
  readonly rows: number;
}

interface Task {
  readonly path: string;
  readonly pages: number;
  readonly times: number;
  readonly hasPdftotext: boolean;
}

/** A ratio for each size, against each peer, and the memory of the largest. */
export async function benchStatements({ log }: BenchContext): Promise<PartResult> {
  const hasPdftotext = spawnSync('pdftotext', ['-v']).error === undefined;
  const rows: BenchRow[] = hasPdftotext ? [] : [{ what: 'statements', against: 'pdftotext', skipped: missing }];
  const folder = scratchFolder();
  try {
    for (const [pages, times, processes] of sizes) {
      log(`${pages.toLocaleString('en')} pages`);
      const path = join(folder.path, `${pages}.pdf`);
      writeFileSync(path, pagesPdf(statementPages(pages)));
      rows.push(...(await compareWarm({ path, pages, times, hasPdftotext })));
      if (hasPdftotext && processes > 0) rows.push(await compareCold(path, pages, processes));
      if (pages === 1_000) rows.push(await memory(path));
    }
    return { rows };
  } finally {
    folder.remove();
  }
}

async function compareWarm({ pages, ...task }: Task): Promise<BenchRow[]> {
  const { bare, ours, pdftotext, rows } = await runScript<Measured>(script, { ...task, way: 'alternate' });
  if (rows !== pages * 50) throw new Error(`${rows} rows were read of ${pages * 50}`);
  const mine = median(ours);
  const rowOf = (what: string, against: Opponent, theirs: number): MeasuredRow => {
    const figures = `${mine.toFixed(0)} against ${theirs.toFixed(0)} ms`;
    return { what, result: mine / theirs, better: 'less', against, figures };
  };
  const target = pages === 10 ? 'at most 1.3, and 100 ms' : 'at most 1.3';
  const first = { ...rowOf(`${named(pages)}, warm`, 'the bare engine', median(bare)), target };
  return task.hasPdftotext
    ? [first, rowOf(`${named(pages)}, warm; pdftotext in a new process`, 'pdftotext', median(pdftotext))]
    : [first];
}

async function compareCold(path: string, pages: number, processes: number): Promise<BenchRow> {
  const millis: Record<'theirs' | 'ours', number[]> = { theirs: [], ours: [] };
  const run = {
    theirs: () => runCommand('pdftotext', ['-bbox', path, '/dev/null']),
    ours: () =>
      runCommand(process.execPath, [join(process.cwd(), 'test/bench', script), JSON.stringify({ path, way: 'once' })]),
  };
  await run.theirs();
  await run.ours();
  for (let count = 0; count < processes; count += 1) {
    for (const who of count % 2 === 0 ? (['theirs', 'ours'] as const) : (['ours', 'theirs'] as const))
      millis[who].push(await run[who]());
  }
  const [theirs, mine] = [median(millis.theirs), median(millis.ours)];
  const figures = `${mine.toFixed(0)} against ${theirs.toFixed(0)} ms`;
  return {
    what: `${named(pages)}, both in a new process`,
    result: mine / theirs,
    better: 'less',
    against: 'pdftotext',
    figures,
  };
}

async function memory(path: string): Promise<BenchRow> {
  const { mostMb, idleMb } = await runScript<{ mostMb: number; idleMb: number }>(script, { path, way: 'once' });
  const shared = { unit: 'MiB', better: 'less', against: '–', target: 'at most 250' } as const;
  return {
    what: 'memory of 1,000 pages',
    result: mostMb,
    ...shared,
    figures: `the idle process has ${idleMb.toFixed(0)}`,
  };
}

function named(pages: number): string {
  return `${pages.toLocaleString('en')} pages`;
}
