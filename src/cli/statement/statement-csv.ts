import type { ReadTransaction, Statement } from '../../statements/statement.ts';

const columns = [
  'date',
  'time',
  'valueDate',
  'narration',
  'reference',
  'debit',
  'credit',
  'balance',
  'balancePrinted',
  'page',
  'line',
];

/** One row for each entry, oldest first, under a header; RFC 4180 in UTF-8. Amounts have two decimals and no grouping; `time` is empty where the page prints none. */
export function statementCsv({ transactions }: Statement): string {
  return [columns, ...transactions.map(rowOf)].map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
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

// Spreadsheets run what begins like a formula, also behind blanks and in its full-width forms, and whoever sends money chooses its narration.
const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** A text that no spreadsheet takes for a formula: an apostrophe stands before one that begins like it. */
function harmless(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
