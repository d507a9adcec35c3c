import type { PrintedFigure, Statement, StatementProof } from '../../statements/statement.ts';
import type { Paint } from '../colour.ts';
import { printable } from '../printable.ts';
import { type Cell, textTable } from '../text-table.ts';
import { amountText } from './amount-text.ts';

/** The proof in words: whether the statement proves itself and why not, the balance chain, and what the statement prints about itself next to what its rows give. */
export function proofText({ proof, transactions }: Statement, paint: Paint): string {
  const { proved, confidence, chain, doubts } = proof;
  const verdict = proved
    ? `${paint('green', 'proved')}: ${chain.checked > 0 ? 'each balance follows from the one before, and the entries' : 'no balances are printed, but the entries'} agree with what the statement prints about itself`
    : `${paint('red', 'not proved')} (confidence ${confidence.toFixed(2)}): rows may be missing or wrong`;
  const links = `balance chain: ${chain.checked} ${chain.checked === 1 ? 'link' : 'links'} checked, ${chain.broken.length === 0 ? 'none' : chain.broken.length} broken`;
  return [
    `${verdict}\n`,
    ...doubts.map((doubt) => `  ${paint('yellow', printable(doubt))}\n`),
    `  ${links}\n`,
    brokenText(proof, { dates: transactions.map(({ date }) => date.slice(0, 10)), paint }),
    figuresText(proof.printed, paint),
  ].join('');
}

// More do not help to find the first.
const MOST_BROKEN = 20;

function brokenText(
  { chain: { broken } }: StatementProof,
  { dates, paint }: { readonly dates: readonly string[]; readonly paint: Paint },
): string {
  const rows = broken
    .slice(0, MOST_BROKEN)
    .map(({ index, page, expected, printed }): readonly Cell[] => [
      right(String(page)),
      dates[index] ?? 'closing balance',
      right(amountText(expected)),
      right(amountText(printed)),
    ]);
  const more = broken.length > rows.length ? `  and ${broken.length - rows.length} more\n` : '';
  return `${textTable(rows, paint, [right('page'), 'date', right('would follow'), right('is printed')])}${more}`;
}

const names: Readonly<Record<PrintedFigure['figure'], string>> = {
  openingBalance: 'opening balance',
  closingBalance: 'closing balance',
  totalDebit: 'total of debits',
  totalCredit: 'total of credits',
  debitCount: 'number of debits',
  creditCount: 'number of credits',
  count: 'number of entries',
};

function figuresText(figures: readonly PrintedFigure[], paint: Paint): string {
  const rows = figures.map(({ figure, printed, computed, agrees }): readonly Cell[] => {
    const text = /count$/i.test(figure) ? (value: number | null) => String(value ?? '?') : amountText;
    return [
      names[figure],
      right(text(printed)),
      right(text(computed)),
      agrees ? { text: 'agrees', colour: 'green' } : { text: 'differs', colour: 'red' },
    ];
  });
  return textTable(rows, paint, ['the statement says', right('printed'), right('of the rows'), '']);
}

function right(text: string): Cell {
  return { text, isRight: true };
}
