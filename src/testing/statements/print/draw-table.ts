import type { ColumnKind, StatementLayout } from '../layouts/statement-layout.ts';
import type { Row } from './cells.ts';
import { type Grid, isMoney, linesOf } from './columns.ts';
import type { EntryPlace } from './printed-entries.ts';
import type { Sheets } from './sheets.ts';

export interface TableEnds {
  readonly before: readonly Row[];
  readonly after: readonly Row[];
  /** All possible rows, to measure widths. */
  readonly all: readonly Row[];
  /** Rows at the end of a page with the rows `from` to `to`. */
  pageEnd(from: number, to: number): readonly Row[];
  /** Rows at the start of the page after row `to`. */
  pageStart(to: number): readonly Row[];
}

export interface Table {
  readonly rows: readonly Row[];
  readonly ends: TableEnds;
  readonly grid: Grid;
  readonly layout: StatementLayout;
}

interface SetRow {
  readonly row: Row;
  readonly cells: readonly (readonly string[])[];
  readonly lines: number;
  /** Number of lines that must stay on one page: dates, and the figures beside them. */
  readonly together: number;
}

const unbroken: ReadonlySet<ColumnKind | undefined> = new Set(['date', 'valueDate']);
const ROWS_BETWEEN_TITLES = 17;

/** Draws a table from the current position, over as many pages as needed. */
export class TableDrawing {
  readonly #sheets: Sheets;
  readonly #table: Table;
  readonly #places: EntryPlace[] = [];
  /** First row of the page, and last drawn row. */
  #first = 0;
  #last = -1;
  #drawn = 0;

  constructor(sheets: Sheets, table: Table) {
    this.#sheets = sheets;
    this.#table = table;
  }

  /** Returns the place of each entry. */
  draw(): EntryPlace[] {
    const { rows, ends, grid, layout } = this.#table;
    if (this.#sheets.room < grid.leading * 8) this.#sheets.open();
    this.#titles();
    for (const row of ends.before) this.#row(row);
    for (const [at, row] of rows.entries()) {
      const isTitled = layout.table.titles === 'mid-page' && at > 0 && at % ROWS_BETWEEN_TITLES === 0;
      if (isTitled && this.#sheets.room > grid.leading * 10) this.#titles();
      this.#row(row);
      this.#last = at;
    }
    for (const row of ends.after) this.#row(row);
    return this.#places;
  }

  #row(row: Row): void {
    const { grid, layout } = this.#table;
    const { table } = layout;
    const set = setRow(row, grid);
    const shade = table.zebra && this.#drawn % 2 === 1;
    this.#drawn += 1;
    const fits = this.#room() >= this.#heightOf(set.lines);
    const linesHere = Math.floor((this.#room() - 2 * table.padding) / grid.leading);
    if (!fits && table.splitsRows && linesHere >= set.together && linesHere < set.lines) {
      this.#recordPlace(set);
      this.#lines(set, { shade, to: linesHere });
      this.#turnPage(this.#last + 1);
      this.#lines(set, { shade, from: linesHere });
      return;
    }
    if (!fits && !this.#sheets.isFresh) this.#turnPage(this.#last);
    this.#recordPlace(set);
    this.#lines(set, { shade });
  }

  #recordPlace({ row, cells }: SetRow): void {
    const narration = this.#table.grid.columns.findIndex(({ kind }) => kind === 'narration');
    if (row.entry >= 0)
      this.#places.push({ index: row.entry, page: this.#sheets.page, narration: (cells[narration] ?? []).join(' ') });
  }

  #turnPage(last: number): void {
    const { ends, grid, layout } = this.#table;
    for (const row of ends.pageEnd(this.#first, last)) this.#lines(setRow(row, grid));
    this.#first = last + 1;
    this.#sheets.open();
    if (layout.table.titles === 'every-page') this.#titles();
    for (const row of ends.pageStart(last)) this.#lines(setRow(row, grid));
  }

  // Reserves room for the page's own last rows.
  #room(): number {
    const { carried, pageTotals } = this.#table.layout.table.rowNames;
    const kept = [carried, pageTotals].filter((name) => name !== undefined).length;
    return this.#sheets.room - kept * this.#heightOf(1);
  }

  #heightOf(lines: number): number {
    return lines * this.#table.grid.leading + 2 * this.#table.layout.table.padding;
  }

  // Draws the lines `from` to `to` of a row, and moves down.
  #lines({ row, cells, lines }: SetRow, part: Partial<{ shade: boolean; from: number; to: number }> = {}): void {
    const { grid, layout } = this.#table;
    const { rules, gap, valign, padding } = layout.table;
    const { from = 0, to = lines, shade = false } = part;
    const sheets = this.#sheets;
    const height = this.#heightOf(to - from);
    const { left, width } = edges(grid);
    if (shade) sheets.fill({ x: left, y: sheets.y, width, height, grey: 0.95 });
    if (rules !== 'none') sheets.rule(left, sheets.y + height, { across: width });
    for (const [index, column] of grid.columns.entries()) {
      if (rules === 'grid') sheets.rule(column.left - gap / 2, sheets.y, { down: height });
      const cell = cells[index] ?? [];
      const free = lines - cell.length;
      const offset = valign === 'top' ? 0 : valign === 'middle' ? free / 2 : free;
      for (const [at, text] of cell.entries()) {
        const line = at + offset;
        if (line < from || line >= to || !text) continue;
        const y = sheets.y + padding + (line - from + 0.8) * grid.leading;
        const font = row.isBold ? grid.bold : grid.font;
        const place = { x: column.left, y, width: column.width, align: column.align, font, size: grid.size };
        sheets.put(text, { ...place, column: index, isMoney: isMoney(column.kind) });
      }
    }
    sheets.y += height;
  }

  #titles(): void {
    const { grid, layout } = this.#table;
    const sheets = this.#sheets;
    const titles = grid.columns.map(({ title }) => title.split('\n'));
    const lines = Math.max(...titles.map((title) => title.length));
    const height = this.#heightOf(lines) + 2;
    const { left, width } = edges(grid);
    sheets.fill({ x: left, y: sheets.y, width, height, grey: 0.88 });
    for (const [index, column] of grid.columns.entries()) {
      const title = titles[index] ?? [];
      for (const [at, text] of title.entries()) {
        const y = sheets.y + layout.table.padding + 1 + (at + (lines - title.length) / 2 + 0.8) * grid.leading;
        const place = { x: column.left, y, width: column.width, align: column.titleAlign, font: grid.bold };
        if (text) sheets.put(text, { ...place, size: grid.size, column: index });
      }
    }
    sheets.y += height;
  }
}

function setRow(row: Row, grid: Grid): SetRow {
  const cells = linesOf(row, grid);
  const together = cells.map((lines, index) => (unbroken.has(grid.columns[index]?.kind) ? lines.length : 1));
  return { row, cells, lines: Math.max(1, ...cells.map((lines) => lines.length)), together: Math.max(1, ...together) };
}

// From a little left of the first column to a little right of the last.
function edges({ columns }: Grid): { readonly left: number; readonly width: number } {
  const [first, last] = [columns[0], columns.at(-1)];
  if (!first || !last) throw new RangeError('A table needs at least one column.');
  return { left: first.left - 2, width: last.left + last.width + 4 - first.left };
}
