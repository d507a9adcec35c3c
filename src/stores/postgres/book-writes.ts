import { refuseOutdated } from '../../loan-file/book-checks.ts';
import type { AdvanceInput, BookEntry, BookEvent } from '../../loan-file/book-tables.ts';
import { type BookTable, bookTables, type ColumnKind } from '../book-rows.ts';
import { type BookState, oldGenerations } from '../book-state.ts';
import { CallerFailed } from './access.ts';
import type { StateRow } from './book-state.ts';
import { columns } from './loan-writes.ts';

/** Runs a statement in the transaction of a step. */
export type RunQuery = <Row>(text: string, values?: unknown[]) => Promise<readonly Row[]>;

// Events that are not in the book, in the order of commits. Those before the oldest running transaction are final.
const NEW_EVENTS = `{schema}.events e left join {schema}.book_files f on f.file = e.loan_no
  where e.seq > coalesce(f.version, 0) and e.position > $1::bigint`;

/** Parameters: the position after which, the oldest running transaction, how many. */
export const CHANGES = `select e.position, e.loan_no as file from ${NEW_EVENTS} and e.position < $2::bigint
  order by e.position limit $3::integer`;

/** Events of some files, up to a number of them. One index scan for each file, even while the server has no statistics. */
function loading(files: string, upTo: string): string {
  return `select c.file, c.version, l.loan_id, e.seq, e.body, e.hash, e.position from (${files}) as c
    join {schema}.loans l on l.no = c.file cross join lateral (
      select e.seq, e.body, e.hash, e.position from {schema}.events e where e.loan_no = c.file and e.seq <= ${upTo} order by e.seq
    ) as e`;
}

/** Parameters: the position after which, the position up to which. */
export const LOAD_CHANGED = loading(
  `select e.loan_no as file, coalesce(f.version, 0) as version from ${NEW_EVENTS} and e.position <= $2::bigint group by 1, 2`,
  'l.version',
);
/**
 * Whole files, with as many events as are in the book. A row for each event takes a driver longer than all the rest of a
 * build. Events hold no line ends. Parameters: the file after which, how many.
 */
export const LOAD_NEXT = `select c.file, c.version, l.loan_id, e.bodies, e.hashes from (
    select file, version from {schema}.book_files where file > $1::bigint order by file limit $2::integer
  ) as c join {schema}.loans l on l.no = c.file cross join lateral (
    select string_agg(e.body, e'\\n' order by e.seq) as bodies, string_agg(e.hash, e'\\n' order by e.seq) as hashes
    from {schema}.events e where e.loan_no = c.file and e.seq <= c.version
  ) as e where e.bodies is not null`;
/** Parameter: the files. */
export const LOAD_FILES = loading(
  'select file, version from {schema}.book_files where file = any ($1::bigint[])',
  'c.version',
);

/** Parameters: generation, today, how many. */
export const OUTDATED = `select file from {schema}.book_loans where generation = $1::bigint and refresh_on <= $2
  order by refresh_on, file limit $3::integer`;

/** Parameters: files, numbers of events. */
export const SET_FILES = `insert into {schema}.book_files (file, version) select * from unnest($1::bigint[], $2::integer[])
  on conflict (file) do update set version = excluded.version`;

export const SET_STATE = `update {schema}.book_state set cluster = $1, position = $2::bigint, events = $3::bigint, at = $4,
  generation = $5::bigint, building = $6::bigint, built = $7::bigint, done = $8::bigint, total = $9::bigint, has_old = $10::boolean`;

export function stateValues({ server }: StateRow, state: BookState): unknown[] {
  const { position, events, at, generation, building, built, done, total, hasOld } = state;
  return [server, position, events, at, generation, building, built, done, total, hasOld];
}

interface FileRow {
  readonly file: string;
  /** Number of events that are in the book. */
  readonly version: number | string;
  readonly loan_id: string;
}

export interface LoadedRow extends FileRow, BookEvent {
  readonly position: string | number | null;
}

export interface WholeFileRow extends FileRow {
  readonly bodies: string;
  readonly hashes: string;
}

/** A file with its new entry. */
export interface MadeFile {
  readonly file: number;
  readonly entry: BookEntry | undefined;
  readonly at: string;
  /** Number of events that the entry was made from. */
  readonly version: number;
  /** Number of events that were in the book before. */
  readonly known: number;
}

/**
 * Projects the files, in their order, each with the events that are in the book and those that follow up to a position.
 * @throws CallerFailed with the error of `project`
 */
export function makeFiles(rows: readonly LoadedRow[], input: AdvanceInput, until = 0): MadeFile[] {
  const files = new Map<string, { readonly row: LoadedRow; readonly events: BookEvent[] }>();
  for (const row of rows) {
    const file = files.get(row.file) ?? { row, events: [] };
    files.set(row.file, file);
    const isLater = row.seq > Number(row.version) && row.position !== null && Number(row.position) > until;
    // An event that does not follow the one before waits for what is missing.
    if (!isLater && row.seq === file.events.length + 1)
      file.events.push({ seq: row.seq, body: row.body, hash: row.hash });
  }
  return [...files.values()]
    .filter(({ events }) => events.length > 0)
    .map(({ row, events }) => makeFile({ ...row, events }, input))
    .sort((one, other) => one.file - other.file);
}

/** Projects whole files, in their order. @throws CallerFailed with the error of `project` */
export function makeWholeFiles(rows: readonly WholeFileRow[], input: AdvanceInput): MadeFile[] {
  return rows
    .map(({ bodies, hashes, ...row }) => {
      const texts = bodies.split('\n');
      const events = hashes.split('\n').map((hash, index) => ({ seq: index + 1, body: texts[index] ?? '', hash }));
      return makeFile({ ...row, events }, input);
    })
    .sort((one, other) => one.file - other.file);
}

function makeFile(
  { file, version, loan_id: loanId, events }: FileRow & { readonly events: readonly BookEvent[] },
  { project, today }: AdvanceInput,
): MadeFile {
  const { entry, at } = projected(() => project({ loanId, events }));
  if (entry) refuseOutdated(entry.loan, today);
  return { file: Number(file), entry, at, version: events.length, known: Number(version) };
}

function projected<Result>(project: () => Result): Result {
  try {
    return project();
  } catch (error) {
    throw new CallerFailed(error);
  }
}

const types: Readonly<Record<ColumnKind, string>> = { text: 'text', whole: 'bigint', flag: 'boolean' };

const inserts = bookTables.map((table) => {
  const names = ['file', ...table.columns.map(({ name }) => name)];
  const lists = ['bigint', ...table.columns.map(({ kind }) => types[kind])];
  const values = lists.map((type, index) => `$${index + 2}::${type}[]`).join(', ');
  return {
    table,
    text: `insert into {schema}.${table.name} (generation, ${names.join(', ')}) select $1::bigint, * from unnest(${values})`,
  };
});

/** Inserts the rows of all files with one statement for each table. */
export async function insertRows(query: RunQuery, generation: number, made: readonly MadeFile[]): Promise<void> {
  for (const { table, text } of inserts) {
    const lists = listsOf(table, made);
    if (lists[0]?.length) await query(text, [generation, ...lists]);
  }
}

/** The values of each column, beginning with the file. */
function listsOf(table: BookTable, made: readonly MadeFile[]): readonly unknown[][] {
  const rows = made.flatMap(({ file, entry }) => (entry ? table.rowsOf(entry).map((row) => [file, ...row]) : []));
  return [undefined, ...table.columns].map((_, index) => rows.map((row) => row[index]));
}

interface RowKey {
  readonly generation: number | string;
  readonly file: number | string;
}

export async function removeRows(query: RunQuery, keys: readonly RowKey[]): Promise<void> {
  for (const { name } of bookTables)
    await query(
      `delete from {schema}.${name} t using unnest($1::bigint[], $2::bigint[]) as k (generation, file)
        where t.generation = k.generation and t.file = k.file`,
      columns(keys, 'generation', 'file'),
    );
}

// Former rows are deleted a few at a time, so that no step takes long.
const DELETED = 1_000;
const OLD_ROWS = `select generation, file from {schema}.book_loans where generation > $1::bigint and generation < $2::bigint
  order by generation, file limit $3::integer`;

/** Deletes some rows of former generations. Whether there may be more. */
export async function removeOld(query: RunQuery, state: BookState): Promise<boolean> {
  let isMore = false;
  for (const [after, before] of oldGenerations(state)) {
    const keys = await query<RowKey>(OLD_ROWS, [after, before, DELETED]);
    if (keys.length > 0) await removeRows(query, keys);
    isMore ||= keys.length === DELETED;
  }
  return isMore;
}
