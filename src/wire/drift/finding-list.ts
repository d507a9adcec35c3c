import { type DriftFinding, type DriftKind, findingKey } from './finding.ts';

/** A difference that is kept, and where it was seen. */
export interface Kept {
  readonly finding: DriftFinding;
  /** The path of the object, list or map that holds it. */
  readonly within: string;
}

/**
 * Differences, each once. Names and forms of which a service invents a hundred thousand shall not fill our memory, nor hide what breaks: of each kind so many are
 * kept, and what comes after is one line for its place. What is missing is a field of the shapes, and they have few.
 */
export class FindingList<Entry extends Kept> {
  readonly #entries = new Map<string, Entry>();
  readonly #room: Record<DriftKind, number>;

  constructor(most: number) {
    this.#room = { unknown: most, changed: most, missing: Number.POSITIVE_INFINITY };
  }

  /** The entry of a difference; made where it is new. */
  entryOf({ finding, within }: Kept, make: (finding: DriftFinding) => Entry): Entry {
    const isKept = this.#room[finding.kind] > 0 || this.#entries.has(findingKey(finding));
    const told = isKept ? finding : restOf(finding, within);
    const known = this.#entries.get(findingKey(told));
    if (known) return known;
    const entry = make(told);
    this.#entries.set(findingKey(told), entry);
    this.#room[told.kind] -= 1;
    return entry;
  }

  /** Is there a line in which this difference may be hidden? */
  hides({ finding, within }: Kept): boolean {
    return this.#entries.has(findingKey(restOf(finding, within)));
  }

  /** All, in the order in which they came. */
  get entries(): readonly Entry[] {
    return [...this.#entries.values()];
  }
}

// Names are told by what holds them, forms by their place; so that all that is told can be accepted.
function restOf(finding: DriftFinding, within: string): DriftFinding {
  return finding.kind === 'unknown'
    ? { kind: 'unknown', path: within === '' ? '*' : `${within}.*`, expected: finding.expected, seen: 'further names' }
    : { ...finding, seen: 'further forms' };
}
