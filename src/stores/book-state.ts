import type { AdvanceInput, BookBuild, BookUpTo } from '../loan-file/book-tables.ts';

/**
 * How far the book of a durable store is: its one row of state. Rows belong to a generation. A build writes a new one
 * beside the one that answers, up to the same position of the log, so that it can take its place at any time.
 */
export interface BookState {
  /** All events up to this position of the log are in the rows, and no later one. */
  readonly position: number;
  /** Number of events up to there. */
  readonly events: number;
  /** The latest time of those events. Null if there are none. */
  readonly at: string | null;
  /** The generation that answers. Null until the first build is done. */
  readonly generation: number | null;
  /** The generation that is being built. Null if none is. */
  readonly building: number | null;
  /** The build has the files up to the one with this number. */
  readonly built: number;
  readonly done: number;
  readonly total: number;
  /** Whether rows of former generations may be left. */
  readonly hasOld: boolean;
}

export const newBook: BookState = {
  position: 0,
  events: 0,
  at: null,
  generation: null,
  building: null,
  built: 0,
  done: 0,
  total: 0,
  hasOld: false,
};

export function beginsBuild({ generation, building }: BookState, { rebuild }: AdvanceInput): boolean {
  return rebuild === 'begin' || (generation === null && building === null);
}

export function isBuildStep({ generation, building }: BookState, { rebuild }: AdvanceInput): boolean {
  return building !== null && (rebuild !== undefined || generation === null);
}

/** Begins a build of this many files. */
export function withBuild(state: BookState, total: number): BookState {
  const { generation, building, hasOld } = state;
  const next = Math.max(generation ?? 0, building ?? 0) + 1;
  return { ...state, building: next, built: 0, done: 0, total, hasOld: hasOld || building !== null };
}

export interface BuiltFiles {
  readonly count: number;
  /** The number of the last one. */
  readonly last: number;
  readonly at: string | null;
  /** Whether these were the last files. */
  readonly isDone: boolean;
}

/** The state after a step of a build. The finished generation answers from now on. */
export function withBuilt(state: BookState, { count, last, at, isDone }: BuiltFiles): BookState {
  const after = { ...state, at: laterOf(state.at, at), built: last, done: state.done + count };
  if (!isDone) return after;
  const { building: generation, hasOld } = after;
  return { ...after, generation, building: null, hasOld: hasOld || state.generation !== null };
}

export function laterOf(one: string | null, other: string | null): string | null {
  return one === null || (other !== null && other > one) ? other : one;
}

export function latestAt(made: readonly { readonly at: string }[]): string | null {
  return made.reduce<string | null>((latest, { at }) => laterOf(latest, at), null);
}

/** The generations that have a row of this file, so that a change of the file goes to all of them. */
export function generationsOf({ generation, building, built }: BookState, file: number): readonly number[] {
  return [...(generation === null ? [] : [generation]), ...(building !== null && file <= built ? [building] : [])];
}

/** Former generations: those between these numbers. A build that was begun again leaves one after the present one. */
export function oldGenerations({
  generation,
  building,
}: BookState): readonly (readonly [after: number, before: number])[] {
  const present = [generation, building].filter((each) => each !== null);
  return present.map((each, index) => [present[index - 1] ?? 0, each] as const);
}

export function buildOf({ building, done, total }: BookState): { readonly build?: BookBuild } {
  // Files that were begun since are built, too.
  return building === null ? {} : { build: { done, total: Math.max(done, total) } };
}

export function upToOf({ events, at }: BookState, behind: number): BookUpTo {
  return { events, ...(at !== null && { at }), behind };
}
