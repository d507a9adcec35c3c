import { createHash } from 'node:crypto';

/**
 * The name of a delivery: a hash of what it means. Deliveries carry no id, so the same content sent again, whatever its spacing or order of members,
 * has the same key.
 */
export function deliveryKey(raw: unknown): string {
  return createHash('sha256').update(canonicalJson(raw)).digest('hex');
}

// RFC 8785: members sorted by UTF-16 code units, no spacing, numbers and text as JSON.stringify writes them.
function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = value as Readonly<Record<string, unknown>>;
  const members = Object.keys(fields).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonicalJson(fields[key])}`).join(',')}}`;
}
