/** A report as text for a terminal, and as Markdown for a guide. */
import { measures, parts } from './parts.ts';
import type { BenchReport, Setting } from './report.ts';
import type { BenchRow, BenchSheet } from './rows.ts';

type Table = readonly (readonly string[])[];

const HEAD = ['what', 'result', 'against', 'target', 'figures'];
const FOLDED_HEAD = ['what', 'result', 'figures'];
const SKIPPED = 'not measured';
const MARKS = { less: '↓', more: '↑' } as const;
const LEGEND = 'A ratio is ours divided by theirs. ↓ less is better, ↑ more is better.';

/** Aligned by spaces. */
export function textOf({ setting, parts: measured }: BenchReport): string {
  const sections = measured.map(({ name, rows, sheet }) =>
    [parts[name], aligned(cellsOf(rows)), ...(sheet ? [aligned(cellsOfSheet(sheet))] : [])].join('\n'),
  );
  return `${[...linesOf(setting, measured), LEGEND].join('\n')}\n\n${sections.join('\n\n')}\n`;
}

/** A heading, a command, what is measured, and a table for each part. At most four columns, so that a page can hold it. */
export function markdownOf({ setting, parts: measured }: BenchReport): string {
  const sections = measured.map(({ name, rows, sheet }) => {
    const tables = [foldedCellsOf(rows), ...(sheet ? [cellsOfSheet(sheet)] : [])].map(piped);
    const intro = `\`npm run bench -- ${name}\`. ${measures[name]}`;
    return [`### ${parts[name]}`, intro, ...tables].join('\n\n');
  });
  const list = linesOf(setting, measured).map((line) => wrapped(`- ${line}`));
  return `${list.join('\n')}\n\n${sections.join('\n\n')}\n`;
}

/** Text in lines of 120 characters, the later ones indented as in a list. */
function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length >= 120) lines.push(`  ${word}`);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
}

function linesOf(
  { version, date, cpu, cores, memoryGiB, system, node, postgres, peers, isFull }: Setting,
  measured: BenchReport['parts'],
): string[] {
  const minutes = Math.ceil(measured.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
  return [
    `repaykit ${version}, ${date}, in ${minutes} min${isFull ? ' with --full' : ''}`,
    `${cpu}, ${cores} cores, ${memoryGiB} GiB of memory; ${system}; Node ${node}; PostgreSQL ${postgres}`,
    `compared with: ${peers.join(', ')}`,
  ];
}

function cellsOf(rows: readonly BenchRow[]): Table {
  return [
    HEAD,
    ...rows.map((row) => ('skipped' in row ? [row.what, SKIPPED, row.against, '', row.skipped] : cellsOfMeasured(row))),
  ];
}

const inSigns = (target: string) => target.replaceAll('at most', '≤').replaceAll('at least', '≥');

// Three columns: what stands beside us and the target go with the result, and a repeated subject is left out.
function foldedCellsOf(rows: readonly BenchRow[]): Table {
  const cells = cellsOf(rows).slice(1);
  return [
    FOLDED_HEAD,
    ...cells.map(([what = '', result = '', against = '', target = '', figures = ''], index) => [
      what === cells[index - 1]?.[0] ? '' : what,
      `${result}${against === '–' ? '' : `${result === SKIPPED ? ':' : ''} ${against}`}${target && `, target ${inSigns(target)}`}`,
      figures,
    ]),
  ];
}

function cellsOfMeasured({
  what,
  result,
  unit,
  better,
  against,
  target = '',
  figures,
}: Exclude<BenchRow, { skipped: string }>): string[] {
  return [
    what,
    `${unit === undefined ? `${result.toFixed(2)}×` : `${rounded(result)} ${unit}`} ${MARKS[better]}`,
    against,
    target && isMissed(target, result) ? `${target} (missed)` : target,
    figures,
  ];
}

/** Whether a result misses a target that speaks of it; other targets speak of the figures. */
function isMissed(target: string, result: number): boolean {
  const [, relation, limit = ''] = /^(at most|at least|exactly) ([\d.,]*\d)(?:, |$)/.exec(target) ?? [];
  if (relation === undefined) return false;
  const bound = Number(limit.replaceAll(',', ''));
  return (relation !== 'at least' && result > bound) || (relation !== 'at most' && result < bound);
}

function cellsOfSheet({ columns, rows }: BenchSheet): Table {
  return [
    columns,
    ...rows.map(([name, ...figures]) => [
      name,
      ...figures.map((figure) => (typeof figure === 'number' ? figure.toFixed(1) : figure)),
    ]),
  ];
}

function rounded(figure: number): string {
  return Math.abs(figure) >= 100 || Number.isInteger(figure)
    ? Math.round(figure).toLocaleString('en')
    : figure.toFixed(1);
}

function aligned(table: Table): string {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}

function piped([head = [], ...rows]: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
