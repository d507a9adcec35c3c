import { type Kobo, koboOf } from '../../domain/money.ts';
import type { StatedFigure } from '../facts/printed-figures.ts';
import type { PrintedDate } from '../text/dates.ts';
import type { PrintedMoney } from '../text/money.ts';

/** An entry of the account, a balance at its beginning or end, one carried from page to page, or a sum. */
export type RowKind = 'entry' | 'opening' | 'closing' | 'carried' | 'total' | 'other';

export interface PrintedEntry {
  readonly kind: RowKind;
  readonly page: number;
  readonly line: number;
  readonly header: number;
  /** Undefined where the row prints none: banks that print a day once, totals, balances brought forward. */
  readonly date: PrintedDate | undefined;
  /** `HH:mm:ss` of a column of times, also where the row prints no day. */
  readonly time: string | undefined;
  readonly valueDate: PrintedDate | undefined;
  readonly narration: string;
  readonly reference: string;
  /** All words of the row's own line that are no amount: they show what kind of row it is. */
  readonly words: string;
  readonly debit: PrintedMoney | undefined;
  readonly credit: PrintedMoney | undefined;
  readonly amount: PrintedMoney | undefined;
  readonly fee: PrintedMoney | undefined;
  readonly balance: PrintedMoney | undefined;
  /** What a column such as DR/CR says. */
  readonly side: 'debit' | 'credit' | undefined;
}

/** The balance a row prints, with its sign: minus, parentheses and DR say that the account is overdrawn. */
export function balanceOf({ balance }: Pick<PrintedEntry, 'balance'>): Kobo | undefined {
  if (!balance) return undefined;
  return balance.sign < 0 || balance.side === 'debit' ? koboOf(-balance.magnitude) : balance.magnitude;
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
const total = new RegExp(
  '^(?:grand |page |sub-?|column |overall |period |monthly |statement )?(?:totals?|turnover|sum)' +
    '(?:\\s*(?:\\([^()]*\\)|debits?|credits?|withdrawals?|deposits?|lodge?ments?|amount' +
    '|for (?:the )?(?:page|period|month)|transactions?|money (?:in|out)|inflow|outflow|c\\/f|b\\/f))*$' +
    '|^(?:debit|credit)s? (?:total|count|turnover)$',
);

/** Separates entries from the balances and sums that are printed as rows among them. */
export function rowKindOf(entry: Omit<PrintedEntry, 'kind'>): RowKind {
  const words = plain(entry.narration === '' || entry.words.includes(entry.narration) ? entry.words : entry.narration);
  const amount = [entry.debit, entry.credit, entry.amount].find((money) => money && money.magnitude > 0);
  // With an amount and another balance it moved money, whatever it is called.
  if (entry.date && amount && entry.balance && amount.magnitude !== entry.balance.magnitude && !total.test(words))
    return 'entry';
  if (opening.test(words)) return 'opening';
  if (carriedOn.test(words)) return 'carried';
  if (closing.test(words)) return 'closing';
  if (total.test(words) && (!entry.date || !entry.balance || words.length < 16)) return 'total';
  return amount ? 'entry' : 'other';
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/₦|\bngn\b|[*:;=_'"]+|\.(?=\s|$)/g, ' ')
    .replace(/-+(?=\s|$)|(?<=^|\s)-+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Is it a row whose figures are taken as a row's, not as a line of text with a label? */
export function statesFigures({ kind, debit, credit }: PrintedEntry): boolean {
  return ['opening', 'closing', 'carried'].includes(kind) || (kind === 'total' && Boolean(debit && credit));
}

/** Rows by what they are, and what balance and total rows state. */
export interface SortedRows {
  /** The entries in printed order: all of them first, then without what may be another table behind them. */
  readonly tables: Iterable<readonly PrintedEntry[]>;
  readonly figures: readonly StatedFigure[];
}

/** Takes the rows that are no entries out of a table and keeps what they state. */
export function sortRows(printed: readonly PrintedEntry[]): SortedRows {
  const rows = withoutRepeats(printed);
  const isEntry = ({ kind }: PrintedEntry) => kind === 'entry';
  const [first, last] = [rows.findIndex(isEntry), rows.findLastIndex(isEntry)];
  const balances = rows.flatMap((row, index): StatedFigure[] => {
    // Balances between entries are carried from page to page.
    if ((row.kind !== 'opening' && row.kind !== 'closing') || (index >= first && index <= last)) return [];
    const value = statedBalance(row);
    return value === undefined ? [] : [{ figure: `${row.kind}Balance`, value }];
  });
  return { tables: tablesIn(rows), figures: [...balances, ...statedTotals(rows)] };
}

// Some producers draw the row that a page's end cuts on both pages, and either copy may lack a part.
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

// An entry that moved money cannot leave the balance of the one before.
function isDrawnAgain(row: PrintedEntry, before: PrintedEntry): boolean {
  if (before.page === row.page || !row.balance || row.kind !== 'entry') return false;
  const figures = ({ debit, credit, amount, balance }: PrintedEntry) =>
    JSON.stringify([debit, credit, amount, balance]);
  const sameDay = !row.date || !before.date || JSON.stringify(row.date) === JSON.stringify(before.date);
  return sameDay && figures(row) === figures(before);
}

// Some banks print the balance brought forward in a column of amounts.
function statedBalance(row: PrintedEntry): number | undefined {
  const balance = balanceOf(row);
  if (balance !== undefined) return balance;
  if (row.credit && row.credit.magnitude > 0) return row.credit.magnitude;
  if (row.debit && row.debit.magnitude > 0) return -row.debit.magnitude;
  return row.amount && (row.amount.sign < 0 ? -row.amount.magnitude : row.amount.magnitude);
}

// Sums of a page or a month are many; the sum of the statement is the only one.
function statedTotals(rows: readonly PrintedEntry[]): readonly StatedFigure[] {
  const totals = rows.flatMap(({ kind, words, debit, credit }) =>
    kind === 'total' && !/page|sub|month|period/i.test(words) && debit && credit ? [{ debit, credit }] : [],
  );
  const [only, second] = totals;
  if (!only || second) return [];
  return [
    { figure: 'totalDebit', value: only.debit.magnitude },
    { figure: 'totalCredit', value: only.credit.magnitude },
  ];
}

const MOST_ENDS = 3;

// Lists of fees, standing orders and loans are printed behind the last balance, in columns much like the account's.
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
