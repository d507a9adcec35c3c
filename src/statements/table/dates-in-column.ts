import { dateOf, type PrintedDate } from '../text/dates.ts';
import { textOf } from '../text/lines.ts';
import { type ColumnBand, columnOf } from './column-bands.ts';
import type { TableLine } from './table-line.ts';

export interface DateInColumn {
  readonly date: PrintedDate;
  readonly from: number;
  readonly to: number;
}

/** The dates of a column from top to bottom, and the text above the first and below the last date with a year. */
export interface DatesInColumn {
  readonly dates: readonly DateInColumn[];
  /** Parts of dates that a page break split. */
  readonly above: readonly string[];
  readonly below: readonly string[];
}

interface Part {
  readonly index: number;
  readonly line: TableLine;
  readonly text: string;
}

// `September` / `28th` / `2022` / `10:05 AM`.
const MOST_LINES = 4;

/** Finds the dates of a column. Joins parts on close lines, preferring the most lines that make a date. */
export function datesInColumn(lines: readonly TableLine[], column: number): DatesInColumn {
  const parts = lines.flatMap((line, index): Part[] => {
    const text = textOf(line.cells[column]);
    // A ditto mark repeats the day of the row above.
    return text === '' || /^["'\u201C\u201D\u2033\u3003,-]{1,3}$|^do\.?$/i.test(text) ? [] : [{ index, line, text }];
  });
  const dates: DateInColumn[] = [];
  for (let at = 0; at < parts.length; ) {
    const found = longestFrom(parts.slice(at, at + MOST_LINES));
    if (found) dates.push(found.date);
    at += found?.count ?? 1;
  }
  const [top, bottom] = [dates[0], dates.at(-1)];
  // `AUG-` / `25` at the top of a page looks like a day without a year, but may be the end of a date.
  const first = top ? (top.date.year ? top.from : top.to + 1) : Number.POSITIVE_INFINITY;
  const last = bottom ? (bottom.date.year ? bottom.to : bottom.from - 1) : Number.NEGATIVE_INFINITY;
  return {
    dates,
    above: parts.flatMap(({ index, text }) => (index < first ? [text] : [])),
    below: parts.flatMap(({ index, text }) => (index > last ? [text] : [])),
  };
}

function longestFrom(parts: readonly Part[]): { readonly date: DateInColumn; readonly count: number } | undefined {
  let text = '';
  let best: { date: DateInColumn; count: number } | undefined;
  let first: Part | undefined;
  let before: Part | undefined;
  for (const [at, part] of parts.entries()) {
    const distance = before ? part.line.baseline - before.line.baseline : 0;
    if (before && (distance > 2.2 * part.line.size || part.index - before.index > MOST_LINES)) break;
    // This line is already a complete date, so it belongs to the next entry.
    if (best && dateOf(part.text)?.year !== undefined) break;
    first ??= part;
    before = part;
    text += part.text;
    const date = dateOf(text);
    if (date) best = { date: { date, from: first.index, to: part.index }, count: at + 1 };
  }
  return best;
}

/** The date that a page break split: the end of one page joined with the start of the next. */
export function dateAcrossPages(below: readonly string[], above: readonly string[]): PrintedDate | undefined {
  let short: PrintedDate | undefined;
  for (let tail = 1; tail <= Math.min(MOST_LINES, below.length); tail++) {
    for (let head = Math.min(MOST_LINES, above.length); head > 0; head--) {
      const date = dateOf([...below.slice(-tail), ...above.slice(0, head)].join(''));
      if (date?.year) return date;
      short ??= date;
    }
  }
  return short;
}

/** A day printed as a heading above its entries. Some statements then print only the time beside each entry. */
export interface DayHeading {
  readonly index: number;
  readonly date: PrintedDate;
}

export function dayHeadings(lines: readonly TableLine[]): readonly DayHeading[] {
  return lines.flatMap(({ line, money }, index) => {
    const date = money.size === 0 && line.words.length <= 5 ? dateOf(textOf(line.words)) : undefined;
    return date ? [{ index, date }] : [];
  });
}

/** The column of dates. Titles such as `Trans. Time` name columns of dates or of times, so the cells decide. */
export function dayColumn(bands: readonly ColumnBand[], lines: readonly TableLine[]): number {
  // A day heading is not in a row.
  const datesIn = (index: number, role: string) =>
    lines.filter(({ money, cells }) => (role !== 'time' || money.size > 0) && dateOf(textOf(cells[index]))).length;
  const candidates = bands.flatMap(({ role, rank }, index) =>
    role === 'date' || role === 'time'
      ? [{ index, role, rank: rank + (role === 'time' ? 100 : 0), dates: datesIn(index, role) }]
      : [],
  );
  const most = Math.max(0, ...candidates.map(({ dates }) => dates));
  // Dates split over lines count as none. Then the title alone decides.
  const full = candidates
    .filter(({ role, dates }) => dates >= 0.5 * most && (dates > 0 || role === 'date'))
    .sort((a, b) => a.rank - b.rank);
  return full[0]?.index ?? columnOf(bands, 'valueDate');
}

/** Where an entry prints its date: on the first line of its text, with the figures on the last one, or the reverse. */
export type DatePlace = 'above figures' | 'below figures';

export interface PairedDates {
  /** By row. */
  readonly dates: readonly (PrintedDate | undefined)[];
  /** A date above the first row or below the last one, of an entry that a page break split. */
  readonly above?: PrintedDate | undefined;
  readonly below?: PrintedDate | undefined;
  /** Other dates without a row. */
  readonly unused: number;
  readonly place: DatePlace | undefined;
}

/** A row by its line. The bank's own rows, such as a balance brought forward, take no date from another line. */
export interface RowLine {
  readonly index: number;
  readonly isOwn: boolean;
}

interface PairingContext {
  readonly lines: readonly TableLine[];
  readonly usual?: DatePlace | undefined;
  /** Whether the table begins with these rows. */
  readonly isFirst?: boolean;
}

/**
 * The date of each row: one on the row's lines. Where a table prints all other dates above their figures, or all below,
 * it is the next one in that direction. `usual` is the place on the pages before. Else the nearest line decides.
 */
export function pairDates(
  rows: readonly RowLine[],
  found: readonly DateInColumn[],
  { lines, usual, isFirst = false }: PairingContext,
): PairedDates {
  const dates: (PrintedDate | undefined)[] = rows.map(() => undefined);
  const loose: DateInColumn[] = [];
  let at = 0;
  for (const one of found) {
    while (at < rows.length && (rows[at]?.index ?? 0) < one.from) at++;
    if (at < rows.length && (rows[at]?.index ?? 0) <= one.to) dates[at++] = one.date;
    else loose.push(one);
  }
  const place = placeOf(rows, { dates, loose }, isFirst) ?? usual;
  if (place) return pairInOrder(rows, { dates, loose }, place);
  let unused = 0;
  for (const one of loose) {
    const free = rows.flatMap(({ index }, row) => (dates[row] ? [] : [{ row, line: lines[index] }]));
    const nearest = nearestRow(free, lines.slice(one.from, one.to + 1));
    if (nearest === undefined) unused++;
    else dates[nearest] = one.date;
  }
  return { dates, unused, place };
}

interface Loose {
  readonly dates: (PrintedDate | undefined)[];
  readonly loose: readonly DateInColumn[];
}

/** Dates and rows without a partner on their line, from top to bottom. */
function looseEvents(rows: readonly RowLine[], { dates, loose }: Loose) {
  const free = rows.flatMap(({ index, isOwn }, row) => (isOwn && !dates[row] ? [] : [{ index, row }]));
  const days = loose.map(({ from, date }) => ({ index: from, date }));
  return [...free, ...days].sort((a, b) => a.index - b.index);
}

// Below titles, and below an entry on one line, what comes first shows the place.
function placeOf(rows: readonly RowLine[], open: Loose, isFirst: boolean): DatePlace | undefined {
  const votes = { 'above figures': 0, 'below figures': 0 };
  let [followsPair, weight] = [isFirst, FEWEST_VOTES];
  for (const event of looseEvents(rows, open)) {
    const isPair = 'row' in event && open.dates[event.row] !== undefined;
    if (!isPair && followsPair) votes['row' in event ? 'below figures' : 'above figures'] += weight;
    [followsPair, weight] = [isPair, 1];
  }
  const [above, below] = [votes['above figures'], votes['below figures']];
  if (above + below < FEWEST_VOTES) return undefined;
  return above > CLEARLY * (above + below)
    ? 'above figures'
    : below > CLEARLY * (above + below)
      ? 'below figures'
      : undefined;
}

const FEWEST_VOTES = 2;
const CLEARLY = 0.85;

function pairInOrder(rows: readonly RowLine[], { dates, loose }: Loose, place: DatePlace): PairedDates {
  const events = looseEvents(rows, { dates, loose });
  // Read upwards if dates are below: then each date waits for the row above it.
  if (place === 'below figures') events.reverse();
  let waiting: PrintedDate | undefined;
  let unused = 0;
  const drop = () => {
    if (waiting) unused++;
    waiting = undefined;
  };
  for (const event of events) {
    if ('date' in event) {
      drop();
      waiting = event.date;
      continue;
    }
    if (dates[event.row]) drop();
    else if (waiting) [dates[event.row], waiting] = [waiting, undefined];
  }
  return { dates, unused, place, [place === 'above figures' ? 'below' : 'above']: waiting };
}

// Maximum distances, in letter sizes. The date of a row without figures belongs to no other row.
const NEAR = 1.25;
const FAR = 1.6;

interface FreeRow {
  readonly row: number;
  readonly line: TableLine | undefined;
}

function nearestRow(rows: readonly FreeRow[], dated: readonly TableLine[]): number | undefined {
  const [top, bottom] = [dated[0]?.baseline ?? 0, dated.at(-1)?.baseline ?? 0];
  const standsAlone = dated.every(({ cells }) => cells.filter((words) => words.length > 0).length <= 2);
  const reach = standsAlone ? FAR : NEAR;
  let nearest: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const { row, line } of rows) {
    if (!line) continue;
    const distance = line.baseline < top ? top - line.baseline : line.baseline - bottom;
    if (distance < reach * line.size && distance < least) [nearest, least] = [row, distance];
  }
  return nearest;
}
