import { ConflictError } from '../../errors.ts';
import type { AppendExtras, LoanStore, StoredEvent } from '../../loan-file/store.ts';
import { checkAppend, UNIQUE_LABEL_PREFIX } from '../../loan-file/store-checks.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { type SqliteRow, type SqliteStatement, wholeNumber } from './sqlite-database.ts';
import { statements } from './statements.ts';

/** The appending half of the promise. */
export function fileWrites(connection: SqliteConnection): Pick<LoanStore, 'append'> {
  const { fileAt } = prepareAll(connection, 'fileAt');
  const refuseTakenLabels = labelGuard(connection);
  const writeEvents = eventWriter(connection);
  const writeExtras = extrasWriter(connection);

  return {
    async append(loanId, expectedVersion, events, extras = {}) {
      checkAppend(loanId, expectedVersion, events, extras);
      connection.write(() => {
        const file = fileAt.get(loanId) as SqliteRow | undefined;
        const version = file ? wholeNumber(file.version) : 0;
        if (version !== expectedVersion) {
          throw new ConflictError(
            `The file of loan '${loanId}' has ${version} events, not ${expectedVersion}: load it again and decide again`,
          );
        }
        if (file && extras.expectedHead !== undefined && file.head !== extras.expectedHead)
          throw new ConflictError(
            `The file of loan '${loanId}' does not end with the event that was expected: load it again and decide again`,
          );
        const known = file && wholeNumber(file.place);
        refuseTakenLabels(known, extras);
        const place = writeEvents(loanId, known, events);
        if (place !== undefined) writeExtras(place, extras);
      });
    },
  };
}

/** Writes events and how long the file is with them; answers its place, undefined if there is no file. */
function eventWriter(connection: SqliteConnection) {
  const { beginFile, growFile, addEvent, addPersonal } = prepareAll(
    connection,
    'beginFile',
    'growFile',
    'addEvent',
    'addPersonal',
  );

  return (loanId: string, known: number | undefined, events: readonly StoredEvent[]): number | undefined => {
    const last = events.at(-1);
    if (!last) return known;
    const place = known ?? wholeNumber((beginFile.get(loanId, last.seq, last.hash) as SqliteRow).place);
    if (known !== undefined) growFile.run(last.seq, last.hash, place);
    for (const { seq, body, hash, personal } of events) {
      addEvent.run(place, seq, body, hash);
      if (personal !== undefined) addPersonal.run(place, seq, personal);
    }
    return place;
  };
}

/** Refuses labels of mandates that lead to another file. The index would refuse them too; asking spares us telling its error apart in three dialects. */
function labelGuard(connection: SqliteConnection) {
  const { otherUnderLabel } = prepareAll(connection, 'otherUnderLabel');

  return (place: number | undefined, { addLabels = [] }: AppendExtras): void => {
    for (const label of addLabels.filter((each) => each.startsWith(UNIQUE_LABEL_PREFIX))) {
      if (otherUnderLabel.get(label, place ?? 0))
        throw new ConflictError(`'${label}' belongs to the file of another loan: load again and decide again`);
    }
  };
}

function extrasWriter(connection: SqliteConnection) {
  const { addLabel, removeLabel, setWork } = prepareAll(connection, 'addLabel', 'removeLabel', 'setWork');

  return (place: number, { addLabels = [], removeLabels = [], work = {} }: AppendExtras): void => {
    for (const label of removeLabels) removeLabel.run(label, place);
    for (const label of addLabels) addLabel.run(label, place);
    for (const [kind, dueAt] of Object.entries(work)) setWork.run(place, kind, dueAt);
  };
}

function prepareAll<Name extends keyof typeof statements>(
  connection: SqliteConnection,
  ...names: readonly Name[]
): Record<Name, SqliteStatement> {
  return Object.fromEntries(names.map((name) => [name, connection.prepare(statements[name])])) as Record<
    Name,
    SqliteStatement
  >;
}
