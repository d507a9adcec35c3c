/** What may differ: a field that the shapes do not know, one that they require and that is not there, one that is of another kind. */
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

/** A difference, how often it was seen and what comes of it. */
export interface JudgedFinding extends DriftFinding {
  /** How many of `of` have it. */
  readonly count: number;
  /** How many could have it: objects that hold such a field, or answers. */
  readonly of: number;
  /** Does the client, or the receiver of webhooks, read the answer all the same? */
  readonly tolerated: boolean;
}

/** What makes two findings the same. */
export function findingKey({ kind, path, expected, seen }: DriftFinding): string {
  return `${kind}\n${path}\n${expected}\n${seen}`;
}

/** The path of the object, list or map that holds a path: names that are shown hold neither dots nor brackets. */
export function placeHolding(path: string): string {
  const [, within = ''] = /^(.*)(?:\.[^.]+|\[\])$/.exec(path) ?? [];
  return within;
}

/** The whole body. */
export const BODY = '(body)';

/** The status line. */
export const HTTP_STATUS = '(HTTP status)';
