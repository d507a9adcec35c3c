import { labelledAccountNumber } from '../facts/account-facts.ts';
import { placedWord, type TextLine, type Word } from '../text/lines.ts';
import { hasKobo, moneyOf } from '../text/money.ts';
import { pageFurniture } from '../text/page-furniture.ts';
import { bandsOf, type ColumnBand, type Cutting } from './column-bands.ts';
import { findHeader, type TableHeader, type TitledColumn } from './find-header.ts';

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

// A binding margin or another printer's margins; columns of other tables lie further off.
const FARTHEST = 60;
const FEWEST = 4;

/**
 * Pages without titles whose columns stand a little further left or right than where the titles are: the same lines, put below the titles.
 * Told by the figures, which end below each other.
 */
function shiftedUnder(titled: FigureEdges, lines: readonly TextLine[]): readonly TextLine[] {
  const shift = shiftBetween(titled, figureEdgesOf(lines));
  return shift === 0 ? lines : lines.map((line) => ({ ...line, words: line.words.map((word) => moved(word, -shift)) }));
}

function moved(word: Word, by: number): Word {
  return placedWord({ text: word.text, left: word.left + by, right: word.right + by, size: word.size });
}

/** How many figures end at each point of a page's width. */
type FigureEdges = ReadonlyMap<number, number>;

/** Counts where the figures of lines end. */
function figureEdgesOf(lines: readonly TextLine[]): FigureEdges {
  const edges = new Map<number, number>();
  for (const { words } of lines) {
    for (const { text, right } of words) {
      if (text.length > 3 && hasKobo(text) && moneyOf(text))
        edges.set(Math.round(right), (edges.get(Math.round(right)) ?? 0) + 1);
    }
  }
  return edges;
}

function shiftBetween(titled: FigureEdges, page: FigureEdges): number {
  let best = { shift: 0, held: heldBy(titled, page, 0) };
  const figures = [...page.values()].reduce((sum, count) => sum + count, 0);
  if (figures < FEWEST || best.held > 0.5 * figures) return 0;
  for (let shift = -FARTHEST; shift <= FARTHEST; shift++) {
    const held = heldBy(titled, page, shift);
    if (held > best.held) best = { shift, held };
  }
  return best.held > 0.8 * figures ? best.shift : 0;
}

// Figures of the page that end, moved back, where at least two of the titled page do.
function heldBy(titled: FigureEdges, page: FigureEdges, shift: number): number {
  let held = 0;
  for (const [edge, count] of page) {
    const there = [-1, 0, 1].reduce((sum, near) => sum + (titled.get(edge - shift + near) ?? 0), 0);
    if (there > 1) held += count;
  }
  return held;
}
