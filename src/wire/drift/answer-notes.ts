import type { DriftFinding } from './finding.ts';
import { FindingList, type Kept } from './finding-list.ts';

/** More differences of one kind in one answer than anybody reads. */
const MOST_FINDINGS = 200;

/** The way to a value: names of fields and entries, numbers of members. A chain, because it is needed only where something differs. */
export interface Step {
  readonly up: Step | undefined;
  readonly name: string | number;
}

/** Where a difference was seen, and whether it is read all the same. */
export interface NotedAt {
  /** The path of the object, list or map that holds it. */
  readonly within: string;
  readonly step?: Step | undefined;
  /** Default yes, until reading says otherwise. */
  readonly tolerated?: boolean;
}

/** A difference in one answer. */
export interface Note extends Kept {
  /** The way to the first one. */
  readonly first: readonly (string | number)[];
  count: number;
  tolerated: boolean;
}

/** What is noted of one answer. */
export class AnswerNotes {
  readonly #notes = new FindingList<Note>(MOST_FINDINGS);
  readonly #visits = new Map<string, number>();
  readonly #places = new Set<string>();

  /** Something stood at a path, and was compared. */
  look(path: string): void {
    this.#places.add(path);
  }

  /** An object, list or map was looked into; of a list or a map, so often as it has members. */
  visit(path: string, times = 1): void {
    this.#visits.set(path, (this.#visits.get(path) ?? 0) + times);
  }

  /** Notes a difference that was seen in what lies at `within`. */
  add(finding: DriftFinding, { within, step, tolerated = true }: NotedAt): void {
    const note = this.#notes.entryOf({ finding, within }, (told) => ({
      finding: told,
      within,
      first: stepsOf(step),
      count: 0,
      tolerated,
    }));
    note.count += 1;
    note.tolerated &&= tolerated;
  }

  /** The differences, in the order in which they were met. */
  get notes(): readonly Note[] {
    return this.#notes.entries;
  }

  /** How often each path was looked into. */
  get visits(): ReadonlyMap<string, number> {
    return this.#visits;
  }

  /** The paths at which something was compared. */
  get places(): ReadonlySet<string> {
    return this.#places;
  }
}

function stepsOf(step: Step | undefined): readonly (string | number)[] {
  const steps: (string | number)[] = [];
  for (let at = step; at; at = at.up) steps.push(at.name);
  return steps.reverse();
}
