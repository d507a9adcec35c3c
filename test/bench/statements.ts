/** Reading statements: against the bare engine, which gives text and positions and nothing of what they mean, and against pdftotext. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pagesPdf } from '../statements/pdf/raw-pdf.ts';
import { statementPages } from '../statements/pdf/statement-pages.ts';
import { runCommand, runScript } from './children.ts';
import type { BenchContext, PartResult } from './context.ts';
import { scratchFolder } from './processes.ts';
import { compareRounds, measureRounds } from './rounds.ts';
import { type BenchRow, type MeasuredRow, median } from './rows.ts';

interface Size {
  readonly pages: number;
  /** Readings in one process: the first includes the import, the others are warm. */
  readonly times: number;
  readonly rounds: number;
}

const sizes: readonly Size[] = [
  { pages: 10, times: 20, rounds: 9 },
  { pages: 100, times: 6, rounds: 7 },
  { pages: 1_000, times: 1, rounds: 5 },
];

const subjects = ['bare', 'plain', 'checked', 'pdftotext'] as const;
type Subject = (typeof subjects)[number];

/** Milliseconds and MiB of one process. */
interface Measured {
  readonly first: number;
  readonly later: readonly number[];
  readonly rows: number;
  readonly idleMb: number;
  readonly mostMb: number;
}

type Rounds = Awaited<ReturnType<typeof measureRounds<Subject, Measured>>>;

const missing = 'pdftotext is not installed: apt-get install poppler-utils';

/** Ratios for each size, and the memory of the largest. Each subject has a process of its own in each round. */
export async function benchStatements({ log }: BenchContext): Promise<PartResult> {
  const hasPdftotext = spawnSync('pdftotext', ['-v']).error === undefined;
  const rows: BenchRow[] = hasPdftotext ? [] : [{ what: 'statements', against: 'pdftotext', skipped: missing }];
  const folder = scratchFolder();
  try {
    for (const size of sizes) {
      log(`${size.pages.toLocaleString('en')} pages`);
      const path = join(folder.path, `${size.pages}.pdf`);
      writeFileSync(path, pagesPdf(statementPages(size.pages)));
      const names = hasPdftotext ? subjects : subjects.filter((name) => name !== 'pdftotext');
      rows.push(
        ...rowsOf(size, await measureRounds<Subject, Measured>(size.rounds, names, (name) => run(name, path, size))),
      );
    }
    return { rows };
  } finally {
    folder.remove();
  }
}

async function run(subject: Subject, path: string, { pages, times }: Size): Promise<Measured> {
  if (subject === 'pdftotext') {
    const first = await runCommand('pdftotext', ['-bbox', path, '/dev/null']);
    return { first, later: [], rows: 0, idleMb: 0, mostMb: 0 };
  }
  const measured = await runScript<Measured>('statements-once.mjs', { path, subject, times });
  if (subject === 'checked' && measured.rows !== pages * 50)
    throw new Error(`${measured.rows} rows were read of ${pages * 50}`);
  return measured;
}

function rowsOf({ pages, times }: Size, rounds: Rounds): MeasuredRow[] {
  const named = `${pages.toLocaleString('en')} pages`;
  const first = ({ first }: Measured) => first;
  const later = ({ later }: Measured) => median(later);
  const against = (what: string, ours: 'plain' | 'checked', timeOf: (measured: Measured) => number): MeasuredRow => {
    const { ratio, ours: mine, theirs, spread } = compareRounds(rounds, [ours, 'bare'], timeOf);
    const figures = `${mine.toFixed(0)} against ${theirs.toFixed(0)} ms; ${spread}`;
    return { what, result: ratio, better: 'less', against: 'the bare engine', figures };
  };
  const rows = [
    { ...against(`${named}, new process, \`integrity: false\``, 'plain', first), target: 'at most 1.2' },
    { ...against(`${named}, new process`, 'checked', first), target: 'at most 1.35' },
    ...(times > 1 ? [against(`${named}, warm`, 'checked', later)] : []),
  ];
  if (rounds.some(({ pdftotext }) => pdftotext)) {
    const { ratio, spread } = compareRounds(rounds, ['checked', 'pdftotext'], first);
    rows.push({ what: `${named}, new process`, result: ratio, better: 'less', against: 'pdftotext', figures: spread });
  }
  const { idleMb, mostMb } = rounds.at(-1)?.checked ?? {};
  if (pages === 1_000 && mostMb !== undefined)
    rows.push({
      what: `memory of ${named}`,
      result: mostMb,
      unit: 'MiB',
      better: 'less',
      against: '–',
      target: 'at most 250',
      figures: `the idle process has ${idleMb?.toFixed(0)}`,
    });
  return rows;
}
