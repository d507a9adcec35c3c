/** A report as text for a terminal, and as Markdown for a guide. */
import { parts } from './parts.ts';
import type { BenchReport, Setting } from './report.ts';
import type { BenchRow, BenchSheet } from './rows.ts';

type Table = readonly (readonly string[])[];

const HEAD = ['what', 'result', 'against', 'target', 'figures'];
const MARKS = { less: '↓', more: '↑' } as const;
const LEGEND = 'A ratio is ours divided by theirs. ↓ less is better, ↑ more is better.';

/** Aligned by spaces. */
export function textOf({ setting, parts: measured }: BenchReport): string {
  const sections = measured.map(({ name, rows, sheet }) =>
    [parts[name], aligned(cellsOf(rows)), ...(sheet ? [aligned(cellsOfSheet(sheet))] : [])].join('\n'),
  );
  return `${[...linesOf(setting, measured), LEGEND].join('\n')}\n\n${sections.join('\n\n')}\n`;
}

/** A heading and a table for each part. */
export function markdownOf({ setting, parts: measured }: BenchReport): string {
  const sections = measured.map(({ name, rows, sheet }) => {
    const tables = [cellsOf(rows), ...(sheet ? [cellsOfSheet(sheet)] : [])].map(piped);
    return `### ${parts[name]}\n\n${tables.join('\n\n')}`;
  });
  const list = linesOf(setting, measured).map((line) => `- ${line}`);
  return `${list.join('\n')}\n\n${LEGEND}\n\n${sections.join('\n\n')}\n`;
}

function linesOf(
  { version, date, cpu, cores, memoryGiB, system, node, postgres, peers, isFull }: Setting,
  measured: BenchReport['parts'],
): string[] {
  const minutes = Math.ceil(measured.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
  return [
    `repaykit ${version}, ${date}, in ${minutes} min${isFull ? ' with --full' : ''}`,
    `${cpu}, ${cores} cores, ${memoryGiB} GiB of memory; ${system}; Node ${node}; PostgreSQL ${postgres}`,
    `beside it: ${peers.join(', ')}`,
  ];
}

function cellsOf(rows: readonly BenchRow[]): Table {
  return [
    HEAD,
    ...rows.map((row) =>
      'skipped' in row ? [row.what, 'not measured', row.against, '', row.skipped] : cellsOfMeasured(row),
    ),
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
    target,
    figures,
  ];
}

function cellsOfSheet({ columns, rows }: BenchSheet): Table {
  return [columns, ...rows.map(([name, ...figures]) => [name, ...figures.map((figure) => figure.toFixed(1))])];
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
