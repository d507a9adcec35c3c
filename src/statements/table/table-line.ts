import { dateOf } from '../text/dates.ts';
import { type TextLine, textOf, type Word } from '../text/lines.ts';
import { hasKobo, isFiller, moneyOf, type PrintedMoney } from '../text/money.ts';
import type { ColumnBand } from './column-bands.ts';
import { amountRoles, type ColumnRole } from './column-titles.ts';

/** A line below a header, cut into the cells of the columns. */
export interface TableLine {
  readonly line: TextLine;
  readonly baseline: number;
  readonly size: number;
  /** The words in each column, by the column's index. */
  readonly cells: readonly (readonly Word[])[];
  /** Amounts, by the column's index. */
  readonly money: ReadonlyMap<number, PrintedMoney>;
}

const dayRoles: ReadonlySet<ColumnRole> = new Set(['date', 'valueDate']);

/** How figures are read. */
export interface MoneyHabits {
  /** Amounts are printed with kobo, so that a figure without is none. */
  readonly withKobo: boolean;
}

/** Does the statement print its amounts with kobo? Judged by figures that are grouped by thousands. */
export function moneyHabitsOf(pages: readonly (readonly TextLine[])[]): MoneyHabits {
  let [withKobo, without, lines] = [0, 0, 0];
  for (const page of pages) {
    lines += page.length;
    for (const line of page) {
      for (const { text } of line.words) {
        const last = text.charCodeAt(text.length - 1);
        if (last < 48 || last > 57 || !text.includes(',')) continue;
        if (/\d,\d{3}\.\d{2}$/.test(text)) withKobo++;
        else if (/\d,\d{3}$/.test(text)) without++;
      }
    }
  }
  // Where few figures are grouped, the statement prints none so, and footers do.
  return { withKobo: withKobo > 9 * without && withKobo > 0.2 * lines };
}

/** Cuts a line at the borders of the columns. What stands in a strip by overflow goes back to the column it came from. */
export function tableLine(line: TextLine, bands: readonly ColumnBand[], habits: MoneyHabits): TableLine {
  const cells: Word[][] = bands.map(() => []);
  let at = 0;
  for (const word of line.words) {
    const place = placeOf(word);
    while (at < bands.length - 1 && place >= (bands[at]?.to ?? 0)) at++;
    cells[at]?.push(word);
  }
  const money = new Map<number, PrintedMoney>();
  bands.forEach((band, index) => {
    if (amountRoles.has(band.role)) takeMoney({ cells, money, bands, habits }, index);
    else if (dayRoles.has(band.role)) takeDate(cells, bands, index);
  });
  return { line, baseline: line.baseline, size: line.words[0]?.size ?? 0, cells, money };
}

// A figure stands in its column with most of its width, also where it is longer than the column; text begins in its column.
function placeOf(word: Word): number {
  const half = (word.right - word.left) / 2;
  return word.left + (/\d/.test(word.text) && !/[a-z]/i.test(word.text) ? half : Math.min(half, 0.4 * word.size));
}

interface CutCells {
  readonly cells: Word[][];
  readonly money: Map<number, PrintedMoney>;
  readonly bands: readonly ColumnBand[];
  readonly habits: MoneyHabits;
}

function takeMoney({ cells, money, bands, habits }: CutCells, index: number): void {
  const words = cells[index] ?? [];
  if (words.length === 0) return;
  const [only] = words;
  const plain = words.length === 1 && only && (!habits.withKobo || hasKobo(only.text)) ? moneyOf(only.text) : undefined;
  if (plain) {
    money.set(index, plain);
    return;
  }
  for (let length = words.length; length > 0; length--) {
    for (let start = words.length - length; start >= 0; start--) {
      const part = words.slice(start, start + length);
      const text = part.map((word) => word.text).join('');
      if (!areOne(part)) continue;
      const found = (!habits.withKobo || hasKobo(text)) && moneyOf(text);
      if (!found) continue;
      money.set(index, found);
      giveBack(cells, bands, { index, kept: part, before: words.slice(0, start), after: words.slice(start + length) });
      return;
    }
  }
  // What ends in a comma goes on below.
  if (/\d,$/.test(words.at(-1)?.text ?? '')) return;
  if (!isFiller(textOf(words))) giveBack(cells, bands, { index, kept: [], before: words, after: [] });
}

// Words that stand apart make one figure only where one of them is a sign or a mark, or the grouping goes on.
function areOne(words: readonly Word[]): boolean {
  return words.every((word, index) => {
    const before = words[index - 1];
    if (!before || word.left - before.right < 0.8 * word.size) return true;
    return !/\d$/.test(before.text) || !/^\d/.test(word.text);
  });
}

// A date may be broken over lines, so that what makes none by itself stays.
function takeDate(cells: Word[][], bands: readonly ColumnBand[], index: number): void {
  const words = cells[index] ?? [];
  const isDate = (part: readonly Word[]) => dateOf(part.map((word) => word.text).join('')) !== undefined;
  if (words.length < 2 || isDate(words)) return;
  for (let length = words.length - 1; length > 0; length--) {
    const kept = words.slice(0, length);
    if (!isDate(kept)) continue;
    giveBack(cells, bands, { index, kept, before: [], after: words.slice(length) });
    return;
  }
}

interface Taken {
  readonly index: number;
  readonly kept: readonly Word[];
  readonly before: readonly Word[];
  readonly after: readonly Word[];
}

// Text to the left overflowed from the text column before, text to the right belongs to the one after.
function giveBack(cells: Word[][], bands: readonly ColumnBand[], { index, kept, before, after }: Taken): void {
  cells[index] = [...kept];
  const isText = (at: number) =>
    bands[at] !== undefined &&
    !amountRoles.has((bands[at] as ColumnBand).role) &&
    !dayRoles.has((bands[at] as ColumnBand).role);
  const to = [index - 1, index - 2, index - 3].find(isText);
  if (to !== undefined && goesOn(cells[to]?.at(-1), before[0])) cells[to]?.push(...before);
  const next = [index + 1, index + 2].find(isText);
  if (next !== undefined && after.length > 0) cells[next]?.unshift(...after);
}

// What stands apart is of a column without a title.
function goesOn(last: Word | undefined, next: Word | undefined): boolean {
  return last !== undefined && next !== undefined && next.left - last.right < 0.8 * next.size;
}

// The second half stands on the next line, or on the one after where other text stands between.
const REACH = 2;

/** Puts figures together that a narrow column broke behind a comma: `41,197,` above `241.39`. */
export function joinBrokenFigures(lines: readonly TableLine[], bands: readonly ColumnBand[]): readonly TableLine[] {
  if (
    !lines.some(({ cells }) =>
      bands.some(({ role }, column) => amountRoles.has(role) && cells[column]?.at(-1)?.text.endsWith(',')),
    )
  )
    return lines;
  const joined = lines.map((line) => ({ ...line, money: new Map(line.money) }));
  bands.forEach((band, column) => {
    if (!amountRoles.has(band.role)) return;
    joined.forEach((line, index) => {
      const first = textOf(line.cells[column] ?? []);
      if (!/\d,$/.test(first)) return;
      const below = joined
        .slice(index + 1, index + 1 + REACH)
        .find((other) => (other.cells[column] ?? []).length > 0 && other.baseline - line.baseline < 2.5 * line.size);
      const second = textOf(below?.cells[column] ?? []);
      const money = /^\d{3}/.test(second) && hasKobo(second) ? moneyOf(first + second) : undefined;
      if (!below || !money) return;
      line.money.set(column, money);
      below.money.delete(column);
    });
  });
  return joined;
}
