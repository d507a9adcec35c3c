import { csvText, harmless } from '../../domain/csv-text.ts';
import { formatKobo, koboFromAnswer } from '../../domain/money.ts';
import type { ReadTransaction, Statement } from '../../statements/statement.ts';
import {
  type Cell,
  displayWidth,
  fitText,
  type Paint,
  printable,
  right,
  textTable,
} from '../terminal/terminal-text.ts';

export interface TableStyle {
  /** Terminal columns; undefined for lines of any length. */
  readonly columns: number | undefined;
  readonly drawsBlocks: boolean;
  readonly paint: Paint;
}

const head = ['date', 'narration', right('debit'), right('credit'), right('balance')];
const DATE_WIDTH = 10;
const LEAST_NARRATION = 16;
const MOST_LINES = 3;
const NOT_FOLLOWING = '< does not follow';
const REPAIRED = '< repaired';

/**
 * One row per entry. Narrations wrap, up to three lines. `~` marks a computed balance, which is not printed, and a note
 * a figure of a scan that was repaired.
 */
export function transactionTable(
  { transactions, proof }: Statement,
  { columns, drawsBlocks, paint }: TableStyle,
): string {
  const broken = new Set(proof.chain.broken.map(({ index }) => index));
  const amounts = transactions.map(amountsOf);
  const notes = transactions.map(({ repaired }, index) =>
    broken.has(index) ? NOT_FOLLOWING : repaired ? REPAIRED : '',
  );
  const width = columns === undefined ? Number.POSITIVE_INFINITY : narrationWidth(amounts, { columns, notes });
  const fitting = { width, lines: MOST_LINES, mark: drawsBlocks ? '…' : '...' };
  const rows = transactions.flatMap((entry, index) => {
    const [first = '', ...rest] = fitText(printable(entry.narration), fitting);
    const { debit, credit, balance } = amounts[index] as Amounts;
    const row: readonly Cell[] = [
      entry.date.slice(0, DATE_WIDTH),
      first,
      right(debit),
      { ...right(credit), colour: 'green' },
      { ...right(balance), colour: entry.balancePrinted ? undefined : 'dim' },
      notes[index] ? { text: notes[index], colour: broken.has(index) ? 'red' : 'yellow' } : '',
    ];
    return [row, ...rest.map((line): readonly Cell[] => ['', line])];
  });
  return textTable(rows, paint, head);
}

type Amounts = ReturnType<typeof amountsOf>;

function amountsOf({ type, amount, balance, balancePrinted }: ReadTransaction) {
  const text = amountText(amount);
  return {
    debit: type === 'debit' ? text : '',
    credit: type === 'credit' ? text : '',
    balance: balance === null ? '' : `${balancePrinted ? '' : '~'}${amountText(balance)}`,
  };
}

function narrationWidth(
  amounts: readonly Amounts[],
  { columns, notes }: { readonly columns: number; readonly notes: readonly string[] },
): number {
  const widest = (name: keyof Amounts) =>
    amounts.reduce((most, each) => Math.max(most, displayWidth(each[name])), name.length);
  const money = widest('debit') + widest('credit') + widest('balance');
  const note = notes.reduce((most, text) => Math.max(most, text.length), 0);
  const taken = 2 + DATE_WIDTH + money + 4 * 2 + (note > 0 ? note + 2 : 0);
  return Math.max(LEAST_NARRATION, columns - taken);
}

/** An amount as `12,500.00` or `-0.50`, without currency; `?` if unknown. */
export function amountText(naira: number | null): string {
  const kobo = koboFromAnswer(naira);
  return kobo === undefined ? '?' : formatKobo(kobo).replace('₦', '');
}

const columns = 'date time valueDate narration reference debit credit balance balancePrinted page line'.split(' ');

/**
 * The entries as CSV with a header row, oldest first: RFC 4180 in UTF-8. Amounts have two decimals and no grouping.
 * `time` is empty if the page prints none.
 */
export function statementCsv({ transactions }: Statement): string {
  return csvText([columns, ...transactions.map(rowOf)]);
}

function rowOf(entry: ReadTransaction): readonly string[] {
  const { date, valueDate = '', narration, reference = '', type, amount, balance, balancePrinted, page, line } = entry;
  const time = date.slice(11, 19);
  return [
    date.slice(0, 10),
    time === '00:00:00' ? '' : time,
    valueDate,
    harmless(narration),
    harmless(reference),
    type === 'debit' ? amount.toFixed(2) : '',
    type === 'credit' ? amount.toFixed(2) : '',
    balance === null ? '' : balance.toFixed(2),
    String(balancePrinted),
    String(page),
    String(line),
  ];
}
