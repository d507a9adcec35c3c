import type { ColumnKind, TableStyle } from '../statement-layout.ts';
import type { Row } from './cells.ts';
import { type Grid, isMoney, linesOf } from './columns.ts';
import type { Sheets } from './sheets.ts';

/** A row with its cells' lines, ready to be placed. */
export interface SetRow {
  readonly row: Row;
  readonly cells: readonly (readonly string[])[];
  /** Lines of its highest cell. */
  readonly lines: number;
  /** Lines that may not be parted: those of dates, and the figures beside them. */
  readonly together: number;
}

const unbroken: ReadonlySet<ColumnKind | undefined> = new Set(['date', 'valueDate']);

/** Breaks a row's cells into lines. */
export function setRow(row: Row, grid: Grid): SetRow {
  const cells = linesOf(row, grid);
  const together = cells.map((lines, index) => (unbroken.has(grid.columns[index]?.kind) ? lines.length : 1));
  return { row, cells, lines: Math.max(1, ...cells.map((lines) => lines.length)), together: Math.max(1, ...together) };
}

/** Draws the lines `from` to `to` of a row at the sheets' place, and moves on. */
export function drawRow(
  sheets: Sheets,
  { row, cells, lines }: SetRow,
  {
    grid,
    table,
    shade,
    from = 0,
    to = lines,
  }: {
    readonly grid: Grid;
    readonly table: TableStyle;
    readonly shade: boolean;
    readonly from?: number;
    readonly to?: number;
  },
): void {
  const { columns, size, leading } = grid;
  const padding = table.padding;
  const height = (to - from) * leading + 2 * padding;
  const first = columns[0];
  const last = columns.at(-1);
  if (!first || !last) return;
  const left = first.left - 2;
  const width = last.left + last.width + 4 - first.left;
  if (shade) sheets.fill(left, sheets.y, { width, height, grey: 0.95 });
  if (table.rules !== 'none') sheets.rule(left, sheets.y + height, { across: width });
  for (const [index, column] of columns.entries()) {
    if (table.rules === 'grid') sheets.rule(column.left - table.gap / 2, sheets.y, { down: height });
    const cell = cells[index] ?? [];
    const offset =
      table.valign === 'top' ? 0 : table.valign === 'middle' ? (lines - cell.length) / 2 : lines - cell.length;
    for (const [at, text] of cell.entries()) {
      const line = at + offset;
      if (line < from || line >= to || !text) continue;
      const y = sheets.y + padding + (line - from + 0.8) * leading;
      sheets.put(text, {
        x: column.left,
        y,
        width: column.width,
        align: column.align,
        font: row.isBold ? grid.bold : grid.font,
        size,
        column: index,
        isMoney: isMoney(column.kind),
      });
    }
  }
  sheets.y += height;
}

/** Draws the table's titles at the sheets' place, and moves on. */
export function drawTitles(sheets: Sheets, grid: Grid, table: TableStyle): void {
  const titles = grid.columns.map(({ title }) => title.split('\n'));
  const lines = Math.max(...titles.map((title) => title.length));
  const height = lines * grid.leading + 2 * table.padding + 2;
  const first = grid.columns[0];
  const last = grid.columns.at(-1);
  if (first && last)
    sheets.fill(first.left - 2, sheets.y, { width: last.left + last.width + 4 - first.left, height, grey: 0.88 });
  for (const [index, column] of grid.columns.entries()) {
    const title = titles[index] ?? [];
    for (const [at, text] of title.entries()) {
      const y = sheets.y + table.padding + 1 + (at + (lines - title.length) / 2 + 0.8) * grid.leading;
      if (text)
        sheets.put(text, {
          x: column.left,
          y,
          width: column.width,
          align: column.titleAlign,
          font: grid.bold,
          size: grid.size,
          column: index,
        });
    }
  }
  sheets.y += height;
}
