/** The kinds of differences: a field that the shapes do not know, a missing required field, a field of another type. */
export type DriftKind = 'unknown' | 'missing' | 'changed';

/** One difference. It never contains received values. */
export interface DriftFinding {
  readonly kind: DriftKind;
  /** Such as `data.consents[].bankCode`. `[]` is any list member, `*` any map entry, `(body)` the whole body. */
  readonly path: string;
  readonly expected: string;
  /** The type or form of the received value, never the value. */
  readonly seen: string;
  /** A new word of a set that may grow, such as a new status. */
  readonly isOpenSet?: true;
}

export interface JudgedFinding extends DriftFinding {
  /** In how many of `of` it occurs. */
  readonly count: number;
  /** In how many places it could occur: objects with such a field, or answers. */
  readonly of: number;
  /** Does the client, or the webhook receiver, still read the answer? */
  readonly tolerated: boolean;
}

export const BODY = '(body)';

export const HTTP_STATUS = '(HTTP status)';

export function findingKey({ kind, path, expected, seen }: DriftFinding): string {
  return `${kind}\n${path}\n${expected}\n${seen}`;
}

/** The way to a value, as a linked list of names and indexes. It becomes an array only for a difference. */
export interface Step {
  readonly up: Step | undefined;
  readonly name: string | number;
}

export interface SeenAt {
  /** The path of the surrounding object, list or map; empty for the whole body. */
  readonly within?: string;
  readonly step?: Step | undefined;
  /** Is the answer still read? Default: true, until reading refuses it. */
  readonly tolerated?: boolean;
  readonly count?: number;
}

export interface Difference {
  readonly finding: DriftFinding;
  readonly within: string;
  /** The way to the first occurrence. */
  readonly step: Step | undefined;
  count: number;
  tolerated: boolean;
}

/**
 * Distinct differences, with the places that were compared. A service may send 100,000 unknown names and forms. They
 * must not fill the memory or hide a break, so a limit applies to each kind. Beyond the limit, one entry per place
 * counts the rest. Missing fields need no limit, because the shapes have few fields.
 */
export class FindingList {
  readonly #differences = new Map<string, Difference>();
  readonly #room: Record<DriftKind, number>;
  /** Compared objects, list members and map entries, by path. */
  readonly #visits = new Map<string, number>();
  readonly #places = new Set<string>();

  constructor(most: number) {
    this.#room = { unknown: most, changed: most, missing: Number.POSITIVE_INFINITY };
  }

  look(path: string): void {
    this.#places.add(path);
  }

  /** Records that an object was compared, or this many members of a list or a map. */
  visit(path: string, times = 1): void {
    this.#visits.set(path, (this.#visits.get(path) ?? 0) + times);
  }

  add(finding: DriftFinding, { within = '', step, tolerated = true, count = 1 }: SeenAt = {}): void {
    const isKept = this.#room[finding.kind] > 0 || this.#differences.has(findingKey(finding));
    const kept = isKept ? finding : restOf(finding, within);
    const key = findingKey(kept);
    const known = this.#differences.get(key);
    if (!known) this.#room[kept.kind] -= 1;
    const difference = known ?? { finding: kept, within, step, count: 0, tolerated: true };
    difference.count += count;
    difference.tolerated &&= tolerated;
    this.#differences.set(key, difference);
  }

  merge(other: FindingList): void {
    for (const place of other.#places) this.look(place);
    for (const [path, times] of other.#visits) this.visit(path, times);
    for (const { finding, ...seen } of other.#differences.values()) this.add(finding, seen);
  }

  get differences(): readonly Difference[] {
    return [...this.#differences.values()];
  }

  /** The differences of this many answers, breaking ones first. */
  judged(answers: number): readonly JudgedFinding[] {
    const findings = this.differences.map(({ finding, within, count, tolerated }) => {
      const holders = within === '' ? answers : (this.#visits.get(within) ?? count);
      // An entry that sums up many names can count more than there are objects.
      return { ...finding, count, of: Math.max(count, holders), tolerated };
    });
    return findings.sort(
      (a, b) => Number(a.tolerated) - Number(b.tolerated) || (a.path < b.path ? -1 : Number(a.path > b.path)),
    );
  }

  /** Would this list show the difference if it still existed? Not if nothing was compared at its place. */
  wouldShow(finding: DriftFinding): boolean {
    // Shown names contain no dots or brackets.
    const [, within = ''] = /^(.*)(?:\.[^.]+|\[\])$/.exec(finding.path) ?? [];
    const isReached = finding.kind === 'changed' ? this.#places.has(finding.path) : (this.#visits.get(within) ?? 0) > 0;
    return isReached && !this.#differences.has(findingKey(restOf(finding, within)));
  }
}

// Names are summed up per surrounding object, forms per place, so that every entry can be accepted.
function restOf(finding: DriftFinding, within: string): DriftFinding {
  return finding.kind === 'unknown'
    ? { kind: 'unknown', path: within === '' ? '*' : `${within}.*`, expected: finding.expected, seen: 'further names' }
    : { ...finding, seen: 'further forms' };
}
