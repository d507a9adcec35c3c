import { StatementError } from '../../errors.ts';
import { linesOf, type TextLine } from '../layout/text-line.ts';
import type { TextPage } from '../pdf/text-page.ts';
import { faultsIn } from '../proof/faults.ts';
import type { Statement } from '../statement.ts';
import { chooseAccount } from './choose-account.ts';
import { type Cutting, cuttings } from './column-bands.ts';
import { readAccount } from './read-account.ts';
import { splitAccounts } from './split-accounts.ts';
import { type MoneyHabits, moneyHabitsOf } from './table-line.ts';
import { cutPages, regionsOf } from './table-regions.ts';

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
