import { StatementError } from '../../errors.ts';
import { linesOf } from '../layout/text-line.ts';
import type { TextPage } from '../pdf/text-page.ts';
import type { Statement } from '../statement.ts';
import { chooseAccount } from './choose-account.ts';
import type { BandAnchors } from './column-bands.ts';
import { readAccount } from './read-account.ts';
import { splitAccounts } from './split-accounts.ts';
import { type MoneyHabits, moneyHabitsOf } from './table-line.ts';
import { regionsOf } from './table-regions.ts';

/** What the reading of pages is told beside them. */
export interface ReadPagesOptions {
  /** Which account, where there are several. */
  readonly account?: string | undefined;
  /** Of every transaction. */
  readonly bankCode?: string | undefined;
}

/**
 * Reads the transaction table of a statement: lines, header, columns, rows, then the account's own order and arithmetic.
 * @throws StatementError `no_transaction_table` | `several_accounts`
 */
export function readPages(pages: readonly TextPage[], options: ReadPagesOptions = {}): Statement {
  const lines = pages.map(linesOf);
  let best: Statement | undefined;
  for (const { anchors, habits } of waysToCut(moneyHabitsOf(lines.flat()))) {
    const { front, regions } = regionsOf(lines, anchors);
    const accounts = splitAccounts(front, regions, habits);
    if (accounts.every((account) => account.rows.length === 0)) continue;
    const statement = readAccount(chooseAccount(accounts, options.account), { pages: pages.length, bankCode: options.bankCode ?? '' });
    if (!best || faultsIn(statement) < faultsIn(best)) best = statement;
    if (best.proof.proved) return best;
  }
  if (!best) throw noTable();
  return best;
}

// The likeliest way first; the others are tried only where that one proves nothing.
function waysToCut(habits: MoneyHabits): readonly { readonly anchors: BandAnchors; readonly habits: MoneyHabits }[] {
  const others = { withKobo: !habits.withKobo };
  return [habits, others].flatMap((one) => (['titles', 'figures'] as const).map((anchors) => ({ anchors, habits: one })));
}

// What the reading leaves unexplained: the way of cutting columns that leaves less is the right one.
function faultsIn({ proof, transactions }: Statement): number {
  const { chain, printed } = proof;
  if (transactions.length === 0) return Number.POSITIVE_INFINITY;
  return chain.broken.length + printed.filter((figure) => !figure.agrees).length + (chain.checked === 0 ? 1 : 0);
}

function noTable(): StatementError {
  return new StatementError(
    'no_transaction_table',
    'The statement holds no table of transactions: no lines with a date, a narration and amounts under titles were found. Send the statement itself, not a letter or a summary.',
  );
}
