import { currencyInTitle, currencyNamed } from '../text/currency.ts';
import { type TextLine, textOf, type Word } from '../text/lines.ts';
import { type ColumnRole, exactTitleOf, isTitleWord, LOOSE, looseTitleOf, titleOf } from './column-titles.ts';

export interface TitledColumn {
  readonly role: ColumnRole;
  /** Lower for a better name of the role. */
  readonly rank: number;
  readonly left: number;
  readonly right: number;
  /** The ISO code of the currency in the title, if any. */
  readonly currency?: string | undefined;
}

/** The header of a table: one to six lines of a page. `to` is exclusive. Columns run from left to right. */
export interface TableHeader {
  readonly from: number;
  readonly to: number;
  readonly columns: readonly TitledColumn[];
}

interface ScoredHeader extends TableHeader {
  readonly score: number;
}

/** The words of one title. They overlap from line to line, or are a blank apart. */
interface TitleCell {
  readonly words: readonly Word[];
  readonly left: number;
  readonly right: number;
}

const MOST_LINES = 6;
// Words of one title are closer than this share of their size. Different titles are mostly further apart.
const BLANK = 0.8;
const UNKNOWN = Number.POSITIVE_INFINITY;
const money: ReadonlySet<ColumnRole> = new Set(['debit', 'credit', 'amount', 'balance']);
// Where a heading gives the day, rows have only the time.
const days: ReadonlySet<ColumnRole> = new Set(['date', 'valueDate', 'time']);

/** The next header at or below a line: the lines of a known header, or those with the best column titles. */
export function findHeader(
  lines: readonly TextLine[],
  start: number,
  known?: readonly TextLine[],
): TableHeader | undefined {
  for (let from = start; from < lines.length; from++) {
    const repeated = repeatedHeader(lines, from, known);
    if (repeated) return repeated;
    if (!mayBeHeader(lines[from])) continue;
    // A one-line title is lower than the first line of a title with two or three lines.
    const starts = [from - 3, from - 2, from - 1, from, from + 1].filter((at) => at >= start);
    const best = bestOf(starts.flatMap((at) => headersFrom(lines, at)));
    if (best) return { ...best, to: best.to + (isMoreTitles(lines[best.to], best) ? 1 : 0) };
  }
  return undefined;
}

// Repeated titles have the same lines. Text of an entry directly above or below them is no part of them.
function repeatedHeader(lines: readonly TextLine[], from: number, known: readonly TextLine[] = []) {
  if (known.length === 0 || !known.every((line, at) => isSameText(line, lines[from + at]))) return undefined;
  return scoredHeader(lines, from, from + known.length);
}

function isSameText({ words }: TextLine, other: TextLine | undefined): boolean {
  return words.length === other?.words.length && words.every(({ text }, at) => text === other.words[at]?.text);
}

// Narrations may have lines of their own between the rows, with a title below the others.
function isMoreTitles(line: TextLine | undefined, { columns }: TableHeader): boolean {
  const roles = new Set(columns.map(({ role }) => role));
  return !roles.has('narration') && exactTitleOf(textOf(line?.words))?.role === 'narration';
}

function headersFrom(lines: readonly TextLine[], from: number): readonly ScoredHeader[] {
  const candidates: ScoredHeader[] = [];
  for (let to = from + 1; to <= Math.min(lines.length, from + MOST_LINES); to++) {
    if (!holdsNoFigures(lines[to - 1]) || (to > from + 1 && !areNear(lines[to - 2], lines[to - 1]))) break;
    const header = scoredHeader(lines, from, to);
    if (header) candidates.push(header);
  }
  const best = bestOf(candidates);
  return best ? [best] : [];
}

function bestOf(candidates: readonly ScoredHeader[]): ScoredHeader | undefined {
  let best: ScoredHeader | undefined;
  for (const candidate of candidates) if (candidate.score > (best?.score ?? 0)) best = candidate;
  return best;
}

// Lines of a header are close together. The first row is further away.
function areNear(upper: TextLine | undefined, lower: TextLine | undefined): boolean {
  const size = upper?.words[0]?.size ?? 0;
  return (lower?.baseline ?? 0) - (upper?.baseline ?? 0) < 2 * size;
}

// Entries and facts contain figures, titles do not. This cheap test skips most lines.
function holdsNoFigures(line: TextLine | undefined): boolean {
  return line !== undefined && line.words.length <= 90 && !line.words.some((word) => /\d/.test(word.text));
}

function mayBeHeader(line: TextLine | undefined): boolean {
  if (!line || !holdsNoFigures(line)) return false;
  if (isSpacedOut(line)) return true;
  let titles = 0;
  for (const word of line.words) if (isTitleWord(word.text) && ++titles >= 2) return true;
  return false;
}

// `D A T E`: letter-spaced titles are read as words of one letter.
function isSpacedOut({ words }: TextLine): boolean {
  return words.length >= 12 && words.filter((word) => word.text.length === 1).length > 0.7 * words.length;
}

function scoredHeader(lines: readonly TextLine[], from: number, to: number): ScoredHeader | undefined {
  const rows = lines.slice(from, to).map((line) => chunksOf(line.words));
  if (standsAlone(rows[0], rows.slice(1)) || standsAlone(rows.at(-1), rows.slice(0, -1))) return undefined;
  const titled = mergeParts(stack(rows)).map((cell) => ({ cell, columns: columnsOf(cell) }));
  const columns = withNarration(titled.flatMap((title) => title.columns));
  const roles = new Set(columns.map((column) => column.role));
  const amounts = columns.filter((column) => money.has(column.role)).length;
  const hasDay = [...days].some((role) => roles.has(role));
  if (!hasDay || amounts < 1 || (amounts < 2 && !roles.has('narration')) || columns.length < 3) return undefined;
  // Between equal headers, prefer the longer if all its words belong to titles. Otherwise it includes text of an entry.
  const known = new Set(titled.flatMap(({ cell, columns: own }) => (own.every(isKnown) ? cell.words : [])));
  const isTitle = (chunk: TitleCell, below: readonly TitleCell[] = []) =>
    chunk.words.every((word) => known.has(word)) || namesGroup(chunk, below);
  let score = 0;
  for (const [at, row] of rows.entries()) score += row.every((chunk) => isTitle(chunk, rows[at + 1])) ? 0.1 : -0.1;
  const seen = new Set<ColumnRole>();
  for (const { role, rank } of columns) {
    // A second column of a role is often half of a title that continues on the next line.
    const isMinor = role === 'text' || role === 'serial' || seen.has(role);
    score += rank === UNKNOWN ? -1 : isMinor ? 1 : rank > LOOSE ? 2.5 : 3;
    seen.add(role);
  }
  return { from, to, columns, score };
}

// `Txn` is a column of dates, or of narrations beside one.
function withNarration(columns: readonly TitledColumn[]): readonly TitledColumn[] {
  const isOther = (column: TitledColumn) => column.role === 'date' && column.rank === titleOf('txn')?.rank;
  const dates = columns.filter(({ role }) => role === 'date' || role === 'valueDate').length;
  if (dates < 2 || columns.some(({ role }) => role === 'narration')) return columns;
  return columns.map((column) => (isOther(column) ? { ...column, role: 'narration' } : column));
}

function isKnown({ rank }: TitledColumn): boolean {
  return rank <= LOOSE;
}

// The outermost lines of a header continue titles, or hold several. A single text beside them belongs to an entry.
function standsAlone([only, second]: readonly TitleCell[] = [], others: readonly (readonly TitleCell[])[]): boolean {
  if (!only || second || others.length === 0) return false;
  return !others.some((row) => row.some((other) => overlaps(only, other)));
}

// `Amounts in naira` over the columns of debits and credits. A wrapped narration may also reach over several titles.
function namesGroup(chunk: TitleCell, below: readonly TitleCell[]): boolean {
  const under = below.filter((other) => overlaps(chunk, other));
  return under.filter(({ words }) => money.has(titleOf(textOf(words))?.role ?? 'text')).length > 1;
}

function stack(rows: readonly (readonly TitleCell[])[]): readonly TitleCell[] {
  const cells: TitleCell[] = [];
  for (const [index, chunks] of rows.entries()) {
    for (const chunk of chunks.flatMap((one) => partsOver(one, rows[index + 1] ?? []))) {
      // Text over several titles names a group of columns.
      const beside = [rows[index - 1] ?? [], rows[index + 1] ?? []];
      if (!beside.some((row) => row.filter((other) => overlaps(chunk, other)).length > 1))
        joinOrAdd(cells, chunk, overlaps);
    }
  }
  return cells.sort((a, b) => a.left - b.left);
}

const SAME_EDGE = 1.5;

// The name of a group is one text over several titles. Titles that are a blank apart begin where their second lines do.
function partsOver(chunk: TitleCell, below: readonly TitleCell[]): readonly TitleCell[] {
  const begins = (word: Word) => below.some(({ left }) => Math.abs(left - word.left) < SAME_EDGE);
  if (chunk.words.filter(begins).length < 2) return [chunk];
  const parts: TitleCell[] = [];
  for (const word of chunk.words) {
    const last = parts.at(-1);
    if (last && !begins(word)) parts[parts.length - 1] = join(last, cellOf(word));
    else parts.push(cellOf(word));
  }
  return parts;
}

/** Joins a cell to the first cell it belongs to, or adds it. */
function joinOrAdd(cells: TitleCell[], cell: TitleCell, belongs: (there: TitleCell, cell: TitleCell) => boolean): void {
  const over = cells.findIndex((there) => belongs(there, cell));
  const there = cells[over];
  if (there) cells[over] = join(there, cell);
  else cells.push(cell);
}

function overlaps(a: TitleCell, b: TitleCell): boolean {
  return overlap(a, b) > 0.1 * Math.min(a.right - a.left, b.right - b.left);
}

function overlap(a: TitleCell, b: TitleCell): number {
  return Math.min(a.right, b.right) - Math.max(a.left, b.left);
}

function join(a: TitleCell, b: TitleCell): TitleCell {
  return { words: [...a.words, ...b.words], left: Math.min(a.left, b.left), right: Math.max(a.right, b.right) };
}

function cellOf(word: Word): TitleCell {
  return { words: [word], left: word.left, right: word.right };
}

function chunksOf(words: readonly Word[]): readonly TitleCell[] {
  const chunks: TitleCell[] = [];
  for (const word of words) {
    const last = chunks.at(-1);
    if (last && word.left - last.right < BLANK * word.size) chunks[chunks.length - 1] = join(last, cellOf(word));
    else chunks.push(cellOf(word));
  }
  return chunks;
}

// A title with wide gaps is read as two cells. Try neighbours as one, unless both are titles.
function mergeParts(cells: readonly TitleCell[]): readonly TitleCell[] {
  const merged: TitleCell[] = [];
  for (const cell of cells) {
    const last = merged.at(-1);
    if (last && isPartOf(last, cell)) merged[merged.length - 1] = join(last, cell);
    else merged.push(cell);
  }
  return merged;
}

function isPartOf(last: TitleCell, cell: TitleCell): boolean {
  if (cell.left - last.right >= 2 * (cell.words[0]?.size ?? 0)) return false;
  // `Transaction` alone is half of many titles.
  const isHalf = /^trans(?:action)?$/i.test(last.words.map((word) => word.text).join(''));
  if (!isHalf && titleOf(textOf(last.words)) && titleOf(textOf(cell.words))) return false;
  return titleOf(textOf([...last.words, ...cell.words])) !== undefined;
}

function columnsOf({ words, left, right }: TitleCell): readonly TitledColumn[] {
  const text = textOf(words);
  const currency = currencyNamed(text.match(currencyInTitle)?.[0] ?? '');
  const title = titleOf(text);
  if (title) return [{ ...title, left, right, currency }];
  return splitTitles(words) ?? [{ ...(looseTitleOf(text) ?? { role: 'text', rank: UNKNOWN }), left, right, currency }];
}

// Splits titles that are only a blank apart: the fewest titles that use all words. Words above each other stay joined.
function splitTitles(words: readonly Word[]): readonly TitledColumn[] | undefined {
  if (words.length < 2 || words.length > 16) return undefined;
  const stacks: TitleCell[] = [];
  for (const word of words) joinOrAdd(stacks, cellOf(word), (a, b) => overlap(a, b) > 0.5 * word.size);
  const ordered = stacks.sort((a, b) => a.left - b.left);
  const best: (readonly TitledColumn[] | undefined)[] = [[]];
  for (let end = 1; end <= ordered.length; end++) {
    for (let start = Math.max(0, end - 4); start < end; start++) {
      const before = best[start];
      const own = new Set(ordered.slice(start, end).flatMap((cell) => cell.words));
      // In reading order: the lines of a title from top to bottom.
      const part = words.filter((word) => own.has(word));
      // A currency in brackets follows its title: `Amount (NGN) Type`.
      const title = before && !part[0]?.text.startsWith('(') && exactTitleOf(textOf(part));
      if (!title || (best[end]?.length ?? UNKNOWN) <= before.length + 1) continue;
      const [left, right] = [Math.min(...part.map((word) => word.left)), Math.max(...part.map((word) => word.right))];
      best[end] = [...before, { ...title, left, right }];
    }
  }
  return best[ordered.length];
}
