import { type Cell, type Paint, printable, right, textTable } from '../terminal/terminal-text.ts';
import { isOperation } from './drift-flags.ts';
import type { DriftReport, NotCompared, ReportedFinding } from './report.ts';

// `--json` prints all rows.
const MOST_ROWS = 200;

/** The report for people: new findings first, then what was not compared. */
export function reportText(report: DriftReport, paint: Paint): string {
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
  const answers = compared.reduce((sum, { answers: count }) => sum + count, 0);
  const known = findings.filter(({ accepted }) => accepted).length;
  const knownText = known === 0 ? '' : `; ${count(known, 'difference')} accepted before`;
  const what = `compared ${count(answers, 'answer')} of ${count(compared.length, 'kind')}`;
  if (answers === 0) return `${paint('yellow', 'nothing was compared')}\n`;
  if (drift === 0) return `${what}: ${paint('green', known === 0 ? 'no drift' : 'no news')}${knownText}\n`;
  const colour = breaking > 0 ? 'red' : 'yellow';
  const broken = breaking === 0 ? 'the client reads all of them' : `the client does not read ${breaking} of them`;
  return `${what}: ${paint(colour, count(drift, 'difference'))}; ${broken}${knownText}\n`;
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

type Compared = DriftReport['compared'][number];

function subjectText({ findings }: DriftReport, { subject, spec, answers }: Compared, paint: Paint): string {
  const fresh = findings.filter((finding) => finding.subject === subject && !finding.accepted);
  if (fresh.length === 0) return '';
  const shown = fresh.slice(0, MOST_ROWS);
  const hidden = fresh.length - shown.length;
  const more = hidden === 0 ? '' : `  and ${hidden} more\n`;
  const head = ['what', 'where', 'how many', 'expected', 'seen', isOperation(subject) ? 'the client' : 'the receiver'];
  return `${paint('bold', subject)} (Spec ${spec}), ${count(answers, 'answer')}\n${textTable(shown.map(row), paint, head)}${more}`;
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
  const rows = gone.map(({ subject, kind, path, seen }) => [
    printable(subject),
    printable(kind),
    printable(path),
    printable(seen),
  ]);
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
  const more = whats.size > rows.length ? `  and ${whats.size - rows.length} more\n` : '';
  return `${paint(title === 'failed' ? 'red' : 'dim', title)}\n${rows.join('')}${more}`;
}

// The operations that are never asked fit in a line.
const MOST_NAMES = 8;

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
