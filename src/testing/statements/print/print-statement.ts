import type { Chance } from '../chance.ts';
import type { DrawnPage } from '../pdf/write-pdf.ts';
import type { StatementLayout } from '../statement-layout.ts';
import { entryRow, type Row } from './cells.ts';
import { placeColumns } from './columns.ts';
import { dateText } from './date-text.ts';
import { drawHead, type StatementFacts } from './draw-head.ts';
import { drawTable, type TableEnds } from './draw-table.ts';
import { ownRows } from './own-rows.ts';
import type { EntryPlace, PrintedEntry } from './printed-entries.ts';
import { Sheets } from './sheets.ts';

/** An account to be printed. */
export interface PrintedAccount {
  readonly facts: StatementFacts;
  /** In the order they are printed, tampered with or not. */
  readonly printed: readonly PrintedEntry[];
}

/** Where entries were printed, and with which text. */
export interface Print {
  readonly pages: readonly DrawnPage[];
  /** For each account, for each printed entry: its page and its narration's lines joined by blanks. */
  readonly places: readonly (readonly EntryPlace[])[];
}

const sizes = { A4: [595.28, 841.89], Letter: [612, 792] } as const;

/** Prints accounts by a layout, each with its own head and table. */
export function printStatement(accounts: readonly PrintedAccount[], layout: StatementLayout, chance: Chance): Print {
  const [short, long] = sizes[layout.page.size];
  const [width, height] = layout.page.isLandscape ? [long, short] : [short, long];
  const tables = accounts.map((account) => rowsOf(account, layout, chance));
  const grid = placeColumns(
    layout,
    tables.flatMap(({ rows, ends }) => [...rows, ...ends.all]),
    width,
  );
  const foot = layout.furniture.footer.length * FOOT_STEP;
  const head = layout.furniture.header ? FOOT_STEP : 0;
  const sheets = new Sheets({
    width: grid.pageWidth,
    height,
    top: layout.page.margin + head,
    bottom: layout.page.margin + foot,
  });
  const places = tables.map(({ rows, ends, facts }, at) => {
    if (at > 0) sheets.open();
    drawHead(sheets, layout, facts);
    return drawTable(sheets, { rows, ends, grid, layout });
  });
  drawEnding(sheets, layout);
  drawFurniture(sheets, layout, accounts[0]?.facts);
  return { pages: sheets.pages, places };
}

const FOOT_STEP = 11;
const FOOT_SIZE = 7;

function rowsOf(
  { facts, printed }: PrintedAccount,
  layout: StatementLayout,
  chance: Chance,
): { readonly rows: readonly Row[]; readonly ends: TableEnds; readonly facts: StatementFacts } {
  const rows = printed.map(({ entry, index, withBalance }, at) =>
    entryRow(entry, layout, { index, serial: at + 1, withBalance, chance }),
  );
  return { rows, ends: ownRows(layout, facts, printed), facts };
}

function drawEnding(sheets: Sheets, { furniture, page, type }: StatementLayout): void {
  for (const text of furniture.ending) {
    if (sheets.room < FOOT_STEP * 2) sheets.open();
    sheets.y += FOOT_STEP * 1.5;
    sheets.put(text, { x: page.margin, y: sheets.y, font: type.family, size: FOOT_SIZE + 0.5 });
  }
}

function drawFurniture(
  sheets: Sheets,
  { furniture, page: { margin }, type, head }: StatementLayout,
  facts: StatementFacts | undefined,
): void {
  const date = facts ? dateText(head.dates, facts.to) : '';
  for (const [at, sheet] of sheets.pages.entries()) {
    const fill = (text: string): string =>
      text
        .replace('{page}', String(at + 1))
        .replace('{pages}', String(sheets.pages.length))
        .replace('{date}', date);
    if (furniture.watermark) sheets.stamp(furniture.watermark, sheet);
    if (furniture.header)
      sheets.put(fill(furniture.header), { x: margin, y: margin, font: type.family, size: FOOT_SIZE }, sheet);
    for (const [line, text] of furniture.footer.entries()) {
      const y = sheets.height - margin - (furniture.footer.length - 1 - line) * FOOT_STEP;
      sheets.put(fill(text), { x: margin, y, font: type.family, size: FOOT_SIZE }, sheet);
    }
  }
}
