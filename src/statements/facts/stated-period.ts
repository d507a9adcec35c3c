import { shortMonthNames } from '../../domain/calendar.ts';
import type { StatementPeriod } from '../statement.ts';
import { type DateInText, type DayMonthOrder, datesInText, plainDateOf } from '../text/dates.ts';
import { type TextLine, textOf } from '../text/lines.ts';

interface DatedLine {
  readonly text: string;
  readonly dates: readonly DateInText[];
}

/**
 * The days a statement says it covers; undefined where it does not. `order` is how its table writes days and months.
 */
export function periodIn(lines: readonly TextLine[], order: DayMonthOrder): StatementPeriod | undefined {
  const read = lines.map((line) => datedLine(textOf(line.words)));
  return joinedPeriods(read, order) ?? joinedPeriods(wrapped(lines), order) ?? labelledPeriod(read, order);
}

function datedLine(text: string): DatedLine {
  return { text: text.toLowerCase(), dates: datesInText(text) };
}

// `Between: 1 February 2024 to` at the end of one line, the last day at the beginning of the next.
function wrapped(lines: readonly TextLine[]): readonly DatedLine[] {
  return lines.flatMap((line, index) => {
    const next = lines[index + 1];
    return next && next.page === line.page ? [datedLine(`${textOf(line.words)} ${textOf(next.words)}`)] : [];
  });
}

const figuresAndMonths = new RegExp(`\\d+|\\b(?:${shortMonthNames.join('|')})[a-z]*`, 'gi');

// A file of several months in a row states one period for each, in the same words.
function joinedPeriods(lines: readonly DatedLine[], order: DayMonthOrder): StatementPeriod | undefined {
  let words: string | undefined;
  let whole: StatementPeriod | undefined;
  for (const line of lines) {
    const period = rangeIn(line, order);
    const same = line.text.replace(figuresAndMonths, '#');
    if (!period || (words !== undefined && same !== words)) continue;
    words = same;
    whole = {
      from: whole && whole.from < period.from ? whole.from : period.from,
      to: whole && whole.to > period.to ? whole.to : period.to,
    };
  }
  return whole;
}

function rangeIn({ text, dates }: DatedLine, order: DayMonthOrder): StatementPeriod | undefined {
  for (const [index, from] of dates.entries()) {
    const to = dates[index + 1];
    const between = text.slice(from.to, to?.from).trim();
    const isRange =
      /^(?:-|–|—|to|and|till|until|through|:|\/|~)$/.test(between) ||
      /\b(?:end|to)\b/.test(between) ||
      (between === '' && /period|range|from/.test(text));
    const period = isRange ? periodOf(from, to, order) : undefined;
    if (period) return period;
  }
  return undefined;
}

function labelledPeriod(lines: readonly DatedLine[], order: DayMonthOrder): StatementPeriod | undefined {
  const from = lines.find(({ text, dates }) => dates.length > 0 && /\b(?:start|from|begin)/.test(text));
  const to = lines.find(({ text, dates }) => dates.length > 0 && /\b(?:end|to)\b/.test(text));
  return periodOf(from?.dates[0], to?.dates.at(-1), order);
}

function periodOf(
  from: DateInText | undefined,
  to: DateInText | undefined,
  order: DayMonthOrder,
): StatementPeriod | undefined {
  if (!from || !to || from === to) return undefined;
  const both = from.date.order === 'md' || to.date.order === 'md' ? 'md' : order;
  const [first, last] = [plainDateOf(from.date, both), plainDateOf(to.date, both)];
  return first && last && first <= last ? { from: first, to: last } : undefined;
}
