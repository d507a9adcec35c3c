import { textOf } from '../layout/text-line.ts';
import type { ColumnText } from './row-text.ts';
import type { TableLine } from './table-line.ts';

/** The lines of text in a column; `entryAt` tells which entry stands on which line. A sentence that runs across the page into the column is left out: a footer, a heading, a disclaimer. */
export function textInColumn(
  lines: readonly TableLine[],
  column: number,
  entryAt: ReadonlyMap<number, number>,
): readonly ColumnText[] {
  const edge = leftEdge(lines, column);
  return lines.flatMap((line, index) => {
    const words = line.cells[column] ?? [];
    if (words.length === 0 || (line.money.size === 0 && runsInto(line, column, edge))) return [];
    return [{ baseline: line.baseline, text: textOf(words), entry: entryAt.get(index) }];
  });
}

function runsInto({ cells, size }: TableLine, column: number, edge: number | undefined): boolean {
  const first = cells[column]?.[0];
  const before = cells
    .slice(0, Math.max(0, column))
    .findLast((words) => words.length > 0)
    ?.at(-1);
  if (!first || !before || (edge !== undefined && Math.abs(first.left - edge) < 1.5)) return false;
  return first.left - before.right < 0.6 * size;
}

// Where most cells of the column begin.
function leftEdge(lines: readonly TableLine[], column: number): number | undefined {
  const counts = new Map<number, number>();
  for (const { cells, money } of lines) {
    const left = cells[column]?.[0]?.left;
    if (left !== undefined && money.size > 0) counts.set(Math.round(left), (counts.get(Math.round(left)) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
