import type { AppendExtras, LoanStore, WorkKind } from './store.ts';
import { checkClaim } from './store-checks.ts';

/** A row of work: there is one per loan and kind from the day it was first set, so that its fence never goes backwards. */
interface WorkRow {
  readonly loanId: string;
  readonly place: number;
  readonly kind: WorkKind;
  dueAt: number | null;
  /** Null: nobody has claimed it, or the claim has ended. */
  leaseUntil: number | null;
  fence: number;
  attempts: number;
}

/** The work that waits in the files of a memory store. */
export interface MemoryWork extends Pick<LoanStore, 'claim' | 'settle'> {
  /** Sets when the named kinds of work of a file are due. */
  plan(file: { readonly loanId: string; readonly place: number }, work: NonNullable<AppendExtras['work']>): void;
}

/** Keeps the rows of work of a memory store. */
export function memoryWork(): MemoryWork {
  const rowsOf = new Map<string, Map<WorkKind, WorkRow>>();
  const waiting = new Set<WorkRow>();

  function setDue(row: WorkRow, dueAt: number | null): void {
    row.dueAt = dueAt;
    if (dueAt === null) waiting.delete(row);
    else waiting.add(row);
  }

  return {
    plan({ loanId, place }, work) {
      const rows = rowsOf.get(loanId) ?? new Map<WorkKind, WorkRow>();
      rowsOf.set(loanId, rows);
      for (const [kind, dueAt] of Object.entries(work)) {
        const row = rows.get(kind) ?? { loanId, place, kind, dueAt: null, leaseUntil: null, fence: 0, attempts: 0 };
        rows.set(kind, row);
        // A claim that nobody has ended is under way, or its claimant died: it may have acted, so it goes on counting.
        row.attempts = row.leaseUntil === null ? 0 : 1;
        setDue(row, dueAt);
      }
    },
    async claim(query) {
      checkClaim(query);
      const { now, leaseMs, limit, kinds, loanId } = query;
      const rows = loanId === undefined ? waiting : (rowsOf.get(loanId) ?? new Map<WorkKind, WorkRow>()).values();
      const isDue = ({ dueAt }: WorkRow) => dueAt !== null && (loanId !== undefined || dueAt <= now);
      const isFree = ({ leaseUntil }: WorkRow) => (leaseUntil ?? now) <= now;
      return [...rows]
        .filter((row) => isDue(row) && isFree(row) && kinds.includes(row.kind))
        .sort(byDue)
        .slice(0, limit)
        .map((row) => {
          row.leaseUntil = now + leaseMs;
          row.fence += 1;
          row.attempts += 1;
          return {
            loanId: row.loanId,
            kind: row.kind,
            dueAt: row.dueAt ?? now,
            fence: row.fence,
            attempts: row.attempts,
          };
        });
    },
    async settle(claim, end) {
      const row = rowsOf.get(claim.loanId)?.get(claim.kind);
      if (!row || row.fence !== claim.fence || row.leaseUntil === null) return false;
      row.leaseUntil = null;
      row.attempts = end.kind === 'done' ? 0 : Math.max(row.attempts, 1);
      if (end.kind === 'failed') setDue(row, end.dueAt);
      return true;
    },
  };
}

function byDue(a: WorkRow, b: WorkRow): number {
  return (a.dueAt ?? 0) - (b.dueAt ?? 0) || a.place - b.place || (a.kind < b.kind ? -1 : 1);
}
