import type { CliIo } from '../terminal/io.ts';
import {
  type Cell,
  counted,
  hiddenText,
  type Paint,
  paintWith,
  printable,
  right,
  textTable,
} from '../terminal/terminal-text.ts';
import { askLive } from './ask-live.ts';
import { Contract } from './contract.ts';
import { checkFlags, type DriftFlags, isOperation } from './drift-flags.ts';
import { HTTP_STATUS } from './finding-list.ts';
import { compareRecorded } from './recorded.ts';
import { DriftBook, type DriftReport, type NotCompared, type ReportedFinding, readAccepted } from './report.ts';

const DRIFT = 3;
const STOPPED = 130;

export async function runDrift(paths: readonly string[], flags: DriftFlags, io: CliIo): Promise<number> {
  checkFlags(paths, flags);
  const accepted = await readAccepted(flags.accept);
  const book = new DriftBook(await Contract.read());
  const isDone = paths.length > 0 ? await compareRecorded(book, { paths, flags }, io) : await askLive(book, flags, io);
  if (!isDone) {
    io.err('repaykit drift: stopped before it was through\n');
    return STOPPED;
  }
  const report = book.report(accepted);
  io.out(flags.json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report, paintWith(io.showsColour)));
  if (leadsNowhere(report))
    io.err('repaykit drift: no path leads anywhere: check --base-url and the segments, or those of the config file\n');
  return exitCodeOf(report, io);
}

// One operation may be gone. If all are gone, the URL is wrong.
function leadsNowhere({ compared, findings }: DriftReport): boolean {
  const gone = new Set(
    findings.filter(({ path, tolerated }) => path === HTTP_STATUS && !tolerated).map(({ subject }) => subject),
  );
  return compared.length > 1 && compared.every(({ subject }) => gone.has(subject));
}

function exitCodeOf({ drift, failed, compared }: DriftReport, io: CliIo): number {
  if (drift > 0) return DRIFT;
  if (compared.length === 0) io.err('repaykit drift: nothing was compared\n');
  else if (failed.length > 0) io.err(`repaykit drift: ${failed.length} could not be compared\n`);
  return compared.length === 0 || failed.length > 0 ? 1 : 0;
}

// `--json` prints all rows.
const MOST_ROWS = 200;

function reportText(report: DriftReport, paint: Paint): string {
  const parts = [
    headText(report, paint),
    ...report.compared.map((compared) => subjectText(report, compared, paint)),
    goneText(report, paint),
    notComparedText('failed', report.failed, paint),
    notComparedText('skipped', report.skipped, paint),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function headText({ compared, findings, drift, breaking }: DriftReport, paint: Paint): string {
  const total = compared.reduce((sum, { answers }) => sum + answers, 0);
  const known = findings.filter(({ accepted }) => accepted).length;
  const knownText = known === 0 ? '' : `; ${counted(known, 'difference')} accepted before`;
  const what = `compared ${counted(total, 'answer')} of ${counted(compared.length, 'kind')}`;
  if (total === 0) return `${paint('yellow', 'nothing was compared')}\n`;
  if (drift === 0) return `${what}: ${paint('green', known === 0 ? 'no drift' : 'no news')}${knownText}\n`;
  const colour = breaking > 0 ? 'red' : 'yellow';
  const broken = breaking === 0 ? 'the client reads all of them' : `the client does not read ${breaking} of them`;
  return `${what}: ${paint(colour, counted(drift, 'difference'))}; ${broken}${knownText}\n`;
}

type Compared = DriftReport['compared'][number];

function subjectText({ findings }: DriftReport, { subject, spec, answers }: Compared, paint: Paint): string {
  const fresh = findings.filter((finding) => finding.subject === subject && !finding.accepted);
  if (fresh.length === 0) return '';
  const rows = fresh.slice(0, MOST_ROWS).map(row);
  const head = ['what', 'where', 'how many', 'expected', 'seen', isOperation(subject) ? 'the client' : 'the receiver'];
  const title = `${paint('bold', subject)} (Spec ${spec}), ${counted(answers, 'answer')}`;
  return `${title}\n${textTable(rows, paint, head)}${hiddenText(fresh.length - rows.length)}`;
}

function row({ kind, path, count: many, of, expected, seen, tolerated }: ReportedFinding): readonly Cell[] {
  return [
    kind,
    printable(path),
    right(`${many} of ${of}`),
    printable(expected),
    printable(seen),
    tolerated ? { text: 'reads it', colour: 'green' } : { text: 'does not read it', colour: 'red' },
  ];
}

function goneText({ gone }: DriftReport, paint: Paint): string {
  if (gone.length === 0) return '';
  const rows = gone.map(({ subject, kind, path, seen }) => [subject, kind, path, seen].map((text) => printable(text)));
  return `${paint('green', 'not there any more')}: take these out of the accepted ones\n${textTable(rows.slice(0, MOST_ROWS), paint, ['of', 'what', 'where', 'seen'])}`;
}

function notComparedText(title: 'failed' | 'skipped', entries: readonly NotCompared[], paint: Paint): string {
  if (entries.length === 0) return '';
  const whats = new Map<string, string[]>();
  for (const { what, why } of entries) {
    const same = whats.get(why);
    if (same) same.push(what);
    else whats.set(why, [what]);
  }
  const rows = [...whats].slice(0, MOST_ROWS).map(([why, what]) => `  ${printable(listed(what))}: ${printable(why)}\n`);
  const head = paint(title === 'failed' ? 'red' : 'dim', title);
  return `${head}\n${rows.join('')}${hiddenText(whats.size - rows.length)}`;
}

// The operations that are never asked fit in a line.
const MOST_NAMES = 8;

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
