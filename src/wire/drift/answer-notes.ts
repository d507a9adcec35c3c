import { type DriftFinding, findingKey } from './finding.ts';

/** More differences of one answer than anybody reads; the rest is counted. A service that invents a hundred thousand names shall not fill our memory. */
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
export interface Note {
  readonly finding: DriftFinding;
  /** The path of the object, list or map that it was seen in. */
  readonly within: string;
  /** The way to the first one. */
  readonly first: readonly (string | number)[];
  count: number;
  tolerated: boolean;
}

/** What is noted of one answer. */
export class AnswerNotes {
  readonly #notes = new Map<string, Note>();
  readonly #visits = new Map<string, number>();
  #left = 0;

  /** An object, list or map was looked into; of a list or a map, so often as it has members. */
  visit(path: string, times = 1): void {
    this.#visits.set(path, (this.#visits.get(path) ?? 0) + times);
  }

  /** Notes a difference that was seen in what lies at `within`. */
  add(finding: DriftFinding, { within, step, tolerated = true }: NotedAt): void {
    const key = findingKey(finding);
    const known = this.#notes.get(key);
    if (known) known.count += 1;
    else if (this.#notes.size < MOST_FINDINGS) this.#notes.set(key, { finding, within, first: stepsOf(step), count: 1, tolerated });
    else this.#left += 1;
  }

  /** The differences, in the order in which they were met. */
  get notes(): readonly Note[] {
    return [...this.#notes.values()];
  }

  /** How often each path was looked into. */
  get visits(): ReadonlyMap<string, number> {
    return this.#visits;
  }

  /** How many more there were. */
  get left(): number {
    return this.#left;
  }
}

function stepsOf(step: Step | undefined): readonly (string | number)[] {
  const steps: (string | number)[] = [];
  for (let at = step; at; at = at.up) steps.push(at.name);
  return steps.reverse();
}
