/** Which operation a request means. Spec §4. */
import type { OperationId } from './operation-types.ts';
import { type OperationRow, operations } from './operations.ts';
import { operationPath, type PathSegments } from './request-target.ts';

/** No operation answers this method on this path. */
export interface NoOperation {
  /** Is there an operation with this path and another method? */
  readonly pathKnown: boolean;
  /** The methods that the path takes. */
  readonly methods: readonly string[];
}

type Match = OperationRow | NoOperation;

const unknownPath: NoOperation = { pathKnown: false, methods: [] };

interface KnownPath {
  readonly rows: readonly OperationRow[];
  readonly otherwise: NoOperation;
}

const pathsBySegments = new WeakMap<PathSegments, ReadonlyMap<string, KnownPath>>();

/** The operation that a method and a path (without query) mean in a deployment; one look-up. */
export function matchOperation(method: string, path: string, segments: PathSegments): Match {
  const known = (pathsBySegments.get(segments) ?? preparePaths(segments)).get(path);
  if (!known) return unknownPath;
  for (const row of known.rows) if (row.method === method) return row;
  return known.otherwise;
}

function preparePaths(segments: PathSegments): ReadonlyMap<string, KnownPath> {
  const paths = new Map<string, KnownPath>();
  for (const row of Object.values(operations) as readonly OperationRow<OperationId>[]) {
    const path = operationPath(row, segments);
    const rows = [...(paths.get(path)?.rows ?? []), row];
    paths.set(path, { rows, otherwise: { pathKnown: true, methods: rows.map((each) => each.method) } });
  }
  pathsBySegments.set(segments, paths);
  return paths;
}
