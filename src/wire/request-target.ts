/** The fixed path segments of a deployment. Spec, top. */
export interface PathSegments {
  /** Of the mandate and collection operations. */
  readonly mandate: string;
  /** Of account discovery. */
  readonly discovery: string;
}

/** The message for an invalid path segment. */
export const NO_PATH_SEGMENT = 'must be one path segment of letters, digits and -._~';

/** Whether text needs no escaping as a path segment. A segment of dots alone would lead to another path. */
export function isPathSegment(text: string): boolean {
  return /^[\w.~-]+$/.test(text) && !/^\.+$/.test(text);
}

// Filled in once, because a deployment never changes its segments.
const pathsBySegments = new WeakMap<PathSegments, Map<string, string>>();

/** The path of an operation in a deployment. */
export function operationPath(row: { readonly path: string }, segments: PathSegments): string {
  return pathsBySegments.get(segments)?.get(row.path) ?? fillPath(row.path, segments);
}

function fillPath(template: string, segments: PathSegments): string {
  const path = template
    .replaceAll('{mandate_segment}', segments.mandate)
    .replaceAll('{discovery_segment}', segments.discovery);
  const paths = pathsBySegments.get(segments) ?? new Map<string, string>();
  pathsBySegments.set(segments, paths.set(template, path));
  return path;
}

/** A query string with its question mark, or empty text. Undefined fields are left out. */
export function queryString(input: object): string {
  let query = '';
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined)
      query += `${query ? '&' : '?'}${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`;
  }
  return query;
}

/** The fields of a query string, with or without its question mark. The last of repeated fields counts. */
export function readQuery(query: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) if (name !== '__proto__') fields[name] = value;
  return fields;
}
