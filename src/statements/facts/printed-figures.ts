import type { Kobo } from '../../domain/money.ts';
import type { PrintedFigure } from '../statement.ts';
import type { TextLine, Word } from '../text/lines.ts';
import { moneyOf } from '../text/money.ts';
import { type FoundLabel, type LabelPatterns, labelsIn } from './labels-in-line.ts';

/** A figure that a statement prints about its rows: kobo, or a count. */
export interface StatedFigure {
  readonly figure: PrintedFigure['figure'];
  readonly value: number;
}

const OUT = '(?:debits?|withdrawals?|money[ -]?out|out-?flows?|payments?|dr\\b|outgoings?|spent|expenses?)';
const IN = '(?:credits?|deposits?|lodge?ments?|money[ -]?in\\b|in-?flows?|cr\\b|incomings?|received|receipts?)';
const COUNT = '(?:count|no\\.?|number|volume|qty)';

const patterns: LabelPatterns<PrintedFigure['figure'] | 'ignored'> = [
  [
    'ignored',
    /\b(?:page|sub-?|monthly|daily|average|avg\.?|minimum|maximum|available|uncleared|cleared|book|lien|blocked) ?(?:total|balance|debits?|credits?)\b/g,
  ],
  [
    'debitCount',
    new RegExp(
      `\\b(?:total )?${COUNT} of ${OUT}(?: transactions?| entries)?|\\b(?:total )?${OUT} (?:transactions? )?(?:count\\b|no\\.|number\\b|volume\\b)`,
      'g',
    ),
  ],
  [
    'creditCount',
    new RegExp(
      `\\b(?:total )?${COUNT} of ${IN}(?: transactions?| entries)?|\\b(?:total )?${IN} (?:transactions? )?(?:count\\b|no\\.|number\\b|volume\\b)`,
      'g',
    ),
  ],
  [
    'count',
    /\b(?:total )?(?:no\.?|number|count) of (?:transactions|entries|records)\b|\b(?:transactions? count|total transactions)\b/g,
  ],
  [
    'openingBalance',
    /\b(?:opening|beginning|starting|start)(?: book| statement| account)? ?bal(?:ance|\.)?|\bbal(?:ance|\.)? ?(?:b\/?f(?:wd)?\b|brought forward)|\bopening\b(?= ?[:₦])/g,
  ],
  ['closingBalance', /\b(?:closing|ending|end)(?: book| statement| account)? ?bal(?:ance|\.)?|\bclosing\b(?= ?[:₦])/g],
  [
    'totalDebit',
    new RegExp(
      `\\btotal (?:amount )?(?:of )?${OUT}(?: amount| value| turnover)?|\\b${OUT} (?:total|turnover)\\b|\\bmoney[ -]?out\\b`,
      'g',
    ),
  ],
  [
    'totalCredit',
    new RegExp(
      `\\btotal (?:amount )?(?:of )?${IN}(?: amount| value| turnover)?|\\b${IN} (?:total|turnover)\\b|\\bmoney[ -]?in\\b`,
      'g',
    ),
  ],
];

/** The figures that lines outside the table state: beside their label, or below it where labels stand in a row of their own. */
export function figuresIn(lines: readonly TextLine[]): readonly StatedFigure[] {
  const stated: StatedFigure[] = [];
  lines.forEach((line, index) => {
    for (const label of labelsIn(line, patterns)) {
      if (label.name === 'ignored') continue;
      const value =
        valueBeside(label) ??
        valueBelow(
          label,
          lines.slice(index + 1, index + 4).filter((below) => below.page === line.page),
        );
      if (value !== undefined) stated.push({ figure: label.name, value });
    }
  });
  return stated;
}

type Label = FoundLabel<PrintedFigure['figure'] | 'ignored'>;

function isCount(label: Label): boolean {
  return label.name === 'count' || label.name === 'debitCount' || label.name === 'creditCount';
}

function valueBeside(label: Label): number | undefined {
  // A sign or a mark of the currency may stand apart, and so may CR.
  for (let length = Math.min(4, label.value.length); length > 0; length--) {
    const value = figureOf(label.value.slice(0, length), label);
    if (value !== undefined) return value;
  }
  return undefined;
}

// Below a label stands one figure; more of them are a table of their own, by months or products.
function valueBelow(label: Label, lines: readonly TextLine[]): number | undefined {
  if (label.value.length > 0) return undefined;
  const values = lines.flatMap((line) => {
    const under = line.words.filter(
      (word) => word.right > label.left - 4 && word.left < Math.min(label.until - 2, label.right + 8 * word.size),
    );
    const value = valueBeside({ ...label, value: under });
    return value === undefined ? [] : [value];
  });
  return values.length === 1 ? values[0] : undefined;
}

function figureOf(words: readonly Word[], label: Label): number | undefined {
  // The mark of the currency may belong to the label: `Opening Balance (₦): 1,000.00`.
  const text = words
    .map((word) => word.text)
    .join('')
    .replace(/^\((?:₦|NGN|N)\)[:=]*/i, '');
  if (isCount(label)) return /^\d{1,6}$/.test(text.replaceAll(',', '')) ? Number(text.replaceAll(',', '')) : undefined;
  const money = moneyOf(text);
  if (!money || !/[.,]\d|^\D*0\D*$|₦|ngn/i.test(text)) return undefined;
  return signed(money.magnitude, money.sign < 0 || (money.side === 'debit' && /Balance$/.test(label.name)));
}

function signed(magnitude: Kobo, isNegative: boolean): number {
  return isNegative ? -magnitude : magnitude;
}
