import { checkAdvance } from '../../loan-file/book-checks.ts';
import type { AdvanceInput, BookAdvance, BookTables } from '../../loan-file/book-tables.ts';
import {
  type BookState,
  beginsBuild,
  buildOf,
  generationsOf,
  isBuildStep,
  laterOf,
  latestAt,
  withBuild,
  withBuilt,
} from '../book-state.ts';
import { inTransaction, WRITING } from './access.ts';
import { bookStateOf, LOCK_BOOK_STATE, PLAN_WITH_INDEXES, type StateRow, withFirstBuild } from './book-state.ts';
import {
  CHANGES,
  insertRows,
  LOAD_CHANGED,
  LOAD_FILES,
  LOAD_NEXT,
  type LoadedRow,
  type MadeFile,
  makeFiles,
  makeWholeFiles,
  OUTDATED,
  type RunQuery,
  removeOld,
  removeRows,
  SET_FILES,
  SET_STATE,
  stateValues,
  type WholeFileRow,
} from './book-writes.ts';
import { type PostgresPool, rowsOf } from './connection.ts';
import { columns } from './loan-writes.ts';

interface StepPlace {
  readonly pool: PostgresPool;
  readonly ready: () => Promise<unknown>;
  readonly sql: (statement: string) => string;
}

/** The transaction of a step: its connection, what it was asked for, and the row that it has locked. */
interface Step {
  readonly query: RunQuery;
  readonly input: AdvanceInput;
  readonly row: StateRow;
}

/** A step is one transaction. It locks the state, so that one process works at a time, and nothing that others need. */
export function bookSteps({ pool, ready, sql }: StepPlace): BookTables['advance'] {
  return async (input): Promise<BookAdvance> => {
    checkAdvance(input);
    await ready();
    return inTransaction(pool, WRITING, async (connection) => {
      const query: RunQuery = (text, values) => rowsOf(connection, sql(text), values);
      await query(PLAN_WITH_INDEXES);
      const [row] = await query<StateRow>(LOCK_BOOK_STATE);
      return row ? takeStep({ query, input, row }) : { files: 0, hasMore: true, isBusy: true };
    });
  };
}

async function takeStep(step: Step): Promise<BookAdvance> {
  const state = bookStateOf(step.row);
  const from = beginsBuild(state, step.input) ? await begin(step, state) : state;
  const { after, files, hasMore } = isBuildStep(from, step.input) ? await build(step, from) : await follow(step, from);
  const hasOld = after.hasOld && (await removeOld(step.query, after));
  // A step that found nothing to do writes nothing.
  const isIdle = from === state && files === 0 && after.position === from.position && after.building === from.building;
  if (!isIdle || from.hasOld) await step.query(SET_STATE, stateValues(step.row, { ...after, hasOld }));
  return { files, hasMore: hasMore || hasOld, ...buildOf(after) };
}

// Begins with what is final now: an event of a transaction that may still be running, and what follows it in its file,
// comes later. Events with higher numbers than any transaction so far are of a log that was restored: they are final.
const BEGIN_FILES = `with now as (
    select txid_snapshot_xmin(txid_current_snapshot()) as oldest, txid_snapshot_xmax(txid_current_snapshot()) as next
  ), begun as (
    insert into {schema}.book_files (file, version)
    select l.no, coalesce(unfinished.seq - 1, l.version) from {schema}.loans l left join (
      select e.loan_no, min(e.seq) as seq from {schema}.events e, now
      where e.position >= now.oldest and e.position < now.next group by e.loan_no
    ) as unfinished on unfinished.loan_no = l.no
    where coalesce(unfinished.seq - 1, l.version) > 0 returning version
  )
  select now.oldest - 1 as position, (select count(*) from begun) as total, (select coalesce(sum(version), 0) from begun) as events
  from now`;

async function begin({ query, row }: Step, state: BookState): Promise<BookState> {
  if (state.generation !== null) {
    const [files] = await query<{ readonly total: string }>('select count(*) as total from {schema}.book_files');
    return withBuild(state, Number(files?.total));
  }
  await query('delete from {schema}.book_files');
  const [begun] = await query<Record<'position' | 'total' | 'events', string>>(BEGIN_FILES);
  const { position, total, events } = begun ?? { position: 0, total: 0, events: 0 };
  return withFirstBuild(row, { position: Number(position), total: Number(total), events: Number(events) });
}

interface StepResult {
  readonly after: BookState;
  readonly files: number;
  readonly hasMore: boolean;
}

/** Makes the rows of the next files, with as many events as are in the book. */
async function build(step: Step, state: BookState): Promise<StepResult> {
  const { query, input } = step;
  const made = await makeNext(step, state.built);
  const isDone = made.length < input.limit;
  const last = made.at(-1)?.file ?? state.built;
  await insertRows(query, state.building ?? 0, made);
  const after = withBuilt(state, { count: made.length, last, at: latestAt(made), isDone });
  const hasMore = !isDone || (await query(CHANGES, [state.position, step.row.oldest, 1])).length > 0;
  return { after, files: made.length, hasMore };
}

// So many files are in memory at a time.
const LOADED = 50;

async function makeNext({ query, input }: Step, built: number): Promise<readonly MadeFile[]> {
  const made: MadeFile[] = [];
  const load = (file: number, left: number) =>
    left > 0 ? query<WholeFileRow>(LOAD_NEXT, [file, Math.min(left, LOADED)]) : undefined;
  let next = load(built, input.limit);
  try {
    for (let rows = await next; rows && rows.length > 0; rows = await next) {
      const last = Math.max(...rows.map(({ file }) => Number(file)));
      // The server reads the next files while these are made.
      next = load(last, input.limit - made.length - rows.length);
      made.push(...makeWholeFiles(rows, input));
    }
  } finally {
    // Nothing may follow a statement that still runs.
    await next?.catch(() => undefined);
  }
  return made;
}

/** Makes the rows of the files that changed next, then those that are outdated. */
async function follow(step: Step, state: BookState): Promise<StepResult> {
  const { query, input } = step;
  const { until, hasMore } = await nextChanges(step, state.position);
  const made = makeFiles(await query<LoadedRow>(LOAD_CHANGED, [state.position, until]), input, until);
  const changed = new Set(made.map(({ file }) => file));
  const found = await query<{ readonly file: string }>(OUTDATED, [
    ...[state.generation, input.today],
    input.limit + changed.size + 1,
  ]);
  const outdated = found.map(({ file }) => Number(file)).filter((file) => !changed.has(file));
  const taken = outdated.slice(0, Math.max(0, input.limit - changed.size));
  if (taken.length > 0) made.push(...makeFiles(await query<LoadedRow>(LOAD_FILES, [taken]), input));
  for (const generation of [state.generation, state.building]) {
    const theirs = made.filter(({ file }) => generation !== null && generationsOf(state, file).includes(generation));
    if (generation === null || theirs.length === 0) continue;
    await removeRows(
      query,
      theirs.map(({ file }) => ({ generation, file })),
    );
    await insertRows(query, generation, theirs);
  }
  if (made.length > 0) await query(SET_FILES, columns(made, 'file', 'version'));
  const events = made.reduce((sum, { version, known }) => sum + version - known, state.events);
  const after = { ...state, position: until, events, at: laterOf(state.at, latestAt(made)) };
  return { after, files: made.length, hasMore: hasMore || outdated.length > taken.length };
}

// So many appends are looked through for each file of a step.
const READ_PER_FILE = 20;

/** The position up to which no more files changed than a step takes. Transactions are never divided. */
async function nextChanges({ query, input, row }: Step, position: number) {
  const most = input.limit * READ_PER_FILE;
  const rows = await query<{ readonly position: string; readonly file: string }>(CHANGES, [position, row.oldest, most]);
  const transactions = new Map<number, Set<string>>();
  for (const each of rows)
    transactions.set(Number(each.position), (transactions.get(Number(each.position)) ?? new Set()).add(each.file));
  const isAll = rows.length < most;
  // The last one may have more events than were read.
  const known = [...transactions].slice(0, isAll || transactions.size === 1 ? undefined : -1);
  const files = new Set<string>();
  let until = position;
  for (const [transaction, changed] of known) {
    const isTooMuch = new Set([...files, ...changed]).size > input.limit;
    if (until !== position && isTooMuch) return { until, hasMore: true };
    for (const file of changed) files.add(file);
    until = transaction;
  }
  return { until, hasMore: !isAll };
}
