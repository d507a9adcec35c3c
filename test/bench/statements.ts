/** Reading statements: against the bare engine, which gives text and positions and nothing of what they mean, and against pdftotext. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pagesPdf } from '../statements/pdf/raw-pdf.ts';
import { statementPages } from '../statements/pdf/statement-pages.ts';
import { type BenchRow, median } from './rows.ts';

/** Pages, and how often they are read. */
const sizes = [
  [10, 40],
  [100, 9],
  [1_000, 3],
] as const;

const MOST_RATIO = 1.3;

/** What the child measured: milliseconds of each reading, alternating; the reader's rows. */
interface Measured {
  readonly bare: readonly number[];
  readonly ours: readonly number[];
  readonly rows: number;
}

/** A ratio for each size, against each peer, and the memory of the largest. */
export async function benchStatements(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'repaykit-bench-'));
  try {
    return sizes.flatMap(([pages, times]) => {
      const path = join(folder, `${pages}.pdf`);
      writeFileSync(path, pagesPdf(statementPages(pages)));
      const rows = [...compare(path, pages, times), ...comparePdftotext(path, pages)];
      return pages === 1_000 ? [...rows, memory(path)] : rows;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compare(path: string, pages: number, times: number): BenchRow[] {
  const { bare, ours, rows } = child<Measured>({ path, times, way: 'both' });
  if (rows !== pages * 50) throw new Error(`${rows} rows were read of ${pages * 50}`);
  const [floor, mine] = [median(bare), median(ours)];
  const name = `statements: ${pages.toLocaleString('en')} pages, warm`;
  const ratio = { name, ratio: mine / floor, floor: 'bare engine', note: `at most ${MOST_RATIO}; ${mine.toFixed(0)} against ${floor.toFixed(0)} ms` };
  if (pages > 10) return [ratio];
  return [ratio, { name, ratio: mine, floor: '-', unit: 'ms', note: 'at most 100' }];
}

function comparePdftotext(path: string, pages: number): BenchRow[] {
  if (spawnSync('pdftotext', ['-v']).error) return [];
  const begun = performance.now();
  execFileSync('pdftotext', ['-bbox', path, '/dev/null']);
  const theirs = performance.now() - begun;
  const { ours } = child<Measured>({ path, times: 3, way: 'ours' });
  const mine = median(ours);
  const note = `for comparison; ${mine.toFixed(0)} against ${theirs.toFixed(0)} ms`;
  return [{ name: `statements: ${pages.toLocaleString('en')} pages, warm`, ratio: mine / theirs, floor: 'pdftotext -bbox', note }];
}

function memory(path: string): BenchRow {
  const { mostMb, idleMb } = child<{ mostMb: number; idleMb: number }>({ path, way: 'memory' });
  const note = `at most 250; the process itself has ${idleMb.toFixed(0)}`;
  return { name: 'statements: memory of 1,000 pages', ratio: mostMb, floor: '-', unit: 'MB', note };
}

function child<Result>(argument: object): Result {
  return JSON.parse(execFileSync(process.execPath, ['test/bench/statements-once.mjs', JSON.stringify(argument)], { encoding: 'utf8' })) as Result;
}
