import { clockTimeOf, dateOf, type PrintedDate } from '../text/dates.ts';
import { textOf } from '../text/lines.ts';
import type { ColumnBand } from './column-bands.ts';
import type { ColumnRole } from './column-titles.ts';
import { type DateInColumn, type DatesInColumn, datesInColumn } from './dates-in-column.ts';
import type { PrintedEntry } from './printed-rows.ts';
import { type ColumnText, textInColumn } from './row-text.ts';
import { joinBrokenFigures, type MoneyHabits, type TableLine, tableLine } from './table-line.ts';
import type { TableRegion } from './table-regions.ts';

/** A row whose text is not whole yet, so that its kind is not known. */
export type UnsortedEntry = Omit<PrintedEntry, 'kind'>;

/** A region whose entries are found, and whose wrapped text is not yet shared out. */
export interface RegionEntries {
  readonly startsPage: boolean;
  /** Height of the letters; 0 where there are none. */
  readonly size: number;
  readonly entries: readonly UnsortedEntry[];
  /** Baselines of the entries. */
  readonly baselines: readonly number[];
  /** The day that stands as a heading above what follows. */
  readonly heading: PrintedDate | undefined;
  /** Its dates, with the parts that stand above and below them. */
  readonly dates: Pick<DatesInColumn, 'above' | 'below'>;
  readonly narration: readonly ColumnText[];
  readonly reference: readonly ColumnText[];
}

/** The first column of the best name for each role. */
function columnOf(bands: readonly ColumnBand[], role: ColumnRole): number {
  let best = -1;
  bands.forEach((band, index) => {
    if (band.role === role && band.rank < (bands[best]?.rank ?? Number.POSITIVE_INFINITY)) best = index;
  });
  return best;
}

// Where no title names the narration, it is the column with the most letters.
function narrationColumn(bands: readonly ColumnBand[], lines: readonly TableLine[], day: number): number {
  const named = columnOf(bands, 'narration');
  if (named >= 0) return named;
  const lettersIn = (index: number) =>
    lines.reduce((count, line) => count + textOf(line.cells[index] ?? []).replace(/[^a-z]/gi, '').length, 0);
  const candidates = bands.flatMap(({ role }, index) =>
    (role === 'text' || role === 'date') && index !== day ? [{ index, letters: lettersIn(index) }] : [],
  );
  return candidates.sort((a, b) => b.letters - a.letters)[0]?.index ?? -1;
}

/** Finds the entries of a region: the lines that bear an amount or a balance, each with the date that stands beside it. */
export function entriesInRegion(region: TableRegion, habits: MoneyHabits, heading?: PrintedDate): RegionEntries {
  const { bands } = region;
  const lines = joinBrokenFigures(
    region.lines.map((line) => tableLine(line, bands, habits)),
    bands,
  );
  const rows = lines.flatMap((line, index) => (bearsMoney(line, bands) ? [index] : []));
  const day = dayColumn(bands, lines);
  const found = datesInColumn(lines, day);
  const dates = pairDates(rows, found.dates, lines);
  const valueDates = pairDates(
    rows,
    day === columnOf(bands, 'valueDate') ? [] : datesInColumn(lines, columnOf(bands, 'valueDate')).dates,
    lines,
  );
  const headings = dayHeadings(lines);
  const headingOf = (index: number) => headings.findLast((one) => one.index < index)?.date ?? heading;
  const columns = entryColumns(bands);
  const hasDays = dates.some((date) => date !== undefined);
  const entries = rows.map((index, at) =>
    entryOf({
      region,
      line: lines[index] as TableLine,
      date: dates[at]?.date ?? (hasDays ? undefined : headingOf(index)),
      valueDate: valueDates[at]?.date,
      columns,
    }),
  );
  const entryAt = new Map(rows.map((index, at) => [index, at]));
  return {
    startsPage: region.startsPage,
    size: lines[0]?.size ?? 0,
    entries,
    dates: { above: found.above, below: found.below },
    heading: headings.at(-1)?.date ?? heading,
    baselines: rows.map((index) => lines[index]?.baseline ?? 0),
    narration: textInColumn(lines, narrationColumn(bands, lines, day), entryAt),
    reference: textInColumn(lines, columnOf(bands, 'reference'), entryAt),
  };
}

// Some statements print each day as a heading and only the time beside its entries.
function dayHeadings(lines: readonly TableLine[]): readonly { readonly index: number; readonly date: PrintedDate }[] {
  return lines.flatMap((line, index) => {
    const date = line.money.size === 0 && line.line.words.length <= 5 ? dateOf(textOf(line.line.words)) : undefined;
    return date ? [{ index, date }] : [];
  });
}

// Titles such as `Trans. Time` stand over dates as well as over times: the cells decide.
function dayColumn(bands: readonly ColumnBand[], lines: readonly TableLine[]): number {
  // A day that is a heading stands in no row.
  const datesIn = (index: number) =>
    lines.filter(
      (line) =>
        (bands[index]?.role !== 'time' || line.money.size > 0) && dateOf(textOf(line.cells[index] ?? [])) !== undefined,
    ).length;
  const candidates = bands.flatMap((band, index) =>
    band.role === 'date' || band.role === 'time'
      ? [{ index, rank: band.rank + (band.role === 'time' ? 100 : 0), dates: datesIn(index) }]
      : [],
  );
  const most = Math.max(0, ...candidates.map(({ dates }) => dates));
  // Dates that are broken over lines count for none: then the title alone decides.
  const full = candidates
    .filter(({ index, dates }) => dates >= 0.5 * most && (dates > 0 || bands[index]?.role === 'date'))
    .sort((a, b) => a.rank - b.rank);
  return full[0]?.index ?? columnOf(bands, 'valueDate');
}

function timeIn(line: TableLine, columns: readonly number[]): string | undefined {
  for (const index of columns) {
    const words = line.cells[index] ?? [];
    const time =
      words.length > 0 && words.some((word) => word.text.includes(':')) ? clockTimeOf(textOf(words)) : undefined;
    if (time) return time;
  }
  return undefined;
}

/** Which column holds what, looked up once for a region. */
interface EntryColumns {
  readonly times: readonly number[];
  readonly side: number;
  readonly amounts: Readonly<Record<'debit' | 'credit' | 'amount' | 'fee' | 'balance', number>>;
}

function entryColumns(bands: readonly ColumnBand[]): EntryColumns {
  const [debit, credit, amount] = [columnOf(bands, 'debit'), columnOf(bands, 'credit'), columnOf(bands, 'amount')];
  return {
    times: bands.flatMap(({ role }, index) => (role === 'time' || role === 'date' ? [index] : [])),
    side: columnOf(bands, 'side'),
    amounts: { debit, credit, amount, fee: columnOf(bands, 'fee'), balance: columnOf(bands, 'balance') },
  };
}

function bearsMoney(line: TableLine, bands: readonly ColumnBand[]): boolean {
  for (const index of line.money.keys()) if (bands[index]?.role !== 'fee') return true;
  return false;
}

// A date belongs to the row that stands on one of its lines, else to the nearest row that has none.
function pairDates(
  rows: readonly number[],
  dates: readonly DateInColumn[],
  lines: readonly TableLine[],
): readonly (DateInColumn | undefined)[] {
  const paired: (DateInColumn | undefined)[] = rows.map(() => undefined);
  const loose: DateInColumn[] = [];
  let at = 0;
  for (const date of dates) {
    while (at < rows.length && (rows[at] ?? 0) < date.from) at++;
    if (at < rows.length && (rows[at] ?? 0) <= date.to) paired[at++] = date;
    else loose.push(date);
  }
  for (const date of loose) {
    const row = nearestFree(date, rows, paired, lines);
    if (row !== undefined) paired[row] = date;
  }
  return paired;
}

// Parts of a date and the figures of its row stand on neighbouring lines of one row; the date of a row without figures lends itself to nobody.
const NEAR = 1.25;
const FAR = 1.6;

function standsAlone(date: DateInColumn, lines: readonly TableLine[]): boolean {
  return lines
    .slice(date.from, date.to + 1)
    .every((line) => line.cells.filter((words) => words.length > 0).length <= 2);
}

function nearestFree(
  date: DateInColumn,
  rows: readonly number[],
  paired: readonly unknown[],
  lines: readonly TableLine[],
): number | undefined {
  const [top, bottom] = [lines[date.from]?.baseline ?? 0, lines[date.to]?.baseline ?? 0];
  let best: { row: number; distance: number } | undefined;
  rows.forEach((index, row) => {
    const line = lines[index];
    if (!line || paired[row]) return;
    const distance = line.baseline < top ? top - line.baseline : line.baseline - bottom;
    if (
      distance < (standsAlone(date, lines) ? FAR : NEAR) * line.size &&
      distance < (best?.distance ?? Number.POSITIVE_INFINITY)
    )
      best = { row, distance };
  });
  return best?.row;
}

interface Row {
  readonly region: TableRegion;
  readonly line: TableLine;
  readonly date: PrintedDate | undefined;
  readonly valueDate: PrintedDate | undefined;
  readonly columns: EntryColumns;
}

function entryOf({ region, line, date, valueDate, columns }: Row): UnsortedEntry {
  const { debit, credit, amount, fee, balance } = columns.amounts;
  const time = timeIn(line, columns.times);
  return {
    page: line.line.page,
    line: line.line.line,
    header: region.header,
    date: date && time && !date.time ? { ...date, time } : date,
    time,
    valueDate,
    narration: '',
    reference: '',
    words: wordsBesideMoney(line),
    debit: line.money.get(debit),
    credit: line.money.get(credit),
    amount: line.money.get(amount),
    fee: line.money.get(fee),
    balance: line.money.get(balance),
    side: sideOf(textOf(line.cells[columns.side] ?? [])),
  };
}

// Words such as TOTAL stand in any column, also in that of the dates.
function wordsBesideMoney(line: TableLine): string {
  let text = '';
  line.cells.forEach((words, index) => {
    if (words.length === 0 || line.money.has(index)) return;
    const cell = textOf(words);
    if (!dateOf(cell)) text += text === '' ? cell : ` ${cell}`;
  });
  return text;
}

function sideOf(text: string): 'debit' | 'credit' | undefined {
  if (text === '') return undefined;
  const plain = text.toLowerCase().replace(/[^a-z]/g, '');
  if (/^(cr|c|credit|in|inflow|deposit|lodgement|received?|moneyin)$/.test(plain)) return 'credit';
  return /^(dr|d|debit|out|outflow|withdrawal|payment|sent|spent|moneyout)$/.test(plain) ? 'debit' : undefined;
}
