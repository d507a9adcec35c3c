import type { PlainDate } from '../../domain/calendar.ts';
import { type Kobo, nairaFromKobo } from '../../domain/money.ts';
import { accountIn } from '../facts/account-facts.ts';
import { figuresIn, type StatedFigure } from '../facts/printed-figures.ts';
import { periodIn } from '../facts/stated-period.ts';
import { faultsIn } from '../proof/faults.ts';
import { proveStatement } from '../proof/prove-statement.ts';
import type { StatementProof } from '../proof/statement-proof.ts';
import type { ReadTransaction, Statement, StatementPeriod } from '../statement.ts';
import { balanceOf } from './entry-movement.ts';
import type { PrintedEntry } from './printed-entry.ts';
import { orderShownBy, plainDateOf } from './resolve-dates.ts';
import { sortRows } from './special-rows.ts';
import type { AccountPart } from './split-accounts.ts';
import { bestReading, type Reading } from './weigh-readings.ts';

/** What goes into a statement beside what is read. */
export interface AccountContext {
  readonly pages: number;
  readonly bankCode: string;
}

/** Reads one account: the best reading of its rows, its facts, and the proof. */
export function readAccount(part: AccountPart, { pages, bankCode }: AccountContext): Statement {
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
