import type { Align, ColumnKind, StatementLayout } from '../layouts/statement-layout.ts';
import { type Font, textWidth } from '../pdf/fonts.ts';
import { type Row, wrapText } from './cells.ts';

export interface PlacedColumn {
  readonly kind: ColumnKind;
  readonly left: number;
  readonly width: number;
  readonly align: Align;
  readonly titleAlign: Align;
  readonly title: string;
}

/** The geometry of the table: positions of columns, font size, and the final page width. */
export interface Grid {
  readonly columns: readonly PlacedColumn[];
  readonly size: number;
  readonly leading: number;
  readonly pageWidth: number;
  readonly font: Font;
  readonly bold: Font;
}

const money: ReadonlySet<ColumnKind> = new Set(['debit', 'credit', 'amount', 'fee', 'before', 'balance']);
const wrapping: ReadonlySet<ColumnKind> = new Set(['reference', 'channel', 'branch', 'category', 'counterparty']);
const LEAST_NARRATION = 110;
const SMALLEST = 5.5;

export function isMoney(kind: ColumnKind): boolean {
  return money.has(kind);
}

/** Gives columns the width of their cells, and the narration the rest. Shrinks the font, then widens the page. */
export function placeColumns(layout: StatementLayout, rows: readonly Row[], pageWidth: number): Grid {
  const { family, lineHeight } = layout.type;
  const bold: Font = `${family}-bold`;
  const { margin } = layout.page;
  const { gap } = layout.table;
  // Widths are proportional to the font size, so measure once, at size 1.
  const natural = layout.columns.map((_, index) => naturalWidth(layout, rows, index));
  const fixed = layout.columns.reduce((sum, { kind, width = 60 }) => sum + (wrapping.has(kind) ? width : 0), 0);
  const growing = natural.reduce((sum, width) => sum + width, 0);
  const space = pageWidth - 2 * margin - gap * (layout.columns.length - 1) - fixed;
  const largest = Math.floor(((space - LEAST_NARRATION) / growing) * 10) / 10;
  const size = Math.max(SMALLEST, Math.min(layout.type.size, largest));
  let left = margin;
  const columns = layout.columns.map(({ kind, title, width = 60, align, titleAlign }, index) => {
    let given = (natural[index] ?? 0) * size;
    if (kind === 'narration') given = Math.max(LEAST_NARRATION, space - growing * size);
    if (wrapping.has(kind)) given = Math.max(width, widest(title, bold, size));
    const at: Align = align ?? (isMoney(kind) ? 'right' : 'left');
    const placed = { kind, title, left, width: given, align: at, titleAlign: titleAlign ?? at };
    left += given + gap;
    return placed;
  });
  const needed = left - gap + margin;
  return { columns, size, leading: size * lineHeight, pageWidth: Math.max(pageWidth, needed), font: family, bold };
}

export function linesOf(row: Row, { columns, size, font, bold }: Grid): readonly (readonly string[])[] {
  return row.cells.map((text, index) => {
    const column = columns[index];
    if (!text) return [];
    if (!column || isMoney(column.kind)) return [text];
    // The half point allows for rounding, because titles and dates fit exactly.
    return wrapText(text, { font: row.isBold ? bold : font, size, width: column.width + 0.5 });
  });
}

function naturalWidth({ columns, type: { family } }: StatementLayout, rows: readonly Row[], index: number): number {
  const column = columns[index];
  if (!column || column.kind === 'narration' || wrapping.has(column.kind)) return 0;
  const bold: Font = `${family}-bold`;
  return rows.reduce(
    (most, { cells, isBold }) => Math.max(most, widest(cells[index] ?? '', isBold ? bold : family, 1)),
    widest(column.title, bold, 1),
  );
}

function widest(text: string, font: Font, size: number): number {
  return Math.max(...text.split('\n').map((line) => textWidth(line, font, size)));
}
