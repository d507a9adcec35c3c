import { labelledAccountNumber } from '../facts/account-facts.ts';
import { pageFurniture } from '../layout/page-furniture.ts';
import type { TextLine } from '../layout/text-line.ts';
import { bandsOf, type ColumnBand, type Cutting } from './column-bands.ts';
import { findHeader, type TableHeader, type TitledColumn } from './find-header.ts';
import { type FigureEdges, figureEdgesOf, shiftedUnder } from './page-shift.ts';

/** Lines of one page that stand under one header, or under the header of an earlier page. */
export interface TableRegion {
  readonly page: number;
  readonly bands: readonly ColumnBand[];
  readonly lines: readonly TextLine[];
  /** Does the region begin the page's table, so that its first lines may continue the last entry of the page before? */
  readonly startsPage: boolean;
  /** Index of the header among all headers of the file; tables of several accounts have headers of their own. */
  readonly header: number;
}

/** What a file holds: the lines outside tables, and the tables cut at their headers. */
export interface CutPages {
  /** Lines above the first header, the cover page among them. */
  readonly front: readonly TextLine[];
  readonly parts: readonly TablePart[];
}

/** A region before its columns are measured. */
export interface TablePart {
  readonly lines: readonly TextLine[];
  readonly columns: readonly TitledColumn[];
  readonly startsPage: boolean;
  readonly header: number;
}

/** Cuts a file at its headers. A page without a header goes on with the columns of the page before. */
export function cutPages(pages: readonly (readonly TextLine[])[]): CutPages {
  const front: TextLine[] = [];
  const furniture = pageFurniture(pages);
  const parts: TablePart[] = [];
  let columns: readonly TitledColumn[] | undefined;
  let header = -1;
  let titled: FigureEdges = new Map();
  for (const lines of pages) {
    const headers = headersOf(lines);
    const above = lines.slice(0, headers[0]?.from ?? lines.length);
    if (!columns) front.push(...above);
    // The head of another account is much like the first one's.
    else if (above.length > 0 && labelledAccountNumber(above))
      parts.push({ lines: above, columns, startsPage: false, header });
    else if (above.length > 0)
      parts.push({
        lines: shiftedUnder(titled, withoutAll(above, furniture)),
        columns,
        startsPage: headers.length === 0,
        header,
      });
    headers.forEach((found, index) => {
      columns = found.columns;
      titled = figureEdgesOf(lines.slice(found.to));
      header++;
      parts.push({
        lines: withoutAll(lines.slice(found.to, headers[index + 1]?.from ?? lines.length), furniture),
        columns,
        startsPage: index === 0,
        header,
      });
    });
  }
  return { front, parts };
}

function withoutAll(lines: readonly TextLine[], furniture: ReadonlySet<TextLine>): readonly TextLine[] {
  return lines.filter((line) => !furniture.has(line));
}

function headersOf(lines: readonly TextLine[]): readonly TableHeader[] {
  const headers: TableHeader[] = [];
  for (let start = 0; start < lines.length; ) {
    const header = findHeader(lines, start);
    if (!header) break;
    headers.push(header);
    start = header.to;
  }
  return headers;
}

/** Measures the strips of columns over all pages whose titles stand at the same places. */
export function regionsOf(parts: readonly TablePart[], cutting: Cutting): readonly TableRegion[] {
  const layouts: { columns: readonly TitledColumn[]; lines: TextLine[]; parts: TablePart[] }[] = [];
  for (const part of parts) {
    const layout = layouts.find(({ columns }) => areAlike(columns, part.columns));
    if (layout) {
      layout.lines.push(...part.lines);
      layout.parts.push(part);
    } else layouts.push({ columns: part.columns, lines: [...part.lines], parts: [part] });
  }
  const bands = new Map(
    layouts.flatMap((layout) => {
      const found = bandsOf(layout.columns, layout.lines, cutting);
      return layout.parts.map((part) => [part, found] as const);
    }),
  );
  return parts.map((part) => ({
    page: part.lines[0]?.page ?? 0,
    bands: bands.get(part) ?? [],
    lines: part.lines,
    startsPage: part.startsPage,
    header: part.header,
  }));
}

const SAME_PLACE = 3;

function areAlike(a: readonly TitledColumn[], b: readonly TitledColumn[]): boolean {
  return (
    a === b ||
    (a.length === b.length &&
      a.every(
        (column, index) => column.role === b[index]?.role && Math.abs(column.left - (b[index]?.left ?? 0)) < SAME_PLACE,
      ))
  );
}
