import { daysBetween, shortMonthNames } from '../../domain/calendar.ts';
import type { PrintedFigure, StatementPeriod } from '../statement.ts';
import { currencyNamed } from '../text/currency.ts';
import {
  type DateInText,
  type DayMonthOrder,
  dateOf,
  datesInText,
  type KnownDays,
  type PrintedDate,
  plainDateOf,
} from '../text/dates.ts';
import { chunksOf, type TextLine, textOf, type Word } from '../text/lines.ts';
import { moneyOf } from '../text/money.ts';
import { type FoundLabel, type LabelPatterns, labelsIn } from './labels-in-line.ts';

/** A figure that a statement prints about its rows: an amount in kobo, or a count. */
export interface StatedFigure {
  readonly figure: PrintedFigure['figure'];
  readonly value: number;
  /** The day of a `balance as at` a day. It is the closing balance only if the statement ends on that day. */
  readonly on?: PrintedDate | undefined;
}

const OUT = '(?:debits?|withdrawals?|money[ -]?out|out-?flows?|payments?|dr\\b|outgoings?|spent|expenses?)';
const IN = '(?:credits?|deposits?|lodge?ments?|money[ -]?in\\b|in-?flows?|cr\\b|incomings?|received|receipts?)';

const countOf = (side: string) =>
  new RegExp(
    `\\b(?:total )?(?:count|no\\.?|number|volume|qty) of ${side}(?: transactions?| entries)?` +
      `|\\b(?:total )?${side} (?:transactions? )?(?:count\\b|no\\.|number\\b|volume\\b)`,
    'g',
  );
const totalOf = (side: string, money: string) =>
  new RegExp(
    `\\btotal (?:amount )?(?:of )?${side}(?: amount| value| turnover)?|\\b${side} (?:total|turnover)\\b` +
      `|\\bmoney[ -]?${money}\\b`,
    'g',
  );

const AT = 'bal(?:ance|\\.)? at (?:the )?';
// `Opening` alone is a label only before a figure.
const VALUE = '(?= ?(?:[^a-z\\s]|[a-z]{1,3} ?\\d))';

type LabelName = PrintedFigure['figure'] | 'balanceAsAt' | 'ignored';

const patterns: LabelPatterns<LabelName> = [
  [
    'ignored',
    new RegExp(
      '\\b(?:page|sub-?|monthly|daily|average|avg\\.?|minimum|maximum|available|uncleared|cleared|book|lien|blocked)' +
        ' ?(?:total|balance|debits?|credits?)\\b',
      'g',
    ),
  ],
  ['debitCount', countOf(OUT)],
  ['creditCount', countOf(IN)],
  [
    'count',
    new RegExp(
      '\\b(?:total )?(?:no\\.?|number|count) of (?:transactions|entries|records)\\b' +
        '|\\b(?:transactions? count|total transactions)\\b',
      'g',
    ),
  ],
  [
    'openingBalance',
    new RegExp(
      '\\b(?:opening|beginning|starting|start)(?: book| statement| account)? ?bal(?:ance|\\.)?' +
        `|\\bbal(?:ance|\\.)? ?(?:b\\/?f(?:wd)?\\b|brought forward)|\\b${AT}(?:start|beginning)\\b|\\bopening\\b${VALUE}`,
      'g',
    ),
  ],
  [
    'closingBalance',
    new RegExp(
      '\\b(?:closing|ending|end|final)(?: book| statement| account)? ?bal(?:ance|\\.)?' +
        `|\\b${AT}end\\b|\\bclosing\\b${VALUE}`,
      'g',
    ),
  ],
  ['balanceAsAt', /\bbal(?:ance|\.)? as (?:at|of|on)\b/g],
  ['totalDebit', totalOf(OUT, 'out')],
  ['totalCredit', totalOf(IN, 'in')],
];

/** Where figures stand: after or below their labels, or before or above them. */
export type FigurePlace = 'after' | 'before';

/** The figures stated outside the table, beside their labels or in a line of figures above or below a line of labels. */
export function figuresIn(lines: readonly TextLine[], place: FigurePlace = 'after'): readonly StatedFigure[] {
  return lines.flatMap((line, index) =>
    labelsIn(line, patterns).flatMap((label): StatedFigure[] => {
      if (label.name === 'ignored') return [];
      const beyond = place === 'after' ? lines.slice(index + 1, index + 4) : lines.slice(Math.max(0, index - 2), index);
      const near = beyond.filter(({ page }) => page === line.page);
      const beside = place === 'after' ? label.value : label.ahead;
      const value = figureBeside(label, beside, place) ?? (beside.length > 0 ? undefined : figureUnder(label, near));
      if (value === undefined) return [];
      if (label.name !== 'balanceAsAt') return [{ figure: label.name, value }];
      const on = dateFirst(label.value);
      return on ? [{ figure: 'closingBalance', value, on: on.date }] : [];
    }),
  );
}

/** Decides what a `balance as at` a day is: the opening or the closing balance of these days, or neither. */
export function figuresOf(
  stated: readonly StatedFigure[],
  { from, to }: KnownDays,
  order: DayMonthOrder,
): readonly StatedFigure[] {
  return stated.flatMap((one): readonly StatedFigure[] => {
    if (!one.on) return [one];
    const day = plainDateOf(one.on, order);
    if (!day || !from || !to) return [];
    // Before the first day, or on it: the balance of that morning. Some banks print the next day as the last one.
    if (day <= from && daysBetween(day, from) <= 1) return [{ figure: 'openingBalance', value: one.value }];
    return day >= to && daysBetween(to, day) <= 1 ? [{ figure: 'closingBalance', value: one.value }] : [];
  });
}

type Label = FoundLabel<LabelName>;

// The sign, the currency symbol and `CR` may be separate words.
const MOST_WORDS = 4;

function figureBeside(label: Label, words: readonly Word[], place: FigurePlace): number | undefined {
  const beside = place === 'after' ? withoutFiller(words) : words;
  for (let length = Math.min(MOST_WORDS, beside.length); length > 0; length--) {
    const value = figureOf(place === 'after' ? beside.slice(0, length) : beside.slice(-length), label);
    if (value !== undefined) return value;
  }
  return undefined;
}

const filler = /^(?:was|is|are|were|of|stood|stands|at|on|as|the|for|to|your|this|account|period|month|[:=])$/i;

// In a sentence: `opening balance on 01-Jan-2024 was 1,000.00, closing balance …`.
function withoutFiller(words: readonly Word[]): readonly Word[] {
  const date = dateFirst(words);
  if (date) return withoutFiller(words.slice(date.length));
  return words[0] && filler.test(words[0].text) ? withoutFiller(words.slice(1)) : words;
}

function dateFirst(words: readonly Word[]): { readonly date: PrintedDate; readonly length: number } | undefined {
  for (let length = Math.min(MOST_WORDS, words.length); length > 0; length--) {
    const text = words.slice(0, length).map((word) => word.text);
    const date = dateOf(text.join('').replace(/[.,:;]+$/, ''));
    if (date?.year !== undefined) return { date, length };
  }
  return undefined;
}

// One figure in the label's column is its value. Several figures are another table, by months or products.
function figureUnder(label: Label, lines: readonly TextLine[]): number | undefined {
  const values = lines.flatMap((line) => {
    const under = line.words.filter(
      ({ left, right, size }) => right > label.left - 4 && left < Math.min(label.until - 2, label.right + 8 * size),
    );
    return figureBeside(label, under, 'after') ?? [];
  });
  return values.length === 1 ? values[0] : undefined;
}

function figureOf(words: readonly Word[], { name }: Label): number | undefined {
  // The currency symbol may be part of the label: `Opening Balance (₦): 1,000.00`.
  const text = words
    .map((word) => word.text)
    .join('')
    .replace(/^\(([^\d()]{1,4})\)[:=]*/, (label, mark) => (currencyNamed(mark) ? '' : label))
    .replace(/[.,;]+$/, '');
  if (/count$/i.test(name)) {
    const digits = text.replaceAll(',', '');
    return /^\d{1,6}$/.test(digits) ? Number(digits) : undefined;
  }
  const money = moneyOf(text);
  if (!money || !(money.currency || /[.,]\d|^\D*0\D*$/.test(text))) return undefined;
  const isNegative = money.sign < 0 || (money.side === 'debit' && /Balance$|AsAt$/.test(name));
  return isNegative ? -money.magnitude : money.magnitude;
}

interface DatedLine {
  readonly text: string;
  readonly dates: readonly DateInText[];
}

/** The period that the statement states, if any. `order` is the order of day and month in its table. */
export function periodIn(lines: readonly TextLine[], order: DayMonthOrder): StatementPeriod | undefined {
  const read = lines.map((line) => datedLine(textOf(line.words)));
  return (
    joinedPeriods(read, order) ??
    joinedPeriods(wrapped(lines), order) ??
    labelledPeriod(read, order) ??
    barePeriod(lines, order)
  );
}

function datedLine(text: string): DatedLine {
  return { text: text.toLowerCase(), dates: datesInText(text) };
}

// The period may wrap: `Between: 1 February 2024 to` ends one line, and the last day begins the next.
function wrapped(lines: readonly TextLine[]): readonly DatedLine[] {
  return lines.flatMap((line, index) => {
    const next = lines[index + 1];
    return next && next.page === line.page ? [datedLine(`${textOf(line.words)} ${textOf(next.words)}`)] : [];
  });
}

const figuresAndMonths = new RegExp(`\\d+|\\b(?:${shortMonthNames.join('|')})[a-z]*`, 'gi');

// A file of consecutive monthly statements states one period for each, with the same label.
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
      /^(?:-|–|—|−|to|and|till|until|through|:|\/|~)$/.test(between) ||
      /\b(?:end|to)\b/.test(between) ||
      (between === '' && /period|range|from/.test(text));
    const period = isRange ? periodOf(order, from, to) : undefined;
    if (period) return period;
  }
  return undefined;
}

// Two days with nothing beside them but a number, such as the account's.
function barePeriod(lines: readonly TextLine[], order: DayMonthOrder): StatementPeriod | undefined {
  for (const chunk of lines.flatMap(({ words }) => chunksOf(words))) {
    const { text, dates } = datedLine(textOf(chunk));
    const rest = dates.reduceRight((left, { from, to }) => left.slice(0, from) + left.slice(to), text);
    const period = dates.length === 2 && /^[\d\s]*$/.test(rest) ? periodOf(order, dates[0], dates[1]) : undefined;
    if (period) return period;
  }
  return undefined;
}

function labelledPeriod(lines: readonly DatedLine[], order: DayMonthOrder): StatementPeriod | undefined {
  const from = lines.find(({ text, dates }) => dates.length > 0 && /\b(?:start|from|begin)/.test(text));
  const to = lines.find(({ text, dates }) => dates.length > 0 && /\b(?:end|to)\b/.test(text));
  return periodOf(order, from?.dates[0], to?.dates.at(-1));
}

function periodOf(order: DayMonthOrder, from?: DateInText, to?: DateInText): StatementPeriod | undefined {
  if (!from || !to || from === to) return undefined;
  const both = from.date.order === 'md' || to.date.order === 'md' ? 'md' : order;
  const [first, last] = [plainDateOf(from.date, both), plainDateOf(to.date, both)];
  return first && last && first <= last ? { from: first, to: last } : undefined;
}
