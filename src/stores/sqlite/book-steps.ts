import { checkAdvance, refuseOutdated } from '../../loan-file/book-checks.ts';
import type { AdvanceInput, BookAdvance, BookEntry, BookEvent, BookTables } from '../../loan-file/book-tables.ts';
import { type BookValue, bookTables } from '../book-rows.ts';
import {
  type BookState,
  beginsBuild,
  buildOf,
  generationsOf,
  isBuildStep,
  laterOf,
  latestAt,
  oldGenerations,
  withBuild,
  withBuilt,
} from '../book-state.ts';
import type { SqliteConnection, SqliteInteger, SqliteValue } from './sqlite-connection.ts';
import { bookStatements } from './statements.ts';

interface StateRow extends Record<'revision' | 'position' | 'built' | 'done' | 'total' | 'has_old', SqliteInteger> {
  readonly at: string | null;
  readonly generation: SqliteInteger | null;
  readonly building: SqliteInteger | null;
}

interface StateNow {
  readonly state: BookState;
  /** Changes with every step. */
  readonly revision: number;
  readonly behind: number;
}

/** Reads the state. Positions count the events, so the number of events follows from them. */
export function bookStateReader(connection: SqliteConnection): () => StateNow {
  const bookState = connection.prepare<StateRow>(bookStatements.bookState);
  const lastPosition = connection.prepare<LastRow>(bookStatements.lastPosition);

  return () => {
    // The migration writes this row.
    const { revision, has_old, generation, building, at, ...row } = bookState.get() as StateRow;
    const position = Number(row.position);
    const state: BookState = {
      position,
      events: position,
      at,
      generation: generation === null ? null : Number(generation),
      building: building === null ? null : Number(building),
      built: Number(row.built),
      done: Number(row.done),
      total: Number(row.total),
      hasOld: Boolean(has_old),
    };
    return { state, revision: Number(revision), behind: Number(lastPosition.get()?.last ?? 0) - position };
  };
}

interface LastRow {
  readonly last: SqliteInteger | null;
}

interface FileRow {
  readonly place: SqliteInteger;
  readonly loan_id: string;
}

/** A file with its new entry. */
interface MadeFile {
  readonly file: number;
  readonly entry: BookEntry | undefined;
  readonly at: string;
}

/** What a step has worked out and has not written yet. */
interface Step {
  readonly after: BookState;
  readonly made: readonly MadeFile[];
  readonly hasMore: boolean;
  /** The generations to which the rows of a file go. */
  readonly generationsOf: (file: number) => readonly number[];
}

/**
 * A step reads and projects before it takes the write lock, so that it blocks writers of the log only while it writes
 * rows. Events never change, so only another step can disturb it, and then the revision is another one.
 */
export function bookSteps(connection: SqliteConnection): BookTables['advance'] {
  const stateNow = bookStateReader(connection);
  const begin = buildStart(connection);
  const build = buildStep(connection);
  const follow = followStep(connection);
  const write = stepWriter(connection);

  return async (input): Promise<BookAdvance> => {
    checkAdvance(input);
    const { state, revision, behind } = connection.read(stateNow);
    const begins = beginsBuild(state, input);
    const from = begins ? connection.read(() => begin(state)) : state;
    const step = isBuildStep(from, input) ? build(from, input) : follow(from, input);
    const isIdle = !begins && step.made.length === 0 && step.after.building === from.building && !from.hasOld;
    const after = isIdle
      ? step.after
      : connection.write(() => (stateNow().revision === revision ? write(step) : undefined));
    if (!after) return { files: 0, hasMore: true, isBusy: true };
    const isBehind = behind > 0 && from.building !== null && after.building === null;
    return { files: step.made.length, hasMore: step.hasMore || isBehind || after.hasOld, ...buildOf(after) };
  };
}

/** Begins a build. The first one takes the present end of the log as its position. */
function buildStart(connection: SqliteConnection): (state: BookState) => BookState {
  const lastPosition = connection.prepare<LastRow>(bookStatements.lastPosition);
  const lastFile = connection.prepare<LastRow>(bookStatements.lastFile);

  return (state) => {
    const total = Number(lastFile.get()?.last ?? 0);
    if (state.generation !== null) return withBuild(state, total);
    const position = Number(lastPosition.get()?.last ?? 0);
    return withBuild({ ...state, position, events: position, at: null }, total);
  };
}

type StepOf = (state: BookState, input: AdvanceInput) => Step;

/** Makes the rows of the next files, as they were at the position of the book. */
function buildStep(connection: SqliteConnection): StepOf {
  const filesAfter = connection.prepare<FileRow>(bookStatements.filesAfter);
  const make = fileMaker(connection);

  return (state, input) => {
    const rows = connection.read(() => filesAfter.all(state.built, input.limit));
    // Files that were begun after the position come last, and have no events up to there.
    const made = rows.flatMap((row) => make(row, state.position, input) ?? []);
    const isDone = made.length < input.limit;
    const after = withBuilt(state, {
      count: made.length,
      last: made.at(-1)?.file ?? state.built,
      at: latestAt(made),
      isDone,
    });
    const generations = state.building === null ? [] : [state.building];
    return { after, made, hasMore: !isDone, generationsOf: () => generations };
  };
}

/** Makes the rows of the files that changed next, then those that are outdated. */
function followStep(connection: SqliteConnection): StepOf {
  const changesAfter = changesReader(connection);
  const outdatedRows = connection.prepare<Pick<FileRow, 'place'>>(bookStatements.outdated);
  const fileAtPlace = connection.prepare<FileRow>(bookStatements.fileAtPlace);
  const make = fileMaker(connection);

  return (state, input) => {
    const { places, position, hasMore } = changesAfter(state.position, input.limit);
    const outdated = connection
      .read(() => outdatedRows.all(state.generation, input.today, input.limit + 1))
      .map(({ place }) => Number(place))
      .filter((place) => !places.has(place));
    const taken = [...places, ...outdated.slice(0, input.limit - places.size)];
    const made = taken.flatMap((place) => {
      const row = connection.read(() => fileAtPlace.get(place));
      return (row && make(row, position, input)) ?? [];
    });
    return {
      after: { ...state, position, events: position, at: laterOf(state.at, latestAt(made)) },
      made,
      hasMore: hasMore || taken.length < places.size + outdated.length,
      generationsOf: (file) => generationsOf(state, file),
    };
  };
}

// Positions are read so many at a time.
const READ = 2_000;

/** The files that changed next, and the position up to which only they changed. */
function changesReader(connection: SqliteConnection) {
  const positionsAfter = connection.prepare<Record<'position' | 'place', SqliteInteger>>(bookStatements.positionsAfter);

  return (start: number, limit: number) => {
    const places = new Set<number>();
    let position = start;
    for (;;) {
      const rows = connection.read(() => positionsAfter.all(position, READ));
      for (const row of rows) {
        const place = Number(row.place);
        // An append has one file, so its events are never divided.
        if (places.size === limit && !places.has(place)) return { places, position, hasMore: true };
        places.add(place);
        position = Number(row.position);
      }
      if (rows.length < READ) return { places, position, hasMore: false };
    }
  };
}

function fileMaker(connection: SqliteConnection) {
  const eventsUpTo = connection.prepare<Omit<BookEvent, 'seq'> & { readonly seq: SqliteInteger }>(
    bookStatements.eventsUpTo,
  );

  /** Undefined if the file had no events at this position. */
  return ({ place, loan_id: loanId }: FileRow, position: number, input: AdvanceInput): MadeFile | undefined => {
    const rows = connection.read(() => eventsUpTo.all(Number(place), position));
    if (rows.length === 0) return undefined;
    const events = rows.map(({ seq, body, hash }) => ({ seq: Number(seq), body, hash }));
    const { entry, at } = input.project({ loanId, events });
    if (entry) refuseOutdated(entry.loan, input.today);
    return { file: Number(place), entry, at };
  };
}

// Former rows are deleted a few at a time, so that no step blocks writers for long.
const DELETED = 500;

/** Writes a step within a transaction, deletes some former rows, and returns the state. */
function stepWriter(connection: SqliteConnection): (step: Step) => BookState {
  const setBookState = connection.prepare(bookStatements.setBookState);
  const oldRows = connection.prepare<Record<'generation' | 'file', SqliteInteger>>(bookStatements.oldRows);
  const tables = bookTables.map(({ name, columns, rowsOf }) => {
    const names = ['generation', 'file', ...columns.map((column) => column.name)];
    const marks = names.map(() => '?').join(', ');
    return {
      rowsOf,
      insert: connection.prepare(`INSERT INTO ${name} (${names.join(', ')}) VALUES (${marks})`),
      remove: connection.prepare(`DELETE FROM ${name} WHERE generation = ? AND file = ?`),
    };
  });
  const removeFile = (generation: number, file: number) => {
    for (const { remove } of tables) remove.run(generation, file);
  };
  const removeOld = (state: BookState): boolean => {
    const old = oldGenerations(state).flatMap(([after, before]) => oldRows.all(after, before, DELETED));
    for (const { generation, file } of old) removeFile(Number(generation), Number(file));
    return old.length >= DELETED;
  };

  return ({ after, made, generationsOf }) => {
    for (const { file, entry } of made) {
      for (const generation of generationsOf(file)) {
        removeFile(generation, file);
        for (const { insert, rowsOf } of tables)
          for (const row of entry ? rowsOf(entry) : []) insert.run(generation, file, ...row.map(bound));
      }
    }
    const state = { ...after, hasOld: after.hasOld && removeOld(after) };
    const { position, at, generation, building, built, done, total, hasOld } = state;
    setBookState.run(position, at, generation, building, built, done, total, Number(hasOld));
    return state;
  };
}

function bound(value: BookValue): SqliteValue {
  return typeof value === 'boolean' ? Number(value) : value;
}
