import { formatKobo, koboFromAnswer } from '../../domain/money.ts';
import type { ReadTransaction, Statement } from '../../statements/statement.ts';
import { type Cell, displayWidth, fitText, type Paint, printable, textTable } from '../terminal/terminal-text.ts';

/** Where a table is printed. */
export interface TableStyle {
  /** Cells of a line; undefined where lines may be of any length. */
  readonly columns: number | undefined;
  readonly drawsBlocks: boolean;
  readonly paint: Paint;
}

const head = ['date', 'narration', right('debit'), right('credit'), right('balance')];
const DATE_WIDTH = 10;
const LEAST_NARRATION = 16;
const MOST_LINES = 3;
const NOT_FOLLOWING = '< does not follow';

/** The entries, one row each; narrations are wrapped to fit the terminal, and cut after three lines. A balance that was computed, not printed, has a `~`. */
export function transactionTable(
  { transactions, proof }: Statement,
  { columns, drawsBlocks, paint }: TableStyle,
): string {
  const broken = new Set(proof.chain.broken.map(({ index }) => index));
  const amounts = transactions.map(amountsOf);
  const width =
    columns === undefined ? Number.POSITIVE_INFINITY : narrationWidth(amounts, { columns, hasBroken: broken.size > 0 });
  const rows = transactions.flatMap((entry, index) => {
    const [first = '', ...rest] = fitText(printable(entry.narration), {
      width,
      lines: MOST_LINES,
      mark: drawsBlocks ? '…' : '...',
    });
    const { debit, credit, balance } = amounts[index] as Amounts;
    const row: readonly Cell[] = [
      entry.date.slice(0, DATE_WIDTH),
      first,
      right(debit),
      { ...right(credit), colour: 'green' },
      { ...right(balance), colour: entry.balancePrinted ? undefined : 'dim' },
      broken.has(index) ? { text: NOT_FOLLOWING, colour: 'red' } : '',
    ];
    return [row, ...rest.map((line): readonly Cell[] => ['', line])];
  });
  return textTable(rows, paint, head);
}

interface Amounts {
  readonly debit: string;
  readonly credit: string;
  readonly balance: string;
}

function amountsOf({ type, amount, balance, balancePrinted }: ReadTransaction): Amounts {
  const text = amountText(amount);
  return {
    debit: type === 'debit' ? text : '',
    credit: type === 'credit' ? text : '',
    balance: balance === null ? '' : `${balancePrinted ? '' : '~'}${amountText(balance)}`,
  };
}

function narrationWidth(
  amounts: readonly Amounts[],
  { columns, hasBroken }: { readonly columns: number; readonly hasBroken: boolean },
): number {
  const widest = (name: keyof Amounts) =>
    amounts.reduce((most, each) => Math.max(most, displayWidth(each[name])), name.length);
  const money = widest('debit') + widest('credit') + widest('balance');
  const taken = 2 + DATE_WIDTH + money + 4 * 2 + (hasBroken ? NOT_FOLLOWING.length + 2 : 0);
  return Math.max(LEAST_NARRATION, columns - taken);
}

/** Text at the right edge of its column. */
export function right(text: string) {
  return { text, isRight: true };
}

/** An amount as `12,500.00` or `-0.50`, without its currency; `?` where it is not known. */
export function amountText(naira: number | null): string {
  const kobo = koboFromAnswer(naira);
  return kobo === undefined ? '?' : formatKobo(kobo).replace('₦', '');
}
