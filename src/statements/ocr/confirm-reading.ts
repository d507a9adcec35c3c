import { koboFromAnswer } from '../../domain/money.ts';
import { figureNames } from '../proof/prove-statement.ts';
import type { ReadTransaction, Statement } from '../statement.ts';
import { type DateInText, datesInText, plainDateOf } from '../text/dates.ts';
import { type LinesOfPages, type TextLine, textOf, type Word } from '../text/lines.ts';
import { moneyOf } from '../text/money.ts';
import { linesAt, sharePlace } from './merge-passes.ts';
import { isFigure } from './ocr-words.ts';

/** The lines as one pass reads them. */
export interface Pass {
  readonly lines: LinesOfPages;
  /** Undefined if they hold no statement. */
  readonly statement: Statement | undefined;
}

/** A statement, and the lines to which its entries belong. */
export interface ReadLines {
  readonly statement: Statement;
  readonly lines: LinesOfPages;
}

/** What arithmetic does not prove, and the two passes do not both show. */
export function unconfirmed(read: ReadLines, passes: readonly Pass[]): readonly string[] {
  const [dates, balances] = [unconfirmedDates(read, passes), unfittingBalances(read, passes)];
  const doubts: string[] = [];
  if (dates > 0)
    doubts.push(
      `${dates} ${dates === 1 ? 'date was' : 'dates were'} not read twice in the same way, and arithmetic does not prove dates`,
    );
  if (balances > 0)
    doubts.push(
      `${balances} ${balances === 1 ? 'balance was' : 'balances were'} read once, and not as the entries give`,
    );
  for (const { figure } of unfittingFigures(read, passes))
    doubts.push(`the printed ${figureNames[figure]} was read once, and not as the entries give`);
  return doubts;
}

/** The number of entries without a balance, where a pass reads a figure that is not theirs. */
function unfittingBalances({ statement: { transactions }, lines }: ReadLines, passes: readonly Pass[]): number {
  const lacking = transactions.filter((row) => !row.balancePrinted);
  if (lacking.length > 0.5 * transactions.length) return 0;
  return lacking.filter((row) => {
    const own = [row.amount, row.balance].map((naira) => koboFromAnswer(Math.abs(naira ?? 0)));
    const figures = passes.flatMap((pass) => near(pass, row, lines)).flatMap(({ words }) => words.filter(isFigure));
    return figures.some(({ text }) => !own.includes(moneyOf(text)?.magnitude));
  }).length;
}

/** The opening or closing balance that only one pass reads, if it is not what the entries give. */
function unfittingFigures({ statement }: ReadLines, passes: readonly Pass[]) {
  const { openingBalance, closingBalance, proof } = statement;
  const given: Readonly<Record<string, number | null>> = { openingBalance, closingBalance };
  const others = passes.flatMap((pass) => pass.statement?.proof.printed ?? []);
  return others.filter(({ figure, printed }) => {
    const isKnown = proof.printed.some((one) => one.figure === figure);
    return !isKnown && figure in given && given[figure] !== printed;
  });
}

/** The number of entries whose date is neither shown by both passes nor the only one between its neighbours. */
function unconfirmedDates({ statement: { transactions }, lines }: ReadLines, passes: readonly Pass[]): number {
  const words = passes.flatMap((pass) => pass.lines.flat().map((line) => textOf(line.words)));
  const orders = new Set(words.flatMap((text) => datesInText(text).map(({ date }) => date.order)));
  const isSure = transactions.map((row) =>
    passes.every((pass) => pass.lines === lines || shows(pass, row, { lines, orders })),
  );
  const unsure = transactions.filter((row, index) => {
    if (isSure[index]) return false;
    const before = transactions.findLast((_, at) => at < index && isSure[at]);
    const after = transactions.find((_, at) => at > index && isSure[at]);
    return ![before, after].every((one) => one && dayOf(one) === dayOf(row));
  });
  return unsure.length;
}

interface Own {
  readonly lines: LinesOfPages;
  /** The orders of day and month that any date of any pass shows. */
  readonly orders: ReadonlySet<DateInText['date']['order']>;
}

/** Whether a pass shows the date of an entry, in the same entry or in the same place. */
function shows(pass: Pass, row: ReadTransaction, { lines, orders }: Own): boolean {
  const day = dayOf(row);
  const there = near(pass, row, lines);
  const same = pass.statement?.transactions.filter(
    ({ page, line }) => page === row.page && there.some((one) => one.line === line),
  );
  if (same?.some((one) => dayOf(one) === day)) return true;
  const own = lines[row.page - 1]?.[row.line - 1]?.words ?? [];
  // Where a date may be two days, one misread date may make all of them the wrong one.
  const places = datesIn(own).filter(({ days: [dayFirst, monthFirst] }) => {
    if (dayFirst === monthFirst) return dayFirst === day;
    const swapped = dayFirst === day ? monthFirst : dayFirst;
    const isUsual = dayFirst === day ? !orders.has('md') : monthFirst === day && orders.has('md') && !orders.has('dm');
    return isUsual && !same?.some((one) => dayOf(one) === swapped);
  });
  const others = there.flatMap(({ words }) => datesIn(words));
  return others.some((other) =>
    places.some((place) => sharePlace(place, other) && `${place.days}` === `${other.days}`),
  );
}

/** The lines of a pass in the place of an entry. */
function near({ lines }: Pass, { page, line }: ReadTransaction, ownLines: LinesOfPages): readonly TextLine[] {
  const own = ownLines[page - 1]?.[line - 1];
  return own ? linesAt(lines[page - 1] ?? [], own.baseline) : [];
}

interface PlacedDate extends Pick<Word, 'left' | 'right'> {
  /** With the day first, and with the month first. */
  readonly days: readonly (string | undefined)[];
}

function datesIn(words: readonly Word[]): readonly PlacedDate[] {
  // The rest of a time may stand on the next line.
  const texts = words.map(({ text }) => text.replace(/(?<=\d)T\d{2}:?$/, ''));
  const starts = texts.map((_, index) => texts.slice(0, index).join(' ').length + Math.min(index, 1));
  return datesInText(texts.join(' ')).map(({ date, from, to }) => {
    const within = words.filter((_, index) => (starts[index] ?? 0) >= from && (starts[index] ?? 0) < to);
    const [left, right] = [within[0]?.left ?? 0, within.at(-1)?.right ?? 0];
    return { days: [plainDateOf(date, 'dm'), plainDateOf(date, 'md')], left, right };
  });
}

function dayOf({ date }: ReadTransaction): string {
  return date.slice(0, 10);
}
