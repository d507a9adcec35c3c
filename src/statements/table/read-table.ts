import { clockTimeOf, dateOf, type PrintedDate } from '../text/dates.ts';
import { textOf, type Word } from '../text/lines.ts';
import { type ColumnBand, columnOf } from './column-bands.ts';
import {
  type DatesInColumn,
  dateAcrossPages,
  datesInColumn,
  dayColumn,
  dayHeadings,
  type PairedDates,
  pairDates,
} from './dates-in-column.ts';
import { nameOwnRow, type PrintedEntry, rowKindOf } from './printed-rows.ts';
import {
  alignmentOf,
  type ColumnText,
  leastBetween,
  pitchOf,
  shareText,
  textInColumn,
  WHOLE_LINE,
} from './row-text.ts';
import { type MoneyHabits, type TableLine, tableLines } from './table-line.ts';
import type { TableRegion } from './table-regions.ts';

export interface TableReading {
  readonly habits: MoneyHabits;
  /** Called for each region. Throw to end the reading. */
  readonly onCheckpoint?: (() => void) | undefined;
}

/** The rows of a region from top to bottom, with their wrapped text. */
export interface RegionRows {
  readonly rows: readonly PrintedEntry[];
  /** Lines that hold text of an entry on another page. */
  readonly split: ReadonlySet<number>;
}

export function readTable(
  regions: readonly TableRegion[],
  { habits, onCheckpoint }: TableReading,
): readonly RegionRows[] {
  let before: RegionEntries | undefined;
  const read = regions.map((region) => {
    onCheckpoint?.();
    before = entriesInRegion(region, habits, before);
    return before;
  });
  dateAcrossRegions(read);
  const narrations = textsOfColumn(read, 'narration');
  const references = textsOfColumn(read, 'reference');
  for (const [index, { entries }] of read.entries()) {
    for (const [at, row] of entries.entries()) {
      row.narration = narrations[index]?.[at]?.join(' ') ?? '';
      row.reference = references[index]?.[at]?.join(' ') ?? '';
      row.kind = rowKindOf(row);
      // The words of an entry are not needed again.
      if (row.kind === 'entry') row.words = '';
    }
  }
  for (const { entries } of read) noteOpenDates(entries);
  return read.map(({ entries, split }) => ({ rows: entries, split }));
}

// A row with a day and a balance, but without an amount, may be half of the entry beside it.
function noteOpenDates(rows: readonly OpenEntry[]): void {
  for (const [at, row] of rows.entries()) {
    if (row.kind !== 'entry' || row.date) continue;
    if ([rows[at - 1], rows[at + 1]].some((one) => one?.kind === 'other' && one.date && one.balance))
      row.isDateOpen = true;
  }
}

// A row split by a page break has half of its date on each page.
function dateAcrossRegions(read: readonly RegionEntries[]): void {
  let before: RegionEntries | undefined;
  for (const region of read) {
    const isNext = before !== undefined && region.startsPage;
    const date = isNext ? dateAcrossPages(before?.dates.below ?? [], region.dates.above) : undefined;
    const last = before?.entries.findLast((entry) => !nameOwnRow(entry.words));
    const first = region.entries.find((entry) => !nameOwnRow(entry.words));
    // The whole date may be on one page, and the figures on the other.
    const [above, below] = isNext ? [fuller(region.paired.above, date), fuller(before?.paired.below, date)] : [];
    if (above && last && !last.date) last.date = above;
    else if (date?.year && last?.date && !last.date.year) last.date = date;
    else if (below && first && !first.date) first.date = below;
    else if (date?.year && first?.date && !first.date.year) first.date = date;
    if (region.entries.length > 0) before = region;
  }
}

function fuller(whole: PrintedDate | undefined, joined: PrintedDate | undefined): PrintedDate | undefined {
  return whole?.year ? whole : (joined ?? whole);
}

function textsOfColumn(read: readonly RegionEntries[], column: 'narration' | 'reference') {
  const pages = read.map((region) => ({
    texts: region[column],
    entries: region.baselines,
    mayContinue: region.startsPage,
    taken: region.baselines.map((): string[] => []),
    split: region.split,
  }));
  const size = read.find((region) => region.size > 0)?.size ?? 0;
  const columns = pages.map(({ texts }) => texts);
  const pitch = pitchOf(columns, size) ?? 1.2 * size;
  const alignment = alignmentOf(pages, pitch);
  let least: number | undefined;
  const between = () => {
    least ??= leastBetween(pages, pitch);
    return least;
  };
  let lastOfPageBefore: string[] | undefined;
  // Text printed before its entry.
  const ahead: string[] = [];
  for (const [index, page] of pages.entries()) {
    const { texts, taken } = page;
    taken[0]?.unshift(...ahead.splice(0));
    const mayGoOn = pages[index + 1]?.mayContinue;
    for (const [at, owner] of shareText({ ...page, pitch, alignment, mayGoOn, between }).entries()) {
      const owned = owner === 'before' ? lastOfPageBefore : owner === 'after' ? ahead : taken[owner ?? -1];
      owned?.push(texts[at]?.text ?? '');
      if (typeof owner === 'string') page.split.add(texts[at]?.line ?? 0);
    }
    lastOfPageBefore = taken.at(-1) ?? lastOfPageBefore;
  }
  return pages.map(({ taken }) => taken);
}

/** A row before its text and kind are set. It is changed in place: a long statement has tens of thousands of rows. */
type OpenEntry = { -readonly [Key in keyof PrintedEntry]: PrintedEntry[Key] };

interface RegionEntries {
  readonly startsPage: boolean;
  readonly size: number;
  readonly entries: readonly OpenEntry[];
  readonly baselines: readonly number[];
  /** The day heading for what follows. */
  readonly heading: PrintedDate | undefined;
  readonly paired: PairedDates;
  /** Parts of dates above the first and below the last date. */
  readonly dates: Pick<DatesInColumn, 'above' | 'below'>;
  readonly split: Set<number>;
  readonly narration: readonly ColumnText[];
  readonly reference: readonly ColumnText[];
}

/** Finds the entries of a region: lines with an amount or a balance, each paired with its date. */
function entriesInRegion(region: TableRegion, habits: MoneyHabits, before?: RegionEntries): RegionEntries {
  const { bands, startsPage, header } = region;
  const lines = tableLines(region.lines, bands, habits);
  const rows = lines.flatMap((line, index) => (bearsMoney(line, bands) ? [index] : []));
  const [day, valueDay] = [dayColumn(bands, lines), columnOf(bands, 'valueDate')];
  const found = datesInColumn(lines, day);
  const words = rows.map((index) => wordsBesideMoney(lines[index] as TableLine));
  const rowLines = rows.map((index, at) => ({ index, isOwn: nameOwnRow(words[at] ?? '') }));
  const context = { lines, usual: before?.paired.place, isFirst: before === undefined };
  const paired = pairDates(rowLines, found.dates, context);
  const { dates } = paired;
  const valueDates = day === valueDay ? [] : pairDates(rowLines, datesInColumn(lines, valueDay).dates, context).dates;
  const headings = dayHeadings(lines);
  const hasDays = dates.some((date) => date !== undefined);
  const columns = entryColumns(bands);
  const entries = rows.flatMap((index, at) => {
    const line = lines[index];
    const above = hasDays ? undefined : (headings.findLast((one) => one.index < index)?.date ?? before?.heading);
    const isDateOpen = hasDays && paired.unused > 0 && !dates[at];
    const date = dates[at] ?? above;
    const own = { header, words: words[at] ?? '', date, valueDate: valueDates[at], ...(isDateOpen && { isDateOpen }) };
    return line ? [entryOn(line, columns, own)] : [];
  });
  const entryAt = new Map(rows.map((index, at) => [index, at]));
  return {
    startsPage,
    size: lines[0]?.size ?? 0,
    entries,
    dates: { above: found.above, below: found.below },
    heading: headings.at(-1)?.date ?? before?.heading,
    paired,
    split: new Set(),
    baselines: rows.map((index) => lines[index]?.baseline ?? 0),
    narration: textInColumn(lines, { column: narrationColumn(bands, lines, day), day, entryAt }),
    reference: textInColumn(lines, { column: columnOf(bands, 'reference'), day, entryAt }),
  };
}

function bearsMoney(line: TableLine, bands: readonly ColumnBand[]): boolean {
  for (const index of line.money.keys()) if (bands[index]?.role !== 'fee') return true;
  return false;
}

// Without a title, the narration is the column with the most letters, or the lines between the rows.
function narrationColumn(bands: readonly ColumnBand[], lines: readonly TableLine[], day: number): number {
  const named = columnOf(bands, 'narration');
  if (named >= 0) return named;
  const candidates = bands.flatMap(({ role }, index) =>
    (role === 'text' || role === 'date') && index !== day
      ? [{ index, letters: lettersIn(lines.map((line) => line.cells[index])) }]
      : [],
  );
  const between = lettersIn(lines.map((line) => (line.money.size > 0 ? [] : line.line.words)));
  candidates.push({ index: WHOLE_LINE, letters: between - 1 });
  return candidates.sort((a, b) => b.letters - a.letters)[0]?.index ?? -1;
}

function lettersIn(cells: readonly (readonly Word[] | undefined)[]): number {
  return cells.reduce((count, words) => count + textOf(words).replace(/[^a-z]/gi, '').length, 0);
}

/** Column indices by role, looked up once per region. */
type EntryColumns = ReturnType<typeof entryColumns>;

function entryColumns(bands: readonly ColumnBand[]) {
  return {
    times: bands.flatMap(({ role }, index) => (role === 'time' || role === 'date' ? [index] : [])),
    side: columnOf(bands, 'side'),
    debit: columnOf(bands, 'debit'),
    credit: columnOf(bands, 'credit'),
    amount: columnOf(bands, 'amount'),
    fee: columnOf(bands, 'fee'),
    balance: columnOf(bands, 'balance'),
    before: columnOf(bands, 'before'),
  };
}

type RowFacts = Pick<PrintedEntry, 'header' | 'words' | 'date' | 'isDateOpen' | 'valueDate'>;

function entryOn(
  { line, cells, money }: TableLine,
  columns: EntryColumns,
  { header, words, date, valueDate, ...open }: RowFacts,
): OpenEntry {
  const time = timeIn(cells, columns.times);
  return {
    kind: 'other',
    page: line.page,
    line: line.line,
    header,
    date: date && time && !date.time ? { ...date, time } : date,
    time,
    ...open,
    valueDate,
    narration: '',
    reference: '',
    words,
    debit: money.get(columns.debit),
    credit: money.get(columns.credit),
    amount: money.get(columns.amount),
    fee: money.get(columns.fee),
    balance: money.get(columns.balance),
    before: money.get(columns.before),
    side: sideOf(textOf(cells[columns.side])),
  };
}

function timeIn(cells: TableLine['cells'], columns: readonly number[]): string | undefined {
  for (const index of columns) {
    const text = textOf(cells[index]);
    const time = text.includes(':') ? clockTimeOf(text) : undefined;
    if (time) return time;
  }
  return undefined;
}

// Words such as TOTAL may be in any column, even in the date column.
function wordsBesideMoney({ cells, money }: TableLine): string {
  let text = '';
  for (const [index, words] of cells.entries()) {
    if (words.length === 0 || money.has(index)) continue;
    const cell = textOf(words);
    if (!dateOf(cell)) text += text === '' ? cell : ` ${cell}`;
  }
  return text;
}

function sideOf(text: string): 'debit' | 'credit' | undefined {
  if (text === '') return undefined;
  const plain = text.toLowerCase().replace(/[^a-z]/g, '');
  if (/^(cr|c|credit|in|inflow|deposit|lodgement|received?|moneyin)$/.test(plain)) return 'credit';
  return /^(dr|d|debit|out|outflow|withdrawal|payment|sent|spent|moneyout)$/.test(plain) ? 'debit' : undefined;
}
