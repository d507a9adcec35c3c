import { type Kobo, koboOf } from '../../domain/money.ts';
import type { StatedFigure } from '../facts/printed-figures.ts';
import { currencyMark } from '../text/currency.ts';
import { datesInText, type PrintedDate } from '../text/dates.ts';
import type { PrintedMoney } from '../text/money.ts';

/** An entry, an opening or closing balance, a balance carried between pages, or a sum. */
export type RowKind = 'entry' | 'opening' | 'closing' | 'carried' | 'total' | 'other';

export interface PrintedEntry {
  readonly kind: RowKind;
  readonly page: number;
  readonly line: number;
  readonly header: number;
  /** Undefined if the row prints none. Totals have none, and some banks print each day only once. */
  readonly date: PrintedDate | undefined;
  /** `HH:mm:ss` from a column of times, even if the row prints no day. */
  readonly time: string | undefined;
  /** The row has no date, but a date beside it belongs to no row: it may be this one's. */
  readonly isDateOpen?: boolean;
  readonly valueDate: PrintedDate | undefined;
  readonly narration: string;
  readonly reference: string;
  /** All words of the row's own line except amounts. They show the kind of row. */
  readonly words: string;
  readonly debit: PrintedMoney | undefined;
  readonly credit: PrintedMoney | undefined;
  readonly amount: PrintedMoney | undefined;
  readonly fee: PrintedMoney | undefined;
  readonly balance: PrintedMoney | undefined;
  /** The balance before the entry, where a second column prints it. */
  readonly before: PrintedMoney | undefined;
  /** From a column such as DR/CR. */
  readonly side: 'debit' | 'credit' | undefined;
}

/** The printed balance with its sign. Minus, parentheses and DR mean an overdrawn account. */
export function balanceOf({ balance }: Pick<PrintedEntry, 'balance'>): Kobo | undefined {
  return balance && signedBalance(balance);
}

export function signedBalance({ sign, side, magnitude }: PrintedMoney): Kobo {
  return sign < 0 || side === 'debit' ? koboOf(-magnitude) : magnitude;
}

const BALANCE = '(?:balance|bal)\\.?';
const opening = new RegExp(
  '^(?:statement |account |your )?(?:opening|open|beginning|start(?:ing)?|initial|previous)(?: statement)? ?' +
    `(?:${BALANCE}|book ${BALANCE})?$|^${BALANCE} ?(?:b/?f(?:wd)?|brought ?forward|b/?d)$` +
    `|^(?:b/?f(?:wd)?|brought ?forward)(?: ${BALANCE})?$|^opening$`,
);
const carriedOn = new RegExp(
  `^(?:page )?(?:${BALANCE} )?(?:c/?f(?:wd)?|carried ?(?:forward|down)|c/?d)(?: ${BALANCE})?(?: to next page)?$` +
    `|^${BALANCE} carried$`,
);
const closing = new RegExp(
  `^(?:statement |account |your )?(?:closing|ending|end|final)(?: statement)? ?(?:${BALANCE}|book ${BALANCE})?$` +
    `|^${BALANCE} as ?(?:at|of|on)\\b.*$`,
);
// A balance as at the first day is the opening balance.
const asAt = /\bas ?(?:at|of|on)\b/i;
const total = new RegExp(
  '^(?:grand |page |sub-?|column |overall |period |da(?:y|ily) |month(?:ly)? |statement )?(?:totals?|turnover|sum)' +
    '(?:\\s*(?:\\([^()]*\\)|debits?|credits?|withdrawals?|deposits?|lodge?ments?|amount' +
    '|for (?:the )?(?:page|period|month)|transactions?|money (?:in|out)|inflow|outflow|c\\/f|b\\/f))*$' +
    '|^(?:debit|credit)s? (?:total|count|turnover)$',
);

// One of these is in every text that names a row. Most rows have none, and need no closer look.
const MAY_NAME =
  /bal|open|begin|start|initial|previous|f(?:wd)?(?![a-z])|forward|[bc]\/?d|carried|clos|end|final|total|turnover|sum|count/i;

/** Separates entries from balances and sums that are printed as rows. */
export function rowKindOf(entry: Omit<PrintedEntry, 'kind'>): RowKind {
  const text = entry.narration === '' || entry.words.includes(entry.narration) ? entry.words : entry.narration;
  const amount = [entry.debit, entry.credit, entry.amount, entry.fee].find((money) => money && money.magnitude > 0);
  if (!MAY_NAME.test(text)) return amount ? 'entry' : 'other';
  const words = plain(text);
  // A row with an amount and a different balance moved money, whatever its text says.
  if (entry.date && amount && entry.balance && amount.magnitude !== entry.balance.magnitude && !total.test(words))
    return 'entry';
  if (opening.test(words)) return 'opening';
  if (carriedOn.test(words)) return 'carried';
  if (closing.test(words)) return 'closing';
  if (total.test(words) && (!entry.date || !entry.balance || words.length < 16)) return 'total';
  return amount ? 'entry' : 'other';
}

/** Whether the words beside figures name a balance or a sum, not an entry. */
export function nameOwnRow(words: string): boolean {
  if (!MAY_NAME.test(words)) return false;
  const text = plain(words);
  return [opening, carriedOn, closing, total].some((kind) => kind.test(text));
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(currencyMark, ' ')
    .replace(/[*:;=_'"]+|\.(?=\s|$)/g, ' ')
    .replace(/-+(?=\s|$)|(?<=^|\s)-+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whether the row's columns give its figures, so that it is not read as text with a label. */
export function statesFigures({ kind, debit, credit }: PrintedEntry): boolean {
  return ['opening', 'closing', 'carried'].includes(kind) || (kind === 'total' && Boolean(debit && credit));
}

/** The entries, and the figures that balance and total rows state. */
export interface SortedRows {
  /** The entries in printed order: first all of them, then without a possible second table at the end. */
  readonly tables: () => Iterable<readonly PrintedEntry[]>;
  readonly figures: readonly StatedFigure[];
}

/** Removes rows that are not entries from a table and keeps the figures they state. */
export function sortRows(printed: readonly PrintedEntry[]): SortedRows {
  const rows = withoutRepeats(printed);
  const isEntry = ({ kind }: PrintedEntry) => kind === 'entry';
  const [first, last] = [rows.findIndex(isEntry), rows.findLastIndex(isEntry)];
  const balances = rows.flatMap((row, index): StatedFigure[] => {
    // Balances between entries are carried from page to page, so they state nothing.
    if ((row.kind !== 'opening' && row.kind !== 'closing') || (index >= first && index <= last)) return [];
    const value = statedBalance(row);
    const on =
      row.kind === 'closing' && asAt.test(row.words) ? (datesInText(row.words)[0]?.date ?? row.date) : undefined;
    return value === undefined ? [] : [{ figure: `${row.kind}Balance`, value, on }];
  });
  return { tables: () => tablesIn(rows), figures: [...balances, ...statedTotals(rows)] };
}

// Some producers draw a row at a page break on both pages, and either copy may lack a part.
function withoutRepeats(printed: readonly PrintedEntry[]): readonly PrintedEntry[] {
  const rows: PrintedEntry[] = [];
  for (const row of printed) {
    const before = rows.at(-1);
    if (!before || !isDrawnAgain(row, before)) rows.push(row);
    else rows[rows.length - 1] = fuller(before, row);
  }
  return rows;
}

function fuller(first: PrintedEntry, second: PrintedEntry): PrintedEntry {
  const longer = (one: string, other: string) => (other.length > one.length ? other : one);
  return {
    ...first,
    date: first.date ?? second.date,
    valueDate: first.valueDate ?? second.valueDate,
    narration: longer(first.narration, second.narration),
    reference: longer(first.reference, second.reference),
  };
}

// A real entry changes the balance. The same balance again means the same row.
function isDrawnAgain(row: PrintedEntry, before: PrintedEntry): boolean {
  if (before.page === row.page || !row.balance || row.kind !== 'entry') return false;
  const figures = ({ debit, credit, amount, balance }: PrintedEntry) =>
    JSON.stringify([debit, credit, amount, balance]);
  const sameDay = !row.date || !before.date || JSON.stringify(row.date) === JSON.stringify(before.date);
  return sameDay && figures(row) === figures(before);
}

// Some banks print the balance brought forward in an amount column.
function statedBalance(row: PrintedEntry): number | undefined {
  const balance = balanceOf(row);
  if (balance !== undefined) return balance;
  if (row.credit && row.credit.magnitude > 0) return row.credit.magnitude;
  if (row.debit && row.debit.magnitude > 0) return -row.debit.magnitude;
  return row.amount && (row.amount.sign < 0 ? -row.amount.magnitude : row.amount.magnitude);
}

// Sums of pages or months come several times. The sum of the statement comes once.
function statedTotals(rows: readonly PrintedEntry[]): readonly StatedFigure[] {
  const [only, second] = rows.flatMap(({ kind, words, debit, credit }) =>
    kind === 'total' && !/page|sub|month|period/i.test(words) && debit && credit ? [{ debit, credit }] : [],
  );
  if (!only || second) return [];
  return [
    { figure: 'totalDebit', value: only.debit.magnitude },
    { figure: 'totalCredit', value: only.credit.magnitude },
  ];
}

const MOST_ENDS = 3;

// Lists of fees, standing orders and loans may follow the last balance, with columns much like the account's.
function* tablesIn(rows: readonly PrintedEntry[]): Iterable<readonly PrintedEntry[]> {
  const all = rows.filter((row) => row.kind === 'entry');
  yield all;
  const lastBalance = all.findLastIndex((entry) => entry.balance !== undefined) + 1;
  if (lastBalance > 0 && lastBalance < all.length) yield all.slice(0, lastBalance);
  const ends = rows.flatMap(({ kind }, index) => (['closing', 'total', 'opening'].includes(kind) ? [index] : []));
  for (const end of ends.slice(-MOST_ENDS).toReversed()) {
    const before = rows.slice(0, end).filter((row) => row.kind === 'entry');
    if (before.length > 0 && before.length < all.length) yield before;
  }
}
