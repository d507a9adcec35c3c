import type { StatementLayout } from '../statement-layout.ts';
import type { Row } from './cells.ts';
import type { Grid } from './columns.ts';
import { drawRow, drawTitles, type SetRow, setRow } from './draw-row.ts';
import type { EntryPlace } from './printed-entries.ts';
import type { Sheets } from './sheets.ts';

/** The rows of the bank's own, where they go. */
export interface TableEnds {
  readonly before: readonly Row[];
  readonly after: readonly Row[];
  /** All that can occur, for measuring. */
  readonly all: readonly Row[];
  /** At the end of a page that holds the rows `from` to `to`. */
  pageEnd(from: number, to: number): readonly Row[];
  /** At the start of the page after the row `to`. */
  pageStart(to: number): readonly Row[];
}

/** What a table is drawn from. */
export interface Table {
  readonly rows: readonly Row[];
  readonly ends: TableEnds;
  readonly grid: Grid;
  readonly layout: StatementLayout;
}

const ROWS_BETWEEN_TITLES = 17;

/** Draws a table from the sheets' place over as many pages as it takes; gives back where each entry stands. */
export function drawTable(sheets: Sheets, table: Table): EntryPlace[] {
  return new TableDrawing(sheets, table).draw();
}

class TableDrawing {
  readonly #sheets: Sheets;
  readonly #table: Table;
  readonly #places: EntryPlace[] = [];
  /** First row of the page, and the last one drawn. */
  #first = 0;
  #last = -1;
  #drawn = 0;

  constructor(sheets: Sheets, table: Table) {
    this.#sheets = sheets;
    this.#table = table;
  }

  draw(): EntryPlace[] {
    const { rows, ends, grid, layout } = this.#table;
    if (this.#sheets.room < grid.leading * 8) this.#sheets.open();
    drawTitles(this.#sheets, grid, layout.table);
    for (const row of ends.before) this.#row(setRow(row, grid));
    for (const [at, row] of rows.entries()) {
      if (
        layout.table.titles === 'mid-page' &&
        at > 0 &&
        at % ROWS_BETWEEN_TITLES === 0 &&
        this.#sheets.room > grid.leading * 10
      )
        drawTitles(this.#sheets, grid, layout.table);
      this.#row(setRow(row, grid));
      this.#last = at;
    }
    for (const row of ends.after) this.#row(setRow(row, grid));
    return this.#places;
  }

  #row(set: SetRow): void {
    const { grid, layout } = this.#table;
    const { table } = layout;
    const needed = this.#heightOf(set.lines);
    const shade = table.zebra && this.#drawn % 2 === 1;
    this.#drawn += 1;
    const fits = this.#room() >= needed;
    const linesHere = Math.floor((this.#room() - 2 * table.padding) / grid.leading);
    if (!fits && table.splitsRows && linesHere >= set.together && linesHere < set.lines) {
      this.#note(set);
      drawRow(this.#sheets, set, { grid, table, shade, to: linesHere });
      this.#turnPage(this.#last + 1);
      drawRow(this.#sheets, set, { grid, table, shade, from: linesHere });
      return;
    }
    if (!fits && !this.#sheets.isFresh) this.#turnPage(this.#last);
    this.#note(set);
    drawRow(this.#sheets, set, { grid, table, shade });
  }

  #note({ row, cells }: SetRow): void {
    const narration = this.#table.grid.columns.findIndex(({ kind }) => kind === 'narration');
    if (row.entry >= 0)
      this.#places.push({ index: row.entry, page: this.#sheets.page, narration: (cells[narration] ?? []).join(' ') });
  }

  #turnPage(last: number): void {
    const { ends, grid, layout } = this.#table;
    const own = (row: Row): void =>
      drawRow(this.#sheets, setRow(row, grid), { grid, table: layout.table, shade: false });
    ends.pageEnd(this.#first, last).forEach(own);
    this.#first = last + 1;
    this.#sheets.open();
    if (layout.table.titles === 'every-page') drawTitles(this.#sheets, grid, layout.table);
    ends.pageStart(last).forEach(own);
  }

  // What the page's own last rows need stays free.
  #room(): number {
    const { words } = this.#table.layout.table;
    const kept = (words.carried === undefined ? 0 : 1) + (words.pageTotals === undefined ? 0 : 1);
    return this.#sheets.room - kept * this.#heightOf(1);
  }

  #heightOf(lines: number): number {
    return lines * this.#table.grid.leading + 2 * this.#table.layout.table.padding;
  }
}
