/** The fixed path segments of a deployment. Spec, top. */
export interface PathSegments {
  /** Of the mandate and collection operations. */
  readonly mandate: string;
  /** Of account discovery. */
  readonly discovery: string;
}

/** What is said of a text that is no path segment. */
export const NO_PATH_SEGMENT = 'must be one path segment of letters, digits and -._~';

/** Can this stand in a path as it is? A segment of dots alone would lead elsewhere. */
export function isPathSegment(text: string): boolean {
  return /^[\w.~-]+$/.test(text) && !/^\.+$/.test(text);
}

// A deployment has one pair of segments for its whole life, so its paths are filled in once.
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

/** A query string with its question mark, or nothing; fields that are undefined stay out. */
export function queryString(input: object): string {
  let query = '';
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined)
      query += `${query ? '&' : '?'}${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`;
  }
  return query;
}

/** The fields of a query string, with or without its question mark; of a repeated field the last counts. */
export function readQuery(query: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) if (name !== '__proto__') fields[name] = value;
  return fields;
}
