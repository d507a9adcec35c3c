import type { PlainDate } from '../domain/calendar.ts';
import { type Kobo, nairaFromKobo } from '../domain/money.ts';
import { StatementError } from '../errors.ts';
import { accountIn } from './facts/account-facts.ts';
import { figuresIn, type StatedFigure } from './facts/printed-figures.ts';
import { periodIn } from './facts/stated-period.ts';
import type { TextPage } from './pdf/text-page.ts';
import { faultsIn, proveStatement } from './proof/prove-statement.ts';
import { bestReading, type Reading } from './proof/weigh-readings.ts';
import type { ReadTransaction, Statement, StatementPeriod, StatementProof } from './statement.ts';
import { type Cutting, cuttings } from './table/column-bands.ts';
import { balanceOf, type PrintedEntry, sortRows } from './table/printed-rows.ts';
import { type AccountPart, chooseAccount, splitAccounts } from './table/split-accounts.ts';
import { type MoneyHabits, moneyHabitsOf } from './table/table-line.ts';
import { cutPages, regionsOf } from './table/table-regions.ts';
import { orderShownBy, plainDateOf } from './text/dates.ts';
import { linesOf, type TextLine } from './text/lines.ts';

/** What the reading of pages is told beside them. */
export interface ReadPagesOptions {
  /** Which account, where there are several. */
  readonly account?: string | undefined;
  /** Of every transaction. */
  readonly bankCode?: string | undefined;
  /** Called often: the reading can be ended here by throwing. */
  readonly onCheckpoint?: (() => void) | undefined;
}

/**
 * Reads the transaction table of a statement: lines, header, columns, rows, then the account's own order and arithmetic.
 * @throws StatementError `no_transaction_table` | `several_accounts`
 */
export function readPages(pages: readonly TextPage[], options: ReadPagesOptions = {}): Statement {
  return readLines(pages.map(linesOf), options);
}

/** The same from the lines of each page, which need less memory than what they are made of. */
export function readLines(pages: readonly (readonly TextLine[])[], options: ReadPagesOptions = {}): Statement {
  const { onCheckpoint } = options;
  const { front, parts } = cutPages(pages);
  onCheckpoint?.();
  let best: Statement | undefined;
  for (const { cutting, habits } of waysToCut(moneyHabitsOf(pages))) {
    const accounts = splitAccounts(front, regionsOf(parts, cutting), { habits, onCheckpoint });
    if (accounts.every((account) => account.rows.length === 0 && account.around.length === 0)) continue;
    const statement = readAccount(chooseAccount(accounts, options.account), {
      pages: pages.length,
      bankCode: options.bankCode ?? '',
    });
    if (!best || faultsOf(statement) < faultsOf(best)) best = statement;
    if (best.proof.proved) return best;
  }
  if (!best || (best.transactions.length === 0 && !best.proof.proved)) throw noTable();
  return best;
}

// The likeliest way first; the others are tried only where that one proves nothing.
function waysToCut(habits: MoneyHabits): readonly { readonly cutting: Cutting; readonly habits: MoneyHabits }[] {
  const others = { withKobo: !habits.withKobo };
  return [habits, others].flatMap((one) => cuttings.map((cutting) => ({ cutting, habits: one })));
}

function faultsOf({ proof, transactions }: Statement): number {
  return transactions.length === 0 ? Number.POSITIVE_INFINITY : faultsIn(proof);
}

function noTable(): StatementError {
  return new StatementError(
    'no_transaction_table',
    'The statement holds no table of transactions: no lines with a date, a narration and amounts under titles were found. Send the statement itself, not a letter or a summary.',
  );
}

/** What goes into a statement beside what is read. */
interface AccountContext {
  readonly pages: number;
  readonly bankCode: string;
}

/** Reads one account: the best reading of its rows, its facts, and the proof. */
function readAccount(part: AccountPart, { pages, bankCode }: AccountContext): Statement {
  const { tables, figures } = sortRows(part.rows);
  const stated = [...figuresIn(part.around), ...figures];
  const period = periodIn(part.around, orderShownBy(part.rows.map((row) => row.date)));
  const openings = [
    ...new Set(stated.flatMap(({ figure, value }) => (figure === 'openingBalance' ? [value as Kobo] : []))),
  ];
  const { reading, proof } = bestProved(tables, (entries) => {
    const found = bestReading(entries, { known: period ?? {}, openings });
    return { reading: found, proof: proveStatement(found, stated, period) };
  });
  return {
    account: accountIn(part.around),
    period: period ?? daysCovered(reading),
    openingBalance: naira(reading.chain.opening),
    closingBalance: naira(
      (lastStated(stated, 'closingBalance') as Kobo | undefined) ?? reading.chain.entries.at(-1)?.balance,
    ),
    transactions: transactionsOf(reading, bankCode),
    proof,
    pages,
  };
}

interface ProvedReading {
  readonly reading: Reading;
  readonly proof: StatementProof;
}

// All rows are the account's unless leaving out what follows its end explains the printed figures better.
function bestProved(
  tables: Iterable<readonly PrintedEntry[]>,
  read: (entries: readonly PrintedEntry[]) => ProvedReading,
): ProvedReading {
  let best: ProvedReading | undefined;
  for (const entries of tables) {
    const found = read(entries);
    if (!best || faultsIn(found.proof) < faultsIn(best.proof)) best = found;
    if (best.proof.proved) break;
  }
  return best as ProvedReading;
}

function naira(kobo: Kobo | undefined): number | null {
  return kobo === undefined ? null : nairaFromKobo(kobo);
}

function lastStated(stated: readonly StatedFigure[], figure: StatedFigure['figure']): number | undefined {
  return stated.findLast((one) => one.figure === figure)?.value;
}

function daysCovered({ days }: Reading): StatementPeriod | null {
  const known = days.filter((day): day is PlainDate => day !== undefined).sort();
  const [from, to] = [known[0], known.at(-1)];
  return from && to ? { from, to } : null;
}

function transactionsOf({ entries, days, chain }: Reading, bankCode: string): readonly ReadTransaction[] {
  const order = orderShownBy(entries.map((entry) => entry.valueDate));
  let day: PlainDate | undefined;
  return entries.flatMap((entry, index) => {
    day = days[index] ?? day;
    const { movement, balance } = chain.entries[index] ?? {};
    if (!day || movement === undefined) return [];
    const valueDate = entry.valueDate && plainDateOf(entry.valueDate, order);
    return [
      {
        type: movement < 0 ? ('debit' as const) : ('credit' as const),
        narration: entry.narration,
        amount: nairaFromKobo(Math.abs(movement) as Kobo),
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
