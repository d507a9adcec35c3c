import type { LoanStore, PageQuery, StoredEvent } from '../../loan-file/store.ts';
import { checkName, checkPage } from '../../loan-file/store-checks.ts';
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
      checkName('loanId', loanId);
      const rows = connection.read(() => loadFile.all(afterSeq, loanId)) as SqliteRow[];
      const [first] = rows;
      // A file with nothing after `afterSeq` is one row without an event.
      return (
        first && {
          loanId,
          version: wholeNumber(first.version),
          events: rows.filter(({ seq }) => seq !== null).map(eventOf),
        }
      );
    },
    async find(label, page) {
      checkName('label', label);
      const place = checkPage(page);
      const { rows, next } = pageOf(
        connection.read(() => findByLabel.all(label, place, page.limit + 1)) as SqliteRow[],
        page,
      );
      return { loanIds: rows.map(({ loan_id }) => loan_id as string), ...next };
    },
    async list(page) {
      const place = checkPage(page);
      const { rows, next } = pageOf(connection.read(() => listFiles.all(place, page.limit + 1)) as SqliteRow[], page);
      return {
        heads: rows.map(({ loan_id, version, head }) => ({
          loanId: loan_id as string,
          version: wholeNumber(version),
          head: head as string,
        })),
        ...next,
      };
    },
  };
}

function eventOf({ seq, body, hash, sealed }: SqliteRow): StoredEvent {
  const event = { seq: wholeNumber(seq), body: body as string, hash: hash as string };
  return sealed === null ? event : { ...event, personal: sealed as string };
}

/** Splits what was read into the rows of the page and, as one row more was asked for than it holds, where the next one begins. */
function pageOf(
  read: readonly SqliteRow[],
  { limit }: PageQuery,
): { readonly rows: readonly SqliteRow[]; readonly next: { readonly next?: string } } {
  const rows = read.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: last && read.length > limit ? { next: String(wholeNumber(last.place)) } : {} };
}
