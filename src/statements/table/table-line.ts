import { dateOf } from '../text/dates.ts';
import { type LinesOfPages, type TextLine, textOf, type Word } from '../text/lines.ts';
import { hasKobo, isFiller, moneyOf, type PrintedMoney } from '../text/money.ts';
import type { ColumnBand } from './column-bands.ts';
import { amountRoles } from './column-titles.ts';

/** A line below a header, cut into cells. */
export interface TableLine {
  readonly line: TextLine;
  readonly baseline: number;
  readonly size: number;
  /** Words by column index. */
  readonly cells: readonly (readonly Word[])[];
  /** Amounts by column index. */
  readonly money: ReadonlyMap<number, PrintedMoney>;
}

export interface MoneyHabits {
  /** Amounts have kobo, so a figure without kobo is not an amount. */
  readonly withKobo: boolean;
}

/** Finds out whether amounts are printed with kobo, from figures grouped by thousands. */
export function moneyHabitsOf(pages: LinesOfPages): MoneyHabits {
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
  // If few figures are grouped, they are in footers, and the table does not group its amounts.
  return { withKobo: withKobo > 9 * without && withKobo > 0.2 * lines };
}

interface CutLine {
  readonly bands: readonly ColumnBand[];
  readonly cells: Word[][];
  readonly money: Map<number, PrintedMoney>;
}

/** Cuts lines at column borders, and moves overflowing words back to their own column. */
export function tableLines(lines: readonly TextLine[], bands: readonly ColumnBand[], habits: MoneyHabits) {
  return joinBrokenFigures(
    lines.map((line) => {
      const cut: CutLine = { bands, cells: bands.map(() => []), money: new Map() };
      let at = 0;
      for (const word of line.words) {
        const place = placeOf(word);
        while (at < bands.length - 1 && place >= (bands[at]?.to ?? 0)) at++;
        cut.cells[at]?.push(word);
      }
      bands.forEach(({ role }, index) => {
        if (amountRoles.has(role)) takeMoney(cut, index, habits);
        else if (role === 'date' || role === 'valueDate') takeDate(cut, index);
      });
      const { cells, money } = cut;
      return { line, baseline: line.baseline, size: line.words[0]?.size ?? 0, cells, money };
    }),
    bands,
  );
}

// A figure belongs to the column with most of its width. Text belongs to the column where it begins.
function placeOf(word: Word): number {
  const half = (word.right - word.left) / 2;
  return word.left + (/\d/.test(word.text) && !/[a-z]/i.test(word.text) ? half : Math.min(half, 0.4 * word.size));
}

function takeMoney(cut: CutLine, index: number, { withKobo }: MoneyHabits): void {
  const words = cut.cells[index] ?? [];
  if (words.length === 0) return;
  for (let length = words.length; length > 0; length--) {
    for (let start = words.length - length; start >= 0; start--) {
      const part = words.slice(start, start + length);
      const text = part.length === 1 ? (part[0]?.text ?? '') : part.map((word) => word.text).join('');
      const money = areOne(part) && (!withKobo || hasKobo(text)) ? moneyOf(text) : undefined;
      if (!money) continue;
      const currency = money.currency ?? cut.bands[index]?.currency;
      cut.money.set(index, currency ? { ...money, currency } : money);
      if (length < words.length) moveOverflow(cut, index, [start, start + length]);
      return;
    }
  }
  // A figure that ends in a comma, or a sign, continues on the next line.
  if (/\d,$|^\+$/.test(words.at(-1)?.text ?? '') || isFiller(textOf(words))) return;
  moveOverflow(cut, index, [words.length, words.length]);
}

// Separate words are one figure only if one is a sign or a currency symbol, or if the grouping continues.
function areOne(words: readonly Word[]): boolean {
  return words.every((word, index) => {
    const before = words[index - 1];
    if (!before || word.left - before.right < 0.8 * word.size) return true;
    return !/\d$/.test(before.text) || !/^\d/.test(word.text);
  });
}

// A date may be split over lines, so words that are not a full date stay.
function takeDate(cut: CutLine, index: number): void {
  const words = cut.cells[index] ?? [];
  const texts = words.map((word) => word.text);
  const isDate = (length: number) => dateOf(texts.slice(0, length).join('')) !== undefined;
  if (words.length < 2 || isDate(words.length)) return;
  for (let length = words.length - 1; length > 0; length--)
    if (isDate(length)) {
      moveOverflow(cut, index, [0, length]);
      return;
    }
}

// Text on the left overflowed from the previous text column. Text on the right belongs to the next one.
function moveOverflow({ cells, bands }: CutLine, index: number, [start, end]: readonly [number, number]): void {
  const words = cells[index] ?? [];
  const [before, after] = [words.slice(0, start), words.slice(end)];
  cells[index] = words.slice(start, end);
  const isText = (at: number) => {
    const role = bands[at]?.role;
    return role !== undefined && !amountRoles.has(role) && role !== 'date' && role !== 'valueDate';
  };
  const to = [index - 1, index - 2, index - 3].find(isText) ?? -1;
  if (goesOn(cells[to]?.at(-1), before[0])) cells[to]?.push(...before);
  const next = [index + 1, index + 2].find(isText) ?? -1;
  cells[next]?.unshift(...after);
}

// Text after a gap belongs to a column without a title.
function goesOn(last: Word | undefined, next: Word | undefined): boolean {
  return last !== undefined && next !== undefined && next.left - last.right < 0.8 * next.size;
}

// The second half is on the next line, or one line later if other text is between.
const REACH = 2;

/** Joins figures that a narrow column split after a comma or a sign: `41,197,` above `241.39`. */
function joinBrokenFigures(lines: readonly TableLine[], bands: readonly ColumnBand[]): readonly TableLine[] {
  const columns = bands.flatMap(({ role }, column) => (amountRoles.has(role) ? [column] : []));
  // In other columns, a sign alone stands for an empty cell.
  const isFirst = (text: string, column: number) =>
    text.endsWith(',') ? /\d,$/.test(text) : bands[column]?.role === 'amount' && /^[-+−–]$/.test(text);
  if (!lines.some(({ cells }) => columns.some((column) => isFirst(cells[column]?.at(-1)?.text ?? '', column))))
    return lines;
  const joined = lines.map((line) => ({ ...line, money: new Map(line.money) }));
  for (const column of columns) {
    for (const [index, line] of joined.entries()) {
      const first = textOf(line.cells[column]);
      if (!isFirst(first, column)) continue;
      const below = joined
        .slice(index + 1, index + 1 + REACH)
        .find((other) => (other.cells[column] ?? []).length > 0 && other.baseline - line.baseline < 2.5 * line.size);
      const second = textOf(below?.cells[column]);
      const isSecond = /\d,$/.test(first) ? /^\d{3}/.test(second) : below?.money.size === 1;
      const money = isSecond && hasKobo(second) ? moneyOf(first + second) : undefined;
      if (!below || !money) continue;
      line.money.set(column, money);
      below.money.delete(column);
    }
  }
  return joined;
}
