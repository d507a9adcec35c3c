import { labelledAccountNumber } from '../facts/account-facts.ts';
import { type LinesOfPages, placedWord, type TextLine, textOf } from '../text/lines.ts';
import { hasKobo, moneyOf } from '../text/money.ts';
import { bandsOf, type ColumnBand, type Cutting } from './column-bands.ts';
import type { ColumnRole } from './column-titles.ts';
import { findHeader, type TableHeader, type TitledColumn } from './find-header.ts';

/** Lines of one page under one header, which may be on an earlier page. */
export interface TablePart {
  readonly lines: readonly TextLine[];
  readonly columns: readonly TitledColumn[];
  /** Whether it begins the page's table, so that its first lines may continue the last entry of the previous page. */
  readonly startsPage: boolean;
  /** Index among all headers of the file. Tables of different accounts have their own headers. */
  readonly header: number;
}

export interface TableRegion extends TablePart {
  readonly bands: readonly ColumnBand[];
}

export interface CutPages {
  /** Lines above the first header, including the cover page. */
  readonly front: readonly TextLine[];
  readonly parts: readonly TablePart[];
}

/** Cuts a file at its headers. A page without a header continues the columns of the previous page. */
export function cutPages(pages: LinesOfPages): CutPages {
  const front: TextLine[] = [];
  const furniture = pageFurniture(pages);
  const withoutFurniture = (lines: readonly TextLine[]) => lines.filter((line) => !furniture.has(line));
  const parts: TablePart[] = [];
  let columns: readonly TitledColumn[] | undefined;
  let header = -1;
  let titled = lazyEdges([]);
  let known: readonly TextLine[] | undefined;
  for (const lines of pages) {
    const headers = headersOf(lines, known);
    known = headers[0] ? lines.slice(headers[0].from, headers[0].to) : known;
    const above = lines.slice(0, headers[0]?.from ?? lines.length);
    // Titles may be repeated in the middle of a page. Then its table begins above them.
    const goesOn = headers.length === 0 || (columns !== undefined && goesOnIn(above, titled));
    if (!columns) front.push(...above);
    // Keep repeated lines here: the heading of another account is much like the first one's.
    else if (labelledAccountNumber(above)) parts.push({ lines: above, columns, startsPage: false, header });
    else if (above.length > 0) {
      const shifted = shiftedUnder(titled, withoutFurniture(above));
      parts.push({ lines: shifted, columns, startsPage: goesOn, header });
    }
    for (const [index, found] of headers.entries()) {
      columns = found.columns;
      titled = lazyEdges(lines.slice(found.to));
      header++;
      const below = lines.slice(found.to, headers[index + 1]?.from ?? lines.length);
      parts.push({ lines: withoutFurniture(below), columns, startsPage: index === 0 && !goesOn, header });
    }
  }
  return { front, parts };
}

function headersOf(lines: readonly TextLine[], known?: readonly TextLine[]): readonly TableHeader[] {
  const headers: TableHeader[] = [];
  for (let next = findHeader(lines, 0, known); next; next = findHeader(lines, next.to, known)) headers.push(next);
  return headers;
}

/** Other readings of two columns of balances whose titles do not say which is the one before and which the one after. */
export function otherBalances(parts: readonly TablePart[]): readonly (readonly TablePart[])[] {
  const roles: readonly (readonly [ColumnRole, ColumnRole])[] = [
    ['before', 'balance'],
    ['balance', 'before'],
    ['text', 'balance'],
  ];
  const isBalance = ({ role }: TitledColumn) => role === 'balance' || role === 'before';
  const isOpen = ({ columns }: TablePart) =>
    columns.filter(isBalance).length === 2 && columns.every(({ role }) => role !== 'before');
  if (!parts.some(isOpen)) return [];
  return roles.map(([first, second]) =>
    parts.map((part) => {
      if (!isOpen(part)) return part;
      const at = part.columns.findIndex(isBalance);
      const columns = part.columns.map((column, index) =>
        isBalance(column) ? { ...column, role: index === at ? first : second } : column,
      );
      return { ...part, columns };
    }),
  );
}

/** Measures the columns over all pages with titles in the same places. */
export function regionsOf(parts: readonly TablePart[], cutting: Cutting): readonly TableRegion[] {
  const layouts: { readonly columns: readonly TitledColumn[]; readonly parts: TablePart[] }[] = [];
  for (const part of parts) {
    const layout = layouts.find(({ columns }) => areAlike(columns, part.columns));
    if (layout) layout.parts.push(part);
    else layouts.push({ columns: part.columns, parts: [part] });
  }
  const bands = new Map<TablePart, readonly ColumnBand[]>();
  for (const layout of layouts) {
    const lines = layout.parts.flatMap((part) => part.lines);
    const found = bandsOf(layout.columns, lines, cutting);
    for (const part of layout.parts) bands.set(part, found);
  }
  return parts.map((part) => ({ ...part, bands: bands.get(part) ?? [] }));
}

const SAME_PLACE = 3;

function areAlike(a: readonly TitledColumn[], b: readonly TitledColumn[]): boolean {
  if (a === b) return true;
  const isAlike = ({ role, left }: TitledColumn, index: number) =>
    role === b[index]?.role && Math.abs(left - (b[index]?.left ?? 0)) < SAME_PLACE;
  return a.length === b.length && a.every(isAlike);
}

// A binding margin or another printer may shift a page this far. Columns of other tables are further away.
const FARTHEST = 60;
const FEWEST = 4;

/** The number of figures that end at each point of a page's width. */
type FigureEdges = ReadonlyMap<number, number>;

// Measured where another page needs it: most pages have their own titles.
function lazyEdges(lines: readonly TextLine[]): () => FigureEdges {
  let edges: FigureEdges | undefined;
  return () => {
    edges ??= figureEdgesOf(lines);
    return edges;
  };
}

function goesOnIn(above: readonly TextLine[], titled: () => FigureEdges): boolean {
  const edges = figureEdgesOf(above);
  return edges.size > 0 && heldBy(titled(), edges, 0) >= FEWEST;
}

function figureEdgesOf(lines: readonly TextLine[]): FigureEdges {
  const edges = new Map<number, number>();
  for (const { words } of lines) {
    for (const { text, right } of words) {
      const edge = Math.round(right);
      if (text.length > 3 && hasKobo(text) && moneyOf(text)) edges.set(edge, (edges.get(edge) ?? 0) + 1);
    }
  }
  return edges;
}

// A page without titles may be shifted sideways. The right edges of its figures show how far.
function shiftedUnder(titled: () => FigureEdges, lines: readonly TextLine[]): readonly TextLine[] {
  const shift = shiftBetween(titled, figureEdgesOf(lines));
  if (shift === 0) return lines;
  return lines.map((line) => {
    const words = line.words.map(({ text, left, right, size }) =>
      placedWord({ text, left: left - shift, right: right - shift, size }),
    );
    return { ...line, words };
  });
}

function shiftBetween(titledEdges: () => FigureEdges, page: FigureEdges): number {
  const figures = [...page.values()].reduce((sum, count) => sum + count, 0);
  if (figures < FEWEST) return 0;
  const titled = titledEdges();
  let best = { shift: 0, held: heldBy(titled, page, 0) };
  if (best.held > 0.5 * figures) return 0;
  for (let shift = -FARTHEST; shift <= FARTHEST; shift++) {
    const held = heldBy(titled, page, shift);
    if (held > best.held) best = { shift, held };
  }
  return best.held > 0.8 * figures ? best.shift : 0;
}

// Counts the page's figures that, moved back by `shift`, end where at least two figures of the titled page end.
function heldBy(titled: FigureEdges, page: FigureEdges, shift: number): number {
  let held = 0;
  for (const [edge, count] of page) {
    const there = [-1, 0, 1].reduce((sum, near) => sum + (titled.get(edge - shift + near) ?? 0), 0);
    if (there > 1) held += count;
  }
  return held;
}

// A repeated line has the same words at the same height. Only numbers differ from page to page.
const HEIGHT_STEP = 3;
const OFTEN = 0.5;

/** Lines repeated on every page, such as footers and running heads. They say nothing about entries. */
export function pageFurniture(pages: LinesOfPages): ReadonlySet<TextLine> {
  const places = new Map<string, TextLine[]>();
  for (const line of pages.flatMap(besideRows)) {
    if (!isSentence(line) && !pageNumberOf(line)) continue;
    const key = `${Math.round(line.baseline / HEIGHT_STEP)} ${textOf(line.words).replace(/\d+/g, '#')}`;
    const there = places.get(key);
    if (there) there.push(line);
    else places.set(key, [line]);
  }
  const furniture = new Set<TextLine>();
  const least = Math.max(2, OFTEN * pages.length);
  for (const lines of places.values()) {
    const isRepeated = new Set(lines.map((line) => line.page)).size >= least;
    // A page number counts even if it is not repeated, as on the last of two pages.
    for (const line of lines) if (isRepeated || pageNumberOf(line) === line.page) furniture.add(line);
  }
  return furniture;
}

// Excludes lines between the first and last row of a page: a repeated line there belongs to an entry.
function besideRows(lines: readonly TextLine[]): readonly TextLine[] {
  const isRow = (line: TextLine) => hasGap(line) && line.words.filter((word) => /\d[.,]\d/.test(word.text)).length >= 2;
  const [first, last] = [lines.findIndex(isRow), lines.findLastIndex(isRow)];
  return first < 0 ? lines : lines.filter((_, index) => index < first || index > last);
}

function hasGap({ words }: TextLine): boolean {
  return words.some((word, at) => at > 0 && word.left - (words[at - 1]?.right ?? 0) >= 1.5 * word.size);
}

// Rows have gaps between cells, and parts of dates and numbers have few letters.
function isSentence(line: TextLine): boolean {
  return line.words.length >= 3 && !hasGap(line) && textOf(line.words).replace(/[^a-z]/gi, '').length >= 10;
}

// The page that a line names, or its own page if the line says so in words: `Page 3 of 8`. `6 of 12` may be a narration.
function pageNumberOf({ page, words }: TextLine): number | undefined {
  if (words.length > 12 || !/\d\.?$/.test(words.at(-1)?.text ?? '')) return undefined;
  const text = textOf(words);
  if (/\bpage:? ?\d+(?: ?(?:of|\/) ?\d+)?\.?$|^(?:sheet |pg\.? |p\.? ?)\d+ ?(?:of|\/) ?\d+$/i.test(text)) return page;
  const [, bare] = text.match(/^(\d+) ?(?:of|\/) ?\d+$/i) ?? [];
  return bare === undefined ? (text === String(page) ? page : undefined) : Number(bare);
}
