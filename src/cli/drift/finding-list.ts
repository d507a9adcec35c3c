/**
 * What may differ: a field that the shapes do not know, one that they require and that is not there, one of another
 * kind.
 */
export type DriftKind = 'unknown' | 'missing' | 'changed';

/** One difference, in words that never hold what was sent. */
export interface DriftFinding {
  readonly kind: DriftKind;
  /** Where: `data.consents[].bankCode`; `[]` is any member of a list, `*` any entry of a map, `(body)` the whole. */
  readonly path: string;
  /** What the specification and the shapes say. */
  readonly expected: string;
  /** What came: a type or a form, never the value. */
  readonly seen: string;
  /** A word outside of a set that may grow, such as another status. */
  readonly isOpenSet?: true;
}

/** A difference, how often it was seen and what it means. */
export interface JudgedFinding extends DriftFinding {
  /** How many of `of` have it. */
  readonly count: number;
  /** How many could have it: objects that hold such a field, or answers. */
  readonly of: number;
  /** Does the client, or the receiver of webhooks, read the answer all the same? */
  readonly tolerated: boolean;
}

/** The path of the whole body. */
export const BODY = '(body)';

/** The path of the status line. */
export const HTTP_STATUS = '(HTTP status)';

/** What makes two findings the same. */
export function findingKey({ kind, path, expected, seen }: DriftFinding): string {
  return `${kind}\n${path}\n${expected}\n${seen}`;
}

/**
 * The way to a value: names of fields and entries, numbers of members. A chain, because it is needed only where
 * something differs.
 */
export interface Step {
  readonly up: Step | undefined;
  readonly name: string | number;
}

/** Where a difference was seen. */
export interface SeenAt {
  /** The path of the object, list or map that holds it; empty for what concerns the whole. */
  readonly within?: string;
  readonly step?: Step | undefined;
  /** Is the answer read all the same? Default yes, until reading says otherwise. */
  readonly tolerated?: boolean;
  readonly count?: number;
}

/** A difference of a list. */
export interface Difference {
  readonly finding: DriftFinding;
  readonly within: string;
  /** The way to the first one. */
  readonly step: Step | undefined;
  count: number;
  tolerated: boolean;
}

/**
 * Differences, each once, with what was looked at. A service may invent a hundred thousand names and forms, which must
 * neither fill the memory nor hide what breaks: of each kind so many are kept, and what comes after is one entry for
 * its place. Missing fields are fields of the shapes, which are few.
 */
export class FindingList {
  readonly #differences = new Map<string, Difference>();
  readonly #room: Record<DriftKind, number>;
  /** How often each object, list or map was looked into; of a list or a map, as often as it has members. */
  readonly #visits = new Map<string, number>();
  /** The paths at which something was compared. */
  readonly #places = new Set<string>();

  constructor(most: number) {
    this.#room = { unknown: most, changed: most, missing: Number.POSITIVE_INFINITY };
  }

  /** Something at a path was compared. */
  look(path: string): void {
    this.#places.add(path);
  }

  /** An object was looked into, or so many members of a list or a map. */
  visit(path: string, times = 1): void {
    this.#visits.set(path, (this.#visits.get(path) ?? 0) + times);
  }

  /** Adds a difference. */
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

  /** Adds all that another list holds. */
  merge(other: FindingList): void {
    for (const place of other.#places) this.look(place);
    for (const [path, times] of other.#visits) this.visit(path, times);
    for (const { finding, ...seen } of other.#differences.values()) this.add(finding, seen);
  }

  /** The differences, in the order in which they came. */
  get differences(): readonly Difference[] {
    return [...this.#differences.values()];
  }

  /** The differences of so many answers: what breaks comes first. */
  judged(answers: number): readonly JudgedFinding[] {
    const findings = this.differences.map(({ finding, within, count, tolerated }) => {
      const holders = within === '' ? answers : (this.#visits.get(within) ?? count);
      // One entry for many names has more of them than there are objects.
      return { ...finding, count, of: Math.max(count, holders), tolerated };
    });
    return findings.sort(
      (a, b) => Number(a.tolerated) - Number(b.tolerated) || (a.path < b.path ? -1 : Number(a.path > b.path)),
    );
  }

  /** Would this difference be in the list if it were still there? Not where nothing came that could have it. */
  wouldShow(finding: DriftFinding): boolean {
    // Names that are shown hold neither dots nor brackets.
    const [, within = ''] = /^(.*)(?:\.[^.]+|\[\])$/.exec(finding.path) ?? [];
    const isReached = finding.kind === 'changed' ? this.#places.has(finding.path) : (this.#visits.get(within) ?? 0) > 0;
    return isReached && !this.#differences.has(findingKey(restOf(finding, within)));
  }
}

// Names are summed up by what holds them, forms by their place, so that every entry can be accepted.
function restOf(finding: DriftFinding, within: string): DriftFinding {
  return finding.kind === 'unknown'
    ? { kind: 'unknown', path: within === '' ? '*' : `${within}.*`, expected: finding.expected, seen: 'further names' }
    : { ...finding, seen: 'further forms' };
}
