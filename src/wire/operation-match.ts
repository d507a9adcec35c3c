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

interface Routes {
  readonly byTarget: ReadonlyMap<string, OperationRow>;
  readonly byPath: ReadonlyMap<string, NoOperation>;
}

const routesBySegments = new WeakMap<PathSegments, Routes>();

/** The operation that a method and a path (without query) mean in a deployment; two map look-ups at most. */
export function matchOperation(method: string, path: string, segments: PathSegments): Match {
  const routes = routesBySegments.get(segments) ?? prepareRoutes(segments);
  return routes.byTarget.get(`${method} ${path}`) ?? routes.byPath.get(path) ?? unknownPath;
}

function prepareRoutes(segments: PathSegments): Routes {
  const byTarget = new Map<string, OperationRow>();
  const byPath = new Map<string, NoOperation>();
  for (const row of Object.values(operations) as readonly OperationRow<OperationId>[]) {
    const path = operationPath(row, segments);
    byTarget.set(`${row.method} ${path}`, row);
    byPath.set(path, { pathKnown: true, methods: [...(byPath.get(path)?.methods ?? []), row.method] });
  }
  const routes = { byTarget, byPath };
  routesBySegments.set(segments, routes);
  return routes;
}
