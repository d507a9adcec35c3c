import { shortMonthNames } from '../../domain/calendar.ts';
import type { PrintedFigure, StatementPeriod } from '../statement.ts';
import { type DateInText, type DayMonthOrder, datesInText, plainDateOf } from '../text/dates.ts';
import { type TextLine, textOf, type Word } from '../text/lines.ts';
import { moneyOf } from '../text/money.ts';
import { type FoundLabel, type LabelPatterns, labelsIn } from './labels-in-line.ts';

/** A figure that a statement prints about its rows: an amount in kobo, or a count. */
export interface StatedFigure {
  readonly figure: PrintedFigure['figure'];
  readonly value: number;
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

const patterns: LabelPatterns<PrintedFigure['figure'] | 'ignored'> = [
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
        '|\\bbal(?:ance|\\.)? ?(?:b\\/?f(?:wd)?\\b|brought forward)|\\bopening\\b(?= ?[:₦])',
      'g',
    ),
  ],
  ['closingBalance', /\b(?:closing|ending|end)(?: book| statement| account)? ?bal(?:ance|\.)?|\bclosing\b(?= ?[:₦])/g],
  ['totalDebit', totalOf(OUT, 'out')],
  ['totalCredit', totalOf(IN, 'in')],
];

/** The figures stated outside the table: beside their label, or below it in a row of labels. */
export function figuresIn(lines: readonly TextLine[]): readonly StatedFigure[] {
  return lines.flatMap((line, index) =>
    labelsIn(line, patterns).flatMap((label) => {
      if (label.name === 'ignored') return [];
      const below = lines.slice(index + 1, index + 4).filter(({ page }) => page === line.page);
      const value = valueBeside(label) ?? valueBelow(label, below);
      return value === undefined ? [] : [{ figure: label.name, value }];
    }),
  );
}

type Label = FoundLabel<PrintedFigure['figure'] | 'ignored'>;

function valueBeside(label: Label): number | undefined {
  // The sign, the currency symbol and `CR` may be separate words.
  for (let length = Math.min(4, label.value.length); length > 0; length--) {
    const value = figureOf(label.value.slice(0, length), label);
    if (value !== undefined) return value;
  }
  return undefined;
}

// One figure below a label is its value. Several figures are another table, by months or products.
function valueBelow(label: Label, lines: readonly TextLine[]): number | undefined {
  if (label.value.length > 0) return undefined;
  const values = lines.flatMap((line) => {
    const under = line.words.filter(
      ({ left, right, size }) => right > label.left - 4 && left < Math.min(label.until - 2, label.right + 8 * size),
    );
    return valueBeside({ ...label, value: under }) ?? [];
  });
  return values.length === 1 ? values[0] : undefined;
}

function figureOf(words: readonly Word[], { name }: Label): number | undefined {
  // The currency symbol may be part of the label: `Opening Balance (₦): 1,000.00`.
  const text = words
    .map((word) => word.text)
    .join('')
    .replace(/^\((?:₦|NGN|N)\)[:=]*/i, '');
  if (/count$/i.test(name)) {
    const digits = text.replaceAll(',', '');
    return /^\d{1,6}$/.test(digits) ? Number(digits) : undefined;
  }
  const money = moneyOf(text);
  if (!money || !/[.,]\d|^\D*0\D*$|₦|ngn/i.test(text)) return undefined;
  const isNegative = money.sign < 0 || (money.side === 'debit' && /Balance$/.test(name));
  return isNegative ? -money.magnitude : money.magnitude;
}

interface DatedLine {
  readonly text: string;
  readonly dates: readonly DateInText[];
}

/** The period that the statement states, if any. `order` is the order of day and month in its table. */
export function periodIn(lines: readonly TextLine[], order: DayMonthOrder): StatementPeriod | undefined {
  const read = lines.map((line) => datedLine(textOf(line.words)));
  return joinedPeriods(read, order) ?? joinedPeriods(wrapped(lines), order) ?? labelledPeriod(read, order);
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
      /^(?:-|–|—|to|and|till|until|through|:|\/|~)$/.test(between) ||
      /\b(?:end|to)\b/.test(between) ||
      (between === '' && /period|range|from/.test(text));
    const period = isRange ? periodOf(order, from, to) : undefined;
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
