import { ConflictError } from '../../errors.ts';
import type { AppendExtras, ClaimQuery, LoanStore, StoredEvent, WorkClaim, WorkKind } from '../../loan-file/store.ts';
import { checkAppend, checkClaim, UNIQUE_LABEL_PREFIX } from '../../loan-file/store-checks.ts';
import type { SqliteConnection, SqliteInteger } from './sqlite-connection.ts';
import { statements } from './statements.ts';

export function fileWrites(connection: SqliteConnection): Pick<LoanStore, 'append'> {
  const fileAt = connection.prepare<FileRow>(statements.fileAt);
  const refuseTakenLabels = labelGuard(connection);
  const writeEvents = eventWriter(connection);
  const writeExtras = extrasWriter(connection);

  return {
    // biome-ignore lint/complexity/useMaxParams: the interface of a store
    async append(loanId, expectedVersion, events, extras = {}) {
      checkAppend(loanId, expectedVersion, events, extras);
      connection.write(() => {
        const file = fileAt.get(loanId);
        const version = Number(file?.version ?? 0);
        const conflict = (what: string) =>
          new ConflictError(`The file of loan '${loanId}' ${what}: load it again and decide again`);
        if (version !== expectedVersion) throw conflict(`has ${version} events, not ${expectedVersion}`);
        if (file && extras.expectedHead !== undefined && file.head !== extras.expectedHead)
          throw conflict('does not end with the event that was expected');
        const known = file && Number(file.place);
        refuseTakenLabels(known, extras);
        const place = writeEvents(loanId, known, events);
        if (place !== undefined) writeExtras(place, extras);
      });
    },
  };
}

interface FileRow {
  readonly place: SqliteInteger;
  readonly version: SqliteInteger;
  readonly head: string;
}

/** Writes events and the file's new length. Returns the file's place, or undefined if there is no file. */
function eventWriter(connection: SqliteConnection) {
  const beginFile = connection.prepare<Pick<FileRow, 'place'>>(statements.beginFile);
  const growFile = connection.prepare(statements.growFile);
  const addEvent = connection.prepare(statements.addEvent);
  const addPersonal = connection.prepare(statements.addPersonal);

  return (loanId: string, known: number | undefined, events: readonly StoredEvent[]): number | undefined => {
    const last = events.at(-1);
    if (!last) return known;
    const place = known ?? Number(beginFile.get(loanId, last.seq, last.hash)?.place);
    if (known !== undefined) growFile.run(last.seq, last.hash, place);
    for (const { seq, body, hash, personal } of events) {
      addEvent.run(place, seq, body, hash);
      if (personal !== undefined) addPersonal.run(place, seq, personal);
    }
    return place;
  };
}

/**
 * Refuses mandate labels that belong to another file. The index would refuse them too, but its error differs between
 * the three drivers.
 */
function labelGuard(connection: SqliteConnection) {
  const otherUnderLabel = connection.prepare(statements.otherUnderLabel);

  return (place: number | undefined, { addLabels = [] }: AppendExtras): void => {
    for (const label of addLabels.filter((each) => each.startsWith(UNIQUE_LABEL_PREFIX))) {
      if (otherUnderLabel.get(label, place ?? 0))
        throw new ConflictError(`'${label}' belongs to the file of another loan: load again and decide again`);
    }
  };
}

function extrasWriter(connection: SqliteConnection) {
  const addLabel = connection.prepare(statements.addLabel);
  const removeLabel = connection.prepare(statements.removeLabel);
  const setWork = connection.prepare(statements.setWork);

  return (place: number, { addLabels = [], removeLabels = [], work = {} }: AppendExtras): void => {
    for (const label of removeLabels) removeLabel.run(label, place);
    for (const label of addLabels) addLabel.run(label, place);
    for (const [kind, dueAt] of Object.entries(work)) setWork.run(place, kind, dueAt);
  };
}

/** Leases work. The file has one writer at a time, so reading and claiming is atomic. */
export function workClaims(connection: SqliteConnection): Pick<LoanStore, 'claim' | 'settle'> {
  const free = freeWork(connection);
  const leaseWork = connection.prepare(statements.leaseWork);
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
          .map(({ place, ...before }): WorkClaim => {
            const claim = { ...before, fence: before.fence + 1, attempts: before.attempts + 1 };
            leaseWork.run(claim.fence, claim.attempts, query.now + query.leaseMs, place, claim.kind);
            return claim;
          }),
      );
    },
    async settle({ loanId, kind, fence }, end) {
      const { changes } = connection.write(() =>
        end.kind === 'done'
          ? finishWork.run(loanId, kind, fence)
          : postponeWork.run(end.dueAt, end.reason, loanId, kind, fence),
      );
      return Number(changes) === 1;
    },
  };
}

interface FreeWork extends WorkClaim {
  readonly place: number;
}

interface WorkRow extends Record<'place' | 'due_at' | 'fence' | 'attempts', SqliteInteger> {
  readonly loan_id: string;
}

/** Finds work without a lease, one kind at a time, by a walk along the index in due order. */
function freeWork(connection: SqliteConnection): (kind: WorkKind, query: ClaimQuery) => readonly FreeWork[] {
  const dueWork = connection.prepare<WorkRow>(statements.dueWork);
  const workOfLoan = connection.prepare<WorkRow>(statements.workOfLoan);

  return (kind, { now, limit, loanId }) => {
    const rows = loanId === undefined ? dueWork.all(kind, now, now, limit) : workOfLoan.all(loanId, kind, now);
    return rows.map((row) => ({
      place: Number(row.place),
      loanId: row.loan_id,
      kind,
      dueAt: Number(row.due_at),
      fence: Number(row.fence),
      attempts: Number(row.attempts),
    }));
  };
}

function byDue(one: FreeWork, other: FreeWork): number {
  return one.dueAt - other.dueAt || one.place - other.place || (one.kind < other.kind ? -1 : 1);
}
