import { ConflictError, InputError } from '../../errors.ts';
import type { AppendExtras, LoanStore } from '../../loans/store.ts';
import type { StoredEvent } from '../../loans/stored-event.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { type SqliteRow, type SqliteStatement, wholeNumber } from './sqlite-database.ts';
import { statements } from './statements.ts';

/** The appending half of the promise. */
export function fileWrites(connection: SqliteConnection): Pick<LoanStore, 'append'> {
  const { fileAt } = prepareAll(connection, 'fileAt');
  const writeEvents = eventWriter(connection);
  const writeExtras = extrasWriter(connection);

  return {
    async append(loanId, expectedVersion, events, extras = {}) {
      refuseGaps(expectedVersion, events);
      connection.write(() => {
        const file = fileAt.get(loanId) as SqliteRow | undefined;
        const version = file ? wholeNumber(file.version) : 0;
        if (version !== expectedVersion) {
          throw new ConflictError(`The file of loan '${loanId}' has ${version} events, not ${expectedVersion}: load it again and decide again`);
        }
        const place = writeEvents(loanId, file && wholeNumber(file.place), events);
        if (place !== undefined) writeExtras(place, extras);
      });
    },
  };
}

/** Writes events and how long the file is with them; answers its place, undefined if there is no file. */
function eventWriter(connection: SqliteConnection) {
  const { beginFile, growFile, addEvent, addPersonal } = prepareAll(connection, 'beginFile', 'growFile', 'addEvent', 'addPersonal');

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

function extrasWriter(connection: SqliteConnection) {
  const { otherUnderLabel, addLabel, removeLabel, setWork } = prepareAll(connection, 'otherUnderLabel', 'addLabel', 'removeLabel', 'setWork');

  return (place: number, { addLabels = [], removeLabels = [], work = {} }: AppendExtras): void => {
    for (const label of removeLabels) removeLabel.run(label, place);
    for (const label of addLabels) {
      // The index refuses it too; asking first spares us telling its error from others in three dialects.
      if (label.startsWith('mandate:') && otherUnderLabel.get(label, place)) {
        throw new ConflictError(`Another loan has the label '${label}' already: every mandate belongs to one loan`);
      }
      addLabel.run(label, place);
    }
    for (const [kind, dueAt] of Object.entries(work)) if (dueAt !== undefined) setWork.run(place, kind, dueAt);
  };
}

function prepareAll<Name extends keyof typeof statements>(connection: SqliteConnection, ...names: readonly Name[]): Record<Name, SqliteStatement> {
  return Object.fromEntries(names.map((name) => [name, connection.prepare(statements[name])])) as Record<Name, SqliteStatement>;
}

/** A file with a hole could never be verified again, so it is not begun. */
function refuseGaps(expectedVersion: number, events: readonly StoredEvent[]): void {
  const wrong = events.findIndex(({ seq }, index) => seq !== expectedVersion + index + 1);
  if (wrong >= 0) {
    const message = `must be ${expectedVersion + wrong + 1}, the next one of the file, not ${events[wrong]?.seq}`;
    throw new InputError('append', [{ path: `events.${wrong}.seq`, message }]);
  }
}
