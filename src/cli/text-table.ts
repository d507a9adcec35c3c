import type { Colour, Paint } from './colour.ts';
import { displayWidth } from './display-width.ts';

/** What stands in a table: text, perhaps in a colour, perhaps at the right edge of its column. */
export type Cell = string | { readonly text: string; readonly colour?: Colour | undefined; readonly isRight?: boolean };

/** Lays out rows in aligned columns, two spaces apart, each line indented by two; the head, if any, is dim. Nothing for no rows. */
export function textTable(rows: readonly (readonly Cell[])[], paint: Paint, head?: readonly Cell[]): string {
  if (rows.length === 0) return '';
  const all: readonly (readonly Cell[])[] = head
    ? [head.map((cell) => ({ ...(typeof cell === 'object' ? cell : { text: cell }), colour: 'dim' as const })), ...rows]
    : rows;
  const columns = all.reduce((most, row) => Math.max(most, row.length), 0);
  const widths = Array.from({ length: columns }, (_, column) => widest(all, column));
  return all
    .map((row) => `  ${row.map((cell, column) => lay(cell, widths[column] ?? 0, paint)).join('  ')}`.trimEnd())
    .join('\n')
    .concat('\n');
}

// Not by spreading: a statement may have more rows than a call takes arguments.
function widest(rows: readonly (readonly Cell[])[], column: number): number {
  return rows.reduce((most, row) => Math.max(most, displayWidth(textOf(row[column]))), 0);
}

function textOf(cell: Cell | undefined): string {
  return typeof cell === 'object' ? cell.text : (cell ?? '');
}

// Padding stays outside of the colour, so that trailing blanks can be cut off.
function lay(cell: Cell, width: number, paint: Paint): string {
  const { text, colour, isRight } = typeof cell === 'object' ? cell : { text: cell, colour: undefined, isRight: false };
  const padding = ' '.repeat(width - displayWidth(text));
  return isRight ? padding + paint(colour, text) : paint(colour, text) + padding;
}
