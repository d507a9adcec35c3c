import type { PlainDate } from '../domain/calendar.ts';
import { type Kobo, koboOf, nairaFromKobo } from '../domain/money.ts';
import { StatementError } from '../errors.ts';
import { accountIn } from './facts/account-facts.ts';
import { figuresIn, figuresOf, periodIn, type StatedFigure } from './facts/printed-figures.ts';
import { faultsIn, proveStatement } from './proof/prove-statement.ts';
import { bestReading, type Reading } from './proof/weigh-readings.ts';
import type { ReadStatementOptions } from './read-options.ts';
import type { ReadTransaction, Statement, StatementPeriod, StatementProof } from './statement.ts';
import { cuttings } from './table/column-bands.ts';
import { foldEntries } from './table/fold-entries.ts';
import { unglueDates } from './table/glued-dates.ts';
import { balanceOf, type PrintedEntry, sortRows } from './table/printed-rows.ts';
import { type AccountPart, chooseAccount, splitAccounts } from './table/split-accounts.ts';
import { moneyHabitsOf } from './table/table-line.ts';
import { type CutPages, cutPages, otherBalances, regionsOf } from './table/table-regions.ts';
import { type DayMonthOrder, type KnownDays, orderShownBy, plainDateOf } from './text/dates.ts';
import type { LinesOfPages, TextLine } from './text/lines.ts';

export interface LinesReading extends Pick<ReadStatementOptions, 'account' | 'bankCode'> {
  /** Called often. Throw to end the reading. */
  readonly onCheckpoint?: (() => void) | undefined;
  /** Default `text`. */
  readonly source?: Statement['source'];
}

/** Reads a statement from the lines of its pages. @throws StatementError `no_transaction_table` | `several_accounts` */
export function readLines(drawn: LinesOfPages, how: LinesReading = {}): Statement {
  const { pages, number } = unglueDates(drawn);
  const statement = readTables(pages, how);
  return statement.account.number || !number ? statement : { ...statement, account: { ...statement.account, number } };
}

function readTables(pages: LinesOfPages, how: LinesReading): Statement {
  const titled = readCut(cutPages(pages), pages, how);
  if (titled && titled.transactions.length > 0) return titled;
  // Only without a table under titles: titles say more about columns than their content does.
  const folded = foldEntries(pages);
  const untitled = folded && readCut(folded, pages, how);
  if (untitled && untitled.transactions.length > 0) return untitled;
  throw new StatementError(
    'no_transaction_table',
    'The statement holds no table of transactions: no lines with a date, a narration and amounts were found. Send the ' +
      'statement itself, not a letter or a summary.',
  );
}

/** Reads the tables of a file in the ways in which they can be cut, until one proves itself. */
function readCut({ front, parts }: CutPages, pages: LinesOfPages, how: LinesReading) {
  const { account, onCheckpoint } = how;
  onCheckpoint?.();
  const { withKobo } = moneyHabitsOf(pages);
  // The likeliest way comes first. The others are tried only if it proves nothing.
  const ways = [{ withKobo }, { withKobo: !withKobo }].flatMap((habits) =>
    cuttings.map((cutting) => ({ cutting, habits, cut: parts })),
  );
  const others = otherBalances(parts).flatMap((cut) => ways.slice(0, 1).map((way) => ({ ...way, cut })));
  let best: Statement | undefined;
  for (const { cutting, habits, cut } of [...ways, ...others]) {
    const accounts = splitAccounts(front, regionsOf(cut, cutting), { habits, onCheckpoint });
    if (accounts.every(({ rows, around }) => rows.length === 0 && around.length === 0)) continue;
    const statement = readAccount(chooseAccount(accounts, account), pages.length, how);
    if (!best || faultsOf(statement) < faultsOf(best)) best = statement;
    if (best.proof.proved) return best;
  }
  return best;
}

function faultsOf({ proof, transactions }: Statement): number {
  return transactions.length === 0 ? Number.POSITIVE_INFINITY : faultsIn(proof);
}

function readAccount({ rows, around }: AccountPart, pages: number, how: LinesReading): Statement {
  const { source = 'text', bankCode = '' } = how;
  const { tables, figures } = sortRows(rows);
  const order = orderShownBy(rows.map((row) => row.date));
  const period = periodIn(around, order);
  const days = period ?? daysOf(rows, order);
  let best: AccountReading | undefined;
  for (const stated of statedIn(around)) {
    const all = figuresOf([...stated, ...figures], days, order);
    const valuesOf = (name: string) => all.flatMap(({ figure, value }) => (figure === name ? [koboOf(value)] : []));
    const openings = [...new Set(valuesOf('openingBalance'))];
    // Count all rows as the account's, unless dropping rows after its end explains the printed figures better.
    for (const entries of tables()) {
      if (best?.proof.proved) break;
      const reading = bestReading(entries, { known: period ?? {}, openings });
      const proof = proveStatement(reading, all, period);
      if (!best || faultsIn(proof) < faultsIn(best.proof))
        best = { reading, proof, closing: valuesOf('closingBalance').at(-1) };
    }
  }
  // The first table, with all rows, always exists.
  const { reading, proof, closing } = best as NonNullable<typeof best>;
  return {
    source,
    account: accountIn(around, {
      currencies: currenciesOf(reading),
      narrations: reading.entries.map(({ narration }) => narration),
    }),
    period: period ?? daysCovered(reading),
    openingBalance: naira(reading.chain.opening),
    closingBalance: naira(closing ?? reading.chain.entries.at(-1)?.balance),
    transactions: transactionsOf(reading, bankCode),
    proof,
    integrity: { findings: [] },
    pages,
  };
}

interface AccountReading {
  readonly reading: Reading;
  readonly proof: StatementProof;
  readonly closing: Kobo | undefined;
}

// Nearly all statements print figures after their labels. Where that proves nothing, they may stand before them.
function statedIn(around: readonly TextLine[]): readonly (readonly StatedFigure[])[] {
  const [after, before] = [figuresIn(around), figuresIn(around, 'before')];
  return before.length === 0 || JSON.stringify(after) === JSON.stringify(before) ? [after] : [after, before];
}

function daysOf(rows: readonly PrintedEntry[], order: DayMonthOrder): KnownDays {
  const days = rows.flatMap(({ date }) => (date && plainDateOf(date, order)) ?? []).sort();
  return { from: days[0], to: days.at(-1) };
}

function currenciesOf({ entries }: Reading): readonly string[] {
  return entries.flatMap(({ debit, credit, amount, balance }) =>
    [debit, credit, amount, balance].flatMap((money) => money?.currency ?? []),
  );
}

function naira(kobo: Kobo | undefined): number | null {
  return kobo === undefined ? null : nairaFromKobo(kobo);
}

function daysCovered({ days }: Reading): StatementPeriod | null {
  const known = days.filter((day) => day !== undefined).sort();
  const [from, to] = [known[0], known.at(-1)];
  return from && to ? { from, to } : null;
}

function transactionsOf({ entries, days, chain }: Reading, bankCode: string): readonly ReadTransaction[] {
  const order = orderShownBy(entries.map((entry) => entry.valueDate));
  let day: PlainDate | undefined;
  return entries.flatMap((entry, index): ReadTransaction[] => {
    day = days[index] ?? day;
    const { movement, balance } = chain.entries[index] ?? {};
    if (!day || movement === undefined) return [];
    const valueDate = entry.valueDate && plainDateOf(entry.valueDate, order);
    return [
      {
        type: movement < 0 ? 'debit' : 'credit',
        narration: entry.narration,
        amount: Math.abs(nairaFromKobo(movement)),
        date: `${day}T${entry.date?.time ?? '00:00:00'}.000Z`,
        balance: naira(balance),
        bankCode,
        balancePrinted: balanceOf(entry) !== undefined,
        ...(valueDate && { valueDate }),
        ...(entry.reference && { reference: entry.reference }),
        page: entry.page,
        line: entry.line,
      },
    ];
  });
}
