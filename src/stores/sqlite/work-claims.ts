import type { ClaimQuery, LoanStore, WorkClaim, WorkKind } from '../../loan-file/store.ts';
import { checkClaim } from '../../loan-file/store-checks.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { type SqliteRow, type SqliteStatement, wholeNumber } from './sqlite-database.ts';
import { statements } from './statements.ts';

/** The half of the promise that hands out work. The file has one writer at a time, so looking and holding cannot be torn apart. */
export function workClaims(connection: SqliteConnection): Pick<LoanStore, 'claim' | 'settle'> {
  const free = freeWork(connection);
  const holdWork = connection.prepare(statements.holdWork);
  const finishWork = connection.prepare(statements.finishWork);
  const postponeWork = connection.prepare(statements.postponeWork);

  return {
    async claim(query) {
      checkClaim(query);
      return connection.write(() =>
        [...new Set(query.kinds)]
          .flatMap((kind) => free(kind, query))
          .sort(byDue)
          .slice(0, query.limit)
          .map((work) => hold(holdWork, work, query.now + query.leaseMs)),
      );
    },
    async settle({ loanId, kind, fence }, end) {
      const { changes } = connection.write(() =>
        end.kind === 'done'
          ? finishWork.run(loanId, kind, fence)
          : postponeWork.run(end.dueAt, end.reason, loanId, kind, fence),
      );
      return wholeNumber(changes) === 1;
    },
  };
}

interface FreeWork extends WorkClaim {
  readonly place: number;
}

/** Looks for work that nobody holds, one kind at a time: each is a walk along the index, in the order in which it is due. */
function freeWork(connection: SqliteConnection): (kind: WorkKind, query: ClaimQuery) => readonly FreeWork[] {
  const dueWork = connection.prepare(statements.dueWork);
  const workOfLoan = connection.prepare(statements.workOfLoan);

  return (kind, { now, limit, loanId }) => {
    const rows = loanId === undefined ? dueWork.all(kind, now, now, limit) : workOfLoan.all(loanId, kind, now);
    return (rows as SqliteRow[]).map((row) => ({
      place: wholeNumber(row.place),
      loanId: row.loan_id as string,
      kind,
      dueAt: wholeNumber(row.due_at),
      fence: wholeNumber(row.fence),
      attempts: wholeNumber(row.attempts),
    }));
  };
}

function hold(holdWork: SqliteStatement, { place, ...before }: FreeWork, until: number): WorkClaim {
  const claim = { ...before, fence: before.fence + 1, attempts: before.attempts + 1 };
  holdWork.run(claim.fence, claim.attempts, until, place, claim.kind);
  return claim;
}

function byDue(one: FreeWork, other: FreeWork): number {
  return one.dueAt - other.dueAt || one.place - other.place || (one.kind < other.kind ? -1 : 1);
}
