import type { PlainDate } from '../domain/calendar.ts';
import { type Kobo, koboOf, nairaFromKobo } from '../domain/money.ts';
import { StatementError } from '../errors.ts';
import { accountIn } from './facts/account-facts.ts';
import { figuresIn } from './facts/printed-figures.ts';
import { periodIn } from './facts/stated-period.ts';
import type { TextPage } from './pdf/text-page.ts';
import { faultsIn, proveStatement } from './proof/prove-statement.ts';
import { bestReading, type Reading } from './proof/weigh-readings.ts';
import type { ReadTransaction, Statement, StatementPeriod, StatementProof } from './statement.ts';
import { cuttings } from './table/column-bands.ts';
import { balanceOf, sortRows } from './table/printed-rows.ts';
import { type AccountPart, chooseAccount, splitAccounts } from './table/split-accounts.ts';
import { moneyHabitsOf } from './table/table-line.ts';
import { cutPages, regionsOf } from './table/table-regions.ts';
import { orderShownBy, plainDateOf } from './text/dates.ts';
import { type LinesOfPages, linesOf } from './text/lines.ts';

/** What the caller says about the pages. */
export interface ReadPagesOptions {
  /** Which account, where there are several. */
  readonly account?: string | undefined;
  /** Of every transaction. */
  readonly bankCode?: string | undefined;
  /** Called often: the reading can be ended here by throwing. */
  readonly onCheckpoint?: (() => void) | undefined;
}

/**
 * Reads the transaction table of a statement: lines, header, columns, rows, then the account's own order and
 * arithmetic.
 * @throws StatementError `no_transaction_table` | `several_accounts`
 */
export function readPages(pages: readonly TextPage[], options: ReadPagesOptions = {}): Statement {
  return readLines(pages.map(linesOf), options);
}

/** The same from the lines of each page, which need less memory than what they are made of. */
export function readLines(pages: LinesOfPages, { account, bankCode = '', onCheckpoint }: ReadPagesOptions): Statement {
  const { front, parts } = cutPages(pages);
  onCheckpoint?.();
  const { withKobo } = moneyHabitsOf(pages);
  // The likeliest way first; the others are tried only where that one proves nothing.
  const ways = [{ withKobo }, { withKobo: !withKobo }].flatMap((habits) =>
    cuttings.map((cutting) => ({ cutting, habits })),
  );
  let best: Statement | undefined;
  for (const { cutting, habits } of ways) {
    const accounts = splitAccounts(front, regionsOf(parts, cutting), { habits, onCheckpoint });
    if (accounts.every(({ rows, around }) => rows.length === 0 && around.length === 0)) continue;
    const statement = readAccount(chooseAccount(accounts, account), pages.length, bankCode);
    if (!best || faultsOf(statement) < faultsOf(best)) best = statement;
    if (best.proof.proved) return best;
  }
  if (best && best.transactions.length > 0) return best;
  throw new StatementError(
    'no_transaction_table',
    'The statement holds no table of transactions: no lines with a date, a narration and amounts under titles were ' +
      'found. Send the statement itself, not a letter or a summary.',
  );
}

function faultsOf({ proof, transactions }: Statement): number {
  return transactions.length === 0 ? Number.POSITIVE_INFINITY : faultsIn(proof);
}

interface ProvedReading {
  readonly reading: Reading;
  readonly proof: StatementProof;
}

/** Reads one account: the best reading of its rows, its facts, and the proof. */
function readAccount({ rows, around }: AccountPart, pages: number, bankCode: string): Statement {
  const { tables, figures } = sortRows(rows);
  const stated = [...figuresIn(around), ...figures];
  const valuesOf = (name: string) => stated.flatMap(({ figure, value }) => (figure === name ? [koboOf(value)] : []));
  const openings = [...new Set(valuesOf('openingBalance'))];
  const period = periodIn(around, orderShownBy(rows.map((row) => row.date)));
  let best: ProvedReading | undefined;
  // All rows are the account's unless leaving out what follows its end explains the printed figures better.
  for (const entries of tables) {
    const reading = bestReading(entries, { known: period ?? {}, openings });
    const proof = proveStatement(reading, stated, period);
    if (!best || faultsIn(proof) < faultsIn(best.proof)) best = { reading, proof };
    if (best.proof.proved) break;
  }
  // The first table, of all rows, is always there.
  const { reading, proof } = best as ProvedReading;
  return {
    account: accountIn(around),
    period: period ?? daysCovered(reading),
    openingBalance: naira(reading.chain.opening),
    closingBalance: naira(valuesOf('closingBalance').at(-1) ?? reading.chain.entries.at(-1)?.balance),
    transactions: transactionsOf(reading, bankCode),
    proof,
    pages,
  };
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
