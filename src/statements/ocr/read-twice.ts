import type { PlainDate } from '../../domain/calendar.ts';
import { StatementError } from '../../errors.ts';
import { faultsIn, withDoubts } from '../proof/prove-statement.ts';
import type { ReadTransaction, Statement } from '../statement.ts';
import { datesInText, plainDateOf } from '../text/dates.ts';
import { type LinesOfPages, textOf } from '../text/lines.ts';

interface Pass {
  readonly lines: LinesOfPages;
  readonly statement: Statement;
}

/**
 * Reads a statement from two readings of its pages, and takes the one whose arithmetic holds better. Arithmetic does
 * not prove dates, so the other reading has to show the same ones.
 * @throws StatementError if neither holds a statement
 */
export function readTwice(
  passes: readonly [LinesOfPages, LinesOfPages],
  read: (lines: LinesOfPages) => Statement,
): Statement {
  let failure: unknown;
  const found = passes.flatMap((lines): Pass[] => {
    try {
      return [{ lines, statement: read(lines) }];
    } catch (error) {
      if (!(error instanceof StatementError)) throw error;
      failure ??= error;
      return [];
    }
  });
  const [best, other] = found.sort((a, b) => faultsIn(a.statement.proof) - faultsIn(b.statement.proof));
  if (!best) throw failure;
  const lines = passes.find((one) => one !== best.lines) ?? best.lines;
  const open = unconfirmedDates(best, { lines, statement: other?.statement });
  return open === 0 ? best.statement : withDoubts(best.statement, [doubtOf(open)]);
}

function doubtOf(open: number): string {
  return `${open} ${open === 1 ? 'date was' : 'dates were'} not read twice in the same way, and arithmetic does not prove dates`;
}

// In points. Rows are further apart, and both passes see the same picture.
const SAME_PLACE = 4;

/** The number of entries whose date the other pass does not show in their place. */
function unconfirmedDates(
  { statement, lines }: Pass,
  other: { lines: LinesOfPages; statement: Statement | undefined },
) {
  const { transactions } = statement;
  const placeIn = (lines: LinesOfPages, { page, line }: ReadTransaction) => lines[page - 1]?.[line - 1]?.baseline ?? 0;
  return transactions.filter((row) => {
    const baseline = placeIn(lines, row);
    const same = other.statement?.transactions.find(
      (one) => one.page === row.page && Math.abs(placeIn(other.lines, one) - baseline) < SAME_PLACE,
    );
    if (same) return dayOf(same) !== dayOf(row);
    const near = (other.lines[row.page - 1] ?? []).filter((line) => Math.abs(line.baseline - baseline) < SAME_PLACE);
    const days = near.flatMap(({ words }) => datesInText(textOf(words)).map(({ date }) => plainDateOf(date, 'dm')));
    return !days.includes(dayOf(row) as PlainDate);
  }).length;
}

function dayOf({ date }: ReadTransaction): string {
  return date.slice(0, 10);
}
