import { type BookState, newBook, withBuild } from '../book-state.ts';

/**
 * Positions of the log are numbers of transactions. An event is final when every transaction up to its own has ended, so
 * a step reads up to the oldest one that is still running, in any database of the server. Only the first event of an
 * append has a position. Those after it belong to it, and those before every position are older than all.
 *
 * In a log that was dumped and restored into another server, these numbers begin again, and older events have numbers
 * that later transactions will get. So the state names its server, and in another one the book begins with a build.
 * What is in the book is known by the number of events of each file, not by their positions. Of a file whose events have
 * positions in another order than their own, because its writer's transaction had begun long before, the book takes what
 * follows each other without a gap, and the rest with the event that was missing.
 */
const FIELDS = `s.cluster, s.position, s.events, s.at, s.generation, s.building, s.built, s.done, s.total, s.has_old,
  (select system_identifier::text from pg_control_system()) as server,
  txid_snapshot_xmin(txid_current_snapshot()) as oldest, txid_snapshot_xmax(txid_current_snapshot()) as next`;

/**
 * For the rest of a transaction. Every statement of the book finds few rows through indexes. A server that lacks
 * statistics, or does not know a value while it plans, would read whole tables or compile first.
 */
const SETTINGS = {
  ...{ jit: 'off', enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' },
  max_parallel_workers_per_gather: '0',
};
export const PLAN_WITH_INDEXES = `select ${Object.entries(SETTINGS)
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(', ')}`;

/** With the number of events that are not in the book yet, also of transactions that are not final. */
export const BOOK_STATE = `select ${FIELDS}, (
    select coalesce(sum(l.version - c.version), 0) from (
      select e.loan_no, coalesce(f.version, 0) as version from {schema}.events e left join {schema}.book_files f on f.file = e.loan_no
      where e.position > s.position and e.position < txid_snapshot_xmax(txid_current_snapshot()) and e.seq > coalesce(f.version, 0)
      group by 1, 2
    ) as c join {schema}.loans l on l.no = c.loan_no
  ) as behind from {schema}.book_state s`;

/** Held until the transaction ends. No row: another process is at work. */
export const LOCK_BOOK_STATE = `select ${FIELDS} from {schema}.book_state s for update skip locked`;

type Whole = string | number;

export interface StateRow
  extends Record<'position' | 'events' | 'built' | 'done' | 'total' | 'oldest' | 'next', Whole> {
  readonly cluster: string | null;
  readonly server: string;
  readonly at: string | null;
  readonly generation: Whole | null;
  readonly building: Whole | null;
  readonly has_old: boolean;
}

/** The state as it is written, also one of another server. */
function writtenState(row: StateRow): BookState {
  return {
    position: Number(row.position),
    events: Number(row.events),
    at: row.at,
    generation: row.generation === null ? null : Number(row.generation),
    building: row.building === null ? null : Number(row.building),
    built: Number(row.built),
    done: Number(row.done),
    total: Number(row.total),
    hasOld: row.has_old,
  };
}

/** The state, or that of a new book if the log is of another server. */
export function bookStateOf(row: StateRow | undefined): BookState {
  if (!row) return newBook;
  return row.cluster === row.server && Number(row.position) < Number(row.next) ? writtenState(row) : newBook;
}

/** A first build in this server. Generations that another one left behind are deleted. */
export function withFirstBuild(row: StateRow, begun: Pick<BookState, 'position' | 'events' | 'total'>): BookState {
  const { building } = withBuild(writtenState(row), begun.total);
  return { ...newBook, ...begun, building, hasOld: true };
}
