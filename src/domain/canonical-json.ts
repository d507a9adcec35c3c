/**
 * JSON in one form only, after RFC 8785: members sorted by UTF-16 code units, no spacing, numbers and text as `JSON.stringify` writes them. What is
 * hashed is written so, because the same content must always have the same hash. Members without a value are left out, as JSON leaves them out.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = value as Readonly<Record<string, unknown>>;
  const members = Object.keys(fields)
    .filter((key) => fields[key] !== undefined)
    .sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonicalJson(fields[key])}`).join(',')}}`;
}
