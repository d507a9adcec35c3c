import { koboFromAnswer } from '../../domain/money.ts';
import { StatementError } from '../../errors.ts';
import { noTableInScan } from '../pdf/pdf-failures.ts';
import { faultsIn, withDoubts } from '../proof/prove-statement.ts';
import type { ReadTransaction, Statement } from '../statement.ts';
import type { LinesOfPages, Word } from '../text/lines.ts';
import { moneyOf } from '../text/money.ts';
import { type Pass, type ReadLines, unconfirmed } from './confirm-reading.ts';
import { type MergedPasses, mergePasses } from './merge-passes.ts';
import { repairsFor, withRepairs } from './repair-figures.ts';

interface Candidate extends ReadLines {
  /** Figures on which the passes do not agree. */
  readonly decided: ReadonlySet<Word>;
}

/**
 * Reads a statement from two readings of its pages. Takes the one whose arithmetic holds, else completes and repairs
 * each from the other.
 * @throws StatementError if there is no statement in them
 */
export function readTwice(
  passes: readonly [LinesOfPages, LinesOfPages],
  read: (lines: LinesOfPages) => Statement,
): ReadLines {
  let failure: unknown;
  const attempt = (lines: LinesOfPages): Pass => {
    try {
      return { lines, statement: read(lines) };
    } catch (error) {
      if (!(error instanceof StatementError)) throw error;
      failure ??= error;
      return { lines, statement: undefined };
    }
  };
  const both = [attempt(passes[0]), attempt(passes[1])];
  const merged = [mergePasses(passes[0], passes[1]), mergePasses(passes[1], passes[0])] as const;
  let candidates = both.flatMap(({ lines, statement }, index): Candidate[] =>
    statement ? [{ lines, statement, decided: new Set(merged[index]?.open.keys()) }] : [],
  );
  if (!candidates.some(({ statement }) => statement.proof.proved))
    candidates = [...candidates, ...merged.flatMap((one) => repaired(one, attempt))];
  const [best] = candidates.sort((a, b) => faultsIn(a.statement.proof) - faultsIn(b.statement.proof));
  if (!best) throw isTableless(failure) ? noTableInScan() : failure;
  return { lines: best.lines, statement: withDoubts(marked(best), unconfirmed(best, both)) };
}

function isTableless(failure: unknown): boolean {
  return failure instanceof StatementError && failure.code === 'no_transaction_table';
}

// A repair may make the next one possible.
const ROUNDS = 3;

/** Reads the lines of one pass, completed from the other one, and repairs their figures as long as that helps. */
function repaired(merged: MergedPasses, attempt: (lines: LinesOfPages) => Pass): readonly Candidate[] {
  const decided = new Set([...merged.taken, ...merged.open.keys()]);
  let { lines, statement } = attempt(merged.lines);
  for (let round = 0; statement && !statement.proof.proved && round < ROUNDS; round++) {
    const repairs = repairsFor(statement, { ...merged, lines });
    const next = attempt(withRepairs(lines, repairs));
    if (repairs.length === 0 || !next.statement || faultsIn(next.statement.proof) >= faultsIn(statement.proof)) break;
    for (const [, word] of repairs) decided.add(word);
    ({ lines, statement } = next);
  }
  return statement ? [{ lines, statement, decided }] : [];
}

/** The statement, with a mark at each entry with figures on which the passes do not agree. */
function marked({ statement, lines, decided }: Candidate): Statement {
  const transactions = statement.transactions.map((row): ReadTransaction => {
    const words = lines[row.page - 1]?.[row.line - 1]?.words.filter((word) => decided.has(word)) ?? [];
    const figures = new Set(words.map(({ text }) => moneyOf(text)?.magnitude));
    const has = (naira: number | null) => figures.has(koboFromAnswer(Math.abs(naira ?? 0)));
    const amount = has(row.amount) ? (['amount'] as const) : [];
    const balance = row.balancePrinted && has(row.balance) ? (['balance'] as const) : [];
    return amount.length + balance.length === 0 ? row : { ...row, repaired: [...amount, ...balance] };
  });
  return { ...statement, transactions };
}
