import type { LoanStore } from '../../loans/store.ts';
import type { StoredEvent } from '../../loans/stored-event.ts';
import { pageOf, placeBefore, rowsToRead } from './file-pages.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { type SqliteRow, wholeNumber } from './sqlite-database.ts';
import { statements } from './statements.ts';

/** The reading half of the promise: one statement each, which no writer holds up. */
export function fileReads(connection: SqliteConnection): Pick<LoanStore, 'load' | 'find' | 'list'> {
  const loadFile = connection.prepare(statements.loadFile);
  const findByLabel = connection.prepare(statements.findByLabel);
  const listFiles = connection.prepare(statements.listFiles);

  return {
    async load(loanId, afterSeq = 0) {
      const rows = connection.read(() => loadFile.all(afterSeq, loanId)) as SqliteRow[];
      const [first] = rows;
      // A file with nothing after `afterSeq` is one row without an event.
      return first && { loanId, version: wholeNumber(first.version), events: rows.filter(({ seq }) => seq !== null).map(eventOf) };
    },
    async find(label, page) {
      const found = connection.read(() => findByLabel.all(label, placeBefore(page), rowsToRead(page))) as SqliteRow[];
      const { rows, ...next } = pageOf(found, page);
      return { loanIds: rows.map(({ loan_id }) => loan_id as string), ...next };
    },
    async list(page) {
      const found = connection.read(() => listFiles.all(placeBefore(page), rowsToRead(page))) as SqliteRow[];
      const { rows, ...next } = pageOf(found, page);
      return { heads: rows.map(({ loan_id, version, head }) => ({ loanId: loan_id as string, version: wholeNumber(version), head: head as string })), ...next };
    },
  };
}

function eventOf({ seq, body, hash, sealed }: SqliteRow): StoredEvent {
  const event = { seq: wholeNumber(seq), body: body as string, hash: hash as string };
  return sealed === null ? event : { ...event, personal: sealed as string };
}
